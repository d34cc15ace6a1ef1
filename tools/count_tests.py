#!/usr/bin/env python3
"""Says what ctest skipped and why, then counts: 'N passed, N failed, N skipped' is the last line.

usage: count_tests.py JUNIT.xml CTEST_EXIT_CODE

Exits with ctest's exit code, and with 1 where a test failed or none ran although ctest says 0.
"""

import sys
import xml.etree.ElementTree as ElementTree


def skip_reason(case):
    """The last words of a skipped test: GoogleTest prints the reason before its summary."""
    output = (case.findtext("system-out") or "").splitlines()
    for before, line in zip(output, output[1:]):
        if line.startswith("[  SKIPPED ]"):
            return before.strip()
    words = [line.strip() for line in output if line.strip()]
    return words[-1] if words else "no reason given"


def main():
    report, ctest_status = sys.argv[1], int(sys.argv[2])
    try:
        suite = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError) as error:
        print(f"count_tests: ctest left no report: {error}", file=sys.stderr)
        return ctest_status or 1

    failed = int(suite.get("failures"))
    skipped = int(suite.get("skipped")) + int(suite.get("disabled"))
    passed = int(suite.get("tests")) - failed - skipped

    if skipped:
        print("\nSkipped:")
        for case in suite.iter("testcase"):
            if case.get("status") in ("notrun", "disabled"):
                print(f"  {case.get('name')}: {skip_reason(case)}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return ctest_status or (1 if failed or not passed else 0)


if __name__ == "__main__":
    sys.exit(main())
