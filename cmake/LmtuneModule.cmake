# lmtune_module(NAME PUBLIC … PRIVATE …): the static library lmtune_NAME from src/NAME/*.cpp.
function(lmtune_module name)
  cmake_parse_arguments(arg "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(lmtune_${name} STATIC ${sources})
  target_include_directories(lmtune_${name}
    PUBLIC ${CMAKE_SOURCE_DIR}/include PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(lmtune_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} lmtune_warnings)
endfunction()
