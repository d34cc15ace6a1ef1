# Finds what the modules are built from. Three libraries may be missing: what needs them is then left
# out of the build, and the binary says so when asked for it.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenCL REQUIRED)

pkg_check_modules(MUPARSER IMPORTED_TARGET muparser)
find_path(XGBOOST_INCLUDE_DIR xgboost/c_api.h)
find_library(XGBOOST_LIBRARY xgboost)
find_path(OCLGRIND_INCLUDE_DIR oclgrind/Plugin.h)
find_library(OCLGRIND_LIBRARY oclgrind)

macro(lmtune_optional name found what)
  if(${found})
    set(LMTUNE_WITH_${name} ON)
  else()
    set(LMTUNE_WITH_${name} OFF)
    message(WARNING "${name} not found: building without ${what}")
  endif()
endmacro()

set(xgboost_found OFF)
if(XGBOOST_INCLUDE_DIR AND XGBOOST_LIBRARY)
  set(xgboost_found ON)
  add_library(xgboost::xgboost UNKNOWN IMPORTED)
  set_target_properties(xgboost::xgboost PROPERTIES
    IMPORTED_LOCATION ${XGBOOST_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${XGBOOST_INCLUDE_DIR})
endif()
set(oclgrind_found OFF)
if(OCLGRIND_INCLUDE_DIR AND OCLGRIND_LIBRARY)
  set(oclgrind_found ON)
endif()

lmtune_optional(MUPARSER MUPARSER_FOUND "case files")
lmtune_optional(XGBOOST xgboost_found "training and prediction")
lmtune_optional(OCLGRIND oclgrind_found "the tracer")
