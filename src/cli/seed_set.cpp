#include "cli/seed_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <map>
#include <optional>

#include "cli/benchmark_features.h"
#include "cli/benchmark_inputs.h"
#include "lmtune/base/error.h"
#include "lmtune/base/log.h"
#include "lmtune/base/parallel.h"
#include "lmtune/io/campaign_file.h"

namespace lmtune {
namespace {

constexpr std::array kTracedCampaigns{"campaign.jsonl.zst", "campaign.jsonl"};

/// Copies summaries from a campaign that was traced before. A benchmark that has changed has
/// another id.
void take_summaries(const std::filesystem::path& campaign, std::vector<Benchmark>& benchmarks) {
  std::map<std::string, TraceSummary> summaries;
  for (const Benchmark& traced : read_campaign(campaign).benchmarks) {
    if (traced.summary) summaries.emplace(traced.id, *traced.summary);
  }
  for (Benchmark& benchmark : benchmarks) {
    const auto found = summaries.find(benchmark.id);
    if (found != summaries.end()) benchmark.summary = found->second;
  }
}

}  // namespace

std::vector<Error> trace_all(std::vector<Benchmark>& benchmarks) {
  std::vector<Benchmark*> open;
  for (Benchmark& benchmark : benchmarks) {
    if (!benchmark.summary) open.push_back(&benchmark);
  }
  std::atomic<std::size_t> done{0};
  const std::size_t step = std::max<std::size_t>(open.size() / 10, 1);
  std::vector<std::optional<Error>> errors(open.size());
  parallel_for(open.size(), 0, [&](std::size_t i) {
    try {
      open[i]->summary = summarise_baseline(*open[i]);
    } catch (const Error& error) {
      errors[i] = error;
    }
    const std::size_t now = ++done;
    if (now % step == 0) log_info(fmt::format("{} of {} traced", now, open.size()));
  });
  std::vector<Error> failures;
  for (const std::optional<Error>& error : errors) {
    if (error) failures.push_back(*error);
  }
  return failures;
}

std::vector<Benchmark> read_seed_set(const std::string& path) {
  std::vector<Benchmark> seeds = read_benchmarks({path}, CaseSize::kAll, "");
  for (const char* name : kTracedCampaigns) {
    const std::filesystem::path traced = std::filesystem::path(path) / name;
    if (std::filesystem::exists(traced)) take_summaries(traced, seeds);
  }
  for (const Benchmark& seed : seeds) {
    if (seed.plan && seed.origin == Origin::kReal) continue;
    throw Error(ErrorKind::kInput, seed.name, "is no seed benchmark",
                "a seed is a real benchmark whose case file has a staging plan");
  }
  const std::vector<Error> failures = trace_all(seeds);
  if (!failures.empty()) throw failures.front();
  return seeds;
}

}  // namespace lmtune
