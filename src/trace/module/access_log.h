// What the recorder writes down while the kernel runs, before it becomes an access trace.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lmtune/core/access_trace.h"

namespace lmtune {

/// Where a work-item is, counted in loop iterations: for every frame of the call stack from the
/// kernel inwards, (position, iteration) of each loop around, the outermost first, then the
/// position of the call. Work-items of a warp execute an instruction together if their paths are
/// equal, and paths in lexicographic order are in the order of execution.
using Path = std::vector<std::uint32_t>;

/// Gives equal values equal small numbers.
template <typename Key, typename Map = std::map<Key, std::uint32_t>>
class Numbering {
 public:
  std::uint32_t number(const Key& key) {
    const auto [entry, added] = numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (added) keys_.push_back(&entry->first);
    return entry->second;
  }
  const Key& key(std::uint32_t number) const { return *keys_[number]; }
  std::size_t size() const { return keys_.size(); }

 private:
  Map numbers_;                   // node-based: keys stay where they are
  std::vector<const Key*> keys_;  // by number
};

struct PathHash {
  std::size_t operator()(const Path& path) const {
    std::size_t hash = path.size();
    for (const std::uint32_t step : path) {
      hash = (hash ^ step) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

/// A call stack, as the number of its caller's and the position of its last call.
struct CallStack {
  std::uint32_t caller = 0;
  std::uint32_t call = 0;
  auto operator<=>(const CallStack&) const = default;
};

/// The call stack of the kernel's own body.
inline constexpr std::uint32_t kKernelBody = 0;

struct Context {
  Path path;
  std::uint32_t stack = kKernelBody;
  bool operator==(const Context&) const = default;
};

struct ContextHash {
  std::size_t operator()(const Context& context) const { return PathHash()(context.path); }
};

/// One way in which an instruction goes to memory.
struct AccessShape {
  std::uint32_t position = 0;  ///< of the instruction
  std::uint32_t argument = 0;  ///< index among the kernel's arguments
  AccessKind kind = AccessKind::kLoad;
  std::uint32_t bytes = 0;
  auto operator<=>(const AccessShape&) const = default;
};

/// One execution of an instruction by a work-item: `event` numbers (context, shape).
struct AccessRecord {
  std::uint64_t offset = 0;
  std::uint32_t event = 0;
};

/// An event: numbers of a context and of a shape.
struct AccessEvent {
  std::uint32_t context = 0;
  std::uint32_t shape = 0;
};

/// Accesses that the group makes as a whole, by asynchronous copies.
struct GroupShape {
  std::uint32_t argument = 0;
  AccessKind kind = AccessKind::kLoad;
  std::uint32_t bytes = 0;
  auto operator<=>(const GroupShape&) const = default;
};

struct AccessLog {
  Numbering<Context, std::unordered_map<Context, std::uint32_t, ContextHash>> contexts;
  Numbering<CallStack> stacks;
  Numbering<AccessShape> shapes;
  std::vector<AccessEvent> events;
  std::vector<std::vector<AccessRecord>> items;  ///< a work-item each, by linear local id
  /// By shape, runs between two barriers.
  std::map<GroupShape, std::vector<std::vector<std::uint64_t>>> group_offsets;
};

}  // namespace lmtune
