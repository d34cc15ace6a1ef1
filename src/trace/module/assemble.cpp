#include "trace/module/assemble.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>
#include <span>

namespace lmtune {
namespace {

/// The name that the address of `instruction` had before loops were unrolled: their clones have a
/// number behind it. "" where it has none.
llvm::StringRef address_name(const llvm::Instruction& instruction) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  if (!address) return "";
  llvm::StringRef name = address->getName();
  for (;;) {
    const llvm::StringRef rest = name.rtrim("0123456789");
    if (rest.size() == name.size() || !rest.endswith(".")) return name;
    name = rest.drop_back();
  }
}

/// Where an instruction stands in the source, with the calls that it was inlined through. One that
/// the compiler has moved may have lost its location: then the name of its address stands for it,
/// and where it has none it is only itself.
std::string source_place(const CodeLayout& layout, std::uint32_t position) {
  const llvm::Instruction& instruction = *layout.instruction(position).instruction;
  const llvm::DILocation* location = instruction.getDebugLoc().get();
  if (!location || location->getLine() == 0) {
    const llvm::StringRef name = address_name(instruction);
    return name.empty() ? fmt::format("#{};", position) : fmt::format("%{};", name.str());
  }
  std::string place;
  for (; location; location = location->getInlinedAt()) {
    place += fmt::format("{}:{}:{};", location->getFilename().str(), location->getLine(),
                         location->getColumn());
  }
  return place;
}

std::string source_place(const AccessLog& log, const CodeLayout& layout, std::uint32_t stack) {
  if (stack == kKernelBody) return "";
  const CallStack& call = log.stacks.key(stack);
  return source_place(log, layout, call.caller) + source_place(layout, call.call);
}

class Assembler {
 public:
  Assembler(const AccessLog& log, const CodeLayout& layout,
            const std::vector<std::string>& arguments)
      : log_(log), layout_(layout), arguments_(arguments) {}

  std::vector<MemoryInstruction> run() {
    rank_events();
    name_instructions();
    for (std::size_t first = 0; first < log_.items.size(); first += kWarpLanes) add_warp(first);
    for (const auto& [shape, runs] : log_.group_offsets) add_group_accesses(shape, runs);
    return std::move(instructions_);
  }

 private:
  struct Lane {
    std::uint32_t lane = 0;
    std::uint64_t offset = 0;
  };

  /// Orders events as a warp comes to them: a path, then the instruction in it.
  void rank_events() {
    order_.resize(log_.events.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(),
              [this](std::uint32_t a, std::uint32_t b) { return full_path(a) < full_path(b); });
  }

  struct FullPath {
    const Path* path;
    std::uint32_t position;
    std::uint32_t shape;

    std::uint32_t at(std::size_t i) const { return i < path->size() ? (*path)[i] : position; }

    bool operator<(const FullPath& other) const {
      const std::size_t length = std::min(path->size(), other.path->size()) + 1;
      for (std::size_t i = 0; i < length; ++i) {
        if (at(i) != other.at(i)) return at(i) < other.at(i);
      }
      return shape < other.shape;
    }
  };

  FullPath full_path(std::uint32_t event) const {
    const AccessEvent& entry = log_.events[event];
    return {&log_.contexts.key(entry.context).path, log_.shapes.key(entry.shape).position,
            entry.shape};
  }

  /// Finds the memory instruction of the source that each event belongs to.
  void name_instructions() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_stack_and_shape;
    std::map<std::string, std::uint32_t> by_place;
    instruction_of_.resize(log_.events.size());
    for (std::size_t event = 0; event < log_.events.size(); ++event) {
      const AccessEvent& entry = log_.events[event];
      const std::uint32_t stack = log_.contexts.key(entry.context).stack;
      const auto [known, is_new] = by_stack_and_shape.try_emplace({stack, entry.shape}, 0u);
      if (is_new) {
        const AccessShape& shape = log_.shapes.key(entry.shape);
        const std::string place =
            fmt::format("{}{}{} {} {}", source_place(log_, layout_, stack),
                        source_place(layout_, shape.position), static_cast<unsigned>(shape.kind),
                        shape.bytes, shape.argument);
        const auto [found, added] =
            by_place.try_emplace(place, static_cast<std::uint32_t>(instructions_.size()));
        if (added)
          instructions_.push_back({arguments_[shape.argument], shape.kind, shape.bytes, {}, {}});
        known->second = found->second;
      }
      instruction_of_[event] = known->second;
    }
  }

