#include "lmtune/io/buffer_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "lmtune/base/error.h"
#include "lmtune/base/file.h"
#include "lmtune/base/hash.h"
#include "lmtune/core/scalar_dispatch.h"

namespace lmtune {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& problem,
                       const std::string& remedy) {
  throw Error(ErrorKind::kInput, path, problem, remedy);
}

/// What follows `'key': ` in the header of an .npy file, which is a dictionary of Python's.
std::string_view header_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// "<i4" and the like.
std::optional<ScalarType> scalar_type(std::string_view text) {
  struct Known {
    std::string_view name;
    ScalarType type;
  };
  constexpr Known kKnown[] = {
      {"i1", ScalarType::kChar},  {"u1", ScalarType::kUchar},  {"b1", ScalarType::kUchar},
      {"i2", ScalarType::kShort}, {"u2", ScalarType::kUshort}, {"i4", ScalarType::kInt},
      {"u4", ScalarType::kUint},  {"i8", ScalarType::kLong},   {"u8", ScalarType::kUlong},
      {"f4", ScalarType::kFloat}, {"f8", ScalarType::kDouble},
  };
  if (text.size() != 3 || (text[0] != '<' && text[0] != '|' && text[0] != '=')) return std::nullopt;
  for (const Known& known : kKnown) {
    if (text.substr(1) == known.name) return known.type;
  }
  return std::nullopt;
}

template <typename To, typename From>
To converted(From value) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>) {
    constexpr double kLowest = static_cast<double>(std::numeric_limits<To>::min());
    const double highest = std::nextafter(std::ldexp(1.0, std::numeric_limits<To>::digits), 0.0);
    if (std::isnan(value)) return To{};
    return static_cast<To>(std::clamp(static_cast<double>(value), kLowest, highest));
  } else {
    return static_cast<To>(value);
  }
}

/// The numbers in `raw`, of type `from`, as numbers of type `to`.
std::string convert(std::string_view raw, ScalarType from, ScalarType to) {
  std::string bytes;
  with_scalar_type(from, [&]<typename From>(From value) {
    with_scalar_type(to, [&]<typename To>(To) {
      for (std::size_t at = 0; at + sizeof(From) <= raw.size(); at += sizeof(From)) {
        std::memcpy(&value, raw.data() + at, sizeof(From));
        const To number = converted<To>(value);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(To));
      }
    });
  });
  return bytes;
}

}  // namespace

std::string parse_npy(std::string_view file, ElementType element, const std::string& name) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  constexpr std::size_t kVersionBytes = 2;
  const std::string what = "an .npy file that numpy.save() writes";
  if (!file.starts_with(kMagic) || file.size() < kMagic.size() + kVersionBytes + 4) {
    fail(name, "is no .npy file", "give " + what);
  }
  const bool is_first = file[kMagic.size()] == 1;
  file.remove_prefix(kMagic.size() + kVersionBytes);
  std::uint32_t header_bytes = 0;
  const std::size_t length_bytes = is_first ? 2 : 4;
  std::memcpy(&header_bytes, file.data(), length_bytes);
  file.remove_prefix(length_bytes);
  if (header_bytes > file.size()) fail(name, "is cut short", "give " + what);
  const std::string_view header = file.substr(0, header_bytes);
  file.remove_prefix(header_bytes);
  const std::string_view description = header_value(header, "descr");
  const std::string_view type =
      description.size() > 4 ? description.substr(1, 3) : std::string_view();
  const auto from = scalar_type(type);
  if (!from) {
    fail(name, fmt::format("holds elements of type '{}'", type),
         "give an array of little-endian integers or floating-point numbers");
  }
  if (!header_value(header, "fortran_order").starts_with("False")) {
    fail(name, "has its elements in Fortran's order", "save numpy.ascontiguousarray(array)");
  }
  if (file.size() % size_bytes(*from) != 0) fail(name, "is cut short", "give " + what);
  return convert(file, *from, element.scalar);
}

std::shared_ptr<const BufferData> read_buffer_data(const std::filesystem::path& path,
                                                   ElementType element) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) {
    fail(path.string(), "is no file that can be read", "");  // a device may never end
  }
  auto data = std::make_shared<BufferData>();
  data->file = path.string();
  data->bytes = read_file(path);
  if (path.extension() == ".npy") data->bytes = parse_npy(data->bytes, element, path.string());
  if (data->bytes.empty() || data->bytes.size() % size_bytes(element) != 0) {
    fail(path.string(),
         fmt::format("holds {} bytes, no whole number of elements", data->bytes.size()),
         fmt::format("an element of {} has {} bytes", to_string(element), size_bytes(element)));
  }
  data->hash = content_hash(data->bytes);
  return data;
}

}  // namespace lmtune
