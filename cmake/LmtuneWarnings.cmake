# The compiler flags of all our code, as a target to link.
add_library(lmtune_warnings INTERFACE)
target_compile_options(lmtune_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual $<$<BOOL:${LMTUNE_WERROR}>:-Werror>)
