// Runs a variant of a benchmark on an OpenCL device and gives its results: for tests that compare
// with a host reference. Independent of lmtune's own executor, so that each checks the other.
#pragma once

#include <string>

#include "lmtune/core/benchmark.h"
#include "support/host_buffers.h"

namespace lmtune {

/// The device that tests use: the one whose name holds $LMTUNE_TEST_DEVICE, else the first. Empty
/// if there is none: the test is then skipped.
std::string test_device_name();

/// Runs `variant` once and copies its written buffers into `buffers`, which hold what the launch
/// starts from. Throws std::runtime_error with the build log or the name of the failed call.
void run_on_test_device(const Benchmark& benchmark, Variant variant, HostBuffers& buffers);

}  // namespace lmtune
