#include "measure/coordinator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lmtune/base/error.h"
#include "measure/sample_choice.h"

namespace lmtune {
namespace {

/// Often enough to see an interrupt that came between two waits.
constexpr std::int64_t kLongestWaitNs = 100'000'000;

/// Workers that find a device unusable as soon as they start, before the run ends.
constexpr std::uint32_t kUnusableLimit = 3;

/// A repeat comes so many results after the first measurement: not at once, nor only at the end.
constexpr std::size_t kRepeatDistance = 200;

Measurement failed(const Benchmark& benchmark, Status status, const std::string& reason) {
  Measurement measurement;
  measurement.benchmark_id = benchmark.id;
  measurement.status = status;
  measurement.reason = reason;
  return measurement;
}

}  // namespace

Coordinator::Coordinator(WorkerHost& host, const RunDevices& devices, const RunOptions& options,
                         const RunHooks& hooks, Journal& journal, RunTally& tally, WorkQueue& queue)
    : host_(host),
      devices_(devices),
      options_(options),
      hooks_(hooks),
      journal_(journal),
      tally_(tally),
      queue_(queue),
      begin_ns_(hooks.clock()),
      states_(devices.rows.size()) {}

bool Coordinator::interrupted() const {
  return hooks_.interrupted != nullptr && hooks_.interrupted->load();
}

bool Coordinator::over() const {
  const bool measuring = std::any_of(workers_.begin(), workers_.end(), [](const auto& one) {
    return one.second.phase == Phase::kTiming;
  });
  if (interrupted()) return !measuring;
  const bool building = std::any_of(workers_.begin(), workers_.end(), [](const auto& one) {
    return one.second.phase == Phase::kBuilding || one.second.phase == Phase::kWaiting;
  });
  return queue_.empty() && !building && !measuring;
}

RunEnd Coordinator::run() {
  const std::size_t wanted = std::max(states_.size(), options_.workers);
  const std::size_t useful = std::min(wanted, queue_.units());
  for (Device& device : states_) device.idle_since_ns = hooks_.clock();
  for (std::size_t i = 0; i < useful; ++i) start_worker(i % states_.size());
  while (!over()) {
    hand_out();
    give_turns();
    wait();
    check_limits();
  }
  return interrupted() && !tally_.complete() ? RunEnd::kInterrupted : RunEnd::kComplete;
}

void Coordinator::start_worker(std::size_t device) {
  Worker worker;
  worker.device = device;
  worker.since_ns = hooks_.clock();
  workers_.emplace(host_.start(device), std::move(worker));
}

void Coordinator::hand_out() {
  if (interrupted()) return;
  for (auto& [number, worker] : workers_) {
    if (worker.phase != Phase::kIdle) continue;
    auto unit = queue_.take(tally_.done());
    if (!unit) return;
    worker.unit = std::move(*unit);
    worker.next = 0;
    worker.phase = Phase::kBuilding;
    worker.since_ns = hooks_.clock();
    host_.send(number, format_work_order(worker.unit.tasks));
  }
}

void Coordinator::give_turns() {
  if (interrupted()) return;
  for (Device& device : states_) {
    if (device.holder || device.waiting.empty()) continue;
    const std::size_t number = device.waiting.front();
    device.waiting.pop_front();
    device.holder = number;
    const std::int64_t now = hooks_.clock();
    Worker& worker = workers_.at(number);
    worker.phase = Phase::kTiming;
    worker.since_ns = now;
    GrantOrder grant;
    grant.idle_ns = now - device.idle_since_ns;
    grant.reference =
        !device.reference_ns || now - *device.reference_ns >= options_.reference_every_ns;
    tally_.add_waiting(grant.idle_ns);
    host_.send(number, format_grant_order(grant));
  }
}

void Coordinator::wait() {
  std::int64_t timeout_ns = kLongestWaitNs;
  for (const auto& [number, worker] : workers_) {
    timeout_ns = std::min(timeout_ns, worker.since_ns + limit_ns(worker) - hooks_.clock());
  }
  if (const auto event = host_.wait(std::max<std::int64_t>(timeout_ns, 0))) handle(*event);
}

std::int64_t Coordinator::limit_ns(const Worker& worker) const {
  switch (worker.phase) {
    case Phase::kStarting:
    case Phase::kBuilding:
      return options_.build_limit_ns;
    case Phase::kTiming:
      if (options_.benchmark_limit_ns > 0) return options_.benchmark_limit_ns;
      return std::max<std::int64_t>(
          10'000'000'000, 20 * (options_.protocol.warm_up_ns + options_.protocol.stopping.max_ns));
    case Phase::kIdle:
    case Phase::kWaiting:
      break;
  }
  // Far away, and still no overflow when a time is added.
  return std::int64_t{1} << 60;
}

void Coordinator::check_limits() {
  const std::int64_t now = hooks_.clock();
  std::vector<std::size_t> late;
  for (const auto& [number, worker] : workers_) {
    if (now - worker.since_ns >= limit_ns(worker)) late.push_back(number);
  }
  for (const std::size_t number : late) overrun(number);
}

void Coordinator::handle(const WorkerEvent& event) {
  if (!workers_.contains(event.worker)) return;
  if (event.kind == WorkerEvent::Kind::kDeath) return lose(event.worker, event.text);
  const WorkerReport report = parse_worker_report(event.text);
  std::visit([&](const auto& one) { on(event.worker, one); }, report);
}

void Coordinator::on(std::size_t number, const HelloReport& report) {
  Worker& worker = workers_.at(number);
  if (report.device.name != devices_.info.name) {
    throw Error(ErrorKind::kDevice, devices_.info.name,
                fmt::format("a worker found '{}' in its place", report.device.name),
                "the devices must not change while lmtune measures");
  }
  states_[worker.device].unusable = 0;
  worker.phase = Phase::kIdle;
}

void Coordinator::on(std::size_t number, const BuiltReport& report) {
  Worker& worker = workers_.at(number);
  tally_.add_building(report.cpu_ns);
  worker.phase = Phase::kWaiting;
  states_[worker.device].waiting.push_back(number);
}

void Coordinator::on(std::size_t number, const StartedReport& report) {
  Worker& worker = workers_.at(number);
  worker.next = report.task;
  worker.in_task = true;
  worker.since_ns = hooks_.clock();
  const Task& task = worker.unit.tasks.at(report.task);
  if (task.role == Role::kResult) journal_.begin(*task.benchmark);
}

void Coordinator::on(std::size_t number, const EndedReport& report) {
  Worker& worker = workers_.at(number);
  worker.next = report.task + 1;
  worker.in_task = false;
  worker.since_ns = hooks_.clock();
  tally_.add_phases(report.measurement);
  record(worker, worker.unit.tasks.at(report.task), report.measurement);
}

void Coordinator::on(std::size_t number, const ReferenceReport& report) {
  Worker& worker = workers_.at(number);
  states_[worker.device].reference_ns = hooks_.clock();
  TrustRow row;
  row.role = Role::kReference;
  row.reference_ns = report.time_ns;
  add_trust(worker, std::move(row));
}

void Coordinator::on(std::size_t number, const ReleasedReport& report) {
  Worker& worker = workers_.at(number);
  release(number);
  if (report.finished) {
    worker.unit = {};
    worker.phase = Phase::kIdle;
  } else {
    worker.phase = Phase::kWaiting;
    states_[worker.device].waiting.push_back(number);
  }
}

void Coordinator::on(std::size_t number, const UnusableReport& report) {
  host_.kill(number);
  lose(number, report.reason);
}

void Coordinator::release(std::size_t number) {
  Device& device = states_[workers_.at(number).device];
  std::erase(device.waiting, number);
  if (device.holder != number) return;
  device.holder.reset();
  device.idle_since_ns = hooks_.clock();
}

/// A worker is gone: what it had is put back or given up, and another takes its place.
void Coordinator::lose(std::size_t number, const std::string& how) {
  release(number);
  Worker worker = std::move(workers_.at(number));
  workers_.erase(number);
  tally_.add_lost_worker();
  switch (worker.phase) {
    case Phase::kStarting:
      fresh_worker_failed(worker.device, how);
      break;
    case Phase::kIdle:
      break;
    case Phase::kBuilding:
    case Phase::kWaiting:
      lose_build(worker, how);
      break;
    case Phase::kTiming:
      lose_task(worker, how);
      break;
  }
  if (!interrupted() && !queue_.empty()) start_worker(worker.device);
}

void Coordinator::lose_build(Worker& worker, const std::string& how) {
  // One that has measured some of its tasks did build them.
  if (worker.next == 0 && ++worker.unit.build_deaths >= 2) {
    give_up(worker, Status::kCompile,
            fmt::format("its process died twice while building it: {}", how));
    return;
  }
  auto& tasks = worker.unit.tasks;
  tasks.erase(tasks.begin(), tasks.begin() + static_cast<std::ptrdiff_t>(worker.next));
  queue_.put_back(std::move(worker.unit));
}

void Coordinator::lose_task(Worker& worker, const std::string& how) {
  auto& tasks = worker.unit.tasks;
  if (worker.in_task) {
    const Task task = tasks[worker.next];
    const std::uint32_t deaths =
        ++deaths_[task.benchmark->id] + journal_.times_started(task.benchmark->id);
    if (deaths >= 2 || task.role != Role::kResult) {
      record(worker, task,
             failed(*task.benchmark, Status::kRuntime,
                    fmt::format("its process died{} while measuring it: {}",
                                task.role == Role::kResult ? " twice" : "", how)));
      ++worker.next;
    }
  }
  tasks.erase(tasks.begin(), tasks.begin() + static_cast<std::ptrdiff_t>(worker.next));
  queue_.put_back(std::move(worker.unit));
}

/// A worker took too long: nothing but a signal helps.
void Coordinator::overrun(std::size_t number) {
  host_.kill(number);
  Worker& worker = workers_.at(number);
  const std::string limit = fmt::format("{:.3g} s", static_cast<double>(limit_ns(worker)) * 1e-9);
  if (worker.phase == Phase::kBuilding) {
    give_up(worker, Status::kTimeout, fmt::format("building it took longer than {}", limit));
    worker.phase = Phase::kIdle;
  } else if (worker.phase == Phase::kTiming && worker.in_task) {
    record(worker, worker.unit.tasks[worker.next],
           failed(*worker.unit.tasks[worker.next].benchmark, Status::kTimeout,
                  fmt::format("it took longer than {}, and its process was killed", limit)));
    ++worker.next;
    worker.in_task = false;
  }
  lose(number, fmt::format("it did not answer for {}", limit));
}

/// Records all benchmarks of the worker's unit as failed.
void Coordinator::give_up(Worker& worker, Status status, const std::string& reason) {
  for (; worker.next < worker.unit.tasks.size(); ++worker.next) {
    const Task& task = worker.unit.tasks[worker.next];
    if (task.role == Role::kResult) record(worker, task, failed(*task.benchmark, status, reason));
  }
}

void Coordinator::fresh_worker_failed(std::size_t device, const std::string& reason) {
  if (++states_[device].unusable < kUnusableLimit) return;
  throw Error(ErrorKind::kDevice, devices_.rows[device].name,
              fmt::format("the device is unusable: {} new processes in a row failed on it, the "
                          "last one with: {}",
                          kUnusableLimit, reason),
              "all results so far are kept: once the device works, the same command goes on");
}

void Coordinator::record(const Worker& worker, const Task& task, const Measurement& measurement) {
  if (task.role != Role::kResult) {
    TrustRow row;
    row.role = task.role;
    row.measurement = measurement;
    return add_trust(worker, std::move(row));
  }
  journal_.end(*task.benchmark, measurement, row_device(worker));
  tally_.add(measurement);
  if (measurement.status == Status::kCorrect &&
      is_chosen(measurement.benchmark_id, "repeat", options_.repeat_share)) {
    tally_.expect_repeat(measurement);
    queue_.add_later({Role::kRepeat, task.benchmark}, tally_.done() + kRepeatDistance);
  }
  hooks_.on_progress(tally_.progress(seconds()));
}

void Coordinator::add_trust(const Worker& worker, TrustRow row) {
  row.device = row_device(worker);
  row.seconds = seconds();
  journal_.add(row);
  tally_.add(row, options_.protocol.stopping);
}

std::optional<RowDevice> Coordinator::row_device(const Worker& worker) const {
  if (devices_.rows.size() < 2) return std::nullopt;
  return devices_.rows[worker.device];
}

double Coordinator::seconds() const {
  return static_cast<double>(hooks_.clock() - begin_ns_) * 1e-9;
}

}  // namespace lmtune
