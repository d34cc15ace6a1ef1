#include "io/json_value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "lmtune/base/error.h"

namespace lmtune {

Json parse_json(std::string_view text, const std::string& where) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {  // bad syntax, or a number beyond double
    // nlohmann's text starts with an identifier in brackets that tells users nothing.
    std::string message = error.what();
    const std::size_t end = message.find("] ");
    if (end != std::string::npos) message.erase(0, end + 2);
    throw Error(ErrorKind::kInput, where, "is not valid JSON: " + message);
  }
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void JsonValue::fail(const std::string& problem, const std::string& remedy) const {
  throw Error(ErrorKind::kInput, where(), problem, remedy);
}

void JsonValue::expect(bool condition, std::string_view expected) const {
  if (condition) return;
  std::string shown = value_->dump();
  if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
  fail(fmt::format("expected {}, found {}", expected, shown));
}

bool JsonValue::has(std::string_view key) const {
  expect(value_->is_object(), "an object");
  return value_->contains(key);
}

JsonValue JsonValue::at(std::string_view key) const {
  if (!has(key)) fail(fmt::format("lacks the member \"{}\"", key));
  return JsonValue(value_->at(std::string(key)), where_, pointer_ + "/" + std::string(key));
}

std::vector<JsonValue> JsonValue::elements() const {
  expect(value_->is_array(), "an array");
  std::vector<JsonValue> all;
  all.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    all.push_back(JsonValue((*value_)[i], where_, fmt::format("{}/{}", pointer_, i)));
  }
  return all;
}

std::vector<std::string> JsonValue::keys() const {
  expect(value_->is_object(), "an object");
  std::vector<std::string> all;
  for (const auto& [key, value] : value_->items()) all.push_back(key);
  return all;
}

std::string JsonValue::string() const {
  expect(value_->is_string(), "a string");
  return value_->get<std::string>();
}

double JsonValue::number() const {
  expect(value_->is_number(), "a number");
  return value_->get<double>();
}

std::uint64_t JsonValue::unsigned_integer() const {
  expect(value_->is_number_unsigned(), "an integer of 0 or more");
  return value_->get<std::uint64_t>();
}

std::int64_t JsonValue::integer() const {
  expect(value_->is_number_integer(), "an integer");
  return value_->get<std::int64_t>();
}

bool JsonValue::boolean() const {
  expect(value_->is_boolean(), "true or false");
  return value_->get<bool>();
}

std::vector<std::string> JsonValue::strings() const {
  std::vector<std::string> all;
  for (const JsonValue& element : elements()) all.push_back(element.string());
  return all;
}

std::vector<double> JsonValue::numbers() const {
  expect(value_->is_array(), "an array");
  std::vector<double> all;
  all.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    const Json& element = (*value_)[i];
    // Without the words of where it is, which only a wrong element needs: files hold many numbers.
    all.push_back(element.is_number() ? element.get<double>() : elements()[i].number());
  }
  return all;
}

void JsonValue::only_keys(std::initializer_list<std::string_view> known) const {
  for (const std::string& key : keys()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      fail(fmt::format("has an unknown member \"{}\"", key),
           fmt::format("known here: {}", fmt::join(known, ", ")));
    }
  }
}

void check_format(const JsonValue& header, std::string_view format, int version) {
  const std::string expected = fmt::format("lmtune-{}", format);
  if (!header.is_object() || !header.has("format") || !header.at("format").is_string() ||
      header.at("format").string() != expected) {
    header.fail(fmt::format("is not an lmtune {} file", format),
                fmt::format("its first object must hold \"format\": \"{}\"", expected));
  }
  const std::int64_t found = header.at("format_version").integer();
  if (found != version) {
    header.at("format_version")
        .fail(fmt::format("is format version {}; this lmtune reads version {}", found, version),
              "make it again with this version of lmtune");
  }
}

}  // namespace lmtune
