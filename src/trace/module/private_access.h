// What we must change inside Oclgrind and it has no function for.
#pragma once

#include <memory>

#include "trace/module/oclgrind_api.h"

namespace llvm {
class Module;
}

namespace lmtune {

/// Makes `invocation` run one work-group alone.
void run_only(const oclgrind::KernelInvocation& invocation, const oclgrind::Size3& group);

/// Ends the group's work-items before they begin, but those at its corners.
void run_outermost(const oclgrind::WorkGroup& group);

/// Removes the plugins that Oclgrind always loads (its log on stderr and its memory checker).
void drop_standard_plugins(oclgrind::Context& context);

/// Takes the first plugin out of the context.
std::unique_ptr<oclgrind::Plugin> take_plugin(oclgrind::Context& context);

llvm::Module& module_of(const oclgrind::Program& program);

}  // namespace lmtune
