// Every file that lmtune reads or writes fits its schema: the seeds, the examples of
// docs/formats.md and what the binary really writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "lmtune/io/campaign_file.h"
#include "lmtune/io/run_file.h"
#include "schemas/json_schema.h"
#include "support/run_lmtune.h"

namespace lmtune::testing {
namespace {

using nlohmann::json;

const std::filesystem::path kRoot = LMTUNE_SOURCE_DIR;

/// A document and the kind of file that it is, or is a line of.
struct Document {
  std::string kind;
  json content;
};

/// The JSON blocks of docs/formats.md; the headings above them name the kind as `lmtune-<kind>`.
std::vector<Document> documented_examples() {
  std::istringstream stream(slurp(kRoot / "docs/formats.md"));
  std::vector<Document> examples;
  std::string kind, block;
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("## ")) {
      const std::size_t begin = line.find("`lmtune-") + std::string("`lmtune-").size();
      kind = line.substr(begin, line.find('`', begin) - begin);
    } else if (line == "```json") {
      inside = true;
      block.clear();
    } else if (inside && line == "```") {
      inside = false;
      examples.push_back({kind, json::parse(block)});
    } else if (inside) {
      block += line + '\n';
    }
  }
  return examples;
}

/// The examples that are a file of their own or the header of one.
std::vector<Document> documented_headers() {
  std::vector<Document> headers = documented_examples();
  std::erase_if(headers, [](const Document& one) { return !one.content.contains("format"); });
  return headers;
}

void expect_valid(const Document& document) {
  EXPECT_EQ(schema_errors(document.kind, document.content), "")
      << document.content.dump(2).substr(0, 2000);
}

void expect_valid_lines(const std::string& kind, const std::string& text) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) expect_valid({kind, json::parse(line)});
}

TEST(SchemasTest, SeedsFitTheCaseSchema) {
  int seeds = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "seeds")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    ++seeds;
    EXPECT_EQ(schema_errors("case", json::parse(slurp(entry.path()))), "");
  }
  EXPECT_GT(seeds, 0);
}

TEST(SchemasTest, DocumentedExamplesFit) {
  std::vector<std::string> kinds;
  for (const Document& example : documented_examples()) expect_valid(example);
  for (const Document& header : documented_headers()) kinds.push_back(header.kind);
  std::sort(kinds.begin(), kinds.end());
  EXPECT_EQ(kinds, (std::vector<std::string>{"campaign", "case", "model", "prediction", "run"}));
}

TEST(SchemasTest, AnUnknownMemberIsAnError) {
  for (Document example : documented_examples()) {
    example.content["planted"] = 1;
    EXPECT_NE(schema_errors(example.kind, example.content), "") << example.content.dump(2);
  }
}

TEST(SchemasTest, ALackingMemberIsAnError) {
  for (Document header : documented_headers()) {
    header.content.erase("format_version");
    EXPECT_NE(schema_errors(header.kind, header.content), "") << header.kind;
  }
}

TEST(SchemasTest, AnotherVersionIsAnError) {
  for (Document header : documented_headers()) {
    header.content["format_version"] = header.content["format_version"].get<int>() + 1;
    EXPECT_NE(schema_errors(header.kind, header.content), "") << header.kind;
  }
}

TEST(SchemasTest, WhatSchemasShareIsCheckedToo) {
  std::vector<Document> headers = documented_headers();
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [](const Document& one) { return one.kind == "case"; });
  ASSERT_NE(found, headers.end());
  found->content["arguments"][0]["buffer"] = "flot";
  EXPECT_NE(schema_errors("case", found->content), "");
}

