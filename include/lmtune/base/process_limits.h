// What a process that handles untrusted input may use, set by itself.
#pragma once

#include <cstdint>

namespace lmtune {

/// The process dies with SIGXCPU after so many seconds of processor time.
void limit_processor_time(std::uint64_t seconds);

/// Allocations fail (std::bad_alloc) once the process has so many bytes of address space more than
/// now.
void limit_memory(std::uint64_t bytes);

/// No network, no other programs, no core files: from now on sockets cannot be made and programs
/// cannot be started. Where the system cannot do that, nothing happens.
void confine_process();

}  // namespace lmtune
