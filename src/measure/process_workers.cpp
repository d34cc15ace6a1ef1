#include "lmtune/measure/process_workers.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <list>
#include <map>
#include <thread>
#include <utility>

#include "lmtune/base/piped_process.h"

namespace lmtune {
namespace {

class ProcessWorkers : public WorkerHost {
 public:
  ProcessWorkers(std::filesystem::path program, std::vector<std::vector<std::string>> arguments)
      : program_(std::move(program)), arguments_(std::move(arguments)) {
    std::signal(SIGPIPE, SIG_IGN);  // A worker's death is an event, not ours.
  }

  ~ProcessWorkers() override {
    // Idle workers end by themselves, which lets the driver tidy up after them.
    for (auto& [number, process] : workers_) process.close_input();
    for (int i = 0; i < 200 && !all_ended(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::size_t start(std::size_t device) override {
    const std::size_t number = next_number_++;
    workers_.try_emplace(number, program_, arguments_.at(device));
    return number;
  }

  void send(std::size_t worker, const std::string& line) override {
    const auto found = workers_.find(worker);
    if (found != workers_.end()) found->second.send(line);
  }

  void kill(std::size_t worker) override {
    const auto found = workers_.find(worker);
    if (found == workers_.end()) return;
    found->second.kill();
    // It may take long to end, when a driver hangs: nobody waits for it here.
    dying_.push_back(workers_.extract(found));
  }

  std::optional<WorkerEvent> wait(std::int64_t timeout_ns) override {
    dying_.remove_if([](auto& node) { return node.mapped().ended().has_value(); });
    if (auto event = next_event()) return event;
    std::vector<pollfd> descriptors;
    for (auto& [number, process] : workers_) {
      descriptors.push_back({process.output_descriptor(), POLLIN, 0});
      if (process.has_unsent()) descriptors.push_back({process.input_descriptor(), POLLOUT, 0});
    }
    const std::int64_t timeout_ms = std::clamp<std::int64_t>(timeout_ns / 1'000'000 + 1, 0, 10'000);
    if (::poll(descriptors.data(), descriptors.size(), static_cast<int>(timeout_ms)) <= 0) {
      return std::nullopt;
    }
    for (auto& [number, process] : workers_) {
      process.flush();
      if (!process.receive()) closed_.push_back(number);
    }
    return next_event();
  }

 private:
  /// Lines that were received, then deaths: what a worker said last comes before its death.
  std::optional<WorkerEvent> next_event() {
    for (auto& [number, process] : workers_) {
      if (auto line = process.next_line()) {
        return WorkerEvent{WorkerEvent::Kind::kLine, number, std::move(*line)};
      }
    }
    while (!closed_.empty()) {
      const std::size_t number = closed_.back();
      closed_.pop_back();
      const auto found = workers_.find(number);
      if (found == workers_.end()) continue;
      PipedProcess& process = found->second;
      for (int i = 0; i < 500 && !process.ended(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      WorkerEvent event{WorkerEvent::Kind::kDeath, number,
                        process.ended().value_or("it did not come to its end")};
      kill(number);
      return event;
    }
    return std::nullopt;
  }

  bool all_ended() {
    return std::all_of(workers_.begin(), workers_.end(),
                       [](auto& one) { return one.second.ended().has_value(); });
  }

  std::filesystem::path program_;
  std::vector<std::vector<std::string>> arguments_;
  std::map<std::size_t, PipedProcess> workers_;
  std::list<std::map<std::size_t, PipedProcess>::node_type> dying_;
  std::vector<std::size_t> closed_;  // said all that they will
  std::size_t next_number_ = 0;
};

}  // namespace

std::unique_ptr<WorkerHost> make_process_workers(std::filesystem::path program,
                                                 std::vector<std::vector<std::string>> arguments) {
  return std::make_unique<ProcessWorkers>(std::move(program), std::move(arguments));
}

}  // namespace lmtune
