// Keeps the workers of a run busy: each builds a kernel spec, waits for its turn on its device,
// measures, and gets the next. Writes all that comes of it into the journal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lmtune/io/worker_message.h"
#include "lmtune/measure/campaign_run.h"
#include "lmtune/measure/worker_host.h"
#include "measure/journal.h"
#include "measure/run_tally.h"
#include "measure/work_queue.h"

namespace lmtune {

class Coordinator {
 public:
  /// All of them must outlive the coordinator.
  Coordinator(WorkerHost& host, const RunDevices& devices, const RunOptions& options,
              const RunHooks& hooks, Journal& journal, RunTally& tally, WorkQueue& queue);

  /// Measures what is queued. Throws kOutput where the journal cannot be written and kDevice where
  /// three workers in a row found a device unusable.
  RunEnd run();

 private:
  enum class Phase {
    kStarting,  ///< opens its device
    kIdle,
    kBuilding,
    kWaiting,  ///< for its turn
    kTiming
  };
  struct Worker {
    std::size_t device = 0;
    Phase phase = Phase::kStarting;
    std::int64_t since_ns = 0;  ///< begin of the phase or, while timing, of the task
    WorkUnit unit;
    std::size_t next = 0;  ///< first task of the unit without an end
    bool in_task = false;  ///< that task was started
  };
  struct Device {
    std::deque<std::size_t> waiting;    ///< workers, the first to come first
    std::optional<std::size_t> holder;  ///< the worker whose turn it is
    std::int64_t idle_since_ns = 0;
    std::optional<std::int64_t> reference_ns;  ///< when the last one was timed
    std::uint32_t unusable = 0;                ///< fresh workers in a row that found it so
  };

  bool interrupted() const;
  bool over() const;
  void start_worker(std::size_t device);
  void hand_out();
  void give_turns();
  void wait();
  void check_limits();

  void handle(const WorkerEvent& event);
  void on(std::size_t number, const HelloReport& report);
  void on(std::size_t number, const BuiltReport& report);
  void on(std::size_t number, const StartedReport& report);
  void on(std::size_t number, const EndedReport& report);
  void on(std::size_t number, const ReferenceReport& report);
  void on(std::size_t number, const ReleasedReport& report);
  void on(std::size_t number, const UnusableReport& report);

  void release(std::size_t number);
  void lose(std::size_t number, const std::string& how);
  void lose_build(Worker& worker, const std::string& how);
  void lose_task(Worker& worker, const std::string& how);
  void overrun(std::size_t number);
  void give_up(Worker& worker, Status status, const std::string& reason);
  void fresh_worker_failed(std::size_t device, const std::string& reason);

  void record(const Worker& worker, const Task& task, const Measurement& measurement);
  void add_trust(const Worker& worker, TrustRow row);
  std::optional<RowDevice> row_device(const Worker& worker) const;
  std::int64_t limit_ns(const Worker& worker) const;
  double seconds() const;

  WorkerHost& host_;
  const RunDevices& devices_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  Journal& journal_;
  RunTally& tally_;
  WorkQueue& queue_;
  std::int64_t begin_ns_;
  std::map<std::size_t, Worker> workers_;        ///< by the host's number
  std::vector<Device> states_;                   ///< of devices_.rows
  std::map<std::string, std::uint32_t> deaths_;  ///< workers that a benchmark killed, by its id
};

}  // namespace lmtune
