#include "lmtune/io/case_json.h"

#include <gtest/gtest.h>

#include "support/case_fixture.h"

namespace lmtune {
namespace {

class CaseJson : public CaseFixture {
 protected:
  CaseFile read(const std::string& text) const { return read_case(write("case.json", text)); }

  /// Expects that the case with `from` replaced by `to` is refused at `pointer`, with `part` in the
  /// message.
  void expect_error(const std::string& from, const std::string& to, const std::string& pointer,
                    const std::string& part) const {
    const Error error = error_of([&] { read(case_text(from, to)); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.where(), (folder_ / "case.json").string() + "#" + pointer);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
};

TEST_F(CaseJson, ReadsEveryMember) {
  const CaseFile file = read(case_text());
  EXPECT_EQ(file.name, "copy/a");
  EXPECT_EQ(file.family, "copy");
  EXPECT_EQ(file.description, "b = a");
  EXPECT_EQ(file.kernel_file, "copy.cl");
  EXPECT_EQ(file.options, std::vector<std::string>{"-DTILE={tile * 2}"});
  EXPECT_EQ(file.baseline, (VariantSpec{"copy", {}}));
  EXPECT_EQ(file.cached, (VariantSpec{"copy", {"-DCACHE_A"}}));
  EXPECT_EQ(file.target, "a");
  EXPECT_EQ(file.tolerance, 0.0);
  ASSERT_EQ(file.definitions.size(), 2u);
  EXPECT_EQ(file.definitions[1].first, "twice");
  ASSERT_EQ(file.launch_sets.size(), 2u);
  EXPECT_EQ(file.launch_sets[1].axes[1].names, (std::vector<std::string>{"bx", "tile"}));
  EXPECT_EQ(file.launch_sets[1].axes[1].choices[1], (std::vector<double>{32, 8}));
  EXPECT_EQ(file.global[1].text, "2");
  ASSERT_EQ(file.arguments.size(), 4u);
  const auto& a = std::get<CaseBuffer>(file.arguments[0].value);
  EXPECT_EQ(a.access, Access::kRead);
  EXPECT_EQ(a.fill.high->text, "tile / 2");
  EXPECT_FALSE(a.fill.slope);
  EXPECT_EQ(std::get<CaseBuffer>(file.arguments[1].value).element.components, 4u);
  EXPECT_EQ(std::get<CaseScalar>(file.arguments[2].value).element.scalar, ScalarType::kInt);
  EXPECT_EQ(std::get<CaseLocal>(file.arguments[3].value).bytes.text, "bytes");
  EXPECT_EQ(file.staging->episodes.text, "1");
  EXPECT_EQ(file.staging->barriers_per_episode.text, "2");
  EXPECT_EQ(file.staging->batched.text, "tile == 8");
}

TEST_F(CaseJson, RemembersWhereExpressionsStand) {
  const CaseFile file = read(case_text());
  const std::string path = (folder_ / "case.json").string();
  EXPECT_EQ(file.global[1].where, path + "#/global/1");
  EXPECT_EQ(file.staging->regions[0].run_elements.where, path + "#/staging/regions/0/run_elements");
  EXPECT_EQ(std::get<CaseBuffer>(file.arguments[0].value).fill.high->where,
            path + "#/arguments/0/fill/high");
}

TEST_F(CaseJson, RefusesUnknownMembersEverywhere) {
  expect_error("\"target\"", "\"tarqet\"", "", "unknown member \"tarqet\"");
  expect_error("\"file\": \"copy.cl\"", "\"file\": \"copy.cl\", \"flags\": []", "/kernel", "flags");
  expect_error("{\"entry_point\": \"copy\"}", "{\"entry_point\": \"copy\", \"x\": 1}",
               "/kernel/baseline", "\"x\"");
  expect_error("{\"name\": \"quick\"", "{\"title\": 1, \"name\": \"quick\"", "/launches/0",
               "title");
  expect_error("\"low\"", "\"lowest\"", "/arguments/0/fill", "lowest");
  expect_error("\"access\"", "\"acess\"", "/arguments/1", "acess");
  expect_error("{\"runs\"", "{\"rows\": 1, \"runs\"", "/staging/regions/0", "rows");
  expect_error("\"batched\"", "\"style\"", "/staging", "style");
}

TEST_F(CaseJson, NamesWhatIsMissing) {
  expect_error("\"name\": \"copy/a\",", "", "", "lacks the member \"name\"");
  expect_error("\"entry_point\": \"copy\"", "", "/kernel/baseline", "entry_point");
  expect_error("\"count\": \"n * 2\", ", "", "/arguments/0", "count");
  expect_error("\"local_bytes\": \"bx * 4\",", "", "/staging", "local_bytes");
}

TEST_F(CaseJson, RefusesOtherFormatsAndVersions) {
  expect_error("lmtune-case", "lmtune-run", "", "is not an lmtune case file");
  expect_error("\"format_version\": 1", "\"format_version\": 2", "/format_version", "version 2");
}

TEST_F(CaseJson, RefusesWrongValues) {
  expect_error("\"float\"", "\"half\"", "/arguments/0/buffer", "no element type");
  expect_error("\"write\"", "\"append\"", "/arguments/1/access", "read, write or read_write");
  expect_error("\"n * 2\"", "true", "/arguments/0/count", "a number or an expression");
  expect_error("\"n * 2\"", "\" \"", "/arguments/0/count", "is empty");
  expect_error("[16, 4]", "[16]", "/launches/0/values/bx,tile/0", "1 values for the 2 names");
  expect_error("\"n\": [64]", "\"n\": []", "/launches/0/values/n", "lists no value");
  expect_error("\"n\": [64]", "\"tile\": [64]", "/launches/0/values", "\"tile\" twice");
  expect_error("\"bx,tile\"", "\"bx,2x\"", "/launches/0/values", "\"2x\"");
  expect_error("\"twice\"", "\"two times\"", "/let", "is no name");
  expect_error("\"global\": [\"n\", 2]", "\"global\": []", "/global", "0 sizes");
  expect_error("\"local\": [\"bx\", 1]", "\"local\": [\"bx\"]", "/local", "lists 1 sizes");
  expect_error("{\"name\": \"b\"", "{\"name\": \"a\"", "/arguments/1/name", "named twice");
  expect_error("\"scalar\": \"int\"", "\"scalar\": \"int\", \"local\": 4", "/arguments/2",
               "exactly one");
}

TEST_F(CaseJson, RefusesTargetsThatCannotBeStaged) {
  expect_error("\"target\": \"a\"", "\"target\": \"c\"", "/target", "only read: a");
  expect_error("\"target\": \"a\"", "\"target\": \"b\"", "/target", "no buffer that is only read");
  expect_error("\"target\": \"a\"", "\"target\": \"n\"", "/target", "no buffer that is only read");
}

TEST_F(CaseJson, RefusesNumbersBeyondDouble) {
  const Error error = error_of([&] { read("{\"format_version\": 1e999}"); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_NE(std::string(error.what()).find("1e999"), std::string::npos) << error.what();
}

TEST_F(CaseJson, RefusesTruncatedFiles) {
  const std::string text = case_text();
  const Error error = error_of([&] { read(text.substr(0, text.size() / 2)); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_NE(std::string(error.what()).find("not valid JSON"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace lmtune
