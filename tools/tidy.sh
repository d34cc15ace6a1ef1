#!/bin/sh
# Runs clang-tidy over all sources; with --naming only its check of names, which takes a third of the
# time. BUILD is a configured build folder.
set -eu
cd "$(dirname "$0")/.."

checks=
if [ "${1-}" = --naming ]; then
  checks='-checks=-*,readability-identifier-naming'
  shift
fi
build=${1-build/check}
if [ $# -gt 1 ] || [ ! -f "$build/compile_commands.json" ]; then
  echo "usage: sh tools/tidy.sh [--naming] [BUILD]" >&2
  exit 2
fi

if ! command -v run-clang-tidy-14 >/dev/null; then
  echo "tidy: no clang-tidy-14 here (sh tools/install-deps.sh --check installs it)" >&2
  exit 77
fi
run-clang-tidy-14 -quiet -j "$(nproc)" -p "$build" ${checks:+"$checks"} "^$PWD/src/"
