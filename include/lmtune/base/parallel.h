// Independent tasks on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lmtune {

/// Calls `task(i)` once for each i below `count`, on up to `threads` threads at once (0: as many as
/// there are cores), and returns when all are done. Then throws the error of the lowest i that
/// threw.
void parallel_for(std::size_t count, std::uint32_t threads,
                  const std::function<void(std::size_t)>& task);

}  // namespace lmtune
