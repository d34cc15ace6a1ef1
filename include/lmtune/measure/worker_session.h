// The worker's side of a run: builds what it is told to, and measures while the device is its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "lmtune/io/worker_message.h"
#include "lmtune/measure/executor.h"
#include "lmtune/measure/protocol.h"

namespace lmtune {

class WorkerSession {
 public:
  using Say = std::function<void(const std::string& line)>;

  /// Checks the device and says hello. Throws kDevice where the device does not work.
  WorkerSession(Executor& executor, const ProtocolOptions& options, Clock clock, Say say);

  /// Carries out one order. Throws kDevice where the device no longer works; what was measured
  /// before is reported.
  void handle(std::string_view order);

 private:
  void build(WorkOrder order);
  void take_turn(const GrantOrder& grant);
  void measure_one(const WorkOrder::Item& task, std::int64_t idle_ns);
  void report(const WorkerReport& report) const { say_(format_worker_report(report)); }

  Executor& executor_;
  ProtocolOptions options_;
  Clock clock_;
  Say say_;
  WorkOrder order_;
  std::size_t next_ = 0;           // task of order_
  bool last_was_correct_ = false;  // the last result; a control of a failed one makes no sense
};

}  // namespace lmtune
