#include "measure/work_queue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <unordered_map>
#include <utility>

namespace lmtune {
namespace {

/// Equal for specs that share a build. Sources are compared by address: hashing the whole text for
/// each of 90,000 benchmarks is slow, and benchmarks of one file share it.
std::string spec_key(const KernelSpec& spec) {
  const auto describe = [](const VariantSpec& variant) {
    return fmt::format("{}\n{}", variant.entry_point, fmt::join(variant.options, "\n"));
  };
  return fmt::format("{}\n\n{}\n\n{}\n\n{}", fmt::ptr(spec.source.get()),
                     fmt::join(spec.options, "\n"), describe(spec.baseline),
                     spec.cached ? describe(*spec.cached) : "");
}

}  // namespace

void WorkQueue::add(const std::vector<Task>& tasks) {
  const std::size_t before = units_.size();
  std::unordered_map<std::string, std::size_t> places;
  for (const Task& task : tasks) {
    const auto [place, added] =
        places.try_emplace(spec_key(task.benchmark->spec), units_.size() - before);
    if (added) units_.emplace_back();
    units_[before + place->second].tasks.push_back(task);
  }
}

void WorkQueue::add_later(Task task, std::size_t due) { later_.push_back({task, due}); }

std::optional<WorkUnit> WorkQueue::take(std::size_t done) {
  WorkUnit unit;
  if (!later_.empty() && (units_.empty() || later_.front().due <= done)) {
    unit.tasks.push_back(later_.front().task);
    later_.pop_front();
    return unit;
  }
  if (units_.empty()) return std::nullopt;
  unit = std::move(units_.front());
  units_.pop_front();
  return unit;
}

void WorkQueue::put_back(WorkUnit unit) {
  if (!unit.tasks.empty()) units_.push_front(std::move(unit));
}

}  // namespace lmtune
