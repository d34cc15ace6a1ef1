#include "measure/sample_choice.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "lmtune/base/error.h"
#include "lmtune/base/hash.h"
#include "lmtune/measure/shard.h"

namespace lmtune {
namespace {

/// Uniform for different texts: the low digits of the hash alone are not.
std::uint64_t spread_hash(std::string_view text) {
  const std::string digits = content_hash(text);
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  value = (value ^ (value >> 33)) * 0xff51afd7ed558ccdULL;
  return value ^ (value >> 33);
}

}  // namespace

bool is_chosen(const std::string& benchmark_id, std::string_view purpose, double share) {
  const std::uint64_t hash = spread_hash(fmt::format("{} {}", purpose, benchmark_id));
  return static_cast<double>(hash >> 11) * 0x1p-53 < share;
}

Shard parse_shard(const std::string& text, const std::string& where) {
  std::uint32_t number = 0;
  Shard shard;
  const char* end = text.data() + text.size();
  const auto [slash, first] = std::from_chars(text.data(), end, number);
  if (first == std::errc() && slash != end && *slash == '/') {
    const auto [stop, second] = std::from_chars(slash + 1, end, shard.count);
    if (second == std::errc() && stop == end && number >= 1 && number <= shard.count) {
      shard.index = number - 1;
      return shard;
    }
  }
  throw Error(ErrorKind::kUsage, where, fmt::format("'{}' is no shard", text),
              "I/N is the I-th of N, from 1/N to N/N");
}

bool in_shard(const KernelSpec& spec, const Shard& shard) {
  return spread_hash(spec_id(spec)) % shard.count == shard.index;
}

}  // namespace lmtune
