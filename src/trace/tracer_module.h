// The one door between the tracer process and the Oclgrind module: bytes in, bytes out.
#pragma once

#include <cstddef>

namespace lmtune {

/// Takes a piece of the response.
using WriteResponse = void (*)(void* context, const char* data, std::size_t size);

/// Answers a request in the format of io/trace_message.h; never throws.
using AnswerRequest = void (*)(const char* request, std::size_t size, WriteResponse write,
                               void* context);

inline constexpr const char* kAnswerRequestSymbol = "lmtune_answer_request";
inline constexpr const char* kTracerModuleName = "liblmtune_oclgrind.so";

}  // namespace lmtune
