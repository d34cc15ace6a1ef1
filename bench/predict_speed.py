#!/usr/bin/env python3
"""How long `lmtune predict` takes from start to end, by the model that comes with lmtune.

usage: predict_speed.py LMTUNE [--times N]

Goals: 0.5 s for a kernel of 256 work-items a group and under a million loads, 0.05 s of it for the start and
the model, which a kernel file that does not exist shows.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNEL = """
__kernel void smear(__global const float* image, __global float* result, int width, int radius) {
  const int x = get_global_id(0), y = get_global_id(1), pitch = width + 2 * radius;
  float sum = 0.0f;
  for (int dy = 0; dy <= 2 * radius; ++dy)
    for (int dx = 0; dx <= 2 * radius; ++dx) sum += image[(y + dy) * pitch + x + dx];
  result[y * width + x] = sum;
}
"""


def seconds(command, expected):
    begin = time.monotonic()
    status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, check=False).returncode
    if status != expected:
        sys.exit(f"exit code {status}: {' '.join(command)}")
    return time.monotonic() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lmtune")
    parser.add_argument("--times", type=int, default=9)
    arguments = parser.parse_args()
    kernel = ROOT / "build/predict_speed.cl"
    kernel.write_text(KERNEL, "utf-8")
    launch = ["--array", "image", "--global", "2048,2048", "--local", "16,16", "--arg", "width=2048",
              "--kernel", "smear"]
    model = ["-m", str(ROOT / "models/nvidia-h200.json")]
    rows = [("start and model alone", [str(ROOT / "none.cl"), *launch], 3)]
    for radius in (1, 8, 30):
        loads = 256 * (2 * radius + 1) ** 2
        rows.append((f"window of {2 * radius + 1}x{2 * radius + 1}: {loads:,} loads a group",
                     [str(kernel), *launch, "--arg", f"radius={radius}"], 0))
    print(f"{'':40}  median s     best s")
    for name, words, expected in rows:
        times = [seconds([arguments.lmtune, "predict", *words, *model], expected)
                 for _ in range(arguments.times)]
        print(f"{name:40}{statistics.median(times):10.3f}{min(times):11.3f}")


main()
