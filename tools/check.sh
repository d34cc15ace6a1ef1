#!/bin/sh
# Everything that must hold before a change lands: a build with warnings as errors, and every test,
# layout, layering and script syntax among them. The last line counts: N passed, N failed, N skipped.
set -eu
cd "$(dirname "$0")/.."

sh tools/install-deps.sh --check
cmake --preset check
cmake --build --preset check

# What ctest counted is read from its own report, whatever its exit code.
build=$PWD/build/check
report=$build/junit.xml
rm -f "$report"
status=0
ctest --test-dir "$build" --parallel 2 --output-on-failure --output-junit "$report" || status=$?

exec python3 tools/count_tests.py "$report" "$status"
