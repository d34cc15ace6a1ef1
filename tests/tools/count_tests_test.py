"""Gives count_tests.py reports as ctest writes them and expects its counts and its exit code."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PASSED = '<testcase name="A.Ok" status="run"><system-out>fine</system-out></testcase>'
FAILED = '<testcase name="A.Bad" status="fail"><failure message=""/></testcase>'
SKIPPED = """<testcase name="A.Skip" status="notrun"><skipped message="x"/><system-out>
skip.cpp:3: Skipped
no device here
[  SKIPPED ] A.Skip (0 ms)
[  PASSED  ] 0 tests.
</system-out></testcase>"""


def report(*cases):
    failures = sum("<failure" in case for case in cases)
    skipped = sum("<skipped" in case for case in cases)
    return (f'<testsuite tests="{len(cases)}" failures="{failures}" disabled="0" '
            f'skipped="{skipped}">{"".join(cases)}</testsuite>')


class CountTestsTest(unittest.TestCase):
    def count(self, text, ctest_status):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "junit.xml"
            path.write_text(text, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, ROOT / "tools/count_tests.py", path, str(ctest_status)],
                capture_output=True, text=True, check=False)
            return result.returncode, result.stdout.splitlines()

    def test_all_passed(self):
        self.assertEqual(self.count(report(PASSED, PASSED), 0), (0, ["2 passed, 0 failed, 0 skipped"]))

    def test_a_skipped_test_is_named_with_its_reason(self):
        code, lines = self.count(report(PASSED, SKIPPED), 0)
        self.assertEqual(code, 0)
        self.assertIn("  A.Skip: no device here", lines)
        self.assertEqual(lines[-1], "1 passed, 0 failed, 1 skipped")

    def test_a_failed_test_fails(self):
        code, lines = self.count(report(PASSED, FAILED), 8)
        self.assertEqual((code, lines[-1]), (8, "1 passed, 1 failed, 0 skipped"))
        self.assertEqual(self.count(report(PASSED, FAILED), 0)[0], 1)

    def test_no_test_at_all_fails(self):
        self.assertEqual(self.count(report(), 0)[0], 1)

    def test_ctest_s_own_failure_is_kept(self):
        self.assertEqual(self.count(report(PASSED), 8)[0], 8)
        self.assertEqual(self.count("no report", 0)[0], 1)


if __name__ == "__main__":
    unittest.main()
