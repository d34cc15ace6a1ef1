#include "cases/formula.h"

#include <gtest/gtest.h>

#include "support/case_fixture.h"

namespace lmtune {
namespace {

class FormulaTest : public ::testing::Test {
 protected:
  FormulaTest() {
    names_.add("m", "") = 10;
    names_.add("k", "") = 3;
    names_.add("half", "") = 0.5;
  }

  double evaluate(const std::string& text) {
    return Formula(Expression{text, "case.json#/x"}, names_).number();
  }

  void expect_error(const std::string& text, const std::string& part) {
    const Error error = error_of([&] { evaluate(text); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_EQ(error.where(), "case.json#/x");
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }

  NamedValues names_;
};

TEST_F(FormulaTest, KnowsItsOperatorsAndFunctions) {
  EXPECT_EQ(evaluate("m + k * 2 - 1"), 15);
  EXPECT_EQ(evaluate("2 * m % k"), 2);
  EXPECT_EQ(evaluate("m % k * 2"), 2);
  EXPECT_EQ(evaluate("1 + m % k"), 2);
  EXPECT_EQ(evaluate("2 ^ k"), 8);
  EXPECT_EQ(evaluate("m / 4"), 2.5);
  EXPECT_EQ(evaluate("div(m, k)"), 3);
  EXPECT_EQ(evaluate("ceildiv(m, k)"), 4);
  EXPECT_EQ(evaluate("floor(m / k) + ceil(m / k)"), 7);
  EXPECT_EQ(evaluate("min(m, k, 7) + max(m, k)"), 13);
  EXPECT_EQ(evaluate("m >= 10 && k != 3 || m == 10"), 1);
  EXPECT_EQ(evaluate("!(m < k)"), 1);
  EXPECT_EQ(evaluate("m > 5 ? -k : 1"), -3);
  EXPECT_EQ(evaluate("k == 3 ? 1 : m % (k - 3)"), 1);
}

TEST_F(FormulaTest, FollowsTheNamedValues) {
  Formula formula(Expression{"m * 2", ""}, names_);
  EXPECT_EQ(formula.number(), 20);
  names_.entries().front().value = 7;
  EXPECT_EQ(formula.number(), 14);
}

TEST_F(FormulaTest, ListsTheKnownNamesForAnUnknownOne) {
  expect_error("m * rows", "unknown name \"rows\" at position 5");
  expect_error("rows", "known values: m, k, half; known functions: min, max, floor");
  expect_error("sin(m)", "\"sin");
  expect_error("_pi", "unknown name \"_pi\"");
}

TEST_F(FormulaTest, PointsAtMalformedParts) {
  expect_error("m * (k + 1", "position");
  expect_error("m k", "position 3");
  expect_error("m +", "malformed");
  expect_error("min()", "malformed");
  expect_error("m = 10", "assignment at position 3");
  expect_error("m, k", "2 expressions");
  expect_error("\"m\"", "malformed");
}

TEST_F(FormulaTest, RefusesDivisionByZero) {
  expect_error("m % (k - 3)", "division by zero");
  expect_error("div(m, k - 3)", "division by zero");
  expect_error("m / (k - 3)", "no finite number");
  expect_error("1 % 0", "division by zero");
}

TEST_F(FormulaTest, NeverTruncatesCounts) {
  const auto count = [&](const std::string& text, std::uint64_t least) {
    return Formula(Expression{text, "case.json#/x"}, names_).count(least);
  };
  EXPECT_EQ(count("m", 1), 10u);
  EXPECT_EQ(count("2 ^ 40", 1), std::uint64_t{1} << 40);
  EXPECT_EQ(count("0", 0), 0u);
  for (const char* text : {"m / 4", "half", "k - 3", "-1", "2 ^ 60"}) {
    const Error error = error_of([&] { count(text, 1); });
    EXPECT_EQ(error.where(), "case.json#/x") << text;
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
  }
}

TEST_F(FormulaTest, ReplacesExpressionsInText) {
  const auto replace = [&](const std::string& text) {
    return TextFormula(text, "case.json#/kernel/options/0", names_).text();
  };
  EXPECT_EQ(replace("-DM={m}"), "-DM=10");
  EXPECT_EQ(replace("-DA={m * 1000000} -DB={half}f"), "-DA=10000000 -DB=0.5f");
  EXPECT_EQ(replace("-cl-fast"), "-cl-fast");
  for (const char* text : {"-DM={m", "-DM=m}", "-DM={}", "-DM={rows}"}) {
    EXPECT_EQ(error_of([&] { replace(text); }).where(), "case.json#/kernel/options/0") << text;
  }
}

TEST_F(FormulaTest, RefusesNamesThatAreTaken) {
  EXPECT_EQ(error_of([&] { names_.add("m", "here"); }).where(), "here");
  EXPECT_EQ(error_of([&] { names_.add("min", "here"); }).where(), "here");
}

}  // namespace
}  // namespace lmtune
