// What is left to measure, a kernel spec at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "lmtune/io/worker_message.h"

namespace lmtune {

/// Tasks of one kernel spec, for one worker.
struct WorkUnit {
  std::vector<Task> tasks;
  std::uint32_t build_deaths = 0;  ///< workers that died before they could measure
};

class WorkQueue {
 public:
  /// Adds tasks: those of one kernel spec become one unit, where its first task stands.
  void add(const std::vector<Task>& tasks);

  /// Adds a task of its own that becomes due once `due` results are there, or nothing else is left.
  void add_later(Task task, std::size_t due);

  /// The next unit when `done` results are there; nothing if none is left.
  std::optional<WorkUnit> take(std::size_t done);

  /// What a lost worker has not measured comes next again.
  void put_back(WorkUnit unit);

  bool empty() const { return units_.empty() && later_.empty(); }
  std::size_t units() const { return units_.size() + later_.size(); }

 private:
  struct Later {
    Task task;
    std::size_t due;
  };

  std::deque<WorkUnit> units_;
  std::deque<Later> later_;  // by due
};

}  // namespace lmtune
