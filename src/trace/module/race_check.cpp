#include "trace/module/race_check.h"

#include <algorithm>

#include "trace/module/private_access.h"

namespace lmtune {
namespace {

constexpr size_t kBlockBytes = 4096;
constexpr size_t kFirstRoom = 64;

bool is_global(const oclgrind::Memory* memory) {
  return memory->getAddressSpace() == oclgrind::AddrSpaceGlobal;
}

}  // namespace

RaceCheckPlugin::RaceCheckPlugin(oclgrind::Context& context)
    : Plugin(&context), context_(context), detector_(take_plugin(context)) {
  context_.registerPlugin(this);
}

RaceCheckPlugin::~RaceCheckPlugin() { context_.unregisterPlugin(this); }

size_t RaceCheckPlugin::detector_address(const oclgrind::Memory* memory, size_t address) {
  const auto [block, is_new] = blocks_.try_emplace(address / kBlockBytes, blocks_.size());
  // An address is a buffer's number and an offset: the first buffer's stands for all.
  if (base_ == 0) base_ = address - memory->extractOffset(address);
  if (is_new && blocks_.size() > room_) {
    room_ = std::max(2 * room_, kFirstRoom);
    detector_->memoryAllocated(memory, base_, room_ * kBlockBytes, 0, nullptr);
  }
  return base_ + block->second * kBlockBytes + address % kBlockBytes;
}

template <typename Pass>
void RaceCheckPlugin::in_blocks(const oclgrind::Memory* memory, size_t address, size_t size,
                                const Pass& pass) {
  if (!is_global(memory)) return pass(address, size, size_t{0});
  for (size_t done = 0; done < size;) {
    const size_t at = address + done;
    const size_t piece = std::min(size - done, kBlockBytes - at % kBlockBytes);
    pass(detector_address(memory, at), piece, done);
    done += piece;
  }
}

void RaceCheckPlugin::memoryAllocated(const oclgrind::Memory* memory, size_t address, size_t size,
                                      cl_mem_flags flags, const uint8_t* data) {
  if (!is_global(memory)) detector_->memoryAllocated(memory, address, size, flags, data);
}

void RaceCheckPlugin::memoryDeallocated(const oclgrind::Memory* memory, size_t address) {
  if (!is_global(memory)) detector_->memoryDeallocated(memory, address);
}

void RaceCheckPlugin::memoryAtomicLoad(const oclgrind::Memory* memory,
                                       const oclgrind::WorkItem* item, oclgrind::AtomicOp op,
                                       size_t address, size_t size) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t) {
    detector_->memoryAtomicLoad(memory, item, op, at, piece);
  });
}

void RaceCheckPlugin::memoryAtomicStore(const oclgrind::Memory* memory,
                                        const oclgrind::WorkItem* item, oclgrind::AtomicOp op,
                                        size_t address, size_t size) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t) {
    detector_->memoryAtomicStore(memory, item, op, at, piece);
  });
}

void RaceCheckPlugin::memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                                 size_t address, size_t size) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t) {
    detector_->memoryLoad(memory, item, at, piece);
  });
}

void RaceCheckPlugin::memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group,
                                 size_t address, size_t size) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t) {
    detector_->memoryLoad(memory, group, at, piece);
  });
}

void RaceCheckPlugin::memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                                  size_t address, size_t size, const uint8_t* data) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t offset) {
    detector_->memoryStore(memory, item, at, piece, data + offset);
  });
}

void RaceCheckPlugin::memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group,
                                  size_t address, size_t size, const uint8_t* data) {
  in_blocks(memory, address, size, [&](size_t at, size_t piece, size_t offset) {
    detector_->memoryStore(memory, group, at, piece, data + offset);
  });
}

void RaceCheckPlugin::kernelBegin(const oclgrind::KernelInvocation* invocation) {
  detector_->kernelBegin(invocation);
}

void RaceCheckPlugin::kernelEnd(const oclgrind::KernelInvocation* invocation) {
  detector_->kernelEnd(invocation);
}

void RaceCheckPlugin::workGroupBarrier(const oclgrind::WorkGroup* group, uint32_t flags) {
  detector_->workGroupBarrier(group, flags);
}

void RaceCheckPlugin::workGroupBegin(const oclgrind::WorkGroup* group) {
  detector_->workGroupBegin(group);
}

void RaceCheckPlugin::workGroupComplete(const oclgrind::WorkGroup* group) {
  detector_->workGroupComplete(group);
}

void RaceCheckPlugin::workItemBegin(const oclgrind::WorkItem* item) {
  detector_->workItemBegin(item);
}

void RaceCheckPlugin::workItemComplete(const oclgrind::WorkItem* item) {
  detector_->workItemComplete(item);
}

}  // namespace lmtune
