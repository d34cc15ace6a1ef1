#include "cases/kernel_file.h"

#include <gtest/gtest.h>

#include "support/case_fixture.h"

namespace lmtune {
namespace {

class KernelFile : public CaseFixture {};

TEST_F(KernelFile, KeepsAPlainFileAsItIs) {
  const std::string text = "#include <math.h>\n#define A 1\nkernel void f() {}\n";
  EXPECT_EQ(read_kernel_file(write("f.cl", text))->text, text);
}

TEST_F(KernelFile, ResolvesIncludesRelativeToTheIncludingFile) {
  write("lib/a.h", "a\n#include \"b.h\"\nc\n");
  write("lib/b.h", "b");
  const auto source = read_kernel_file(write("f.cl", "1\n  # include \"lib/a.h\" // helpers\n3\n"));
  EXPECT_EQ(source->text,
            "1\n#line 1 \"lib/a.h\"\na\n#line 1 \"b.h\"\nb\n#line 3 \"lib/a.h\"\nc\n"
            "#line 3 \"f.cl\"\n3\n");
}

TEST_F(KernelFile, LeavesCommentsAndFilesForTheCompilerAlone) {
  write("a.h", "a\n");
  const std::string text =
      "/* as in\n#include \"a.h\"\n*/\n// \"/*\n#include \"elsewhere.h\"\nchar c = '\"';\n";
  EXPECT_EQ(read_kernel_file(write("f.cl", text))->text, text);
}

TEST_F(KernelFile, IncludesFilesWithPragmaOnceOnce) {
  write("a.h", "#pragma once\na\n");
  const auto source = read_kernel_file(write("f.cl", "#include \"a.h\"\n#include \"a.h\"\n"));
  EXPECT_EQ(source->text,
            "#line 1 \"a.h\"\n\na\n#line 2 \"f.cl\"\n#line 1 \"a.h\"\n#line 3 \"f.cl\"\n");
}

TEST_F(KernelFile, RefusesCycles) {
  write("a.h", "#include \"b.h\"\n");
  write("b.h", "#include \"a.h\"\n");
  const Error error = error_of([&] { read_kernel_file(write("f.cl", "#include \"a.h\"\n")); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_NE(std::string(error.what()).find("f.cl > a.h > b.h > a.h"), std::string::npos)
      << error.what();
}

}  // namespace
}  // namespace lmtune
