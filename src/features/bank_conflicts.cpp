#include "features/bank_conflicts.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lmtune {
namespace {

constexpr std::size_t kBanks = 32;
constexpr std::uint64_t kWordBytes = 4;

}  // namespace

std::uint64_t bank_conflicts(const TileRead& read) {
  const std::uint64_t piece_elements = (read.elements + read.pieces - 1) / read.pieces;
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < read.elements; ++i) {
    const std::uint64_t byte =
        i / piece_elements * read.row_bytes + i % piece_elements * read.element_bytes;
    const std::uint64_t last = (byte + read.read_bytes - 1) / kWordBytes;
    for (std::uint64_t word = byte / kWordBytes; word <= last; ++word) words.push_back(word);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<std::uint64_t, kBanks> banks{};
  for (const std::uint64_t word : words) ++banks[word % kBanks];
  return *std::max_element(banks.begin(), banks.end());
}

}  // namespace lmtune
