#include "cli/kernel_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "lmtune/base/error.h"
#include "lmtune/io/kernel_file.h"

namespace lmtune {

void add_compiler_options(CLI::App& command, const std::string& group, CompilerOptions& options) {
  const auto add = [&](const std::string& name, std::vector<std::string>& values,
                       const std::string& type, const std::string& help) {
    command.add_option(name, values, help)->group(group)->type_name(type)->allow_extra_args(false);
  };
  add("-D", options.macros, "NAME[=VALUE]", "A macro for the compiler");
  add("-I", options.folders, "FOLDER", "An include folder for the compiler");
  add("--include", options.forced, "FILE", "A file to include first; also as -include FILE");
  command
      .add_option("--cl-std", options.language, "Language: CL1.2, CL2.0 …; also as -cl-std=CL2.0")
      ->group(group)
      ->type_name("STD");
  add("--option", options.others, "OPTION",
      "Another option for the compiler; those that begin with -cl- also by themselves");
}

std::vector<std::string> with_double_dashes(int argc, const char* const* argv) {
  constexpr std::string_view kLanguage = "-cl-std=";
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (!words.empty() && words.back() == "--option") {
      words.back() += fmt::format("={}", word);
    } else if (word == "-include") {
      words.emplace_back("--include");
    } else if (word.starts_with(kLanguage)) {
      words.push_back(fmt::format("--cl-std={}", word.substr(kLanguage.size())));
    } else if (word.starts_with("-cl-")) {
      words.push_back(fmt::format("--option={}", word));
    } else {
      words.emplace_back(word);
    }
  }
  return words;
}

std::vector<std::string> build_options(const CompilerOptions& options) {
  std::vector<std::string> all;
  for (const std::string& macro : options.macros) all.push_back("-D" + macro);
  for (const std::string& folder : options.folders) all.push_back("-I" + folder);
  if (!options.language.empty()) all.push_back("-cl-std=" + options.language);
  all.insert(all.end(), options.others.begin(), options.others.end());
  return all;
}

KernelSpec kernel_file_spec(const std::string& path, const CompilerOptions& options) {
  IncludeOptions includes;
  includes.folders.assign(options.folders.begin(), options.folders.end());
  includes.forced.assign(options.forced.begin(), options.forced.end());
  KernelSpec spec;
  spec.source = read_kernel_file(path, includes);
  spec.options = build_options(options);
  return spec;
}

const KernelInfo& find_kernel(std::span<const KernelInfo> kernels, const std::string& name,
                              const std::string& path) {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : kernels) {
    if (kernel.name == name || (name.empty() && kernels.size() == 1)) return kernel;
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
