# Read by cpack for each package: the tarball has a folder of its own, the .deb has /usr.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
