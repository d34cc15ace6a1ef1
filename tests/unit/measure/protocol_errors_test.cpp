// How often the protocol is wrong, and what it costs, on simulated devices with noise of known
// kind: the numbers of docs/measuring.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "lmtune/measure/protocol.h"
#include "lmtune/measure/trust.h"
#include "support/simulated_executor.h"

namespace lmtune {
namespace {

using testing::Noise;
using testing::SimulatedExecutor;

constexpr int kTimes = 1000;

struct Device {
  std::string name;
  Noise noise;
};

// Half a percent of jitter is what half of an H200's short kernels show; 10 % one in ten.
const std::vector<Device> kDevices{
    {"jitter 0.5 %", {.jitter = 0.005}},
    {"jitter 5 %", {.jitter = 0.05}},
    {"jitter 10 %", {.jitter = 0.10}},
    {"sample jitter 3 %", {.jitter = 0.01, .sample_jitter = 0.03}},
    {"outliers 10 %", {.jitter = 0.005, .outliers = 0.10}},
    {"outliers 20 %", {.jitter = 0.01, .outliers = 0.20}},
    {"drift 1 % a ms", {.jitter = 0.005, .drift_per_ms = 0.01}},
    {"two clocks, 2 ms", {.jitter = 0.005, .slow_clock = 0.15, .clock_ms = 2.0}},
    {"two clocks, 0.3 ms", {.jitter = 0.005, .slow_clock = 0.15, .clock_ms = 0.3}},
    {"timer 1 us", {.jitter = 0.005, .step_ns = 1000}},
    {"timer 1 us, jitter 5 %", {.jitter = 0.05, .step_ns = 1000}},
};

/// Of kTimes measurements.
struct Rates {
  double different = 0.0;   ///< called different: the interval is wholly outside the margin
  double wrong_side = 0.0;  ///< called different, with the opposite sign
  double covered = 0.0;     ///< the interval holds the true speedup
  double decisive = 0.0;
  double decisive_wrong = 0.0;  ///< decisive, with the opposite sign
  double pairs = 0.0;
  double time_ms = 0.0;
};

enum class Kind { kBenchmark, kControl };

Rates measure_often(const Device& device, double baseline_ns, double speedup, Kind kind) {
  const ProtocolOptions options;
  Rates rates;
  for (int i = 0; i < kTimes; ++i) {
    SimulatedExecutor executor(device.noise, baseline_ns, speedup,
                               static_cast<std::uint64_t>(i) + 1);
    const Clock clock = [&executor] { return executor.now_ns(); };
    const Measurement one = kind == Kind::kControl
                                ? measure_control(executor, {}, options, clock, 0)
                                : measure_benchmark(executor, {}, options, clock, 0);
    const double truth = kind == Kind::kControl ? 1.0 : speedup;
    const bool wrong = is_beneficial(one) != (truth > 1.0);
    const bool different = is_false_label(one, options.stopping.margin);
    rates.different += different;
    rates.wrong_side += different && wrong;
    rates.covered += one.speedup_low <= truth && truth <= one.speedup_high;
    rates.decisive += is_decisive(one.speedup);
    rates.decisive_wrong += is_decisive(one.speedup) && wrong;
    rates.pairs += static_cast<double>(one.baseline_ns.size());
    rates.time_ms += static_cast<double>(executor.now_ns()) * 1e-6;
  }
  for (double* rate : {&rates.different, &rates.wrong_side, &rates.covered, &rates.decisive,
                       &rates.decisive_wrong, &rates.pairs, &rates.time_ms}) {
    *rate /= kTimes;
  }
  return rates;
}

class ProtocolErrorsTest : public ::testing::TestWithParam<Device> {
 protected:
  Rates measure(double baseline_ns, double speedup, Kind kind = Kind::kBenchmark) {
    const Rates rates = measure_often(GetParam(), baseline_ns, speedup, kind);
    const std::string what =
        fmt::format("{} us, {}", baseline_ns * 1e-3,
                    kind == Kind::kControl ? "control" : fmt::format("x{}", speedup));
    fmt::print(
        "{:<23} {:<15} different {:5.1f} %, decisive {:5.1f} % ({:.1f} % wrong), covered "
        "{:5.1f} %, {:4.1f} pairs, {:5.2f} ms\n",
        GetParam().name, what, 100 * rates.different, 100 * rates.decisive,
        100 * rates.decisive_wrong, 100 * rates.covered, rates.pairs, rates.time_ms);
    return rates;
  }
};

TEST_P(ProtocolErrorsTest, ControlsHaveFewFalseLabels) {
  for (const double baseline_ns : {5'000.0, 50'000.0, 3'000'000.0}) {
    const Rates rates = measure(baseline_ns, 1.5, Kind::kControl);
    EXPECT_LE(rates.different, 0.03);
    EXPECT_GE(rates.covered, 0.95);
  }
}

TEST_P(ProtocolErrorsTest, LargeEffectsAreFoundAndNeverOnTheWrongSide) {
  for (const double baseline_ns : {5'000.0, 50'000.0}) {
    for (const double speedup : {1.5, 1.0 / 1.5}) {
      const Rates rates = measure(baseline_ns, speedup);
      EXPECT_GE(rates.different, 0.99);
      EXPECT_EQ(rates.decisive_wrong, 0.0);
      EXPECT_LE(rates.pairs, 12.0);
    }
  }
}

TEST_P(ProtocolErrorsTest, DecisiveEffectsOfTenPercentKeepTheirSide) {
  for (const double baseline_ns : {5'000.0, 50'000.0, 3'000'000.0}) {
    const Rates rates = measure(baseline_ns, 1.10);
    EXPECT_LE(rates.wrong_side, 0.002);
    EXPECT_LE(rates.decisive_wrong, 0.005);
  }
}

TEST_P(ProtocolErrorsTest, ShortKernelsKeepToTheTime) {
  for (const double baseline_ns : {5'000.0, 50'000.0, 150'000.0}) {
    const double limit_ms = baseline_ns < 100'000.0 ? 8.0 : 16.0;
    EXPECT_LE(measure(baseline_ns, 1.02).time_ms, limit_ms);  // on the margin: the most pairs
    EXPECT_LE(measure(baseline_ns, 1.5).time_ms, limit_ms / 2.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, ProtocolErrorsTest, ::testing::ValuesIn(kDevices),
                         [](const auto& device) { return std::to_string(device.index); });

// The rule that lets long launches stop at 4 pairs where all of them are beyond 10 %.
TEST(ClearEffects, FourPairsRarelyMislead) {
  for (const double jitter : {0.02, 0.05, 0.10}) {
    for (const double baseline_ns : {150'000.0, 3'000'000.0}) {
      const Device device{fmt::format("jitter {}, {} ns", jitter, baseline_ns), {.jitter = jitter}};
      const Rates controls = measure_often(device, baseline_ns, 1.5, Kind::kControl);
      EXPECT_LE(controls.different, 0.04) << device.name;
      const Rates clear = measure_often(device, baseline_ns, 1.5, Kind::kBenchmark);
      EXPECT_EQ(clear.wrong_side, 0.0) << device.name;
      EXPECT_LE(clear.pairs, 5.0) << device.name;
    }
  }
}

}  // namespace
}  // namespace lmtune
