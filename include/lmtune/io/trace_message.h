// The messages between lmtune and its tracer process: JSON, then raw arrays in the machine's own
// byte order, for both ends are the same build.
#pragma once

#include <string>
#include <string_view>

#include "lmtune/core/trace_request.h"

namespace lmtune {

std::string format_tracer_request(const TracerRequest& request);
std::string format_tracer_response(const TracerResponse& response);

/// Both throw kInternal where the message is cut short; request parsing passes on what is wrong
/// with a benchmark as kInput.
TracerRequest parse_tracer_request(std::string_view message);
TracerResponse parse_tracer_response(std::string_view message);

}  // namespace lmtune
