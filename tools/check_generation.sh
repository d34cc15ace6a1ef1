#!/bin/sh
# Whether clang++ gives the campaigns that g++ gives: builds unit_generate with it and runs the tests
# that pin campaigns' hashes. They run with g++ among all others. Exits with 77 where there is no
# clang++.
set -eu
cd "$(dirname "$0")/.."

if ! command -v clang++ >/dev/null; then
  echo "check_generation: skipped: no clang++ here (Debian: clang)"
  exit 77
fi
build=${1-build/clang}
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ >/dev/null
cmake --build "$build" --target lmtune_generate unit_generate
"$build/bin/unit_generate" --gtest_filter='*SameOnEveryMachine'
