// Arithmetic expressions of case files, compiled once and evaluated for every launch. The only user
// of muParser, whose errors become lmtune::Error here.
#pragma once

#include <muParser.h>

#include <cstdint>
#include <list>
#include <string>
#include <vector>

#include "lmtune/core/case_file.h"

namespace lmtune {

/// The named values of one launch. Formulas hold their addresses, so it never moves.
class NamedValues {
 public:
  struct Entry {
    std::string name;
    double value = 0.0;
  };

  NamedValues() = default;
  NamedValues(const NamedValues&) = delete;
  NamedValues& operator=(const NamedValues&) = delete;

  /// A new name with value 0. Throws kInput at `where` if it is taken or names a function.
  double& add(const std::string& name, const std::string& where);

  const std::list<Entry>& entries() const { return entries_; }
  std::list<Entry>& entries() { return entries_; }

  /// "m, n, k".
  std::string list() const;

 private:
  std::list<Entry> entries_;
};

class Formula {
 public:
  /// Compiles `expression` over the names that `names` holds now; both must outlive the formula.
  /// Throws kInput at the expression's pointer, with muParser's message and position, if it is
  /// malformed, and with the known names if it uses an unknown one.
  Formula(const Expression& expression, NamedValues& names);

  // Each of these throws kInput at the pointer where the value does not exist (a division by zero)
  // or is not of the kind asked for, naming the value.

  double number();
  bool truth() { return number() != 0.0; }
  /// A whole number from `least` to 2^53.
  std::uint64_t count(std::uint64_t least);

  const std::string& where() const { return where_; }
  const std::string& text() const { return text_; }

 private:
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy = "") const;

  std::string text_;
  std::string where_;
  mu::Parser parser_;
};

/// Text with {expression} parts, as build options have them.
class TextFormula {
 public:
  /// Throws kInput at `where` for an unmatched brace or a wrong expression.
  TextFormula(const std::string& text, const std::string& where, NamedValues& names);

  /// The text with each {expression} replaced by its value, whole numbers without a point.
  std::string text();

 private:
  std::vector<std::string> literals_;  ///< one more than formulas_: around and between them
  std::vector<Formula> formulas_;
};

}  // namespace lmtune
