#include "lmtune/measure/worker_session.h"

#include <ctime>
#include <utility>

namespace lmtune {
namespace {

/// A worker keeps the device for so long, and for the benchmark that it has begun.
constexpr std::int64_t kTurnNs = 200'000'000;

/// CPU time of all threads of this process: compilers use several.
std::int64_t cpu_ns() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

WorkerSession::WorkerSession(Executor& executor, const ProtocolOptions& options, Clock clock,
                             Say say)
    : executor_(executor), options_(options), clock_(std::move(clock)), say_(std::move(say)) {
  executor_.check_device();
  report(HelloReport{executor_.device()});
}

void WorkerSession::handle(std::string_view order) {
  WorkerOrder parsed = parse_worker_order(order);
  if (auto* work = std::get_if<WorkOrder>(&parsed)) return build(std::move(*work));
  take_turn(std::get<GrantOrder>(parsed));
}

void WorkerSession::build(WorkOrder order) {
  order_ = std::move(order);
  next_ = 0;
  last_was_correct_ = true;
  const std::int64_t begin = cpu_ns();
  try {
    executor_.build(order_.tasks.front().benchmark.spec);
  } catch (const BenchmarkFailure&) {
    // Each benchmark of the spec gets it as its status when its turn comes.
  }
  report(BuiltReport{cpu_ns() - begin});
}

void WorkerSession::take_turn(const GrantOrder& grant) {
  const std::int64_t begin = clock_();
  std::int64_t idle_ns = grant.idle_ns;
  if (grant.reference) {
    report(ReferenceReport{executor_.time_reference()});
    idle_ns = 0;
  }
  while (next_ < order_.tasks.size() && clock_() - begin < kTurnNs) {
    measure_one(order_.tasks[next_], idle_ns);
    ++next_;
    idle_ns = 0;
  }
  report(ReleasedReport{next_ == order_.tasks.size()});
}

void WorkerSession::measure_one(const WorkOrder::Item& task, std::int64_t idle_ns) {
  if (task.role == Role::kControl && !last_was_correct_) return;
  report(StartedReport{next_});
  const Measurement measurement =
      task.role == Role::kControl
          ? measure_control(executor_, task.benchmark, options_, clock_, idle_ns)
          : measure_benchmark(executor_, task.benchmark, options_, clock_, idle_ns);
  report(EndedReport{next_, measurement});
  last_was_correct_ = measurement.status == Status::kCorrect;
  // After the result is safe: an unusable device must not spoil the benchmarks that follow.
  if (measurement.status == Status::kRuntime || measurement.status == Status::kConstraints) {
    executor_.check_device();
  }
}

}  // namespace lmtune
