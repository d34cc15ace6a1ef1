// Run files, complete and torn.
#include "fuzz/fuzz_support.h"
#include "lmtune/io/run_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_file(data, size, [](const std::filesystem::path& path) {
    lmtune::read_run(path, lmtune::TornLine::kDrop);
  });
}
