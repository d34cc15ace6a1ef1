// LLVM intrinsics that optimised code uses and Oclgrind 21.10 does not know.
#pragma once

namespace lmtune {

/// Teaches them to Oclgrind. Call once in a process, before any kernel is created.
void add_missing_intrinsics();

}  // namespace lmtune
