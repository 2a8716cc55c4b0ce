# What others link, install and unpack: one archive with every folder's objects, the headers that are public, the CMake
# package, and (cpack) a .deb and a tarball whose program needs nothing but Debian's base system.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects)
foreach(folder ${library_folders})
  list(APPEND objects $<TARGET_OBJECTS:fiducial_${folder}>)
endforeach()
add_library(fiducial_archive STATIC ${objects})
add_library(fiducial::fiducial ALIAS fiducial_archive)
set_target_properties(fiducial_archive PROPERTIES OUTPUT_NAME fiducial EXPORT_NAME fiducial LINKER_LANGUAGE CXX)
target_compile_features(fiducial_archive PUBLIC cxx_std_20)
target_include_directories(fiducial_archive PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(fiducial_archive PRIVATE fmt::fmt simdjson::simdjson ZLIB::ZLIB Threads::Threads
                      $<BUILD_INTERFACE:${UTF8PROC_LIBRARY}> $<INSTALL_INTERFACE:utf8proc>)

# All headers but those that speak of JSON's library.
install(TARGETS fiducial_archive EXPORT fiducial ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY include/fiducial DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library FILES_MATCHING PATTERN *.h
        PATTERN io.h EXCLUDE)
install(EXPORT fiducial NAMESPACE fiducial:: FILE fiducialTargets.cmake COMPONENT library
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fiducial)
configure_package_config_file(cmake/fiducialConfig.cmake.in fiducialConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fiducial)
write_basic_package_version_file(fiducialConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/fiducialConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/fiducialConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/fiducial COMPONENT library)

# The program, with the libraries beside it that a plain Debian 12 does not have.
set_target_properties(fiducial PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/fiducial")
install(TARGETS fiducial RUNTIME_DEPENDENCY_SET needed RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(RUNTIME_DEPENDENCY_SET needed DESTINATION ${CMAKE_INSTALL_LIBDIR}/fiducial COMPONENT program
        PRE_EXCLUDE_REGEXES "^lib(c|m|dl|pthread|rt|gcc_s|stdc\\+\\+)\\.so" "^ld-linux")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)

set(CPACK_PACKAGE_VENDOR "Fiducial")
set(CPACK_PACKAGE_CONTACT "the authors of Fiducial <fiducial@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6 (>= 2.36), libstdc++6 (>= 12)")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/Package.cmake)
set(CPACK_STRIP_FILES ON)
include(CPack)
