#include "lmtune/io/campaign_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

#include "io/benchmark_json.h"
#include "io/json_value.h"
#include "io/jsonl.h"
#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/parallel.h"
#include "lmtune/io/run_file.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace lmtune {
namespace {

CampaignOrigin origin_from_json(const JsonValue& header) {
  CampaignOrigin origin;
  origin.lmtune_version = header.at("lmtune_version").string();
  origin.approach = header.at("approach").string();
  origin.seed = header.at("seed").unsigned_integer();
  for (const std::string& name : header.at("options").keys()) {
    origin.options[name] = header.at("options").at(name).string();
  }
  if (!header.has("ranges")) return origin;
  const JsonValue ranges = header.at("ranges");
  for (const std::string& quantity : ranges.keys()) {
    for (const std::string& family : ranges.at(quantity).keys()) {
      const auto range = ranges.at(quantity).at(family).elements();
      if (range.size() != 2) ranges.at(quantity).at(family).fail("must hold two numbers");
      origin.ranges[quantity][family] = {range[0].number(), range[1].number()};
    }
  }
  return origin;
}

/// A campaign is there to be measured: what an older template made cannot be made again.
FileSource campaign_source(const JsonValue& value) {
  FileSource source = source_from_json(value);
  if (!source.parameters.empty() && source.source != template_source()) {
    value.fail("is the template of another version of lmtune", "generate the campaign again");
  }
  return source;
}

}  // namespace

std::string format_campaign_header(const CampaignOrigin& origin, std::uint64_t benchmarks) {
  Json header{{"format", "lmtune-campaign"},
              {"format_version", kCampaignFormatVersion},
              {"lmtune_version", origin.lmtune_version},
              {"approach", origin.approach},
              {"seed", origin.seed},
              {"options", origin.options},
              // Counted, so that a file cut off between two lines is noticed.
              {"benchmarks", benchmarks}};
  if (!origin.ranges.empty()) header["ranges"] = origin.ranges;
  return to_line(header) + '\n';
}

std::string format_campaign_source(const KernelSource& source) {
  return to_line(Json{{"source", to_json(source)}}) + '\n';
}

std::string format_campaign_benchmark(const Benchmark& benchmark) {
  Json line;
  put_benchmark(line, benchmark);
  return to_line(line) + '\n';
}

std::string format_campaign_synthetic(std::span<const std::int64_t> values,
                                      const std::vector<std::string>& fills) {
  const KernelSource& source = *template_source();
  // As put_benchmark() writes it, but without making JSON values first: there are millions of them.
  return fmt::format(R"({{"synthetic":{{"id":"{}","source":"{}","values":[{}]{}}}}})"
                     "\n",
                     synthetic_id(source, parameter_names(), values), source_hash(source),
                     fmt::join(values, ","),
                     fills.empty() ? "" : ",\"fills\":" + to_line(Json(fills)));
}

std::string format_campaign(const Campaign& campaign) {
  std::map<std::string, std::shared_ptr<const KernelSource>> sources;
  for (const Benchmark& benchmark : campaign.benchmarks) {
    sources.emplace(source_hash(*benchmark.spec.source), benchmark.spec.source);
  }
  std::string text = format_campaign_header(campaign.origin, campaign.benchmarks.size());
  for (const auto& [hash, source] : sources) text += format_campaign_source(*source);
  for (const Benchmark& benchmark : campaign.benchmarks) {
    text += format_campaign_benchmark(benchmark);
  }
  return text;
}

Campaign read_campaign(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const Lines lines = split_lines(text, path);
  if (lines.whole.empty()) {
    throw Error(ErrorKind::kInput, path.string(), "is not an lmtune campaign file: no whole line");
  }
  const Json header_json = parse_json(lines.whole[0].text, lines.whole[0].where);
  const JsonValue header(header_json, lines.whole[0].where);
  check_format(header, "campaign", kCampaignFormatVersion);
  header.only_keys({"format", "format_version", "lmtune_version", "approach", "seed", "options",
                    "benchmarks", "ranges"});

  Campaign campaign;
  campaign.origin = origin_from_json(header);
  SourceTable sources;
  parse_lines(std::span(lines.whole).subspan(1), [&](std::span<const JsonValue> block) {
    std::vector<JsonValue> benchmarks;
    for (const JsonValue& line : block) {
      line.only_keys({"source", "benchmark", "synthetic"});
      if (line.has("source")) {
        FileSource source = campaign_source(line.at("source"));
        sources.emplace(source_hash(*source.source), std::move(source));
      } else {
        benchmarks.push_back(line);
      }
    }
    const std::size_t before = campaign.benchmarks.size();
    campaign.benchmarks.resize(before + benchmarks.size());
    parallel_for(benchmarks.size(), 0, [&](std::size_t i) {
      campaign.benchmarks[before + i] = take_benchmark(benchmarks[i], sources);
    });
  });
  const std::uint64_t expected = header.at("benchmarks").unsigned_integer();
  if (lines.torn || campaign.benchmarks.size() != expected) {
    throw Error(ErrorKind::kInput, path.string(),
                fmt::format("is truncated: its header promises {} benchmarks, {} are there",
                            expected, campaign.benchmarks.size()),
                "generate it again");
  }
  return campaign;
}

}  // namespace lmtune
