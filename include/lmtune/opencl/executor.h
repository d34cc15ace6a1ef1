// Runs and times benchmarks on an OpenCL device of this machine.
#pragma once

#include <cstddef>
#include <memory>

#include "lmtune/measure/executor.h"

namespace lmtune {

/// An executor on the device of that index in list_devices(), with a context and an in-order queue
/// of its own. Throws kDevice where the device cannot be used or has no timer. One benchmark can be
/// prepared at a time, and must go before the executor does. Not for use by several threads.
std::unique_ptr<Executor> make_opencl_executor(std::size_t device_index);

}  // namespace lmtune
