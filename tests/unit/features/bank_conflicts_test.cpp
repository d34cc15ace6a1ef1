#include "features/bank_conflicts.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

TEST(BankConflicts, WordsSideBySideAreFree) {
  EXPECT_EQ(bank_conflicts({.elements = 32, .pieces = 1, .row_bytes = 128}), 1u);
  EXPECT_EQ(bank_conflicts({.elements = 1, .pieces = 1, .row_bytes = 0}), 1u);
}

TEST(BankConflicts, AColumnOfATileMeetsInOneBankUnlessItsRowsArePadded) {
  EXPECT_EQ(bank_conflicts({.elements = 32, .pieces = 32, .row_bytes = 128}), 32u);
  EXPECT_EQ(bank_conflicts({.elements = 32, .pieces = 32, .row_bytes = 132}), 1u);
  EXPECT_EQ(bank_conflicts({.elements = 16, .pieces = 16, .row_bytes = 128}), 16u);
}

TEST(BankConflicts, TwoRowsOfSixteenWords) {
  EXPECT_EQ(bank_conflicts({.elements = 32, .pieces = 2, .row_bytes = 128}), 2u);
  EXPECT_EQ(bank_conflicts({.elements = 32, .pieces = 2, .row_bytes = 64}), 1u);
}

TEST(BankConflicts, WideAndNarrowElements) {
  const TileRead doubles{
      .elements = 32, .pieces = 1, .row_bytes = 256, .element_bytes = 8, .read_bytes = 8};
  EXPECT_EQ(bank_conflicts(doubles), 2u);
  const TileRead shorts{
      .elements = 32, .pieces = 1, .row_bytes = 64, .element_bytes = 2, .read_bytes = 2};
  EXPECT_EQ(bank_conflicts(shorts), 1u);  // two share a word
}

}  // namespace
}  // namespace lmtune
