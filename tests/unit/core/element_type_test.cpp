#include "lmtune/core/element_type.h"

#include <gtest/gtest.h>

namespace lmtune {
namespace {

TEST(ElementType, TextAndSizesOfOpenClTypes) {
  struct Row {
    const char* text;
    std::uint32_t bytes;
  };
  for (const Row& row :
       {Row{"float", 4}, Row{"float3", 16}, Row{"float4", 16}, Row{"uchar4", 4}, Row{"double", 8},
        Row{"ushort", 2}, Row{"long16", 128}, Row{"float[6]", 24}, Row{"float[3]", 12}}) {
    const auto type = parse_element_type(row.text);
    ASSERT_TRUE(type) << row.text;
    EXPECT_EQ(size_bytes(*type), row.bytes) << row.text;
    EXPECT_EQ(to_string(*type), row.text);
  }
}

TEST(ElementType, RefusesWhatIsNoType) {
  for (const char* text :
       {"", "half", "float5", "float4x", "float[0]", "float[]", "floats", "Float"}) {
    EXPECT_FALSE(parse_element_type(text)) << text;
  }
}

}  // namespace
}  // namespace lmtune
