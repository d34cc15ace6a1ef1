// An executor whose launches take times drawn from a model of a noisy device, by its own clock.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

#include "lmtune/base/random.h"
#include "lmtune/measure/executor.h"

namespace lmtune::testing {

/// What makes times of equal launches differ. Nothing, unless said otherwise.
struct Noise {
  double jitter = 0.0;         ///< standard deviation of a launch's log time
  double sample_jitter = 0.0;  ///< the same, shared by the launches of one sample
  double outliers = 0.0;       ///< share of launches that take up to twice as long
  double drift_per_ms = 0.0;   ///< relative slowing
  double slow_clock = 0.0;   ///< relative slowing while the device runs at the lower of two clocks
  double clock_ms = 1.0;     ///< mean time between two changes of the clock
  std::int64_t step_ns = 1;  ///< of the device's timer
};

class SimulatedExecutor : public Executor {
 public:
  SimulatedExecutor(const Noise& noise, double baseline_ns, double speedup, std::uint64_t seed)
      : noise_(noise), baseline_ns_(baseline_ns), speedup_(speedup), random_(seed) {
    device_.timer_step_ns = 1000;  // as an H200 says
  }

  std::int64_t now_ns() const { return static_cast<std::int64_t>(now_ns_); }

  const DeviceInfo& device() const override { return device_; }
  void build(const KernelSpec&) override {}
  void check_device() override {}
  std::int64_t time_reference() override { return launch_ns(Variant::kBaseline, 1.0); }
  std::unique_ptr<PreparedBenchmark> prepare(const Benchmark&) override {
    return std::make_unique<Prepared>(*this);
  }

 private:
  class Prepared : public PreparedBenchmark {
   public:
    explicit Prepared(SimulatedExecutor& owner) : owner_(owner) {}
    std::int64_t build_ns() const override { return 0; }
    double compare_variants() override { return 0.0; }
    std::vector<std::int64_t> time_samples(std::span<const Variant> order,
                                           std::uint32_t launches) override {
      std::vector<std::int64_t> samples;
      for (const Variant variant : order) {
        const double level = std::exp(owner_.noise_.sample_jitter * owner_.gaussian());
        std::int64_t sum_ns = 0;
        for (std::uint32_t i = 0; i < launches; ++i) sum_ns += owner_.launch_ns(variant, level);
        samples.push_back(sum_ns);
      }
      owner_.now_ns_ += kWaitNs;
      return samples;
    }

   private:
    SimulatedExecutor& owner_;
  };

  static constexpr double kGapNs = 3'000.0;    // between two launches
  static constexpr double kWaitNs = 30'000.0;  // of the host, for the device

  /// Box and Muller's.
  double gaussian() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random_.real()));
    return radius * std::cos(2.0 * std::numbers::pi * random_.real());
  }

  /// What the device's timer says that one launch took.
  std::int64_t launch_ns(Variant variant, double level) {
    double time_ns =
        level * (variant == Variant::kBaseline ? baseline_ns_ : baseline_ns_ / speedup_);
    time_ns *= std::exp(noise_.jitter * gaussian());
    if (random_.chance(noise_.outliers)) time_ns *= 1.0 + random_.real();
    time_ns *= 1.0 + noise_.drift_per_ms * now_ns_ * 1e-6;
    if (random_.chance(1.0 - std::exp(-time_ns * 1e-6 / noise_.clock_ms))) slow_ = !slow_;
    if (slow_) time_ns *= 1.0 + noise_.slow_clock;
    const double begin_ns = now_ns_ + random_.real() * static_cast<double>(noise_.step_ns);
    now_ns_ += time_ns + kGapNs;
    return steps(begin_ns + time_ns) - steps(begin_ns);
  }

  std::int64_t steps(double at_ns) const {
    return static_cast<std::int64_t>(at_ns) / noise_.step_ns * noise_.step_ns;
  }

  Noise noise_;
  double baseline_ns_;
  double speedup_;
  Random random_;
  DeviceInfo device_;
  double now_ns_ = 0.0;
  bool slow_ = false;
};

}  // namespace lmtune::testing
