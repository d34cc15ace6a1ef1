// What a buffer holds, from files.
#include "lmtune/io/buffer_data.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/case_fixture.h"

namespace lmtune {
namespace {

/// What numpy.save() writes for an array of one dimension.
std::string npy(const std::string& type, const std::string& bytes, const char* order = "False") {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': (2,), }";
  header += std::string(53 - header.size() % 64 + 64, ' ') + '\n';
  std::string text = "\x93NUMPY";
  text += std::string("\x01\0", 2);
  text += static_cast<char>(header.size() & 0xff);
  text += static_cast<char>(header.size() >> 8);
  return text + header + bytes;
}

template <typename T>
std::string bytes_of(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

class BufferDataFile : public CaseFixture {
 protected:
  std::string read(const std::string& name, const std::string& text, const char* element) const {
    return read_buffer_data(write(name, text), *parse_element_type(element))->bytes;
  }
  std::string problem(const std::string& name, const std::string& text) const {
    return error_of([&] { read(name, text, "int"); }).problem();
  }
};

TEST_F(BufferDataFile, OtherFilesHoldTheElementsThemselves) {
  const std::string bytes = bytes_of<std::int32_t>({7, -8});
  EXPECT_EQ(read("a.bin", bytes, "int"), bytes);
  EXPECT_NE(problem("a.bin", "12345").find("holds 5 bytes"), std::string::npos);
  EXPECT_NE(problem("a.bin", "").find("holds 0 bytes"), std::string::npos);
  EXPECT_NE(error_of([] { read_buffer_data("/dev/zero", {}); }).problem().find("is no file"),
            std::string::npos);
}

TEST_F(BufferDataFile, NumbersOfNumpyBecomeThoseOfTheBuffer) {
  const std::string same = bytes_of<std::int32_t>({7, -8});
  EXPECT_EQ(read("a.npy", npy("<i4", same), "int"), same);
  EXPECT_EQ(read("a.npy", npy("<i8", bytes_of<std::int64_t>({7, -8})), "int"), same);
  EXPECT_EQ(read("a.npy", npy("<f8", bytes_of({7.5, -8.0})), "int"), same);
  EXPECT_EQ(read("a.npy", npy("|u1", bytes_of<std::uint8_t>({1, 2})), "float"),
            bytes_of({1.0f, 2.0f}));
  EXPECT_EQ(read("a.npy", npy("<f8", bytes_of({1e30, -1e30})), "uchar"),
            bytes_of<std::uint8_t>({255, 0}));
}

TEST_F(BufferDataFile, SaysWhatIsWrongWithAnArray) {
  EXPECT_EQ(problem("a.npy", "no array"), "is no .npy file");
  EXPECT_EQ(problem("a.npy", npy("<c8", "12345678")), "holds elements of type '<c8'");
  EXPECT_EQ(problem("a.npy", npy("<i4", "12345678", "True")),
            "has its elements in Fortran's order");
  EXPECT_EQ(problem("a.npy", npy("<i4", "1234567")), "is cut short");
  EXPECT_EQ(problem("a.npy", npy("<i4", "").substr(0, 40)), "is cut short");
}

}  // namespace
}  // namespace lmtune
