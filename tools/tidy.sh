#!/bin/sh
# Runs clang-tidy over all sources. With --naming only its check of names, all files of a module at
# once, which takes a minute rather than ten. BUILD is a configured build folder; --naming has its own.
set -eu
cd "$(dirname "$0")/.."

if [ $# -gt 1 ]; then
  echo "usage: sh tools/tidy.sh [--naming | BUILD]" >&2
  exit 2
fi
if ! command -v run-clang-tidy-14 >/dev/null; then
  echo "tidy: no clang-tidy-14 here (sh tools/install-deps.sh --check installs it)" >&2
  exit 77
fi

if [ "${1-}" = --naming ]; then
  build=$PWD/build/naming
  cmake -S . -B "$build" -G Ninja -DLMTUNE_TESTS=OFF -DCMAKE_UNITY_BUILD=ON \
    -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 >/dev/null
  exec run-clang-tidy-14 -quiet -j "$(nproc)" -p "$build" \
    -checks='-*,readability-identifier-naming' \
    -header-filter='(include/lmtune|src)/.*\.(h|cpp)$' "^$build/(src|CMakeFiles)/"
fi
build=${1-build/check}
if [ ! -f "$build/compile_commands.json" ]; then
  echo "tidy: $build is no configured build folder" >&2
  exit 2
fi
exec run-clang-tidy-14 -quiet -j "$(nproc)" -p "$build" "^$PWD/src/"
