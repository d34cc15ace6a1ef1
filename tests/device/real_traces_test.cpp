// Every quick benchmark of every real family, traced: the cached variant does what its staging plan
// says, and neither variant leaves its buffers or races. With LMTUNE_REAL_LAUNCHES=all in the
// environment, every benchmark.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lmtune/cases/expand.h"
#include "lmtune/features/features.h"
#include "lmtune/io/campaign_file.h"
#include "lmtune/io/case_json.h"
#include "lmtune/trace/trace.h"
#include "support/real_cases.h"

namespace lmtune {
namespace {

TraceResult traced(const Benchmark& benchmark, Variant variant) {
  TraceOptions options;
  options.race_check = RaceCheck::kOn;
  options.program = LMTUNE_BINARY;
  TraceResult result = trace_kernel(benchmark, variant, options);
  EXPECT_TRUE(result.problems.empty()) << to_string(variant) << ": " << result.problems.front();
  return result;
}

/// Loads of the target by the group.
struct TargetLoads {
  std::uint64_t elements = 0;        ///< loaded, each time counted
  std::set<std::uint64_t> distinct;  ///< indices of those elements
};

TargetLoads target_loads(const AccessTrace& trace, const Benchmark& benchmark) {
  const std::uint64_t element_bytes = size_bytes(target_buffer(benchmark).element);
  std::uint64_t bytes = 0;
  TargetLoads loads;
  for (const MemoryInstruction& instruction : trace.instructions) {
    if (instruction.argument != benchmark.target) continue;
    EXPECT_EQ(instruction.kind, AccessKind::kLoad);
    for (const std::uint64_t offset : instruction.offsets) {
      bytes += instruction.bytes;
      const std::uint64_t last = offset + instruction.bytes - 1;
      for (std::uint64_t i = offset / element_bytes; i <= last / element_bytes; ++i) {
        loads.distinct.insert(i);
      }
    }
  }
  loads.elements = bytes / element_bytes;
  return loads;
}

/// Of the traced campaign that is shipped beside the seeds, by benchmark id.
const std::map<std::string, TraceSummary>& shipped_summaries() {
  static const auto all = [] {
    std::map<std::string, TraceSummary> summaries;
    for (const Benchmark& benchmark :
         read_campaign(LMTUNE_SOURCE_DIR "/seeds/campaign.jsonl.zst").benchmarks) {
      if (benchmark.summary) summaries.emplace(benchmark.id, *benchmark.summary);
    }
    return summaries;
  }();
  return all;
}

class RealTraces : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(RealTraces, TheCachedVariantDoesWhatItsPlanSays) {
  for (const Benchmark& benchmark : expand_case(read_case(GetParam()), real_launches())) {
    SCOPED_TRACE(benchmark.name);
    const StagingPlan& plan = *benchmark.plan;
    const AccessTrace baseline = traced(benchmark, Variant::kBaseline).trace;
    const AccessTrace cached = traced(benchmark, Variant::kCached).trace;
    EXPECT_EQ(cached.barriers - baseline.barriers, plan.episodes * plan.barriers_per_episode);
    EXPECT_EQ(cached.local_bytes - baseline.local_bytes, plan.local_bytes);

    const auto shipped = shipped_summaries().find(benchmark.id);
    if (shipped != shipped_summaries().end()) {
      EXPECT_EQ(summarise(baseline, benchmark), shipped->second);
    }

    // Of one store: staging may also spare stores, where a sum in memory moves to a register.
    const AccessSummary stores = summarise(baseline, benchmark).stores;
    const AccessSummary cached_stores = summarise(cached, benchmark).stores;
    EXPECT_EQ(cached_stores.sectors * stores.accesses < stores.sectors * cached_stores.accesses,
              plan.store_order == StoreOrder::kCoalesced)
        << "sectors " << stores.sectors << " -> " << cached_stores.sectors << ", stores "
        << stores.accesses << " -> " << cached_stores.accesses;

    const TargetLoads used = target_loads(baseline, benchmark);
    const TargetLoads staged = target_loads(cached, benchmark);
    EXPECT_EQ(staged.elements, plan.episodes * staged_elements(plan));
    EXPECT_FALSE(used.distinct.empty());
    EXPECT_TRUE(std::includes(staged.distinct.begin(), staged.distinct.end(), used.distinct.begin(),
                              used.distinct.end()))
        << "the baseline reads elements that the cached variant does not stage";
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealTraces, ::testing::ValuesIn(real_cases()), real_test_name);

TEST(SeedTraces, TheShippedCampaignHoldsAllOfThem) {
  for (const std::filesystem::path& path : cases_in("seeds")) {
    for (const Benchmark& benchmark : expand_case(read_case(path), CaseSize::kAll)) {
      ASSERT_TRUE(shipped_summaries().contains(benchmark.id))
          << benchmark.name
          << " is missing or has changed: seeds/README.md says how to trace again";
    }
  }
}

}  // namespace
}  // namespace lmtune
