// How long it takes to load the model that comes with lmtune, and to answer for many feature
// vectors. bench/README.md says how to run it.
#include <benchmark/benchmark.h>

#include <vector>

#include "lmtune/features/features.h"
#include "lmtune/generate/generate.h"
#include "lmtune/io/model_json.h"
#include "lmtune/io/profile_file.h"
#include "lmtune/model/model.h"
#include "lmtune/template/synthetic_benchmark.h"
#include "lmtune/template/template_source.h"

namespace {

using namespace lmtune;

constexpr std::size_t kRows = 100'000;
constexpr std::uint64_t kBenchmarks = 2'000;  // whose features are taken in turn

const std::filesystem::path kModel = LMTUNE_SOURCE_DIR "/models/nvidia-h200.json";

std::vector<FeatureVector> rows(const DeviceInfo& device) {
  std::vector<FeatureVector> some;
  for (const TemplateParameters& p :
       generate_range({kBenchmarks, 1, 1, find_profile("nvidia-h200")})) {
    const Benchmark benchmark = make_synthetic(p, template_source());
    some.push_back(compute_features(summarise_synthetic(p), benchmark, *benchmark.plan, device));
  }
  std::vector<FeatureVector> all;
  for (std::size_t i = 0; i < kRows; ++i) all.push_back(some[i % some.size()]);
  return all;
}

void load_the_model(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Model(read_model(kModel)));
}
BENCHMARK(load_the_model)->Unit(benchmark::kMillisecond);

void read_the_model_file(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(read_model(kModel));
}
BENCHMARK(read_the_model_file)->Unit(benchmark::kMillisecond);

void answer_100000_rows(benchmark::State& state) {
  const ModelFile file = read_model(kModel);
  const Model model(file);
  const std::vector<FeatureVector> asked = rows(file.device);
  for (auto _ : state) benchmark::DoNotOptimize(model.answers(asked));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kRows));
}
BENCHMARK(answer_100000_rows)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
