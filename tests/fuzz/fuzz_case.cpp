// Case files, and the expressions in them.
#include "fuzz/fuzz_support.h"
#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lmtune::fuzz_file(data, size, [](const std::filesystem::path& path) {
    lmtune::CaseFile file = lmtune::read_case(path);
    file.kernel_file = "/dev/null";
    lmtune::expand_case(file, lmtune::CaseSize::kQuick);
  });
}
