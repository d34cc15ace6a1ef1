#include "trace/module/private_access.h"

#include <llvm/IR/Module.h>

namespace lmtune {
namespace {

/// The names in an explicit instantiation are exempt from access checks ([temp.spec]/6), so that
/// one can hand out a pointer to a private member, through a friend.
template <typename Tag, typename Tag::Type Member>
struct Expose {
  friend typename Tag::Type pointer_to(Tag) { return Member; }
};

struct WorkGroups {
  using Type = std::vector<oclgrind::Size3> oclgrind::KernelInvocation::*;
  friend Type pointer_to(WorkGroups);
};
template struct Expose<WorkGroups, &oclgrind::KernelInvocation::m_workGroups>;

struct Plugins {
  using Type = oclgrind::PluginList oclgrind::Context::*;
  friend Type pointer_to(Plugins);
};
template struct Expose<Plugins, &oclgrind::Context::m_plugins>;

struct ProgramModule {
  using Type = std::unique_ptr<llvm::Module> oclgrind::Program::*;
  friend Type pointer_to(ProgramModule);
};
template struct Expose<ProgramModule, &oclgrind::Program::m_module>;

}  // namespace

void run_only(const oclgrind::KernelInvocation& invocation, const oclgrind::Size3& group) {
  (const_cast<oclgrind::KernelInvocation&>(invocation).*pointer_to(WorkGroups())) = {group};
}

void drop_standard_plugins(oclgrind::Context& context) {
  constexpr std::size_t kStandardPlugins = 2;  // Context::loadPlugins() puts them first.
  oclgrind::PluginList& plugins = context.*pointer_to(Plugins());
  for (std::size_t i = 0; i < kStandardPlugins && !plugins.empty(); ++i) {
    if (plugins.front().second) delete plugins.front().first;
    plugins.pop_front();
  }
}

std::unique_ptr<oclgrind::Plugin> take_plugin(oclgrind::Context& context) {
  oclgrind::PluginList& plugins = context.*pointer_to(Plugins());
  std::unique_ptr<oclgrind::Plugin> taken(plugins.front().first);
  plugins.pop_front();
  return taken;
}

llvm::Module& module_of(const oclgrind::Program& program) {
  return *(program.*pointer_to(ProgramModule()));
}

}  // namespace lmtune
