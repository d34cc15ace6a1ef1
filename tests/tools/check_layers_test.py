"""Plants violations in a copy of the tree and expects check_layers.py to name file and line."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class CheckLayersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)
        for part in ("include", "src"):
            shutil.copytree(ROOT / part, self.tree / part)
        (self.tree / "docs").mkdir()
        shutil.copy(ROOT / "docs/architecture.md", self.tree / "docs")

    def check(self):
        return subprocess.run(
            [sys.executable, ROOT / "tools/check_layers.py", self.tree],
            capture_output=True, text=True, check=False)

    def plant(self, file, *lines):
        path = self.tree / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def expect_violation(self, text):
        result = self.check()
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(text, result.stdout)
        self.assertEqual(len(result.stdout.splitlines()), 1, result.stdout)

    def test_this_tree_is_clean(self):
        result = self.check()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_a_lower_module_includes_a_higher_one(self):
        self.plant("src/core/planted.cpp", "// why", '#include "lmtune/io/case_json.h"')
        self.expect_violation(
            "src/core/planted.cpp:2: core must not include io: include/lmtune/io/case_json.h")

    def test_a_library_outside_its_module(self):
        self.plant("src/features/planted.cpp", "#include <vector>", "#include <CL/cl.h>")
        self.expect_violation("src/features/planted.cpp:2: only opencl includes CL/*: CL/cl.h")

    def test_a_library_that_the_table_does_not_know(self):
        self.plant("src/base/planted.cpp", "#include <boost/regex.hpp>")
        self.expect_violation("src/base/planted.cpp:1: boost/regex.hpp is in no row")

    def test_a_private_header_of_another_module(self):
        self.plant("src/cases/planted.cpp", '#include "io/json_value.h"')
        self.expect_violation("src/cases/planted.cpp:1: src/io/json_value.h is private to io")

    def test_a_private_header_in_a_public_one(self):
        self.plant("include/lmtune/io/planted.h", '#include "io/json_value.h"')
        self.expect_violation("include/lmtune/io/planted.h:1: a public header includes the private")

    def test_a_file_in_no_module(self):
        self.plant("src/helpers/planted.cpp", "")
        self.expect_violation("src/helpers/planted.cpp:1: lies in no module")

    def test_headers_in_a_circle(self):
        self.plant("include/lmtune/core/one.h", "#pragma once", '#include "lmtune/core/two.h"')
        self.plant("include/lmtune/core/two.h", "#pragma once", '#include "lmtune/core/one.h"')
        self.expect_violation(
            "include/lmtune/core/two.h:2: include cycle: include/lmtune/core/one.h -> "
            "include/lmtune/core/two.h -> include/lmtune/core/one.h")

    def test_a_table_that_cannot_be_read(self):
        (self.tree / "docs/architecture.md").write_text("no table", encoding="utf-8")
        result = self.check()
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("no module table", result.stderr)


if __name__ == "__main__":
    unittest.main()
