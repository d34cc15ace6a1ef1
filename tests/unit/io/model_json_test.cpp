#include "lmtune/io/model_json.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include "io/json_value.h"
#include "lmtune/base/error.h"
#include "lmtune/core/feature_vector.h"

namespace lmtune {
namespace {

ModelFile example() {
  ModelFile model;
  model.feature_schema_version = kFeatureSchemaVersion;
  for (const FeatureInfo& info : feature_schema()) model.feature_names.emplace_back(info.name);
  model.device.name = "Some GPU";
  model.device.platform = "Some platform";
  model.device.local_bytes = 49152;
  model.lmtune_version = "0.1.0";
  model.training = {100, 40, 90, 30, 60, {"00112233445566aa", "00112233445566bb"}};
  model.choices = {200, 50, 4};
  model.evaluation = {HeldOut::kFamily,
                      13,
                      70,
                      0.87,
                      0.9,
                      0.3,
                      0.7,
                      0.98,
                      0.8,
                      0.9,
                      0.15,
                      0.16,
                      0.81,
                      0.92,
                      {{50, 0.2, 0.25}, {20, 0.9, 0.8}}};
  model.beneficial = {std::string("{\x00\xff\x80L}", 6), "{L"};
  model.speedup = {R"({"version": [1, 7, 4]})", ""};
  model.temperature = 0.6;
  model.answer_from = 0.625;
  model.speedup_ranges = {{0.1, -0.3, 0.2}, {std::numeric_limits<double>::max(), -0.5, 0.4}};
  std::array<double, kFeatureCount> means{}, scales{};
  means[3] = 1.25;
  scales[3] = 0.5;
  model.vicinity = {FeatureSpace(means, scales), std::vector<StoredPoint>(2), 90.5, 1.125};
  model.vicinity.points[1][3] = -137;
  return model;
}

class ModelJson : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("lmtune_model_json_" + std::string(test->name()) + ".json");
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// The error of reading a file that holds `text`.
  Error error_of(const std::string& text) const {
    write(text);
    try {
      read_model(path_);
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "read without an error";
    return Error(ErrorKind::kInternal, "", "");
  }

  void write(const std::string& text) const { std::ofstream(path_) << text; }

  /// The example's text with its first `from` replaced.
  static std::string edited(const std::string& from, const std::string& to) {
    std::string text = format_model(example());
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  }

  std::filesystem::path path_;
};

TEST_F(ModelJson, RoundTrip) {
  const ModelFile model = example();
  write(format_model(model));
  const ModelFile read = read_model(path_);
  EXPECT_EQ(read.feature_schema_version, model.feature_schema_version);
  EXPECT_EQ(read.feature_names, model.feature_names);
  EXPECT_EQ(read.device, model.device);
  EXPECT_EQ(read.lmtune_version, model.lmtune_version);
  EXPECT_EQ(read.training.samples, 100U);
  EXPECT_EQ(read.training.kernel_specs, 40U);
  EXPECT_EQ(read.training.synthetic, 90U);
  EXPECT_EQ(read.training.beneficial, 30U);
  EXPECT_EQ(read.training.decisive, 60U);
  EXPECT_EQ(read.training.runs, model.training.runs);
  EXPECT_EQ(read.choices, model.choices);
  EXPECT_EQ(read.evaluation.held_out, HeldOut::kFamily);
  EXPECT_EQ(read.evaluation.folds, 13U);
  EXPECT_EQ(read.evaluation.samples, 70U);
  EXPECT_EQ(read.evaluation.accuracy, 0.87);
  EXPECT_EQ(read.evaluation.decisive_accuracy, 0.9);
  EXPECT_EQ(read.evaluation.always_accuracy, 0.3);
  EXPECT_EQ(read.evaluation.never_accuracy, 0.7);
  EXPECT_EQ(read.evaluation.performance_captured, 0.98);
  EXPECT_EQ(read.evaluation.always_performance, 0.8);
  EXPECT_EQ(read.evaluation.never_performance, 0.9);
  EXPECT_EQ(read.evaluation.brier, 0.15);
  EXPECT_EQ(read.evaluation.speedup_error, 0.16);
  EXPECT_EQ(read.evaluation.answered, 0.81);
  EXPECT_EQ(read.evaluation.answered_decisive_accuracy, 0.92);
  EXPECT_EQ(read.evaluation.reliability, model.evaluation.reliability);
  EXPECT_EQ(read.beneficial.first, model.beneficial.first);
  EXPECT_FALSE(read.beneficial.correction.empty());
  EXPECT_TRUE(read.speedup.correction.empty());
  EXPECT_EQ(read.temperature, 0.6);
  EXPECT_EQ(read.answer_from, 0.625);
  EXPECT_EQ(read.speedup_ranges, model.speedup_ranges);
  EXPECT_EQ(read.vicinity.space.means(), model.vicinity.space.means());
  EXPECT_EQ(read.vicinity.space.scales(), model.vicinity.space.scales());
  EXPECT_EQ(read.vicinity.points, model.vicinity.points);
  EXPECT_EQ(read.vicinity.samples_per_point, 90.5);
  EXPECT_EQ(read.vicinity.radius, 1.125);
  EXPECT_EQ(format_model(read), format_model(model));
}

TEST_F(ModelJson, WhiteSpaceDoesNotMatter) {
  write(parse_json(format_model(example()), "").dump(4));
  EXPECT_EQ(read_model(path_).device, example().device);
}

TEST_F(ModelJson, Truncated) {
  const std::string text = format_model(example());
  for (const std::size_t size : {text.size() / 3, text.size() - 3}) {
    const Error error = error_of(text.substr(0, size));
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_NE(error.problem().find("is not valid JSON"), std::string::npos);
    EXPECT_NE(error.where().find(path_.string()), std::string::npos);
  }
}

TEST_F(ModelJson, EditedForest) {
  const Error error = error_of(edited("e0w=", "e00="));
  EXPECT_NE(error.where().find("#/checksum"), std::string::npos);
  EXPECT_NE(error.problem().find("edited"), std::string::npos);
}

TEST_F(ModelJson, EditedEvaluation) {
  EXPECT_NE(error_of(edited("0.87", "0.99")).problem().find("edited"), std::string::npos);
}

TEST_F(ModelJson, AnotherFormatVersion) {
  const Error error = error_of(edited("\"format_version\": 4", "\"format_version\": 2"));
  EXPECT_NE(error.problem().find("is format version 2; this lmtune reads version 4"),
            std::string::npos);
}

TEST_F(ModelJson, AnotherFeatureSchema) {
  const std::string member = "\"feature_schema_version\": ";
  const std::string version = std::to_string(kFeatureSchemaVersion);
  const Error error = error_of(edited(member + version, member + "7"));
  EXPECT_NE(error.problem().find("is of feature schema 7; this lmtune has " + version),
            std::string::npos);
  EXPECT_NE(error.remedy().find("train"), std::string::npos);
}

TEST_F(ModelJson, OtherFeatureNames) {
  EXPECT_NE(error_of(edited("target_reuse", "reuse")).where().find("#/feature_names"),
            std::string::npos);
}

TEST_F(ModelJson, AnotherFormat) {
  EXPECT_NE(error_of(R"({"format": "lmtune-run", "format_version": 1})").problem().find("model"),
            std::string::npos);
  EXPECT_EQ(error_of("").kind(), ErrorKind::kInput);
  EXPECT_EQ(error_of("[]").kind(), ErrorKind::kInput);
}

TEST_F(ModelJson, UnknownMember) {
  EXPECT_NE(error_of(edited("\"lmtune_version\"", "\"version\"")).problem().find("\"version\""),
            std::string::npos);
}

TEST_F(ModelJson, MissingFile) { EXPECT_THROW(read_model(path_), Error); }

}  // namespace
}  // namespace lmtune
