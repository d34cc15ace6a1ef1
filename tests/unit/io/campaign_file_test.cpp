#include "lmtune/io/campaign_file.h"

#include <gtest/gtest.h>

#include <unistd.h>
#include <nlohmann/json.hpp>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/io/run_file.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"
#include "unit/io/example_benchmark.h"

namespace lmtune {
namespace {

Campaign example_campaign() {
  return Campaign{{"0.1.0", "range", 7, {{"size", "small"}}, {}}, {example_benchmark()}};
}

class CampaignFileTest : public testing::Test {
 protected:
  std::string error_of(const std::string& text) {
    write_file_atomically(path_, text);
    try {
      read_campaign(path_);
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      return error.what();
    }
  }

  // Tests run side by side.
  std::string path_ = testing::TempDir() + "campaign_file_test." + std::to_string(::getpid());
};

TEST_F(CampaignFileTest, RoundTrip) {
  const std::string text = format_campaign(example_campaign());
  write_file_atomically(path_, text);
  const Campaign read = read_campaign(path_);
  EXPECT_EQ(read.origin, example_campaign().origin);
  ASSERT_EQ(read.benchmarks.size(), 1u);
  EXPECT_EQ(read.benchmarks[0].launch, example_benchmark().launch);
  EXPECT_EQ(read.benchmarks[0].plan, example_benchmark().plan);
  EXPECT_EQ(format_campaign(read), text);
}

TEST_F(CampaignFileTest, TruncatedAnywhereIsNoticed) {
  const std::string text = format_campaign(example_campaign());
  for (std::size_t size = 0; size < text.size(); size += 13) {
    EXPECT_NE(error_of(text.substr(0, size)), "") << size;
  }
}

TEST_F(CampaignFileTest, SyntheticBenchmarksAreWrittenAlikeFromTheirParameters) {
  TemplateParameters parameters;
  parameters.home = HomePattern::kYReuseCol;
  parameters.loop.flops = 7;
  Benchmark benchmark = make_synthetic(parameters, template_source());
  for (const std::vector<std::string>& fills :
       {std::vector<std::string>{}, std::vector<std::string>{"a \"b\"", "c"}}) {
    benchmark.fills = fills;
    EXPECT_EQ(format_campaign_synthetic(parameter_values(parameters), fills),
              format_campaign_benchmark(benchmark));
  }
}

// Its benchmarks could not be made as they were.
TEST_F(CampaignFileTest, AnotherTemplateIsRefused) {
  Campaign campaign = example_campaign();
  campaign.benchmarks = {make_synthetic({}, template_source())};
  std::string text = format_campaign(campaign);
  const KernelSource other("templates/local_memory.cl", "// another");
  const std::string line = format_campaign_source(*template_source());
  nlohmann::json source = nlohmann::json::parse(line);
  source["source"]["text"] = other.text;
  source["source"]["hash"] = source_hash(other);
  text.replace(text.find(line), line.size(), source.dump() + '\n');
  EXPECT_NE(error_of(text).find("is the template of another version"), std::string::npos)
      << error_of(text);
}

TEST_F(CampaignFileTest, OtherVersionsAndFormatsAreRefused) {
  std::string text = format_campaign(example_campaign());
  const std::string version = "\"format_version\":2";
  text.replace(text.find(version), version.size(), "\"format_version\":9");
  const std::string message = error_of(text);
  EXPECT_NE(message.find(":1#/format_version: is format version 9; this lmtune reads version 2"),
            std::string::npos)
      << message;
  EXPECT_NE(
      error_of("{\"format\":\"lmtune-model\",\"format_version\":1}\n").find("lmtune-campaign"),
      std::string::npos);
  EXPECT_NE(error_of("hello\n").find("not valid JSON"), std::string::npos);
}

TEST_F(CampaignFileTest, EditsAreNoticed) {
  const std::string text = format_campaign(example_campaign());
  const auto edited = [&text](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  EXPECT_NE(error_of(edited("\"global\":[64", "\"global\":[128")).find("was edited"),
            std::string::npos);
  EXPECT_NE(error_of(edited("__kernel", "kernel  ")).find("was edited"), std::string::npos);
  EXPECT_NE(error_of(edited("\"target\":", "\"targte\":")).find("unknown member \"targte\""),
            std::string::npos);
}

}  // namespace
}  // namespace lmtune
