#include "cli/argument_data.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

#include "lmtune/base/error.h"
#include "lmtune/io/buffer_data.h"

namespace lmtune {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ':') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// The numbers after a pattern's name; nothing if one of them is none.
std::optional<std::vector<double>> numbers_in(const std::vector<std::string>& words) {
  std::vector<double> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    double number = 0.0;
    const char* end = words[i].data() + words[i].size();
    const auto [stop, code] = std::from_chars(words[i].data(), end, number);
    if (code != std::errc() || stop != end) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

std::optional<Fill> pattern(const std::string& text) {
  const std::vector<std::string> words = split(text);
  const auto numbers = numbers_in(words);
  if (!numbers) return std::nullopt;
  const std::size_t count = numbers->size();
  const auto number = [&](std::size_t i, double missing) {
    return i < count ? (*numbers)[i] : missing;
  };
  Fill fill;
  if (words[0] == "random" && count == 2) {
    fill.low = number(0, 0);
    fill.high = number(1, 0);
  } else if (words[0] == "ramp" && count <= 2) {
    fill.slope = number(0, 1);
    fill.low = fill.high = number(1, 0);
  } else if (words[0] == "band" && count == 1) {
    fill.slope = 1;
    fill.low = -number(0, 0);
    fill.high = number(0, 0);
    fill.minimum = 0;
  } else if (words[0] == "constant" && count == 1) {
    fill.low = fill.high = number(0, 0);
  } else {
    return std::nullopt;
  }
  if (fill.low > fill.high) return std::nullopt;
  return fill;
}

}  // namespace

void set_contents(BufferArgument& buffer, const std::string& name, const std::string& text) {
  if (const std::optional<Fill> fill = pattern(text)) {
    buffer.fill = *fill;
    return;
  }
  if (!std::filesystem::exists(text)) {
    throw Error(ErrorKind::kUsage, "--data",
                fmt::format("'{}' is no pattern for '{}' and no file", text, name),
                fmt::format("write --data {}=, then one of {}", name, kDataPatterns));
  }
  buffer.data = read_buffer_data(text, buffer.element);
  const std::uint64_t held = buffer.data->bytes.size() / size_bytes(buffer.element);
  if (buffer.count == 0) buffer.count = held;
  if (buffer.count > held) {
    throw Error(ErrorKind::kInput, text,
                fmt::format("holds {} elements, and '{}' is to have {}", held, name, buffer.count),
                "leave --size out, or give a file that is as long");
  }
}

}  // namespace lmtune
