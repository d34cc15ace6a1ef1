#include "cli/kernel_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"

namespace lmtune {

void add_compiler_options(CLI::App& command, const std::string& group, CompilerOptions& options) {
  const auto add = [&](const std::string& name, std::vector<std::string>& values,
                       const std::string& type, const std::string& help) {
    command.add_option(name, values, help)->group(group)->type_name(type)->allow_extra_args(false);
  };
  add("-D", options.macros, "NAME[=VALUE]", "A macro for the compiler");
  add("-I", options.folders, "FOLDER", "An include folder for the compiler");
}

std::vector<std::string> build_options(const CompilerOptions& options) {
  std::vector<std::string> all;
  for (const std::string& macro : options.macros) all.push_back("-D" + macro);
  for (const std::string& folder : options.folders) all.push_back("-I" + folder);
  return all;
}

KernelSpec kernel_file_spec(const std::string& path, const std::vector<std::string>& options) {
  KernelSpec spec;
  spec.source = std::make_shared<KernelSource>(KernelSource{path, read_file(path)});
  spec.options = options;
  return spec;
}

const KernelInfo& find_kernel(std::span<const KernelInfo> kernels, const std::string& name,
                              const std::string& path) {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels) {
    if (kernel.name == name) return kernel;
    names.push_back(kernel.name);
  }
  throw Error(ErrorKind::kUsage, "--kernel",
              name.empty() ? fmt::format("is missing for {}", path)
                           : fmt::format("{} has no kernel '{}'", path, name),
              fmt::format("its kernels are: {}",
                          names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

void fail_untraceable(const KernelParameter& parameter) {
  throw Error(ErrorKind::kInput, parameter.name,
              fmt::format("'{}' is of a kind that lmtune cannot trace", to_string(parameter)),
              "kernels may take arrays, scalars, vectors and structs");
}

}  // namespace lmtune
