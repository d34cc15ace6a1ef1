// Every kernel beside this file says in its first lines how it is launched and what lmtune must
// make of it, computed by hand. A file is a table of launches:
//
//   // Launch: options of `lmtune predict`, going on in lines that begin with "//  "
//   // Expect: FEATURE = VALUE   why
//   // Says: a part of what is said on stderr beside an answer
//   // Fails: a part of the message instead of an answer
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>

#include "support/known_run.h"

namespace lmtune {
namespace {

using ::testing::HasSubstr;
using testing::ProcessResult;
using testing::run_lmtune;

struct ExpectedFeature {
  std::string name;
  double value = 0.0;
};

struct LaunchCheck {
  std::vector<std::string> options;
  std::vector<ExpectedFeature> features;
  std::vector<std::string> says;
  std::vector<std::string> fails;
};

std::filesystem::path kernel_folder() {
  return std::filesystem::path(LMTUNE_SOURCE_DIR) / "tests" / "kernels";
}

void append_words(const std::string& text, std::vector<std::string>& words) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
}

/// What follows `key` on a line of the header, or nothing.
std::optional<std::string> value_of(const std::string& line, const std::string& key) {
  const std::string start = "// " + key + ": ";
  if (!line.starts_with(start)) return std::nullopt;
  return line.substr(start.size());
}

std::vector<LaunchCheck> read_checks(const std::filesystem::path& file) {
  std::vector<LaunchCheck> checks;
  std::istringstream lines(testing::slurp(file));
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (const auto options = value_of(line, "Launch")) {
      append_words(*options, checks.emplace_back().options);
    } else if (checks.empty()) {
      continue;
    } else if (line.starts_with("//  ")) {
      append_words(line.substr(2), checks.back().options);
    } else if (const auto feature = value_of(line, "Expect")) {
      ExpectedFeature expected;
      std::string equals;
      std::istringstream(*feature) >> expected.name >> equals >> expected.value;
      if (equals != "=") throw std::runtime_error(file.string() + ": " + line);
      checks.back().features.push_back(expected);
    } else if (const auto words = value_of(line, "Says")) {
      checks.back().says.push_back(*words);
    } else if (const auto message = value_of(line, "Fails")) {
      checks.back().fails.push_back(*message);
    }
  }
  return checks;
}

/// The value that the answer in JSON gives a feature.
double feature_in(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"feature\": \"" + name + "\"");
  const std::string key = "\"value\": ";
  const std::size_t value = json.find(key, at);
  if (at == std::string::npos || value == std::string::npos) return std::nan("");
  return std::stod(json.substr(value + key.size(), 32));
}

std::vector<std::string> kernel_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kernel_folder())) {
    if (entry.path().extension() == ".cl") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class KernelStyles : public ::testing::TestWithParam<std::string> {
 protected:
  static void SetUpTestSuite() {
    std::filesystem::current_path(kernel_folder());  // the options name files in it
    folder_ = std::make_unique<testing::TemporaryFolder>();
    std::vector<RunResult> results;
    for (const Benchmark& benchmark : testing::known_benchmarks(folder_->path(), "80")) {
      results.push_back(testing::known_result(benchmark));
    }
    const std::string run = (folder_->path() / "run.jsonl").string();
    testing::write_run(run, testing::known_device(), results);
    const ProcessResult trained = run_lmtune({"train", run, "-o", model()});
    if (trained.exit_code != 0) throw std::runtime_error(trained.err);
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string model() { return (folder_->path() / "model.json").string(); }

  static void run(const std::string& file, const LaunchCheck& check) {
    std::vector<std::string> arguments{"predict", file, "-m", model(), "--json"};
    arguments.insert(arguments.end(), check.options.begin(), check.options.end());
    const ProcessResult result = run_lmtune(arguments);
    SCOPED_TRACE(::testing::PrintToString(arguments));
    if (!check.fails.empty()) {
      EXPECT_TRUE(result.exit_code == 2 || result.exit_code == 3) << result.exit_code;
      EXPECT_EQ(result.out, "");
      for (const std::string& part : check.fails) EXPECT_THAT(result.err, HasSubstr(part));
      return;
    }
    EXPECT_EQ(result.exit_code, 0) << result.err;
    if (result.exit_code != 0) return;
    for (const std::string& part : check.says) EXPECT_THAT(result.err, HasSubstr(part));
    for (const ExpectedFeature& expected : check.features) {
      EXPECT_NEAR(feature_in(result.out, expected.name), expected.value,
                  1e-4 * std::max(1.0, expected.value))
          << expected.name;
    }
  }

 private:
  static std::unique_ptr<testing::TemporaryFolder> folder_;
};

std::unique_ptr<testing::TemporaryFolder> KernelStyles::folder_;

TEST_P(KernelStyles, AreReadAsExpected) {
  const std::string file = GetParam() + ".cl";
  const std::vector<LaunchCheck> checks = read_checks(file);
  ASSERT_FALSE(checks.empty()) << "the header of " << file << " describes no launch";
  for (const LaunchCheck& check : checks) run(file, check);
}

INSTANTIATE_TEST_SUITE_P(All, KernelStyles, ::testing::ValuesIn(kernel_files()),
                         [](const auto& parameter) { return parameter.param; });

}  // namespace
}  // namespace lmtune
