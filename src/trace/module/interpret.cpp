#include "trace/module/interpret.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

#include "trace/module/assemble.h"
#include "trace/module/compile.h"
#include "trace/module/describe.h"
#include "trace/module/intrinsics.h"
#include "trace/module/launch_checks.h"
#include "trace/module/private_access.h"
#include "trace/module/race_check.h"
#include "trace/module/recorder.h"

namespace lmtune {
namespace {

/// Oclgrind is steered by environment variables; the user's own must not change a trace.
void steer_oclgrind(RaceCheck race_check) {
  std::vector<std::string> names;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with("OCLGRIND_")) names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names) ::unsetenv(name.c_str());
  ::setenv("OCLGRIND_QUICK", "1", 1);  // does not make a list of all work-groups
  if (race_check == RaceCheck::kOn) ::setenv("OCLGRIND_DATA_RACES", "1", 1);
}

const llvm::Function& find_kernel(const llvm::Module& module, const std::string& name,
                                  const std::string& source_name) {
  std::vector<std::string> names;
  for (const llvm::Function* kernel : kernels_of(module)) {
    if (kernel->getName() == name) return *kernel;
    names.push_back(kernel->getName().str());
  }
  throw Error(ErrorKind::kInput, source_name, fmt::format("has no kernel '{}'", name),
              names.empty() ? "it has none at all"
                            : fmt::format("its kernels: {}", fmt::join(names, ", ")));
}

/// Keeps what is written to std::cerr while it lives: Oclgrind says there why it refuses a kernel.
class ErrorCapture {
 public:
  ErrorCapture() : before_(std::cerr.rdbuf(text_.rdbuf())) {}
  ~ErrorCapture() { std::cerr.rdbuf(before_); }
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

/// The line of Oclgrind's message that says what happened.
std::string gist(const std::string& message) {
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(" \t"));
    if (!line.empty() && line.find("OCLGRIND FATAL ERROR") == std::string::npos) return line;
  }
  return message;
}

std::string remedy_for(const std::string& problem) {
  constexpr std::string_view kUndefined = "Undefined external function: ";
  const std::size_t at = problem.find(kUndefined);
  if (at == std::string::npos) return "";
  const std::string name = problem.substr(at + kUndefined.size());
  if (name.find("sub_group") != std::string::npos) {
    return "the tracer's interpreter does not know sub-groups";
  }
  return fmt::format("define {}, or trace a variant of the kernel that does without it", name);
}

std::unique_ptr<oclgrind::Kernel> create_kernel(oclgrind::Program& program, const std::string& name,
                                                const std::string& source_name) {
  const ErrorCapture errors;
  std::unique_ptr<oclgrind::Kernel> kernel(program.createKernel(name));
  if (!kernel) {
    const std::string problem = gist(errors.text());
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("kernel {} cannot be interpreted: {}", name, problem),
                remedy_for(problem));
  }
  return kernel;
}

void set_arguments(oclgrind::Kernel& kernel, const Launch& launch, DeviceBuffers& buffers) {
  for (std::uint32_t i = 0; i < launch.arguments.size(); ++i) {
    const auto& value = launch.arguments[i].value;
    oclgrind::TypedValue typed{static_cast<unsigned>(kernel.getArgumentSize(i)), 1, nullptr};
    std::vector<std::byte> bytes;
    if (const auto* local = std::get_if<LocalArgument>(&value)) {
      typed.size = static_cast<unsigned>(local->bytes);
      kernel.setArgument(i, typed);
      continue;
    }
    if (const auto* scalar = std::get_if<ScalarArgument>(&value)) {
      bytes = scalar_bytes(*scalar);
    } else {
      const std::size_t address = buffers.add(std::get<BufferArgument>(value), i);
      bytes.resize(sizeof(address));
      std::memcpy(bytes.data(), &address, sizeof(address));
    }
    bytes.resize(std::max<std::size_t>(bytes.size(), typed.size));
    typed.data = reinterpret_cast<unsigned char*>(bytes.data());
    kernel.setArgument(i, typed);  // makes a copy
  }
}

