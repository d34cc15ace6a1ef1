// Pointers of OpenCL C 2.0 that have no address space: where the code tells which one they point
// into, they get it, for the interpreter knows no generic address space.
#pragma once

namespace llvm {
class Module;
class Type;
}  // namespace llvm

namespace lmtune {

/// Whether a type is a pointer into the generic address space, or a vector of such.
bool is_generic(const llvm::Type* type);

/// Gives generic pointers the address space that they point into. Functions that take some are
/// inlined for that. Modules without any stay as they are.
void resolve_generic_pointers(llvm::Module& module);

}  // namespace lmtune
