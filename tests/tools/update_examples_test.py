"""Gives update_examples.py a page whose blocks are old, and a program in lmtune's place."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LMTUNE = """#!/bin/sh
echo 'lmtune: a warning' >&2
echo "$1 of $(cat "$2")"
echo 'first 7'
echo 'more'
echo 'second 9'
echo 'its line'
"""
PAGE = """<!-- file: a.cl -->
```c
kernel
```

<!-- run -->
```
$ lmtune show \\
    a.cl
lmtune: a warning
…
second 1
```

<!-- run -->
```
$ lmtune show a.cl
…
first 0
…
```

```
$ lmtune show a.cl
left alone
```
"""


class UpdateExamplesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = pathlib.Path(folder.name, "page.md")
        self.page.write_text(PAGE, encoding="utf-8")
        self.lmtune = pathlib.Path(folder.name, "lmtune")
        self.lmtune.write_text(LMTUNE, encoding="utf-8")
        self.lmtune.chmod(0o755)

    def update(self, *options):
        return subprocess.run([sys.executable, ROOT / "tools/update_examples.py", *options,
                               self.lmtune, self.page], capture_output=True, text=True, check=False)

    def test_replaces_what_is_shown_and_keeps_what_is_left_out(self):
        self.assertEqual(self.update().returncode, 0)
        new = PAGE.replace("second 1\n", "second 9\nits line\n").replace("first 0", "first 7")
        self.assertEqual(self.page.read_text("utf-8"), new)
        self.assertEqual(self.update("--check").returncode, 0)

    def test_check_fails_and_writes_nothing(self):
        checked = self.update("--check")
        self.assertEqual(checked.returncode, 1)
        self.assertIn("page.md: lmtune prints something else now", checked.stderr)
        self.assertEqual(self.page.read_text("utf-8"), PAGE)

    def test_says_which_line_is_gone(self):
        self.page.write_text(PAGE.replace("first 0", "third 0"), encoding="utf-8")
        self.assertIn("no more line begins like 'third 0'", self.update().stderr)

    def test_a_command_that_fails_is_an_error(self):
        self.lmtune.write_text("#!/bin/sh\necho 'lmtune: no such file' >&2; exit 3\n", encoding="utf-8")
        failed = self.update()
        self.assertEqual(failed.returncode, 1)
        self.assertIn("ended with 3:\nlmtune: no such file", failed.stderr)
        self.assertEqual(self.page.read_text("utf-8"), PAGE)


if __name__ == "__main__":
    unittest.main()
