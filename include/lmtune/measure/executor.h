// What the measuring protocol needs of a device: build the two variants of a benchmark, run and
// time them. The OpenCL executor does it on hardware; tests use a fake one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/measurement.h"

namespace lmtune {

/// Thrown by an executor where one benchmark fails and the run goes on: becomes its status and
/// reason.
struct BenchmarkFailure {
  Status status = Status::kRuntime;
  std::string reason;
};

/// One benchmark, built and with its buffers filled, ready to run. Destroying it frees them.
class PreparedBenchmark {
 public:
  virtual ~PreparedBenchmark() = default;

  /// Host time that building both variants took.
  virtual std::int64_t build_ns() const = 0;

  /// Runs each variant once on poisoned result buffers and returns the largest relative difference
  /// of their results (0: bitwise equal; infinity: where one has NaN or poison and the other has
  /// not).
  virtual double compare_variants() = 0;

  /// Runs a variant `launches` times back to back; device time of all of them together, by events.
  /// Buffers that are read and written hold their fill before the first launch.
  virtual std::int64_t time_ns(Variant variant, std::uint32_t launches) = 0;
};

class Executor {
 public:
  virtual ~Executor() = default;

  virtual const DeviceInfo& device() const = 0;

  /// Throws BenchmarkFailure (kConstraints, kCompile, kRuntime).
  virtual std::unique_ptr<PreparedBenchmark> prepare(const Benchmark& benchmark) = 0;

  /// Proves with a small kernel that the device still works, after a benchmark failed on it. Throws
  /// Error (kDevice) where it does not: then only a new process helps.
  virtual void check_device() = 0;
};

}  // namespace lmtune
