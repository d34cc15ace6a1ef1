#!/bin/sh
# Runs clang-tidy over all sources of a configured build folder: sh tools/tidy.sh [build/check]
set -eu
cd "$(dirname "$0")/.."

build=${1-build/check}
if ! command -v run-clang-tidy-14 >/dev/null; then
  echo "tidy: no clang-tidy-14 here (sh tools/install-deps.sh --check installs it)" >&2
  exit 77
fi
run-clang-tidy-14 -quiet -j "$(nproc)" -p "$build" "^$PWD/src/"