  void add_warp(std::size_t first_item) {
    const std::size_t last_item = std::min<std::size_t>(first_item + kWarpLanes, log_.items.size());
    // Bring the records together by event (counting sort), lane by lane within each.
    std::vector<std::size_t> starts(log_.events.size() + 1, 0);
    for (std::size_t item = first_item; item < last_item; ++item) {
      for (const AccessRecord& record : log_.items[item]) ++starts[record.event + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<Lane> lanes(starts.back());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t item = first_item; item < last_item; ++item) {
      for (const AccessRecord& record : log_.items[item]) {
        lanes[next[record.event]++] = {static_cast<std::uint32_t>(item - first_item),
                                       record.offset};
      }
    }
    const auto warp = static_cast<std::uint32_t>(first_item / kWarpLanes);
    std::vector<Stretch> stretches(instructions_.size());
    for (const std::uint32_t event : order_) {
      MemoryInstruction& instruction = instructions_[instruction_of_[event]];
      Stretch& stretch = stretches[instruction_of_[event]];
      if (stretch.context != log_.events[event].context) {
        order_copies(instruction, stretch);
        stretch = {log_.events[event].context, instruction.accesses.size()};
      }
      add_event(instruction, warp,
                {lanes.begin() + static_cast<std::ptrdiff_t>(starts[event]),
                 lanes.begin() + static_cast<std::ptrdiff_t>(starts[event + 1])});
    }
    for (std::size_t i = 0; i < stretches.size(); ++i) order_copies(instructions_[i], stretches[i]);
  }

  /// Accesses of an instruction that follow each other in one loop iteration: they are made by
  /// copies of it, where a loop was unrolled.
  struct Stretch {
    std::uint32_t context = ~0u;
    std::size_t begin = 0;  ///< of accesses; they are the last ones
  };

  /// The compiler may shuffle the copies, so they go by their addresses.
  static void order_copies(MemoryInstruction& instruction, const Stretch& stretch) {
    if (stretch.context == ~0u) return;
    std::stable_sort(
        instruction.accesses.begin() + static_cast<std::ptrdiff_t>(stretch.begin),
        instruction.accesses.end(), [&instruction](const WarpAccess& a, const WarpAccess& b) {
          return instruction.offsets[a.first_offset] < instruction.offsets[b.first_offset];
        });
  }

  /// A lane comes to an event more than once only where the code has loops that LLVM does not
  /// recognise (irreducible control flow): the k-th times then belong together.
  static void add_event(MemoryInstruction& instruction, std::uint32_t warp,
                        std::span<const Lane> lanes) {
    std::vector<Lane> again;
    WarpAccess access{warp, 0, instruction.offsets.size()};
    for (const Lane& lane : lanes) {
      const std::uint32_t bit = 1u << lane.lane;
      if (access.lanes & bit) {
        again.push_back(lane);
        continue;
      }
      access.lanes |= bit;
      instruction.offsets.push_back(lane.offset);
    }
    if (access.lanes == 0) return;
    instruction.accesses.push_back(access);
    if (!again.empty()) add_event(instruction, warp, again);
  }

  /// Deals the elements of asynchronous copies out to the work-items in turn.
  void add_group_accesses(const GroupShape& shape,
                          const std::vector<std::vector<std::uint64_t>>& runs) {
    MemoryInstruction instruction{arguments_[shape.argument], shape.kind, shape.bytes, {}, {}};
    const std::size_t items = log_.items.size();
    for (const std::vector<std::uint64_t>& run : runs) {
      for (std::size_t i = 0; i < run.size(); ++i) {
        const std::size_t item = i % items;
        if (item % kWarpLanes == 0) {
          instruction.accesses.push_back(
              {static_cast<std::uint32_t>(item / kWarpLanes), 0, instruction.offsets.size()});
        }
        instruction.accesses.back().lanes |= 1u << (item % kWarpLanes);
        instruction.offsets.push_back(run[i]);
      }
    }
    instructions_.push_back(std::move(instruction));
  }

  const AccessLog& log_;
  const CodeLayout& layout_;
  const std::vector<std::string>& arguments_;
  std::vector<std::uint32_t> order_;           // events in the order of execution
  std::vector<std::uint32_t> instruction_of_;  // by event
  std::vector<MemoryInstruction> instructions_;
};

}  // namespace

std::vector<MemoryInstruction> assemble(const AccessLog& log, const CodeLayout& layout,
                                        const std::vector<std::string>& arguments) {
  return Assembler(log, layout, arguments).run();
}

}  // namespace lmtune
