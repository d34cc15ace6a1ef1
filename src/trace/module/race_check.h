// Oclgrind's check for data races, made fit for large buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "trace/module/oclgrind_api.h"

namespace lmtune {

/// Stands between the interpreter and Oclgrind's race detector, which makes a record for each byte
/// of each buffer, touched or not: gigabytes for buffers of a few hundred megabytes. The detector
/// sees the touched blocks of global memory alone, side by side in one buffer. Other memory is
/// passed on as it is.
class RaceCheckPlugin : public oclgrind::Plugin {
 public:
  /// Takes the detector, the only plugin left, out of `context` and registers itself.
  explicit RaceCheckPlugin(oclgrind::Context& context);
  ~RaceCheckPlugin() override;

  void kernelBegin(const oclgrind::KernelInvocation* invocation) override;
  void kernelEnd(const oclgrind::KernelInvocation* invocation) override;
  void memoryAllocated(const oclgrind::Memory* memory, size_t address, size_t size,
                       cl_mem_flags flags, const uint8_t* data) override;
  void memoryDeallocated(const oclgrind::Memory* memory, size_t address) override;
  void memoryAtomicLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                        oclgrind::AtomicOp op, size_t address, size_t size) override;
  void memoryAtomicStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* item,
                         oclgrind::AtomicOp op, size_t address, size_t size) override;
  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, size_t address,
                  size_t size) override;
  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group, size_t address,
                  size_t size) override;
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* item, size_t address,
                   size_t size, const uint8_t* data) override;
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group, size_t address,
                   size_t size, const uint8_t* data) override;
  void workGroupBarrier(const oclgrind::WorkGroup* group, uint32_t flags) override;
  void workGroupBegin(const oclgrind::WorkGroup* group) override;
  void workGroupComplete(const oclgrind::WorkGroup* group) override;
  void workItemBegin(const oclgrind::WorkItem* item) override;
  void workItemComplete(const oclgrind::WorkItem* item) override;

 private:
  /// Calls `pass(address, size, offset)` for the pieces of an access that lie in one block each,
  /// with the address that the detector knows and the offset within the access.
  template <typename Pass>
  void in_blocks(const oclgrind::Memory* memory, size_t address, size_t size, const Pass& pass);
  size_t detector_address(const oclgrind::Memory* memory, size_t address);

  oclgrind::Context& context_;
  std::unique_ptr<oclgrind::Plugin> detector_;
  std::unordered_map<size_t, size_t> blocks_;  // block of the address space → its place
  size_t base_ = 0;                            // address of the one buffer that it sees
  size_t room_ = 0;                            // blocks that the detector has records for
};

}  // namespace lmtune