class WrittenFilesTest : public FolderTest {
 protected:
  std::string run(const std::vector<std::string>& arguments) {
    const ProcessResult result = run_lmtune(arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments.at(0) << ": " << result.err;
    return result.out;
  }

  std::string generate(const std::string& count) {
    const std::string campaign = path("campaign.jsonl");
    run({"generate", "--count", count, "--seed", "1", "--limits", "pocl", "-o", campaign});
    return campaign;
  }

  /// A run file as measuring `campaign` gives it, caching beneficial in every other benchmark: a
  /// model needs both, whatever this machine measures.
  std::string made_up_run(const std::string& campaign) const {
    const std::vector<Benchmark> benchmarks = read_campaign(campaign).benchmarks;
    DeviceInfo device;
    device.name = "made up";
    device.max_group_items = 1024;
    device.max_item_sizes = {1024, 1024, 64};
    device.local_bytes = device.unit_local_bytes = 48 * 1024;
    std::string text = format_run_header({"0.1.0", device, {}}) + '\n' +
                       format_run_source(*benchmarks.at(0).spec.source) + '\n';
    for (std::size_t i = 0; i < benchmarks.size(); ++i) {
      Measurement measurement;
      measurement.benchmark_id = benchmarks[i].id;
      measurement.baseline_ns = measurement.cached_ns = {1000};
      measurement.speedup = i % 2 == 0 ? 1.5 : 0.5;
      measurement.speedup_low = measurement.speedup_high = measurement.speedup;
      text += format_run_started(benchmarks[i].id) + '\n' +
              format_run_result(benchmarks[i], measurement, std::nullopt) + '\n';
    }
    return write("run.jsonl", text);
  }
};

TEST_F(WrittenFilesTest, CampaignAndRunFit) {
  const std::string campaign = generate("2");
  expect_valid_lines("campaign", slurp(campaign));
  if (run_lmtune({"devices"}).exit_code != 0) GTEST_SKIP() << "no OpenCL device to measure on";

  const std::string run_file = path("run.jsonl");
  run({"measure", campaign, "--quick-protocol", "-o", run_file});
  const std::string text = slurp(run_file);
  EXPECT_NE(text.find("\"measurement\""), std::string::npos);
  expect_valid_lines("run", text);
}

TEST_F(WrittenFilesTest, MergeAndExportFit) {
  const std::string run_file = made_up_run(generate("4"));
  expect_valid({"merge", json::parse(run({"merge", run_file, "-o", path("all.jsonl"), "--json"}))});
  expect_valid_lines("run", slurp(path("all.jsonl")));
  expect_valid({"t4", json::parse(run({"export", run_file, "--format", "t4"}))});
}

TEST_F(WrittenFilesTest, EvaluationFits) {
  const std::string output = path("evaluation.json");
  run({"evaluate", (kRoot / "data/nvidia-h200/seeds.jsonl.zst").string(), "-o", output, "--rounds",
       "2"});
  expect_valid({"evaluation", json::parse(slurp(output))});
}

TEST_F(WrittenFilesTest, InspectionAndCaseSkeletonFit) {
  const std::string kernel = write("k.cl", R"(
    __kernel __attribute__((reqd_work_group_size(8, 8, 1)))
    void k(__global const float4* a, __global int* b, __constant int* c, __local short* d, uint n,
           float2 f, __global uchar* spare) { b[0] = d[0] = a[n].x * f.x * c[0]; })");
  expect_valid({"inspection", json::parse(run({"inspect", kernel, "--json"}))});
  expect_valid({"case", json::parse(run({"inspect", kernel, "--case"}))});
}

TEST_F(WrittenFilesTest, ModelAndPredictionFit) {
  const std::string run_file = made_up_run(generate("60"));
  expect_valid_lines("run", slurp(run_file));

  const std::string model = path("model.json");
  run({"train", run_file, "-o", model});
  expect_valid({"model", json::parse(slurp(model))});

  const std::string seed = (kRoot / "seeds/matmul/a.json").string();
  const std::string prediction = run({"predict", seed, "--quick", "-m", model, "--json"});
  expect_valid({"prediction", json::parse(prediction)});

  const std::string kernel = write("k.cl", R"(
    __kernel void k(__global const float* a, __global const float* b, __global float* c, int n) {
      float sum = 0.0f;
      for (int i = 0; i < n; ++i) sum += a[i] * b[get_local_id(0) + i];
      c[get_global_id(0)] = sum;
    })");
  const std::string ranked =
      run({"predict", kernel, "-m", model, "--kernel", "k", "--global", "256", "--local", "64",
           "--arg", "n=32", "--sweep-local", "--json"});
  const json report = json::parse(ranked);
  EXPECT_EQ(report.at("predictions").size(), 2u);
  EXPECT_EQ(report.at("rejected").size(), 1u);
  EXPECT_GT(report.at("predictions").at(0).at("work_groups").at("shapes").size(), 1u);
  expect_valid({"prediction", report});
}

}  // namespace
}  // namespace lmtune::testing
