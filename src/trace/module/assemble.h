// From the recorder's log to the memory instructions of an access trace.
#pragma once

#include <string>
#include <vector>

#include "trace/module/access_log.h"
#include "trace/module/code_layout.h"

namespace lmtune {

/// `arguments` are the kernel's argument names, which the log has by index.
std::vector<MemoryInstruction> assemble(const AccessLog& log, const CodeLayout& layout,
                                        const std::vector<std::string>& arguments);

}  // namespace lmtune
