#!/usr/bin/env python3
"""Enforces the module table of docs/architecture.md: what each module of src/ and include/ includes.

usage: check_layers.py [ROOT]

Prints 'file:line: what is wrong' for each violation and exits with 1 if there is any.
"""

import fnmatch
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
COMMON_LIBRARIES = ("fmt/*", "sys/*")  # every module's; headers without a folder are the system's
SOURCE_SUFFIXES = (".h", ".cpp", ".inc")


class Table:
    """The module table: what each module may include, and which library belongs to whom."""

    def __init__(self, path):
        self.allowed = {}  # module -> set of modules, or None for all
        self.owner = {}  # pattern of an include -> module
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) != 4 or not re.fullmatch(r"`[a-z/]+`", cells[0]):
                continue
            module = cells[0].strip("`")
            names = set(re.findall(r"`([^`]+)`", cells[2]))
            self.allowed[module] = None if cells[2] == "everything" else names
            for library in re.findall(r"`([^`]+)`", cells[3]):
                self.owner[library + "*" if library.endswith("/") else library] = module
        unknown = set().union(*(names for names in self.allowed.values() if names))
        unknown -= set(self.allowed)
        if not self.allowed or unknown:
            sys.exit(f"{path}: no module table, or one with unknown modules: {sorted(unknown)}")

    def module_of(self, parts):
        """The module that a path below src/ or include/lmtune/ lies in, or None."""
        for length in (2, 1):
            if len(parts) > length and "/".join(parts[:length]) in self.allowed:
                return "/".join(parts[:length])
        return None

    def may_include(self, module, other):
        allowed = self.allowed[module]
        return other == module or allowed is None or other in allowed


class Tree:
    def __init__(self, root):
        self.root = root
        self.table = Table(root / "docs" / "architecture.md")
        self.violations = []
        self.includes = {}  # header -> [(line number, header)]

    def complain(self, path, line, problem):
        self.violations.append(f"{path.relative_to(self.root)}:{line}: {problem}")

    def check(self):
        for top in ("include/lmtune", "src"):
            base = self.root / top
            for path in sorted(base.rglob("*")):
                if path.suffix in SOURCE_SUFFIXES and path.is_file():
                    module = self.table.module_of(path.relative_to(base).parts)
                    if module is None:
                        self.complain(path, 1, "lies in no module of docs/architecture.md")
                    else:
                        self.check_file(path, module)
        self.check_cycles()
        return self.violations

    def check_file(self, path, module):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), start=1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match.group(1) or match.group(2)
            header = self.resolve(path, name)
            if header:
                self.check_own(path, number, module, header)
                self.includes.setdefault(path, []).append((number, header))
            else:
                self.check_library(path, number, module, name, quoted=match.group(2) is not None)

    def resolve(self, path, name):
        """The file of this tree that an include names, or None."""
        for folder in (path.parent, self.root / "include", self.root / "src"):
            candidate = folder / name
            if candidate.is_file() and candidate.resolve().is_relative_to(self.root):
                return candidate.resolve()
        return None

    def check_own(self, path, number, module, header):
        relative = header.relative_to(self.root)
        public = relative.parts[0] == "include"
        other = self.table.module_of(relative.parts[2 if public else 1 :])
        if other is None:
            self.complain(path, number, f"{relative} lies in no module of docs/architecture.md")
        elif not self.table.may_include(module, other):
            self.complain(path, number, f"{module} must not include {other}: {relative}")
        elif not public and other.split("/")[0] != module.split("/")[0]:
            self.complain(path, number, f"{relative} is private to {other}")
        elif not public and path.is_relative_to(self.root / "include"):
            self.complain(path, number, f"a public header includes the private {relative}")

    def check_library(self, path, number, module, name, quoted):
        for pattern, owner in self.table.owner.items():
            if fnmatch.fnmatchcase(name, pattern):
                if owner != module:
                    self.complain(path, number, f"only {owner} includes {pattern}: {name}")
                return
        common = any(fnmatch.fnmatchcase(name, pattern) for pattern in COMMON_LIBRARIES)
        if not common and ("/" in name or quoted):
            self.complain(path, number, f"{name} is in no row of docs/architecture.md")

    def check_cycles(self):
        finished = set()

        def visit(path, trail):
            trail = trail + [path]
            for number, header in self.includes.get(path, []):
                if header in trail:
                    names = [str(p.relative_to(self.root)) for p in trail[trail.index(header) :]]
                    self.complain(path, number, "include cycle: " + " -> ".join(names + names[:1]))
                elif header not in finished:
                    visit(header, trail)
            finished.add(path)

        for path in sorted(self.includes):
            if path not in finished:
                visit(path, [])


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here
    violations = Tree(root).check()
    print("\n".join(violations) if violations else "every include is allowed")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
