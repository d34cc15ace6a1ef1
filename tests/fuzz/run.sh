#!/bin/sh
# Builds the fuzz targets by clang into build/fuzz and runs each for SECONDS (default 600):
#   sh tests/fuzz/run.sh [SECONDS [TARGET…]]
# Inputs to begin with are this tree's own files; finds are left in build/fuzz/finds/TARGET.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1-600}
[ $# -eq 0 ] || shift
[ $# -ne 0 ] || set -- case campaign run model buffer_data trace_request trace_response

cmake -S . -B build/fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DLMTUNE_FUZZ=ON \
  -DLMTUNE_TESTS=OFF -DCMAKE_C_COMPILER="${CC-clang-14}" -DCMAKE_CXX_COMPILER="${CXX-clang++-14}"
for target in "$@"; do
  cmake --build build/fuzz --target "fuzz_$target"
done

for target in "$@"; do
  inputs=build/fuzz/inputs/$target
  finds=build/fuzz/finds/$target/
  mkdir -p "$inputs" "$finds"
  case $target in
    case) for file in seeds/*/*.json; do cp "$file" "$inputs/$(echo "$file" | tr / _)"; done ;;
    buffer_data) cp tests/kernels/*.npy "$inputs" ;;
    *) cp tests/fuzz/inputs/"$target"* "$inputs" 2>/dev/null || : ;;
  esac
  echo "fuzz: $target for $seconds s"
  build/fuzz/bin/fuzz_"$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 \
    -artifact_prefix="$finds" -print_final_stats=1 "$inputs"
done
