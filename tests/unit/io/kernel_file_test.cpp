#include "lmtune/io/kernel_file.h"

#include <fmt/format.h>
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

TEST_F(KernelFile, SearchesFoldersInTheirOrder) {
  write("one/a.h", "one\n");
  write("two/a.h", "two\n");
  write("two/b.h", "b\n");
  const auto path = write("f.cl", "#include <a.h>\n#include \"b.h\"\n");
  const auto source = read_kernel_file(path, {{folder_ / "one", folder_ / "two"}, {}});
  EXPECT_EQ(source->text,
            "#line 1 \"a.h\"\none\n#line 2 \"f.cl\"\n#line 1 \"b.h\"\nb\n#line 3 \"f.cl\"\n");
}

TEST_F(KernelFile, ForcedIncludesComeFirst) {
  const auto config = write("config.h", "\xef\xbb\xbf#define N 4\n");
  const auto source = read_kernel_file(write("f.cl", "\xef\xbb\xbfint n;\n"), {{}, {config}});
  EXPECT_EQ(source->text, "#line 1 \"config.h\"\n#define N 4\n#line 1 \"f.cl\"\nint n;\n");
}

TEST_F(KernelFile, GuardedFilesMayIncludeEachOther) {
  write("a.h", "// guarded\n#ifndef A_H\n#define A_H\n#include \"b.h\"\n#endif\n");
  write("b.h", "#pragma once\n#include \"a.h\"\nb\n");
  const auto source = read_kernel_file(write("f.cl", "#include \"a.h\"\n"));
  EXPECT_NE(source->text.find("\nb\n"), std::string::npos) << source->text;
}

TEST_F(KernelFile, RefusesHeadersThatMultiply) {
  write("h0.h", std::string(1 << 10, '/'));
  for (int i = 1; i < 20; ++i) {
    const std::string line = fmt::format("#include \"h{}.h\"\n", i - 1);
    write(fmt::format("h{}.h", i), line + line);
  }
  const Error error = error_of([&] { read_kernel_file(write("f.cl", "#include \"h19.h\"\n")); });
  EXPECT_NE(std::string(error.what()).find("makes the source longer"), std::string::npos);
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
