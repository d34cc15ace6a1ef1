// The child's side of the tracer: what the hidden command `lmtune trace-child` does.
#pragma once

namespace lmtune {

/// Reads a request from stdin, has the Oclgrind module answer it, and writes the response to
/// kChildOutputDescriptor; errors in the request or the kernel are part of the response. The module
/// is looked for beside the executable and in ../lib/lmtune. Throws kUsage if not started by
/// lmtune, and kInternal if the module cannot be loaded.
void run_tracer_process();

}  // namespace lmtune
