// Model files.
#include "fuzz/fuzz_support.h"
#include "lmtune/io/model_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_file(data, size,
                           [](const std::filesystem::path& path) { lmtune::read_model(path); });
}
