// What format_case() writes, read_case() reads.
#include <gtest/gtest.h>

#include "lmtune/base/file.h"
#include "lmtune/cases/expand.h"
#include "lmtune/io/case_json.h"
#include "support/case_fixture.h"
#include "support/real_cases.h"

namespace lmtune {
namespace {

class CaseOutput : public CaseFixture {
 protected:
  /// `file` as it is after it was written and read again, its kernel file left where it is.
  CaseFile written_and_read(CaseFile file) const {
    file.kernel_file =
        std::filesystem::absolute(std::filesystem::path(file.path).parent_path() / file.kernel_file)
            .string();
    return read_case(write("again.json", format_case(file)));
  }
};

TEST_F(CaseOutput, EveryRealCaseStaysWhatItIs) {
  for (const std::filesystem::path& path : real_cases()) {
    SCOPED_TRACE(path.string());
    const CaseFile file = read_case(path);
    const CaseFile again = written_and_read(file);
    EXPECT_EQ(again.description, file.description);
    for (const CaseSize size : {CaseSize::kQuick, CaseSize::kAll}) {
      const std::vector<Benchmark> before = expand_case(file, size);
      const std::vector<Benchmark> after = expand_case(again, size);
      ASSERT_EQ(after.size(), before.size());
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].name, before[i].name);
        EXPECT_EQ(after[i].id, before[i].id);  // of kernel, launch, target and plan
        EXPECT_EQ(after[i].family, before[i].family);
        EXPECT_EQ(after[i].values, before[i].values);
        EXPECT_EQ(after[i].tolerance, before[i].tolerance);
      }
    }
  }
}

TEST_F(CaseOutput, LocalArgumentsFillsAndToleranceStay) {
  const std::string fill = R"("fill": {"low": -1, "high": "tile / 2"})";
  const std::string whole = R"("fill": {"low": -1, "high": 2.5, "slope": "n", "divisor": 3,
      "modulus": 7, "minimum": -2, "maximum": 5, "seed": 9})";
  std::string text = case_text(fill, whole);
  text.insert(text.find("\"target\""), "\"tolerance\": 1e-05, ");
  const CaseFile file = read_case(write("first.json", text));
  const CaseFile again = written_and_read(file);
  const Benchmark before = expand_case(file, CaseSize::kQuick).at(0);
  const Benchmark after = expand_case(again, CaseSize::kQuick).at(0);
  EXPECT_EQ(after.launch, before.launch);
  EXPECT_EQ(after.tolerance, 1e-05);
  EXPECT_EQ(std::get<BufferArgument>(before.launch.arguments[0].value).fill.modulus, 7u);
}

TEST_F(CaseOutput, ShortValuesStandOnOneLine) {
  const std::string text = format_case(read_case(write("case.json", case_text())));
  EXPECT_NE(text.find("\n    {\"name\": \"n\", \"scalar\": \"int\", \"value\": \"n\"},\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  \"global\": [\"n\", 2],\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace lmtune
