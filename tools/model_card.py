#!/usr/bin/env python3
"""Writes the card of a model, from the model file and from the evaluation of the same runs.

usage: model_card.py MODEL EVALUATION > models/README.md
"""

import json
import sys


def percent(share):
    return f"{100 * share:.1f} %"


def card(model, evaluation, name):
    if model["training"]["runs"] != evaluation["runs"]:
        sys.exit("model_card: model and evaluation are not of the same run files")
    device, training, scores = model["device"], model["training"], model["evaluation"]["scores"]
    choices = model["choices"]
    best = evaluation["training_sets"][-1]["leave_one_out"]
    answered = evaluation["answered"][-1]["points"]
    reliability = evaluation["reliability"][-1]
    real = training["samples"] - training["synthetic"]

    lines = [
        f"# {name}",
        "",
        f"What `lmtune predict` asks where no `--model` is given: a model of the {device['name']} "
        f"(driver {device['driver_version']}, {device['opencl_version']}), of no other device.",
        "Made by `tools/model_card.py` from the model file and the evaluation of its data.",
        "",
        "```sh",
        f"lmtune train data/nvidia-h200/*.jsonl.zst -o models/{name}",
        "lmtune evaluate data/nvidia-h200/*.jsonl.zst -o evaluation.json --draws 2",
        f"python3 tools/model_card.py models/{name} evaluation.json > models/README.md",
        "```",
        "",
        "## What it has learnt from",
        "",
        f"{training['samples']:,} benchmarks of {training['kernel_specs']:,} kernel specs, measured "
        f"on that device: {training['synthetic']:,} synthetic and {real:,} real ones of "
        f"{len(best['families'])} families; caching was beneficial in "
        f"{percent(training['beneficial'] / training['samples'])}, decisive were "
        f"{percent(training['decisive'] / training['samples'])}. A forest of "
        f"{choices['rounds']} trees from the synthetic ones, and one of "
        f"{choices['correction_rounds']} trees that corrects it by the real ones "
        f"([how](../docs/study.md)).",
        "",
        "## How good it is",
        "",
        "On real benchmarks whose family, and whatever that brought into the synthetic sets, was left "
        "out of training (`evaluate`, *" + best["name"] + "*):",
        "",
        "| family | benchmarks | right | of the decisive ones | performance captured |",
        "|---|---|---|---|---|",
    ]

    def row(label, score):
        return (f"| {label} | {score['samples']:,} | {percent(score['accuracy'])} | "
                f"{percent(score['decisive_accuracy'])} | {score['performance_captured']:.3f} |")

    lines += [row(family, score) for family, score in best["families"].items()]
    lines += [row("all", best["overall"])]
    lines += [row(rule["name"], rule["overall"]) for rule in evaluation["baselines"]]
    low, high = best["decisive_accuracy_range"]
    lines += [
        "",
        f"95 % of the means over families drawn anew lie between {percent(low)} and {percent(high)} "
        f"(decisive ones). At most {percent(evaluation['label_ceiling'])} can be right: the rest "
        "are ties.",
        "",
        f"It answers where it is at least {percent(model['answer_from'])} sure and has seen something "
        "near by. Of the same benchmarks, by sureness:",
        "",
        "| sure | answered | right on decisive ones |",
        "|---|---|---|",
    ]
    lines += [f"| {percent(point['threshold'])} | {percent(point['answered'])} | "
              f"{percent(point['decisive_accuracy'])} |" for point in answered]
    lines += [
        "",
        f"Probabilities (Brier score {reliability['brier']:.3f}):",
        "",
        "| given | benchmarks | caching beneficial |",
        "|---|---|---|",
    ]
    lines += [f"| {percent(one['predicted'])} | {one['samples']} | {percent(one['observed'])} |"
              for one in reliability["bins"]]
    lines += [
        "",
        "The expected speedup was off by a factor of "
        f"{2.718281828 ** scores['speedup_error']:.2f} at the median, on families of which the "
        "correction had seen nothing.",
        "",
        "## Where not to trust it",
        "",
        "- On another device, or another driver that compiles differently.",
        "- Where its families are weak: see the table; kernels whose stores staging reorders, and nests "
        "of short loops.",
        "- Near a speedup of 1: most of its errors are there, and cost little.",
    ]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    files = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as stream:
            files.append(json.load(stream))
    print(card(*files, sys.argv[1].rsplit("/", 1)[-1]), end="")


if __name__ == "__main__":
    main()
