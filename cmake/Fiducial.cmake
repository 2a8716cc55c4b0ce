# How every target of the project is built: one set of warnings, one way to make a folder's library or tests.

add_library(fiducial_build INTERFACE)
target_include_directories(fiducial_build INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_options(fiducial_build INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these for the standard library's own inlined code (std::string operator+, std::optional).
  target_compile_options(fiducial_build INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
  # Nobody replaces our functions when the program starts, so they may be inlined though the code is position-independent.
  target_compile_options(fiducial_build INTERFACE -fno-semantic-interposition)
  if(CMAKE_UNITY_BUILD)
    # In a unity build it takes every source for a header, where a member of a file's own type would be a mistake.
    target_compile_options(fiducial_build INTERFACE -Wno-subobject-linkage)
  endif()
endif()
if(FIDUCIAL_SANITIZE)
  target_compile_options(fiducial_build INTERFACE -fsanitize=${FIDUCIAL_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(fiducial_build INTERFACE -fsanitize=${FIDUCIAL_SANITIZE})
endif()

# fiducial_library(io LINKS ZLIB::ZLIB ... WITHOUT a.cc): all .cc files of this folder but a.cc as the library
# fiducial_io.
function(fiducial_library name)
  cmake_parse_arguments(ARG "" "" "LINKS;SOURCES;WITHOUT" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cc)
  list(REMOVE_ITEM sources "" ${ARG_WITHOUT})
  add_library(fiducial_${name} STATIC ${sources} ${ARG_SOURCES})
  target_link_libraries(fiducial_${name} PUBLIC fiducial_build ${ARG_LINKS})
endfunction()

# A sanitizer build compiles everything once more, and most of that time goes into a few large headers. Not with GCC:
# it warns of the standard library's own code in a precompiled header.
function(fiducial_precompile target)
  if(FIDUCIAL_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# fiducial_tests(io LINKS fiducial_io ...): all .cc files of tests/io as the program test_io, its cases known to ctest.
function(fiducial_tests name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  add_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE ${ARG_LINKS} GTest::gtest_main)
  fiducial_precompile(test_${name} <gtest/gtest.h> <nlohmann/json.hpp>)
  target_compile_definitions(test_${name} PRIVATE
    FIDUCIAL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/${name}/data"
    FIDUCIAL_EXAMPLES="${PROJECT_SOURCE_DIR}/examples"
    FIDUCIAL_PROGRAM="${CMAKE_BINARY_DIR}/fiducial")
  gtest_discover_tests(test_${name} TEST_PREFIX ${name}/ DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
