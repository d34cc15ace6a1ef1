// Listens to the interpreter and writes down what the one work-group does.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "trace/module/access_log.h"
#include "trace/module/code_layout.h"
#include "trace/module/device_buffers.h"
#include "trace/module/oclgrind_api.h"

namespace lmtune {

/// Which of the group's work-items run. The outermost ones: those at the corners of the group,
/// which does only where none waits for others.
enum class RunItems { kAll, kOutermost };

class Recorder : public oclgrind::Plugin {
 public:
  struct Options {
    oclgrind::Size3 group;
    std::uint64_t max_instructions = 0;
    std::string source_name;
    std::vector<std::string> arguments;  ///< names
    RunItems items = RunItems::kAll;
  };

  Recorder(const oclgrind::Context& context, const CodeLayout& layout, DeviceBuffers& buffers,
           Options options);

  const AccessLog& access_log() const { return log_; }
  const OperationCounts& operations() const { return operations_; }
  std::uint64_t barriers() const { return barriers_; }
  /// Of what the group took too much: "500000000 interpreted instructions"; empty: of nothing.
  const std::string& spent_budget() const { return spent_budget_; }
  const std::vector<std::string>& problems() const { return problems_; }
  /// Why the interpreter gave up, in its words; empty if it did not.
  const std::string& fatal() const { return fatal_; }

  bool isThreadSafe() const override { return false; }
  void kernelBegin(const oclgrind::KernelInvocation* invocation) override;
  void log(oclgrind::MessageType type, const char* message) override;
  void workGroupBegin(const oclgrind::WorkGroup* group) override;
  void workGroupBarrier(const oclgrind::WorkGroup* group, std::uint32_t flags) override;
  void instructionExecuted(const oclgrind::WorkItem* work_item,
                           const llvm::Instruction* instruction,
                           const oclgrind::TypedValue& result) override;
  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                  std::size_t address, std::size_t size) override;
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                   std::size_t address, std::size_t size, const std::uint8_t* data) override;
  void memoryAtomicLoad(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item,
                        oclgrind::AtomicOp operation, std::size_t address,
                        std::size_t size) override;
  void memoryLoad(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group,
                  std::size_t address, std::size_t size) override;
  void memoryStore(const oclgrind::Memory* memory, const oclgrind::WorkGroup* group,
                   std::size_t address, std::size_t size, const std::uint8_t* data) override;

 private:
  /// Where a work-item is in the code.
  struct Item {
    std::uint32_t index = 0;                ///< linear local id
    std::vector<std::uint32_t> iterations;  ///< of each loop, since it was last entered
    std::uint32_t stack = kKernelBody;
    std::uint32_t next_position = 0;         ///< a guess
    const llvm::BasicBlock* left = nullptr;  ///< block that it has just left by a branch
    std::int32_t innermost = kNoLoop;        ///< loop that it is in
    std::uint32_t context = 0;
    bool context_known = false;
  };

  Item& item_of(const oclgrind::WorkItem* work_item);
  void arrive(Item& item, const llvm::BasicBlock* block);
  std::uint32_t context_of(Item& item);
  std::uint32_t shape_of(const AccessShape& shape);
  std::uint32_t event_of(std::uint32_t context, std::uint32_t shape);
  void append_loops(const Item& item, std::int32_t innermost, Path& path) const;
  void append_frames(const Item& item, std::uint32_t stack, Path& path) const;
  void record(const oclgrind::Memory* memory, const oclgrind::WorkItem* work_item, AccessKind kind,
              std::size_t address, std::size_t size);
  void record_group(const oclgrind::Memory* memory, AccessKind kind, std::size_t address,
                    std::size_t size);
  void count_local(AccessKind kind);
  [[noreturn]] void give_up(std::string spent);
  void touch(DeviceBuffer& buffer, std::uint64_t offset, std::uint64_t bytes);
  bool in_bounds(const oclgrind::Memory* memory, AccessKind kind, std::size_t address,
                 std::size_t size, const oclgrind::WorkItem* work_item);
  void report(std::string problem);
  std::string describe_memory(const oclgrind::Memory* memory, std::size_t address) const;

  const CodeLayout& layout_;
  DeviceBuffers& buffers_;
  Options options_;
  AccessLog log_;
  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> event_numbers_;
  std::vector<std::uint32_t> usual_shapes_;  // by position: the last one
  std::vector<Item> items_;
  const oclgrind::WorkItem* current_ = nullptr;  // whose state is items_[current_index_]
  std::size_t current_index_ = 0;
  oclgrind::Size3 group_size_;
  OperationCounts operations_;
  std::uint64_t barriers_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t accesses_ = 0;
  std::uint64_t filled_bytes_ = 0;  // of buffers
  std::string spent_budget_;
  std::set<const llvm::Instruction*> reported_;  // out of bounds, once each
  std::vector<std::string> problems_;
  std::string fatal_;
};

}  // namespace lmtune
