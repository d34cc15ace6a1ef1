// The worked example of docs/adding-a-benchmark.md, taken out of the page as a reader would.
#include <gtest/gtest.h>

#include "lmtune/base/file.h"
#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"
#include "support/case_fixture.h"
#include "support/opencl_runner.h"

namespace lmtune {
namespace {

/// The first code block of `page` in `language`.
std::string code_block(const std::string& page, const std::string& language) {
  const std::string opening = "```" + language + "\n";
  const std::size_t begin = page.find(opening);
  if (begin == std::string::npos) return "";
  const std::size_t first = begin + opening.size();
  return page.substr(first, page.find("```", first) - first);
}

class DocumentedExample : public CaseFixture {};

TEST_F(DocumentedExample, BothVariantsComputeTheSame) {
  const std::string page = read_file(LMTUNE_SOURCE_DIR "/docs/adding-a-benchmark.md");
  write("smooth.cl", code_block(page, "c"));
  const CaseFile file = read_case(write("smooth.json", code_block(page, "json")));
  EXPECT_EQ(expand_case(file, CaseSize::kAll).size(), 27u);
  if (test_device_name().empty()) GTEST_SKIP() << "no OpenCL device";
  for (const Benchmark& benchmark : expand_case(file, CaseSize::kQuick)) {
    HostBuffers baseline(benchmark.launch), cached(benchmark.launch);
    run_on_test_device(benchmark, Variant::kBaseline, baseline);
    run_on_test_device(benchmark, Variant::kCached, cached);
    EXPECT_EQ(baseline.bytes("out"), cached.bytes("out")) << benchmark.name;
    EXPECT_NE(baseline.bytes("out"), HostBuffers(benchmark.launch).bytes("out"));
  }
}

}  // namespace
}  // namespace lmtune
