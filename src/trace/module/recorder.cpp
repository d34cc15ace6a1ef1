#include "trace/module/recorder.h"

#include <fmt/format.h>

#include <utility>

#include "trace/module/compile.h"
#include "trace/module/launch_checks.h"
#include "trace/module/private_access.h"

namespace lmtune {
namespace {

constexpr std::size_t kShownProblems = 20;

// What a trace may hold, for it is kept in memory: about 1 GiB of each.
constexpr std::size_t kMostContexts = 8'000'000;
constexpr std::uint64_t kMostAccesses = 64'000'000;
constexpr std::uint64_t kMostFilledBytes = 4ull << 30;

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return "load";
    case AccessKind::kStore:
      return "store";
    case AccessKind::kAtomic:
      return "atomic";
  }
  return "";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Recorder::Recorder(const oclgrind::Context& context, const CodeLayout& layout,
                   DeviceBuffers& buffers, Options options)
    : Plugin(&context), layout_(layout), buffers_(buffers), options_(std::move(options)) {
  log_.stacks.number({});  // the kernel's own body
  usual_shapes_.resize(layout.size());
}

void Recorder::kernelBegin(const oclgrind::KernelInvocation* invocation) {
  run_only(*invocation, options_.group);
}

void Recorder::workGroupBegin(const oclgrind::WorkGroup* group) {
  group_size_ = group->getGroupSize();
  Item fresh;
  fresh.iterations.assign(layout_.loops().size(), 0);
  items_.assign(group_size_.x * group_size_.y * group_size_.z, fresh);
  for (std::size_t i = 0; i < items_.size(); ++i) items_[i].index = static_cast<std::uint32_t>(i);
  log_.items.resize(items_.size());
  if (options_.items == RunItems::kOutermost) run_outermost(*group);
}

void Recorder::workGroupBarrier(const oclgrind::WorkGroup*, std::uint32_t) {
  ++barriers_;
  for (auto& [shape, runs] : log_.group_offsets) {
    if (!runs.back().empty()) runs.emplace_back();
  }
}

Recorder::Item& Recorder::item_of(const oclgrind::WorkItem* work_item) {
  if (work_item != current_) {
    const oclgrind::Size3 id = work_item->getLocalID();
    current_ = work_item;
    current_index_ = id.x + group_size_.x * (id.y + group_size_.y * id.z);
  }
  return items_[current_index_];
}

/// Called with the first news from a block after a branch: the interpreter tells where a branch led
/// only by what is executed next.
void Recorder::arrive(Item& item, const llvm::BasicBlock* block) {
  if (!item.left) return;
  const CodeBlock& entered = layout_.block(block);
  if (entered.headed != kNoLoop) {
    const auto loop = static_cast<std::size_t>(entered.headed);
    const bool is_next = layout_.loops()[loop].loop->contains(item.left);
    item.iterations[loop] = is_next ? item.iterations[loop] + 1 : 0;
    item.context_known = false;
  } else if (entered.innermost != item.innermost) {
    item.context_known = false;
  }
  item.innermost = entered.innermost;
  item.left = nullptr;
}

void Recorder::instructionExecuted(const oclgrind::WorkItem* work_item,
                                   const llvm::Instruction* instruction,
                                   const oclgrind::TypedValue&) {
  if (++instructions_ > options_.max_instructions) {
    give_up(fmt::format("{} interpreted instructions", options_.max_instructions));
  }
  Item& item = item_of(work_item);
  arrive(item, instruction->getParent());
  const std::uint32_t position = layout_.position(instruction, item.next_position);
  item.next_position = position + 1;
  const CodeInstruction& code = layout_.instruction(position);
  operations_.floating_point += code.arithmetic.floating_point;
  operations_.special += code.arithmetic.special;
  switch (code.flow) {
    case Flow::kNext:
      break;
    case Flow::kBranch:
      item.left = instruction->getParent();
      break;
    case Flow::kCall:
      item.stack = log_.stacks.number({item.stack, position});
      item.innermost = kNoLoop;
      item.context_known = false;
      break;
    case Flow::kReturn:
      if (item.stack == kKernelBody) break;
      const CallStack& call = log_.stacks.key(item.stack);
      item.stack = call.caller;
      item.innermost =
          layout_.block(layout_.instruction(call.call).instruction->getParent()).innermost;
      item.context_known = false;
      break;
  }
}

void Recorder::append_loops(const Item& item, std::int32_t innermost, Path& path) const {
  if (innermost == kNoLoop) return;
  const auto number = static_cast<std::size_t>(innermost);
  const CodeLoop& loop = layout_.loops()[number];
  append_loops(item, loop.parent, path);
  path.push_back(loop.position);
  path.push_back(item.iterations[number]);
}

void Recorder::append_frames(const Item& item, std::uint32_t stack, Path& path) const {
  if (stack == kKernelBody) return;
  const CallStack& call = log_.stacks.key(stack);
  append_frames(item, call.caller, path);
  const llvm::Instruction* instruction = layout_.instruction(call.call).instruction;
  append_loops(item, layout_.block(instruction->getParent()).innermost, path);
  path.push_back(call.call);
}

std::uint32_t Recorder::context_of(Item& item) {
  if (!item.context_known) {
    Context context;
    context.stack = item.stack;
    append_frames(item, item.stack, context.path);
    append_loops(item, item.innermost, context.path);
    item.context = log_.contexts.number(context);
    if (log_.contexts.size() > kMostContexts) {
      give_up(fmt::format("{} different loop iterations", kMostContexts));
    }
    item.context_known = true;
  }
  return item.context;
}

void Recorder::record(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                      AccessKind kind, std::size_t address, std::size_t size) {
  if (size == 0 || !in_bounds(memory, kind, address, size, work_item)) return;
  const unsigned space = memory->getAddressSpace();
  if (space != oclgrind::AddrSpaceLocal && space != oclgrind::AddrSpaceGlobal) return;
  Item& item = item_of(work_item);
  arrive(item, work_item->getCurrentBlock());
  const std::uint32_t position =
      layout_.position(work_item->getCurrentInstruction(), item.next_position);
  const StorePart& part = layout_.instruction(position).store;
  if (space == oclgrind::AddrSpaceLocal) {
    if (!part.continues) count_local(kind);
    return;
  }
  DeviceBuffer* buffer = buffers_.find(address);
  if (!buffer) return;  // a constant of the program
  std::uint64_t offset = memory->extractOffset(address);
  touch(*buffer, offset, size);
  if (part.continues) return;
  if (part.bytes != 0) {
    offset -= part.back;
    size = part.bytes;
  }
  if (buffer->is_image()) {
    offset -= offset % kTexelBytes;
    size = kTexelBytes;
  }
  const std::uint32_t shape =
      shape_of({position, buffer->argument(), kind, static_cast<std::uint32_t>(size)});
  const AccessRecord access{offset, event_of(context_of(item), shape)};
  std::vector<AccessRecord>& log = log_.items[item.index];
  // The interpreter goes to an image component by component.
  if (buffer->is_image() && !log.empty() && log.back().event == access.event &&
      log.back().offset == offset) {
    return;
  }
  if (++accesses_ > kMostAccesses) {
    give_up(fmt::format("{} accesses of global memory", kMostAccesses));
  }
  log.push_back(access);
}

void Recorder::give_up(std::string spent) {
  spent_budget_ = std::move(spent);
  throw oclgrind::FatalError("a budget is spent", __FILE__, __LINE__);
}

void Recorder::touch(DeviceBuffer& buffer, std::uint64_t offset, std::uint64_t bytes) {
  filled_bytes_ += buffer.touch(offset, bytes);
  if (filled_bytes_ > kMostFilledBytes) {
    give_up(fmt::format("{} bytes of its buffers", kMostFilledBytes));
  }
}

std::uint32_t Recorder::shape_of(const AccessShape& shape) {
  std::uint32_t& usual = usual_shapes_[shape.position];
  if (usual >= log_.shapes.size() || log_.shapes.key(usual) != shape) {
    usual = log_.shapes.number(shape);
  }
  return usual;
}

std::uint32_t Recorder::event_of(std::uint32_t context, std::uint32_t shape) {
  const auto [event, added] =
      event_numbers_.try_emplace({context, shape}, static_cast<std::uint32_t>(log_.events.size()));
  if (added) log_.events.push_back({context, shape});
  return event->second;
}

void Recorder::record_group(const oclgrind::Memory* memory, AccessKind kind, std::size_t address,
                            std::size_t size) {
  if (size == 0 || !in_bounds(memory, kind, address, size, nullptr)) return;
  if (memory->getAddressSpace() == oclgrind::AddrSpaceLocal) return count_local(kind);
  DeviceBuffer* buffer = buffers_.find(address);
  if (!buffer) return;
  const std::uint64_t offset = memory->extractOffset(address);
  touch(*buffer, offset, size);
  auto& runs = log_.group_offsets[{buffer->argument(), kind, static_cast<std::uint32_t>(size)}];
  if (runs.empty()) runs.emplace_back();
  if (++accesses_ > kMostAccesses) {
    give_up(fmt::format("{} accesses of global memory", kMostAccesses));
  }
  runs.back().push_back(offset);
}

void Recorder::count_local(AccessKind kind) {
  if (kind != AccessKind::kStore) ++operations_.local_loads;
  if (kind != AccessKind::kLoad) ++operations_.local_stores;
}

bool Recorder::in_bounds(const oclgrind::Memory* memory, AccessKind kind, std::size_t address,
                         std::size_t size, const oclgrind::WorkItem* work_item) {
  if (memory->isAddressValid(address, size)) return true;
  const llvm::Instruction* instruction = work_item ? work_item->getCurrentInstruction() : nullptr;
  if (!reported_.insert(instruction).second) return false;
  const std::string place =
      instruction ? place_of(*instruction, options_.source_name) : options_.source_name;
  std::string who = "an asynchronous copy";
  if (work_item) {
    const oclgrind::Size3 id = work_item->getGlobalID();
    who = fmt::format("work-item ({}, {}, {})", id.x, id.y, id.z);
  }
  report(fmt::format("{}: {} of {} bytes out of bounds, {}, by {}", place, verb(kind), size,
                     describe_memory(memory, address), who));
  return false;
}

std::string Recorder::describe_memory(const oclgrind::Memory* memory, std::size_t address) const {
  if (memory->getAddressSpace() == oclgrind::AddrSpaceLocal) return "in local memory";
  if (memory->getAddressSpace() != oclgrind::AddrSpaceGlobal) return "in private memory";
  // A pointer that ran off a buffer is nearest to that one.
  const DeviceBuffer* nearest = nullptr;
  const auto distance = [address](const DeviceBuffer& buffer) {
    return static_cast<std::int64_t>(address - buffer.address());
  };
  for (const DeviceBuffer& buffer : buffers_.all()) {
    if (!nearest || std::abs(distance(buffer)) < std::abs(distance(*nearest))) nearest = &buffer;
  }
  if (!nearest) return "in global memory";
  return fmt::format("at byte {} of '{}', which has {} bytes", distance(*nearest),
                     options_.arguments[nearest->argument()], nearest->bytes());
}

void Recorder::report(std::string problem) {
  if (problems_.size() < kShownProblems) problems_.push_back(std::move(problem));
}

void Recorder::log(oclgrind::MessageType type, const char* message) {
  if (type != oclgrind::WARNING && type != oclgrind::ERROR) return;
  std::string text = message;
  replace_all(text, kCompilerFileName, options_.source_name);
  const std::size_t first = text.find_first_not_of("\n ");
  const std::size_t last = text.find_last_not_of("\n ");
  if (first == std::string::npos) return;
  text = text.substr(first, last - first + 1);
  if (text.find("OCLGRIND FATAL ERROR") != std::string::npos) {
    if (fatal_.empty()) fatal_ = text;
  } else {
    report(std::move(text));
  }
}

void Recorder::memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                          std::size_t address, std::size_t size) {
  record(memory, work_item, AccessKind::kLoad, address, size);
}

void Recorder::memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                           std::size_t address, std::size_t size, const std::uint8_t*) {
  record(memory, work_item, AccessKind::kStore, address, size);
}

void Recorder::memoryAtomicLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                                oclgrind::AtomicOp, std::size_t address, std::size_t size) {
  record(memory, work_item, AccessKind::kAtomic, address, size);
}

void Recorder::memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup*,
                          std::size_t address, std::size_t size) {
  record_group(memory, AccessKind::kLoad, address, size);
}

void Recorder::memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup*,
                           std::size_t address, std::size_t size, const std::uint8_t*) {
  record_group(memory, AccessKind::kStore, address, size);
}

}  // namespace lmtune
