// Arrays of NumPy.
#include "fuzz/fuzz_support.h"
#include "lmtune/io/buffer_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_text(data, size, [](std::string_view text) {
    for (const char* type : {"int", "float4", "uchar"}) {
      lmtune::parse_npy(text, *lmtune::parse_element_type(type), "input.npy");
    }
  });
}
