#include "lmtune/trace/tracer_process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>

#include "lmtune/base/child_process.h"
#include "lmtune/base/error.h"
#include "lmtune/base/process_limits.h"
#include "trace/tracer_module.h"

namespace lmtune {
namespace {

/// For compiling and describing a kernel; what a trace may take is part of the request.
constexpr std::uint64_t kCompileSeconds = 60;

/// A tracer must not outlive whoever asked.
void confine() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_processor_time(kCompileSeconds);
  confine_process();
}

std::string module_path() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::array candidates{folder / kTracerModuleName,
                              folder.parent_path() / "lib" / "lmtune" / kTracerModuleName};
  for (const auto& candidate : candidates) {
    if (std::filesystem::exists(candidate)) return candidate.string();
  }
  throw Error(
      ErrorKind::kInternal, kTracerModuleName, "the tracer's module is missing",
      fmt::format("it belongs at {} or {}", candidates[0].string(), candidates[1].string()));
}

AnswerRequest load_module() {
  const std::string path = module_path();
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!module) {
    throw Error(ErrorKind::kInternal, path, fmt::format("cannot load it: {}", ::dlerror()));
  }
  void* symbol = ::dlsym(module, kAnswerRequestSymbol);
  if (!symbol) throw Error(ErrorKind::kInternal, path, "is no tracer module");
  return reinterpret_cast<AnswerRequest>(symbol);
}

void write_response(void*, const char* data, std::size_t size) {
  while (size != 0) {
    const ssize_t written = ::write(kChildOutputDescriptor, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ::_exit(1);  // Nobody is left to be told.
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

}  // namespace

void run_tracer_process() {
  if (::fcntl(kChildOutputDescriptor, F_GETFL) < 0) {
    throw Error(ErrorKind::kUsage, "trace-child", "is a part of lmtune that it starts by itself",
                "see lmtune --help for the commands");
  }
  confine();
  const AnswerRequest answer = load_module();
  const std::string request((std::istreambuf_iterator<char>(std::cin)),
                            std::istreambuf_iterator<char>());
  answer(request.data(), request.size(), write_response, nullptr);
}

}  // namespace lmtune
