// What `measure` and its worker processes say to each other: a line of JSON each. Orders go to a
// worker, reports come back. Both ends are the same binary, so the lines carry no version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lmtune/core/benchmark.h"
#include "lmtune/core/device_info.h"
#include "lmtune/core/measurement.h"
#include "lmtune/core/trust_row.h"

namespace lmtune {

/// One thing to measure; not a reference.
struct Task {
  Role role = Role::kResult;
  const Benchmark* benchmark = nullptr;
};

/// Order: build what these benchmarks share, a kernel spec, report `Built` and wait for a grant.
struct WorkOrder {
  struct Item {
    Role role = Role::kResult;
    Benchmark benchmark;
  };
  std::vector<Item> tasks;
};

/// Order: the device is yours; go on with the tasks, and report `Released` soon.
struct GrantOrder {
  std::int64_t idle_ns = 0;  ///< that the device was idle before
  bool reference = false;    ///< time the reference kernel first
};

using WorkerOrder = std::variant<WorkOrder, GrantOrder>;

/// Report: the worker is ready for work; a canary passed on the device.
struct HelloReport {
  DeviceInfo device;
};
struct BuiltReport {
  std::int64_t cpu_ns = 0;  ///< that building took
};
/// Tasks are named by their place in the work order.
struct StartedReport {
  std::size_t task = 0;
};
struct EndedReport {
  std::size_t task = 0;
  Measurement measurement;
};
struct ReferenceReport {
  std::int64_t time_ns = 0;  ///< of one launch
};
/// The device is free for another worker.
struct ReleasedReport {
  bool finished = false;  ///< no task is left; else the worker waits for its next grant
};
/// The worker cannot go on and exits.
struct UnusableReport {
  std::string reason;
};

using WorkerReport = std::variant<HelloReport, BuiltReport, StartedReport, EndedReport,
                                  ReferenceReport, ReleasedReport, UnusableReport>;

/// `tasks` are of one kernel spec; at least one.
std::string format_work_order(std::span<const Task> tasks);
std::string format_grant_order(const GrantOrder& grant);
std::string format_worker_report(const WorkerReport& report);

/// Throw kInput where the line is none.
WorkerOrder parse_worker_order(std::string_view line);
WorkerReport parse_worker_report(std::string_view line);

}  // namespace lmtune
