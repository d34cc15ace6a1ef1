#!/usr/bin/env python3
"""Writes what commands print into pages, anew: each block ``` after a line <!-- run --> that begins with $ lmtune.

usage: update_examples.py [--check] LMTUNE PAGE...

Commands run in a folder of their own, in which there are the seeds and, after a line <!-- file: NAME -->, the block
that follows it. A line … of a block stands for lines that are left out, up to one that is like the next line shown:
equal, or else equal up to its first number. As many lines follow as the old block had before its next …, or all.
--check writes nothing, and fails if a page is not what it would be.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = r"<!-- {} -->\n\n?```\w*\n(.*?)\n```"


def output_of(command, folder, lmtune):
    """The lines that a shell command prints, stderr first, paths of the checkout as seen from it."""
    environment = dict(os.environ, PATH=f"{lmtune.parent}:{os.environ['PATH']}")
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"update_examples: {command}\nended with {done.returncode}:\n{done.stderr}")
    return (done.stderr + done.stdout).replace(f"{ROOT}/", "").rstrip("\n").split("\n")


def find(lines, start, wanted):
    """The first line from `start` on that is like `wanted`."""
    beginning = re.match(r"\D*", wanted)[0]
    for like in (lambda line: line == wanted, lambda line: line.startswith(beginning)):
        for number in range(start, len(lines)):
            if like(lines[number]):
                return number
    sys.exit(f"update_examples: no more line begins like {wanted!r}")


def shown(old, output):
    """`output` with what the block `old` leaves out left out."""
    parts = [part.split("\n") if part else [] for part in re.split(r"(?m)^…\n?", "\n".join(old))]
    parts = [part[:-1] if part and not part[-1] else part for part in parts]
    new, place = [], 0
    for number, part in enumerate(parts):
        last = number + 1 == len(parts)
        if number > 0:
            new.append("…")
            if not part:
                continue
            place = find(output, place, part[0])
        end = len(output) if last else place + len(part)
        new += output[place:end]
        place = end
    return new


def rewritten(page, lmtune):
    """`page` with its blocks as the commands print them now."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "seeds", f"{folder}/seeds")
        for name, text in re.findall(r"(?s)" + BLOCK.format("file: (.*?)"), page):
            pathlib.Path(folder, name).write_text(text + "\n", encoding="utf-8")

        def replace(match):
            command, _, old = re.match(r"(?s)\$ ((?:[^\n]*\\\n)*[^\n]*)(\n|$)(.*)", match[1]).groups()
            lines = shown(old.split("\n"), output_of(command, folder, lmtune))
            return match[0].replace(match[1], "\n".join([f"$ {command}"] + lines))

        return re.sub(r"(?s)" + BLOCK.format("run"), replace, page)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("lmtune", type=pathlib.Path)
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    old_pages = []
    for path in arguments.pages:
        page = path.read_text("utf-8")
        new = rewritten(page, arguments.lmtune.resolve())
        if new == page:
            continue
        old_pages.append(str(path))
        if not arguments.check:
            path.write_text(new, encoding="utf-8")
    if arguments.check and old_pages:
        sys.exit(f"update_examples: {', '.join(old_pages)}: lmtune prints something else now; "
                 f"run tools/update_examples.py LMTUNE {' '.join(old_pages)}")


if __name__ == "__main__":
    main()
