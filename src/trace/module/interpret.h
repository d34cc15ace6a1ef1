// Runs a kernel in Oclgrind for one work-group, or only compiles it and looks.
#pragma once

#include <vector>

#include "lmtune/core/trace_request.h"

namespace lmtune {

/// One kernel run a process: Oclgrind keeps its state in global variables.
TraceResult interpret(const TraceRequest& request);

std::vector<KernelInfo> inspect(const InspectRequest& request);

}  // namespace lmtune
