// An executor without a device: times, results and failures come from a script, and so does the
// clock.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lmtune/measure/executor.h"

namespace lmtune::testing {

/// How one benchmark behaves.
struct FakeScript {
  std::vector<std::int64_t> baseline_ns{100'000};  ///< of one launch; taken in turn, over and over
  std::vector<std::int64_t> cached_ns{50'000};
  double difference = 0.0;
  std::optional<BenchmarkFailure> in_prepare, in_compare, in_time;
};

class FakeExecutor : public Executor {
 public:
  FakeExecutor() {
    device_.platform = "Fake";
    device_.name = "Fake GPU";
    device_.driver_version = "1.0";
    device_.profiling = true;
    device_.timer_step_ns = 1000;
  }

  std::map<std::string, FakeScript> scripts;  ///< by benchmark name
  FakeScript usual;                           ///< of all others
  std::function<void()> on_prepare = [] {};   ///< called before each preparation
  std::function<void(const KernelSpec&)> on_build = [](const KernelSpec&) {};  ///< by build()
  std::function<void()> on_check = [] {};  ///< called by check_device()
  std::int64_t reference_ns = 50'000;
  DeviceInfo device_;

  std::vector<std::string> built;     ///< spec ids, in order
  std::vector<std::string> prepared;  ///< names, in order
  std::string order;                  ///< a B or C for each sample taken
  std::vector<std::size_t> blocks;    ///< samples that each wait for the device brought
  std::int64_t now_ns = 0;            ///< advanced by whatever takes time

  const DeviceInfo& device() const override { return device_; }
  void check_device() override { on_check(); }
  std::int64_t time_reference() override { return reference_ns; }
  void build(const KernelSpec& spec) override {
    on_build(spec);
    built.push_back(spec_id(spec));
  }

  std::unique_ptr<PreparedBenchmark> prepare(const Benchmark& benchmark) override {
    on_prepare();
    prepared.push_back(benchmark.name);
    const auto script = scripts.find(benchmark.name);
    const FakeScript& chosen = script == scripts.end() ? usual : script->second;
    now_ns += 1'000'000;
    if (chosen.in_prepare) throw *chosen.in_prepare;
    return std::make_unique<Prepared>(*this, chosen);
  }

 private:
  class Prepared : public PreparedBenchmark {
   public:
    Prepared(FakeExecutor& owner, FakeScript script) : owner_(owner), script_(std::move(script)) {}

    std::int64_t build_ns() const override { return 1'000'000; }
    double compare_variants() override {
      if (script_.in_compare) throw *script_.in_compare;
      return script_.difference;
    }
    std::vector<std::int64_t> time_samples(std::span<const Variant> order,
                                           std::uint32_t launches) override {
      if (script_.in_time) throw *script_.in_time;
      owner_.blocks.push_back(order.size());
      std::vector<std::int64_t> samples;
      for (const Variant variant : order) samples.push_back(sample(variant, launches));
      return samples;
    }

   private:
    std::int64_t sample(Variant variant, std::uint32_t launches) {
      const bool baseline = variant == Variant::kBaseline;
      owner_.order += baseline ? 'B' : 'C';
      const auto& times = baseline ? script_.baseline_ns : script_.cached_ns;
      const std::int64_t time =
          times[next_[baseline ? 0 : 1]++ % times.size()] * static_cast<std::int64_t>(launches);
      owner_.now_ns += time;
      return time;
    }

    FakeExecutor& owner_;
    FakeScript script_;
    std::size_t next_[2] = {0, 0};
  };
};

/// A benchmark with nothing in it that a fake executor would look at.
inline Benchmark fake_benchmark(const std::string& name) {
  Benchmark benchmark;
  benchmark.name = name;
  benchmark.family = "fake";
  benchmark.spec.source =
      std::make_shared<KernelSource>(KernelSource{"fake.cl", "kernel void fake() {}"});
  benchmark.spec.baseline.entry_point = "fake";
  benchmark.spec.cached = VariantSpec{"fake", {"-DCACHED"}};
  benchmark.spec.options = {"-DNAME=" + name};
  BufferArgument buffer;
  buffer.count = 1;
  benchmark.launch.arguments = {{"a", buffer}};
  benchmark.target = std::string("a");
  benchmark.id = benchmark_id(benchmark);
  return benchmark;
}

}  // namespace lmtune::testing
