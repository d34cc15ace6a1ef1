#!/usr/bin/env python3
"""How long `lmtune generate` takes for large campaigns, and how much memory.

usage: generate_speed.py LMTUNE [--range N,N,…] [--vicinity N,N,…]

Goals: 1,000,000 of `range` in 20 s with 300 MB, 90,000 of `vicinity` in 120 s, on two cores.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command):
    """(seconds, peak memory in MB) of a command."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def numbers(text):
    return [int(number) for number in text.split(",") if number]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lmtune")
    parser.add_argument("--range", default="10000,100000,1000000", dest="of_range")
    parser.add_argument("--vicinity", default="9000,90000")
    arguments = parser.parse_args()
    print("approach    benchmarks  seconds  benchmarks/s  peak MB")
    with tempfile.TemporaryDirectory() as folder:
        common = ["--limits", "nvidia-h200", "--seed", "1", "-o", f"{folder}/campaign.jsonl"]
        for approach, counts, more in [
                ("range", numbers(arguments.of_range), []),
                ("vicinity", numbers(arguments.vicinity), ["--seeds", str(ROOT / "seeds")])]:
            for count in counts:
                seconds, memory = run([arguments.lmtune, "generate", "--approach", approach,
                                       "--count", str(count), *more, *common])
                print(f"{approach:10}  {count:10,}  {seconds:7.1f}  {count / seconds:12,.0f}"
                      f"  {memory:7.0f}", flush=True)


if __name__ == "__main__":
    main()
