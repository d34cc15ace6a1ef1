// How many feature vectors of synthetic benchmarks a core computes in a second: from the structure
// of the loops, and from a listing of all accesses. bench/README.md says how to run it.
#include <benchmark/benchmark.h>

#include <vector>

#include "lmtune/features/features.h"
#include "lmtune/generate/generate.h"
#include "lmtune/io/profile_file.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace {

using namespace lmtune;

/// Enough that the few long ones do not decide the average.
constexpr std::uint64_t kBenchmarks = 500;

struct Campaign {
  std::vector<TemplateParameters> parameters =
      generate_range({kBenchmarks, 1, 1, find_profile("nvidia-h200")});
  std::vector<Benchmark> benchmarks;
  DeviceInfo device;

  Campaign() {
    for (const TemplateParameters& p : parameters) {
      benchmarks.push_back(make_synthetic(p, template_source()));
    }
    device.compute_units = 132;
    device.local_bytes = device.unit_local_bytes = 48 * 1024;
    device.cache_bytes = 60ull << 20;
  }
};

const Campaign& campaign() {
  static const Campaign made;
  return made;
}

template <typename Summarise>
void features_of_a_campaign(benchmark::State& state, const Summarise& summarise_one) {
  const Campaign& all = campaign();
  for (auto _ : state) {
    for (std::size_t i = 0; i < all.benchmarks.size(); ++i) {
      const Benchmark& one = all.benchmarks[i];
      benchmark::DoNotOptimize(
          compute_features(summarise_one(all.parameters[i], one), one, *one.plan, all.device));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBenchmarks));
}

void from_structure(benchmark::State& state) {
  features_of_a_campaign(
      state, [](const TemplateParameters& p, const Benchmark&) { return summarise_synthetic(p); });
}
BENCHMARK(from_structure)->Unit(benchmark::kMillisecond);

void from_listed_accesses(benchmark::State& state) {
  features_of_a_campaign(state, [](const TemplateParameters& p, const Benchmark& one) {
    return summarise(trace_synthetic(p), one);
  });
}
BENCHMARK(from_listed_accesses)->Unit(benchmark::kMillisecond)->Iterations(1);

void making_the_benchmark(benchmark::State& state) {
  for (auto _ : state) {
    for (const TemplateParameters& p : campaign().parameters) {
      benchmark::DoNotOptimize(make_synthetic(p, template_source()));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kBenchmarks));
}
BENCHMARK(making_the_benchmark)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
