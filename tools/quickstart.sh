#!/bin/sh
# From a fresh clone to the first advice: installs what is missing, builds, and asks the model that
# comes with lmtune about a kernel. Then how to get a model of one's own: measures a small campaign on
# this machine's OpenCL device and trains from it. A few minutes; run again, it goes on where it
# stopped. Everything it makes is in build/quickstart/.
set -eu
cd "$(dirname "$0")/.."

step() {  # step WHAT COMMAND…: says both, then does it
  printf '\n== %s\n$' "$1" >&2
  shift
  printf ' %s' "$@" >&2
  printf '\n' >&2
  "$@"
}

out=build/quickstart
lmtune=build/release/bin/lmtune

step "Install what is missing" sh tools/install-deps.sh
step "Configure" cmake --preset release
step "Build" cmake --build --preset release
mkdir -p "$out"
step "Should a matrix multiplication cache its array a in local memory on an NVIDIA H200?" \
  "$lmtune" predict seeds/matmul/a.json --quick
step "And on a device of your own? Which OpenCL devices are there?" "$lmtune" devices
step "Make 40 synthetic benchmarks from the template" \
  "$lmtune" generate --count 40 --seed 1 --limits pocl -o "$out/campaign.jsonl"
step "Measure each with and without local memory; run again, this goes on where it stopped" \
  "$lmtune" measure "$out/campaign.jsonl" --quick-protocol -o "$out/run.jsonl"
step "Train a model for this device from what was measured" \
  "$lmtune" train "$out/run.jsonl" -o "$out/model.json"
step "The same question, for this device" \
  "$lmtune" predict seeds/matmul/a.json --quick -m "$out/model.json"
printf '\nFor advice worth trusting, measure a few thousand benchmarks; see README.md.\n' >&2
