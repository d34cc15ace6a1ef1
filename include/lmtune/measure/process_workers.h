// Workers as child processes of this binary.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lmtune/measure/worker_host.h"

namespace lmtune {

/// Starts `program` with `arguments[device]`; it reads orders from its stdin and writes reports to
/// kChildOutputDescriptor. Ignores SIGPIPE from here on.
std::unique_ptr<WorkerHost> make_process_workers(std::filesystem::path program,
                                                 std::vector<std::vector<std::string>> arguments);

}  // namespace lmtune
