// lmtune report, as a user runs it. What the page looks like is tested in tests/report.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "lmtune/io/evaluation_json.h"
#include "support/run_lmtune.h"

namespace lmtune::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Evaluation known_evaluation() {
  const Score score{100, 80, 0.75, 0.7, 0.8, 0.97};
  FamilyScores scores{"always cache", {{"nbody", score}, {"matmul", score}}, score, {}, {}};
  Evaluation evaluation;
  evaluation.lmtune_version = "0.1.0";
  evaluation.device.name = "Test GPU";
  evaluation.label_ceiling = 0.96;
  evaluation.baselines = {scores};
  scores.name = "real";
  evaluation.training_sets = {{100, scores, {{1.0, {{"nbody", 3.0}, {"matmul", 0.0}}, 0.5}}}};
  return evaluation;
}

class ReportCommand : public FolderTest {
 protected:
  ProcessResult report(const std::string& evaluation_text) {
    return run_lmtune({"report", write("evaluation.json", evaluation_text), "-o", page_path()});
  }
  std::string page_path() const { return path("report.html").string(); }
  std::string page() const { return slurp(page_path()); }

  /// A page that is there already stays as it is when there is no new one.
  void expect_failure(const std::string& evaluation_text, const std::string& message) {
    write("report.html", "old");
    const ProcessResult result = report(evaluation_text);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err, HasSubstr("evaluation.json"));
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_EQ(page(), "old");
  }
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) throw std::runtime_error("no " + what);
  return text.replace(at, what.size(), by);
}

TEST_F(ReportCommand, WritesAPageThatFetchesNothing) {
  const ProcessResult result = report(format_evaluation(known_evaluation()));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("report.html"));
  const std::string text = page();
  EXPECT_THAT(text, ::testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(text, HasSubstr("\"name\":\"Test GPU\""));
  EXPECT_THAT(text, HasSubstr("Released under the MIT License"));
  EXPECT_THAT(text, HasSubstr("Permission is hereby granted, free of charge"));
  EXPECT_THAT(text, Not(HasSubstr("@LMTUNE_")));
  EXPECT_FALSE(std::regex_search(text, std::regex(R"(<(link|img|iframe|script)[^>]*(src|href)=)")));
  EXPECT_FALSE(std::regex_search(text, std::regex(R"((@import|url\())")));
}

TEST_F(ReportCommand, IsTheSameForTheSameFile) {
  const std::string evaluation = format_evaluation(known_evaluation());
  ASSERT_EQ(report(evaluation).exit_code, 0);
  const std::string first = page();
  ASSERT_EQ(report(evaluation).exit_code, 0);
  EXPECT_EQ(page(), first);
}

TEST_F(ReportCommand, TextOfTheFileCannotEndItsElement) {
  Evaluation evaluation = known_evaluation();
  evaluation.device.name = "</script><script>alert(1)</script><!-- EVALUATION_JSON";
  ASSERT_EQ(report(format_evaluation(evaluation)).exit_code, 0);
  EXPECT_THAT(page(), HasSubstr(R"(\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!-- )"));
  EXPECT_THAT(page(), Not(HasSubstr("<script>alert")));
}

TEST_F(ReportCommand, AMissingFileIsNamed) {
  const ProcessResult result = run_lmtune({"report", path("none.json"), "-o", page_path()});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("none.json"));
  EXPECT_FALSE(std::filesystem::exists(page_path()));
}

TEST_F(ReportCommand, ADamagedFileIsNamed) {
  const std::string evaluation = format_evaluation(known_evaluation());
  expect_failure(evaluation.substr(0, evaluation.size() / 2), "is not valid JSON");
  expect_failure("", "is not valid JSON");
}

TEST_F(ReportCommand, AnotherKindOfFileIsRefused) {
  expect_failure(R"({"format":"lmtune-model","format_version":1})",
                 "is not an lmtune evaluation file");
  expect_failure("[]", "evaluation");
}

TEST_F(ReportCommand, AnotherVersionIsRefused) {
  const std::string version = "\"format_version\": " + std::to_string(kEvaluationFormatVersion);
  expect_failure(replaced(format_evaluation(known_evaluation()), version, "\"format_version\": 99"),
                 "this lmtune reads version " + std::to_string(kEvaluationFormatVersion));
}

TEST_F(ReportCommand, AMisshapenMemberIsPointedAt) {
  const std::string evaluation = format_evaluation(known_evaluation());
  expect_failure(replaced(evaluation, "\"label_ceiling\": 0.96", "\"label_ceiling\": \"much\""),
                 "#/label_ceiling: expected a number");
  expect_failure(replaced(evaluation, "\"correlation\"", "\"corelation\""),
                 "#/training_sets/0/density/0: lacks the member \"correlation\"");
  Evaluation empty = known_evaluation();
  empty.training_sets.clear();
  expect_failure(format_evaluation(empty), "#/training_sets: holds no training set");
}

TEST_F(ReportCommand, AMisshapenOptionalMemberIsPointedAt) {
  const std::string evaluation = format_evaluation(known_evaluation());
  const std::string open = evaluation.substr(0, evaluation.rfind('}'));
  expect_failure(open + R"(,"importance":[{"feature":1}]})",
                 "#/importance/0/feature: expected a string");
  expect_failure(open + R"(,"speedups":{"edges":[1,2],"sets":[{"name":"real","counts":[1,2]}]}})",
                 "#/speedups/sets/0/counts: must hold one number more");
  expect_failure(open + R"(,"answered":[{"training_set":"real","points":[{"threshold":0.5}]}]})",
                 "#/answered/0/points/0: lacks the member \"answered\"");
}

TEST_F(ReportCommand, AnUnwritableOutputIsFoundBeforeTheFileIsRead) {
  const ProcessResult result =
      run_lmtune({"report", path("none.json"), "-o", path("no/such/folder/report.html")});
  EXPECT_EQ(result.exit_code, 5);
}

TEST_F(ReportCommand, HelpEndsWithAnExample) {
  const ProcessResult result = run_lmtune({"report", "--help"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("lmtune report evaluation.json -o report.html"));
  EXPECT_EQ(run_lmtune({"report"}).exit_code, 2);
}

}  // namespace
}  // namespace lmtune::testing
