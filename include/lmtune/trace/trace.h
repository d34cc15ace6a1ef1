// The tracer: interprets a kernel for one work-group in a child process, and gives its access
// trace.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "lmtune/core/access_trace.h"
#include "lmtune/core/benchmark.h"
#include "lmtune/core/kernel_info.h"
#include "lmtune/core/trace_request.h"

namespace lmtune {

struct TraceOptions {
  std::optional<std::array<std::uint64_t, 3>> group;  ///< absent: representative_group()
  std::uint64_t max_instructions = 500'000'000;       ///< interpreted, before it gives up
  std::uint64_t max_seconds = 600;                    ///< of processor time, likewise
  RaceCheck race_check = RaceCheck::kOff;
  std::vector<std::array<std::uint64_t, 3>> reach_groups;  ///< for TraceResult::reached
  std::filesystem::path program = "/proc/self/exe";  ///< the lmtune binary to run as the child
};

/// Traces one variant of a benchmark, compiled with the variant's build options, the folder of the
/// source file as include folder, and -O1, which hoists invariants out of loops as GPU compilers do
/// but leaves loops as they are written.
///
/// What is counted in the result (core/access_trace.h):
/// - A memory instruction is one load, store or atomic of the source: a line and column, reached
///   through one chain of calls, moving so many bytes of one argument. Copies that the compiler
///   makes (unrolling, inlining) count as one. A load that the compiler hoisted is one of its own.
/// - Accesses of global memory through buffer arguments, `__constant` ones included. An element of
/// an
///   asynchronous copy counts as an access by the work-items in turn.
/// - floating_point: 1 per vector component for + - * unary minus, comparison, fmin, fmax, fabs,
///   rounding functions and the like; 2 for a fused multiply-add, mad and clamp, 3 for mix; dot and
///   other geometric functions by their definition. Conversions, select and everything on integers
///   count nothing.
/// - special: 1 per component for division, remainder, square roots, powers, exponentials,
///   logarithms, trigonometric and all other mathematical functions, native_ and half_ ones too.
/// - barriers: barrier() and wait_group_events() that the group passes.
///
/// Buffers hold what fill_buffer() says wherever the kernel touches them; whole buffers are never
/// filled, so their size costs nothing. printf output of the kernel is discarded.
///
/// Throws kInput where the kernel does not compile (with the compiler's message), uses what the
/// interpreter does not know (sub-groups, half arithmetic, the generic address space, OpenCL
/// C 3.0), the entry point or an argument does not exist or fit (listing those there are), or the
/// instruction budget is spent; kInternal where the child process died.
TraceResult trace_kernel(const Benchmark& benchmark, Variant variant, const TraceOptions& options);

/// The kernels that `spec`'s source holds when compiled with one variant's options, in the order of
/// the source; entry points are not looked at. Throws as trace_kernel() does.
std::vector<KernelInfo> inspect_kernels(const KernelSpec& spec, Variant variant,
                                        const std::filesystem::path& program = "/proc/self/exe");

}  // namespace lmtune
