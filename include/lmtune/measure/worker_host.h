// Worker processes as the coordinator of a run sees them: they are started, take lines, answer with
// lines, and die. Real ones are in measure/process_workers.h; tests use fakes in one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lmtune {

struct WorkerEvent {
  enum class Kind { kLine, kDeath };
  Kind kind = Kind::kLine;
  std::size_t worker = 0;
  std::string text;  ///< the line; or how it died: "SIGSEGV", "exit code 1"
};

class WorkerHost {
 public:
  /// Ends all workers.
  virtual ~WorkerHost() = default;

  /// Starts a worker for the run's device of that index, and gives it a number never used before.
  virtual std::size_t start(std::size_t device) = 0;

  /// Sends a line. What a dead worker does not take is lost: its death is reported anyway.
  virtual void send(std::size_t worker, const std::string& line) = 0;

  /// Ends a worker at once; nothing of it is reported any more.
  virtual void kill(std::size_t worker) = 0;

  /// The next event, or nothing when `timeout_ns` have passed or a signal came.
  virtual std::optional<WorkerEvent> wait(std::int64_t timeout_ns) = 0;
};

}  // namespace lmtune
