// Which arithmetic an LLVM instruction stands for.
#pragma once

#include <cstdint>

namespace llvm {
class Instruction;
}

namespace lmtune {

/// Of one execution by one work-item, as include/lmtune/trace/trace.h defines them.
struct Arithmetic {
  std::uint32_t floating_point = 0;
  std::uint32_t special = 0;
};

Arithmetic arithmetic_of(const llvm::Instruction& instruction);

}  // namespace lmtune
