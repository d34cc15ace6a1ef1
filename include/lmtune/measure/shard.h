// A part of a campaign: the benchmarks of every N-th kernel spec, so that N machines measure a
// campaign together and no spec is built twice.
#pragma once

#include <cstdint>
#include <string>

#include "lmtune/core/kernel_spec.h"

namespace lmtune {

struct Shard {
  std::uint32_t index = 0;  ///< below count
  std::uint32_t count = 1;
};

/// "2/8" is the second of eight. Throws kUsage at `where` where `text` is none.
Shard parse_shard(const std::string& text, const std::string& where);

/// Whether `spec` belongs to `shard`, by hash of its id.
bool in_shard(const KernelSpec& spec, const Shard& shard);

}  // namespace lmtune
