// A JSON value that knows where it stands, so that every complaint names file, line and pointer.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace lmtune {

using Json = nlohmann::ordered_json;

/// Parses `text`. Throws kInput at `where` (a file, or file:line) with the parser's own message.
Json parse_json(std::string_view text, const std::string& where);

/// `json` on one line. Bytes that are no UTF-8, as in a compiler's message, become U+FFFD: they
/// must not cost the line.
std::string to_line(const Json& json);

/// A view of a value inside a parsed document, which must outlive it. Every accessor throws kInput
/// at "where#/json/pointer", saying what it found and what it expected.
class JsonValue {
 public:
  JsonValue(const Json& value, std::string where) : value_(&value), where_(std::move(where)) {}

  bool has(std::string_view key) const;
  /// The member `key`, which must be there.
  JsonValue at(std::string_view key) const;
  /// All elements of an array.
  std::vector<JsonValue> elements() const;
  /// All keys of an object, in the order of the file.
  std::vector<std::string> keys() const;

  std::string string() const;
  double number() const;
  std::uint64_t unsigned_integer() const;
  std::int64_t integer() const;
  bool boolean() const;
  bool is_string() const { return value_->is_string(); }
  bool is_number() const { return value_->is_number(); }
  bool is_object() const { return value_->is_object(); }
  bool is_array() const { return value_->is_array(); }
  std::vector<std::string> strings() const;
  std::vector<double> numbers() const;

  /// Throws unless every key of this object is among `known`: a misspelt key is never ignored.
  void only_keys(std::initializer_list<std::string_view> known) const;

  /// Throws kInput at this value.
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy = "") const;

  /// "file:line#/pointer".
  std::string where() const { return where_ + "#" + pointer_; }
  const Json& raw() const { return *value_; }

 private:
  JsonValue(const Json& value, std::string where, std::string pointer)
      : value_(&value), where_(std::move(where)), pointer_(std::move(pointer)) {}
  void expect(bool condition, std::string_view expected) const;

  const Json* value_;
  std::string where_;
  std::string pointer_;
};

/// Throws kInput unless `header` has "format": "lmtune-<format>" and "format_version": `version`.
void check_format(const JsonValue& header, std::string_view format, int version);

}  // namespace lmtune
