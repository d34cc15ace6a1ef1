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

void run_outermost(const oclgrind::WorkGroup& group) {
  const oclgrind::Size3 size = group.getGroupSize();
  const auto at_end = [](std::size_t id, std::size_t items) { return id == 0 || id + 1 == items; };
  for (std::size_t z = 0; z < size.z; ++z) {
    for (std::size_t y = 0; y < size.y; ++y) {
      for (std::size_t x = 0; x < size.x; ++x) {
        if (at_end(x, size.x) && at_end(y, size.y) && at_end(z, size.z)) continue;
        const_cast<oclgrind::WorkGroup&>(group).notifyFinished(group.getWorkItem({x, y, z}));
      }
    }
  }
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
