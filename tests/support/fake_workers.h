// Workers that live in the test's own process, on fake executors: they die and hang when a script
// says so, and time passes only where the fakes let it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/measure/worker_host.h"
#include "lmtune/measure/worker_session.h"
#include "support/fake_executor.h"

namespace lmtune::testing {

/// Thrown inside a worker: it ends at once, as a crash or an endless kernel makes it.
struct WorkerDies {
  std::string how = "SIGSEGV";
};
struct WorkerHangs {};

class FakeWorkers : public WorkerHost {
 public:
  /// An executor for each device; the first one's clock is everybody's.
  FakeWorkers(std::vector<FakeExecutor*> executors, ProtocolOptions options)
      : executors_(std::move(executors)), options_(options) {}

  std::vector<std::size_t> started;  ///< devices, in order
  std::size_t killed = 0;
  std::vector<std::string> orders;  ///< all lines sent

  std::size_t start(std::size_t device) override {
    const std::size_t number = started.size();
    started.push_back(device);
    Worker& worker = workers_[number];
    worker.device = device;
    guard(number, [&] {
      worker.session = std::make_unique<WorkerSession>(
          *executors_[device], options_, [this] { return executors_[0]->now_ns; },
          [this, number](const std::string& line) {
            events_.push_back({WorkerEvent::Kind::kLine, number, line});
          });
    });
    return number;
  }

  void send(std::size_t worker, const std::string& line) override {
    orders.push_back(line);
    waiting_.emplace_back(worker, line);
  }

  void kill(std::size_t worker) override {
    ++killed;
    workers_.erase(worker);
    std::erase_if(events_, [worker](const WorkerEvent& event) { return event.worker == worker; });
  }

  std::optional<WorkerEvent> wait(std::int64_t timeout_ns) override {
    if (events_.empty()) work();
    if (events_.empty()) {
      // Nobody will ever say anything again unless a limit is reached.
      if (++idle_waits_ > 10'000) throw std::runtime_error("the run does not end");
      executors_[0]->now_ns += timeout_ns;
      return std::nullopt;
    }
    WorkerEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  struct Worker {
    std::size_t device = 0;
    std::unique_ptr<WorkerSession> session;
    bool hangs = false;
  };

  /// The order that waited longest, unless its worker is gone or hangs.
  void work() {
    while (!waiting_.empty()) {
      const auto [number, order] = std::move(waiting_.front());
      waiting_.pop_front();
      const auto worker = workers_.find(number);
      if (worker == workers_.end() || worker->second.hangs) continue;
      guard(number, [&, session = worker->second.session.get()] { session->handle(order); });
      return;
    }
  }

  template <typename Action>
  void guard(std::size_t number, const Action& action) {
    try {
      action();
    } catch (const WorkerDies& death) {
      events_.push_back({WorkerEvent::Kind::kDeath, number, death.how});
      workers_.erase(number);
    } catch (const WorkerHangs&) {
      workers_.at(number).hangs = true;
    } catch (const Error& error) {
      events_.push_back(
          {WorkerEvent::Kind::kLine, number, format_worker_report(UnusableReport{error.what()})});
    }
  }

  std::vector<FakeExecutor*> executors_;
  ProtocolOptions options_;
  std::map<std::size_t, Worker> workers_;
  std::deque<WorkerEvent> events_;
  std::deque<std::pair<std::size_t, std::string>> waiting_;  // orders, by worker
  std::size_t idle_waits_ = 0;
};

}  // namespace lmtune::testing
