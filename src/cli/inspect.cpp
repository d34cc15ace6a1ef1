// lmtune inspect: the kernels of a file, and which of their arrays could be cached.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/case_skeleton.h"
#include "cli/kernel_file.h"
#include "lmtune/base/error.h"
#include "lmtune/cli/command.h"
#include "lmtune/io/case_json.h"
#include "lmtune/io/output_json.h"
#include "lmtune/trace/trace.h"

namespace lmtune {
namespace {

struct InspectArguments {
  std::string file;
  std::string kernel;
  CompilerOptions compiler;
  bool json = false;
  bool case_skeleton = false;
};

std::string access_in_words(const KernelParameter& parameter) {
  if (!parameter.used) return "not used";
  switch (parameter.access) {
    case Access::kRead:
      return "only read";
    case Access::kWrite:
      return "only written";
    case Access::kReadWrite:
      return "read and written";
  }
  return "";
}

std::string in_words(const KernelParameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kBuffer:
      return access_in_words(parameter) + (can_be_target(parameter) ? ": a possible target" : "");
    case ParameterKind::kConstant:
      return access_in_words(parameter) + ": in constant memory already";
    case ParameterKind::kLocal:
      return access_in_words(parameter) + ": local memory, its size is given at the launch";
    case ParameterKind::kScalar:
      return "scalar";
    case ParameterKind::kStruct:
      return fmt::format("struct of {} bytes", parameter.bytes);
    case ParameterKind::kImage:
    case ParameterKind::kSampler:
      return to_string(parameter.kind);
    case ParameterKind::kOther:
      return to_string(parameter.kind) + ": lmtune cannot trace it";
  }
  return "";
}

/// What `predict` may ask for: arrays whose data decides what is accessed.
std::string steering_in_words(const KernelInfo& kernel, const KernelParameter& parameter) {
  if (parameter.kind != ParameterKind::kBuffer && parameter.kind != ParameterKind::kConstant) {
    return "";
  }
  std::vector<std::string> steered;
  for (const std::uint32_t index : parameter.steering.arrays) {
    steered.push_back(kernel.parameters[index].name);
  }
  std::string text;
  if (!steered.empty()) {
    text += fmt::format("; its data steers the addresses of {}", fmt::join(steered, ", "));
  }
  if (parameter.steering.loops) text += "; its data decides how often loops go round";
  return text;
}

std::string in_words(const KernelInfo& kernel) {
  std::string text = fmt::format("kernel {}\n", kernel.name);
  if (kernel.required_local) {
    text += fmt::format("  requires work-groups of {}\n", fmt::join(*kernel.required_local, " x "));
  }
  text += kernel.local_bytes == 0
              ? "  declares no local memory\n"
              : fmt::format("  declares {} bytes of local memory\n", kernel.local_bytes);
  std::size_t width = 0;
  for (const KernelParameter& parameter : kernel.parameters) {
    width = std::max(width, to_string(parameter).size());
  }
  for (const KernelParameter& parameter : kernel.parameters) {
    text += fmt::format("  {:<{}}  {}{}\n", to_string(parameter), width, in_words(parameter),
                        steering_in_words(kernel, parameter));
  }
  return text;
}

/// The kernel asked for; all if none was asked for.
std::vector<KernelInfo> kernels_of(const KernelSpec& spec, const std::string& asked) {
  std::vector<KernelInfo> kernels = inspect_kernels(spec, Variant::kBaseline);
  const std::string& path = spec.source->name;
  if (kernels.empty()) {
    throw Error(ErrorKind::kInput, path, "holds no kernel with these options",
                "a kernel is a function marked __kernel; -D switches on what #ifdef leaves out");
  }
  if (asked.empty()) return kernels;
  return {find_kernel(kernels, asked, path)};
}

void inspect(const InspectArguments& arguments) {
  const KernelSpec spec = kernel_file_spec(arguments.file, arguments.compiler);
  const std::vector<KernelInfo> kernels = kernels_of(spec, arguments.kernel);
  if (arguments.json) {
    std::fputs(format_inspection(spec, kernels).c_str(), stdout);
    return;
  }
  if (arguments.case_skeleton) {
    const KernelInfo& kernel =
        kernels.size() == 1 ? kernels.front() : find_kernel(kernels, "", arguments.file);
    std::fputs(format_case(case_skeleton(spec, kernel)).c_str(), stdout);
    return;
  }
  std::vector<std::string> texts;
  for (const KernelInfo& kernel : kernels) texts.push_back(in_words(kernel));
  fmt::print("{}", fmt::join(texts, "\n"));
}

}  // namespace

void add_inspect_command(CLI::App& app, ExitCode&) {
  auto arguments = std::make_shared<InspectArguments>();
  CLI::App* command = app.add_subcommand(
      "inspect", "List the kernels of a file, and which of their arrays could be cached");
  command->add_option("KERNEL", arguments->file, "An OpenCL C file")->required();
  add_compiler_options(*command, "Options", arguments->compiler);
  command->add_option("--kernel", arguments->kernel, "Only this kernel (default: all)");
  auto* json = command->add_flag("--json", arguments->json, "Print JSON");
  command
      ->add_flag("--case", arguments->case_skeleton,
                 "Print a case file to fill in, to lie beside the kernel file")
      ->excludes(json);
  command->footer(
      "Examples:\n"
      "  lmtune inspect my.cl -D TILE=16\n"
      "  lmtune inspect my.cl -D TILE=16 --kernel matmul --case > my.json");
  command->callback([arguments] { inspect(*arguments); });
}

}  // namespace lmtune
