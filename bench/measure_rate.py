#!/usr/bin/env python3
"""How many benchmarks a second `lmtune measure` does with one worker and with several.

usage: measure_rate.py LMTUNE [--count N] [--launches N] [--jobs N,N,…] [--device NAME]
                       [--campaign FILE]

One worker builds and measures in turn, as a plain loop does. With several, the others build while
one measures. All measure the same benchmarks into a new run file each. The table is made of
the summaries of `measure --json`. On PoCL the workers and the device share the cores.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile


def measure(lmtune, campaign, run, jobs, device):
    command = [lmtune, "measure", campaign, "-o", run, "--jobs", str(jobs), "--quick-protocol",
               "--json"]
    if device:
        command += ["--device", device]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lmtune")
    parser.add_argument("--count", type=int, default=40, help="benchmarks to generate")
    parser.add_argument("--launches", type=int, help="of each kernel spec")
    parser.add_argument("--campaign", help="measure this one instead")
    parser.add_argument("--jobs", default="1,2")
    parser.add_argument("--device", default="")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        campaign = arguments.campaign
        if campaign is None:
            campaign = str(pathlib.Path(folder) / "campaign.jsonl")
            command = [arguments.lmtune, "generate", "--count", str(arguments.count), "--seed", "1",
                       "--limits", "pocl", "-o", campaign]
            if arguments.launches:
                command += ["--launches", str(arguments.launches)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        print("workers  benchmarks/s  seconds  build CPU s  waiting s  timing s  device share")
        for jobs in (int(text) for text in arguments.jobs.split(",")):
            run = str(pathlib.Path(folder) / f"run{jobs}.jsonl")
            summary = measure(arguments.lmtune, campaign, run, jobs, arguments.device)
            times = summary["times"]
            print(f"{jobs:7}  {summary['per_second']:12.1f}  {summary['seconds']:7.1f}"
                  f"  {times['building_cpu']:11.1f}  {times['waiting']:9.1f}"
                  f"  {times['timing']:8.1f}  {times['device_share']:11.0%}", flush=True)


if __name__ == "__main__":
    main()