/// Names of the buffers that no store to another one can change.
std::vector<std::string> unaliased_buffers(const llvm::Function& kernel, const Launch& launch) {
  const std::vector<bool> unaliased = unaliased_arguments(kernel);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    if (unaliased[i] && std::holds_alternative<BufferArgument>(argument.value)) {
      names.push_back(argument.name);
    }
  }
  return names;
}

std::uint64_t local_bytes(const llvm::Function& kernel, const Launch& launch) {
  std::uint64_t bytes = declared_local_bytes(kernel);
  for (const Argument& argument : launch.arguments) {
    if (const auto* local = std::get_if<LocalArgument>(&argument.value)) bytes += local->bytes;
  }
  return bytes;
}

void check_outcome(const Recorder& recorder, const TraceRequest& request) {
  const std::string& source_name = request.benchmark.spec.source->name;
  if (recorder.budget_spent()) {
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("work-group ({}) takes more than {} interpreted instructions",
                            fmt::join(request.group, ", "), request.max_instructions),
                "trace a smaller launch, or allow more");
  }
  if (!recorder.fatal().empty()) {
    throw Error(ErrorKind::kInput, source_name, "cannot be interpreted: " + gist(recorder.fatal()));
  }
}

oclgrind::Size3 size3(const std::array<std::uint64_t, 3>& sizes) {
  return {sizes[0], sizes[1], sizes[2]};
}

}  // namespace

TraceResult interpret(const TraceRequest& request) {
  const Benchmark& benchmark = request.benchmark;
  const Launch& launch = benchmark.launch;
  const std::string& source_name = benchmark.spec.source->name;
  const std::string& name = variant_spec(benchmark.spec, request.variant).entry_point;

  steer_oclgrind(request.race_check);
  add_missing_intrinsics();
  oclgrind::Context context;
  drop_standard_plugins(context);
  std::optional<RaceCheckPlugin> races;
  if (request.race_check == RaceCheck::kOn) races.emplace(context);
  const auto program = compile(context, benchmark.spec, request.variant);
  const llvm::Function& function = find_kernel(module_of(*program), name, source_name);
  const CodeLayout layout(function);
  check_arguments(describe(function), launch, source_name);
  check_supported(layout, source_name);
  const auto kernel = create_kernel(*program, name, source_name);
  DeviceBuffers buffers(*context.getGlobalMemory());
  set_arguments(*kernel, launch, buffers);

  Recorder::Options options{size3(request.group), request.max_instructions, source_name, {}};
  for (const Argument& argument : launch.arguments) options.arguments.push_back(argument.name);
  Recorder recorder(context, layout, buffers, options);
  context.registerPlugin(&recorder);
  oclgrind::KernelInvocation::run(&context, kernel.get(), launch.dimensions,
                                  oclgrind::Size3(0, 0, 0), size3(launch.global),
                                  size3(launch.local));
  context.unregisterPlugin(&recorder);
  check_outcome(recorder, request);

  TraceResult result;
  result.problems = recorder.problems();
  result.trace.group = request.group;
  result.trace.items = static_cast<std::uint32_t>(group_items(launch));
  result.trace.barriers = recorder.barriers();
  result.trace.local_bytes = local_bytes(function, launch);
  result.trace.operations = recorder.operations();
  result.trace.unaliased_arguments = unaliased_buffers(function, launch);
  result.trace.instructions = assemble(recorder.access_log(), layout, options.arguments);
  canonicalise(result.trace);
  return result;
}

std::vector<KernelInfo> inspect(const InspectRequest& request) {
  steer_oclgrind(RaceCheck::kOff);
  const oclgrind::Context context;
  const auto program = compile(context, request.spec, request.variant);
  std::vector<KernelInfo> kernels;
  for (const llvm::Function* kernel : kernels_of(module_of(*program))) {
    kernels.push_back(describe(*kernel));
  }
  return kernels;
}

}  // namespace lmtune
