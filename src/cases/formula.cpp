#include "cases/formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "lmtune/base/error.h"

namespace lmtune {
namespace {

constexpr std::array<std::string_view, 6> kFunctions{"min",  "max", "floor",
                                                     "ceil", "div", "ceildiv"};
constexpr double kLargestCount = 9007199254740992.0;  // 2^53: all whole numbers below are exact

double divisor(double value) {
  if (value == 0.0) throw mu::ParserError("division by zero");
  return value;
}

double remainder_of(double a, double b) { return std::fmod(a, divisor(b)); }
double quotient_down(double a, double b) { return std::floor(a / divisor(b)); }
double quotient_up(double a, double b) { return std::ceil(a / divisor(b)); }
double round_down(double a) { return std::floor(a); }
double round_up(double a) { return std::ceil(a); }
double negation(double a) { return a == 0.0 ? 1.0 : 0.0; }

double least_of(const double* values, int count) {
  return *std::min_element(values, values + count);
}
double largest_of(const double* values, int count) {
  return *std::max_element(values, values + count);
}

void define_language(mu::Parser& parser) {
  parser.ClearFun();
  parser.ClearConst();
  parser.DefineFun("min", least_of);
  parser.DefineFun("max", largest_of);
  parser.DefineFun("floor", round_down);
  parser.DefineFun("ceil", round_up);
  parser.DefineFun("div", quotient_down);
  parser.DefineFun("ceildiv", quotient_up);
  parser.DefineOprt("%", remainder_of, mu::prMUL_DIV, mu::oaLEFT, true);
  parser.DefineInfixOprt("!", negation);
}

/// muParser would take "a = 1" as an assignment and change the named value.
std::size_t find_assignment(const std::string& text) {
  for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '=') {
      ++at;
      continue;
    }
    if (at == 0 || std::string_view("<>!").find(text[at - 1]) == std::string_view::npos) return at;
  }
  return std::string::npos;
}

}  // namespace

double& NamedValues::add(const std::string& name, const std::string& where) {
  if (std::find(kFunctions.begin(), kFunctions.end(), name) != kFunctions.end()) {
    throw Error(ErrorKind::kInput, where, fmt::format("\"{}\" is the name of a function", name),
                "give the value another name");
  }
  for (const Entry& entry : entries_) {
    if (entry.name == name) {
      throw Error(ErrorKind::kInput, where, fmt::format("\"{}\" is already a named value", name),
                  "give one of the two another name");
    }
  }
  return entries_.emplace_back(Entry{name, 0.0}).value;
}

std::string NamedValues::list() const {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Formula::Formula(const Expression& expression, NamedValues& names)
    : text_(expression.text), where_(expression.where) {
  const std::size_t assignment = find_assignment(text_);
  if (assignment != std::string::npos) {
    fail(fmt::format("\"{}\" holds an assignment at position {}", text_, assignment + 1),
         "compare with ==");
  }
  try {
    define_language(parser_);
    for (NamedValues::Entry& entry : names.entries()) parser_.DefineVar(entry.name, &entry.value);
    parser_.SetExpr(text_);
    // Compiles without evaluating, and lists unknown names as if they were variables.
    for (const auto& [name, address] : parser_.GetUsedVar()) {
      if (parser_.GetVar().contains(name)) continue;
      fail(fmt::format("\"{}\" uses the unknown name \"{}\" at position {}", text_, name,
                       text_.find(name) + 1),
           fmt::format("known values: {}; known functions: {}", names.list(),
                       fmt::join(kFunctions, ", ")));
    }
  } catch (const mu::ParserError& error) {
    fail(fmt::format("\"{}\" is malformed at position {}: {}", text_, error.GetPos() + 1,
                     error.GetMsg()));
  }
}

void Formula::fail(const std::string& problem, const std::string& remedy) const {
  throw Error(ErrorKind::kInput, where_, problem, remedy);
}

double Formula::number() {
  int results = 0;
  double value = 0.0;
  try {
    value = *parser_.Eval(results);
    // With several results, the pointer is to the first.
  } catch (const mu::ParserError& error) {
    fail(fmt::format("\"{}\" cannot be evaluated: {}", text_, error.GetMsg()));
  }
  if (results != 1) {
    fail(fmt::format("\"{}\" is {} expressions", text_, results), "write one; div(a, b) divides");
  }
  if (!std::isfinite(value)) fail(fmt::format("\"{}\" is {}, no finite number", text_, value));
  return value;
}

std::uint64_t Formula::count(std::uint64_t least) {
  const double value = number();
  if (value != std::floor(value)) {
    fail(fmt::format("\"{}\" is {}, no whole number", text_, value),
         "div(a, b) rounds down, ceildiv(a, b) up; or require that it divides");
  }
  if (value < static_cast<double>(least) || value > kLargestCount) {
    fail(fmt::format("\"{}\" is {}", text_, value), fmt::format("{} or more is needed", least));
  }
  return static_cast<std::uint64_t>(value);
}

TextFormula::TextFormula(const std::string& text, const std::string& where, NamedValues& names) {
  std::string literal;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '}') {
      throw Error(ErrorKind::kInput, where, fmt::format("\"{}\" has a '}}' without a '{{'", text));
    }
    if (text[at] != '{') {
      literal += text[at];
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) {
      throw Error(ErrorKind::kInput, where, fmt::format("\"{}\" has a '{{' without a '}}'", text));
    }
    literals_.push_back(std::move(literal));
    literal.clear();
    formulas_.emplace_back(Expression{text.substr(at + 1, end - at - 1), where}, names);
    at = end;
  }
  literals_.push_back(std::move(literal));
}

std::string TextFormula::text() {
  std::string result = literals_.front();
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    result += fmt::format("{}", formulas_[i].number()) + literals_[i + 1];
  }
  return result;
}

}  // namespace lmtune
