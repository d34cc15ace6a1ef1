// Campaign files.
#include "fuzz/fuzz_support.h"
#include "lmtune/io/campaign_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_file(data, size,
                           [](const std::filesystem::path& path) { lmtune::read_campaign(path); });
}
