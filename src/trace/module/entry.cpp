#include "trace/tracer_module.h"

#include <llvm/Support/CommandLine.h>

#include <array>
#include <exception>
#include <new>
#include <string_view>

#include "lmtune/io/trace_message.h"
#include "trace/module/interpret.h"

namespace lmtune {
namespace {

/// LLVM would turn a vector load whose components are used one by one into scalar loads, which
/// compilers for GPUs do not.
void keep_vector_loads() {
  constexpr std::array<const char*, 2> kArguments{"lmtune", "-disable-vector-combine"};
  llvm::cl::ParseCommandLineOptions(static_cast<int>(kArguments.size()), kArguments.data());
}

TracerResponse answer(std::string_view message) {
  try {
    const TracerRequest request = parse_tracer_request(message);
    if (const auto* inspection = std::get_if<InspectRequest>(&request)) return inspect(*inspection);
    return interpret(std::get<TraceRequest>(request));
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorKind::kInput, "tracer", "the trace takes more memory than it may",
                 "a smaller launch or work-group takes less");
  } catch (const std::exception& error) {
    return Error(ErrorKind::kInternal, "tracer", error.what());
  }
}

}  // namespace
}  // namespace lmtune

extern "C" __attribute__((visibility("default"))) void lmtune_answer_request(
    const char* request, std::size_t size, lmtune::WriteResponse write, void* context) {
  lmtune::keep_vector_loads();
  const std::string response = lmtune::format_tracer_response(lmtune::answer({request, size}));
  write(context, response.data(), response.size());
}
