#include "trace/module/interpret.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string_view>

#include "lmtune/base/process_limits.h"
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

/// Memory for a trace, beside the buffers. The recorder's own budgets end most traces before.
constexpr std::uint64_t kTraceBytes = 12ull << 30;

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

/// The function in Oclgrind's complaint that it does not know it; "" if that is not the complaint.
std::string unknown_function(const std::string& problem) {
  constexpr std::string_view kUndefined = "Undefined external function: ";
  const std::size_t at = problem.find(kUndefined);
  return at == std::string::npos ? "" : problem.substr(at + kUndefined.size());
}

std::string remedy_for(const std::string& function, const std::vector<std::string>& options) {
  if (function.empty()) return "";
  if (std::any_of(options.begin(), options.end(), is_newest_language)) {
    return fmt::format(
        "the tracer's interpreter knows OpenCL C up to 2.0, and not what OpenCL C "
        "3.0 adds: {}",
        function);
  }
  if (function.find("sub_group") != std::string::npos) {
    return "the tracer's interpreter does not know sub-groups";
  }
  if (function.starts_with("work_group_") || function.starts_with("atomic_")) {
    return "the tracer's interpreter does not know that function of OpenCL C 2.0: trace a variant "
           "of the kernel that does without it";
  }
  return fmt::format("define {}, or trace a variant of the kernel that does without it", function);
}

std::unique_ptr<oclgrind::Kernel> create_kernel(oclgrind::Program& program,
                                                const CodeLayout& layout, const std::string& name,
                                                const std::string& source_name,
                                                const std::vector<std::string>& options) {
  const ErrorCapture errors;
  std::unique_ptr<oclgrind::Kernel> kernel(program.createKernel(name));
  if (!kernel) {
    const std::string problem = gist(errors.text());
    const std::string function = unknown_function(problem);
    const llvm::Instruction* call = find_call(layout, function);
    throw Error(ErrorKind::kInput, call ? place_of(*call, source_name) : source_name,
                fmt::format("kernel {} cannot be interpreted: {}", name, problem),
                remedy_for(function, options));
  }
  return kernel;
}

/// Coordinates that are not normalised, clamped to the edge, the nearest texel: as Clang's header
/// for OpenCL C numbers them.
constexpr std::uint32_t kNearestSampler = 0x2 | 0x10;

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
    } else if (std::holds_alternative<SamplerArgument>(value)) {
      bytes.resize(sizeof(kNearestSampler));
      std::memcpy(bytes.data(), &kNearestSampler, sizeof(kNearestSampler));
    } else if (const auto* description = std::get_if<ImageArgument>(&value)) {
      const oclgrind::Image* image = buffers.add(*description, i);
      bytes.resize(sizeof(image));
      std::memcpy(bytes.data(), &image, sizeof(image));
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

/// Whether work-items depend on each other while they run.
bool waits_for_others(const CodeLayout& layout) {
  constexpr std::array kWaiting{"barrier", "work_group_barrier", "async_work_group_copy",
                                "async_work_group_strided_copy", "wait_group_events"};
  return std::any_of(kWaiting.begin(), kWaiting.end(),
                     [&layout](const char* name) { return find_call(layout, name); });
}

/// Takes what was accessed into account.
void extend(std::map<std::string, std::uint64_t>& reached, const AccessLog& log,
            const std::vector<std::string>& arguments) {
  std::vector<std::uint64_t> ends(arguments.size(), 0);
  const auto extend_to = [&ends](std::uint32_t argument, std::uint64_t end) {
    ends[argument] = std::max(ends[argument], end);
  };
  for (const std::vector<AccessRecord>& item : log.items) {
    for (const AccessRecord& record : item) {
      const AccessShape& shape = log.shapes.key(log.events[record.event].shape);
      extend_to(shape.argument, record.offset + shape.bytes);
    }
  }
  for (const auto& [shape, runs] : log.group_offsets) {
    for (const std::vector<std::uint64_t>& run : runs) {
      for (const std::uint64_t offset : run) extend_to(shape.argument, offset + shape.bytes);
    }
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (ends[i] == 0) continue;
    std::uint64_t& end = reached[arguments[i]];
    end = std::max(end, ends[i]);
  }
}

void check_outcome(const Recorder& recorder, const std::array<std::uint64_t, 3>& group,
                   const std::string& source_name) {
  if (!recorder.spent_budget().empty()) {
    throw Error(ErrorKind::kInput, source_name,
                fmt::format("work-group ({}) takes more than {}", fmt::join(group, ", "),
                            recorder.spent_budget()),
                "a smaller launch does less; if it never ends, an argument or the data in an array "
                "is not what the kernel expects");
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

  limit_processor_time(request.max_seconds);
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
  const auto kernel = create_kernel(*program, layout, name, source_name,
                                    build_options(benchmark.spec, request.variant));
  DeviceBuffers buffers(*context.getGlobalMemory());
  set_arguments(*kernel, launch, buffers);

  std::vector<std::string> arguments;
  for (const Argument& argument : launch.arguments) arguments.push_back(argument.name);
  limit_memory(kTraceBytes);
  const auto run = [&](const std::array<std::uint64_t, 3>& group, RunItems items) {
    auto recorder = std::make_unique<Recorder>(
        context, layout, buffers,
        Recorder::Options{size3(group), request.max_instructions, source_name, arguments, items});
    context.registerPlugin(recorder.get());
    oclgrind::KernelInvocation::run(&context, kernel.get(), launch.dimensions, size3(launch.offset),
                                    size3(launch.global), size3(launch.local));
    context.unregisterPlugin(recorder.get());
    check_outcome(*recorder, group, source_name);
    return recorder;
  };

  TraceResult result;
  const std::unique_ptr<Recorder> traced = run(request.group, RunItems::kAll);
  const Recorder& recorder = *traced;
  extend(result.reached, recorder.access_log(), arguments);
  const RunItems telling = waits_for_others(layout) ? RunItems::kAll : RunItems::kOutermost;
  for (const auto& group : request.reach_groups) {
    extend(result.reached, run(group, telling)->access_log(), arguments);
  }
  result.problems = recorder.problems();
  result.trace.group = request.group;
  result.trace.items = static_cast<std::uint32_t>(group_items(launch));
  result.trace.barriers = recorder.barriers();
  result.trace.local_bytes = local_bytes(function, launch);
  result.trace.operations = recorder.operations();
  result.trace.unaliased_arguments = unaliased_buffers(function, launch);
  result.trace.instructions = assemble(recorder.access_log(), layout, arguments);
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
