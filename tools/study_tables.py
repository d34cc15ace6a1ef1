#!/usr/bin/env python3
"""Writes the tables of docs/study.md anew, from an evaluation: each table after a line <!-- table: NAME -->.

usage: study_tables.py EVALUATION DOCUMENT
"""

import json
import os
import re
import sys

SEEDS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "seeds")


def percent(share):
    return f"{100 * share:.1f}"


def between(low_and_high):
    return "–".join(map(percent, low_and_high))


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + [
        "| " + " | ".join(map(str, row)) + " |" for row in rows]


def leave_one_out(evaluation):
    """All scores of each rule and each training set; over seed families and the others too."""
    seeds = {entry.name for entry in os.scandir(SEEDS) if entry.is_dir()}

    def mean(scores):
        """Decisive accuracy over benchmarks, captured over families weighted by benchmarks."""
        decisive = sum(score["decisive"] for score in scores)
        right = sum(score["decisive_accuracy"] * score["decisive"] for score in scores)
        samples = sum(score["samples"] for score in scores)
        captured = sum(score["performance_captured"] * score["samples"] for score in scores)
        return f"{percent(right / decisive)}, {captured / samples:.3f}"

    def row(entry, samples):
        overall, families = entry["overall"], entry["families"]
        return [
            entry["name"], samples, percent(overall["accuracy"]), between(entry["accuracy_range"]),
            percent(overall["decisive_accuracy"]), between(entry["decisive_accuracy_range"]),
            f"{overall['performance_captured']:.3f}",
            mean([score for family, score in families.items() if family in seeds]),
            mean([score for family, score in families.items() if family not in seeds])
        ]

    families = evaluation["baselines"][0]["families"].keys()
    head = [
        "learnt from", "samples", "right, %", "over families", "decisive, %", "over families",
        "captured", f"{len(families & seeds)} seed families: decisive, captured",
        f"{len(families - seeds)} others"
    ]
    return table(head, [row(entry, "–") for entry in evaluation["baselines"]] + [
        row(entry["leave_one_out"], f"{entry['samples']:,}")
        for entry in evaluation["training_sets"]
    ])


def families(evaluation):
    """Decisive accuracy of each training set by family."""
    sets = [entry["leave_one_out"] for entry in evaluation["training_sets"]]
    return table(["family"] + [one["name"] for one in sets],
                 [[family] + [percent(one["families"][family]["decisive_accuracy"]) for one in sets]
                  for family in sets[0]["families"]])


def curve(points, member, head):
    """Decisive accuracy by what `member` counts, and its range where there are several draws."""
    sets = list(dict.fromkeys(point["training_set"] for point in points))

    def cell(name, size):
        for point in points:
            if point["training_set"] == name and point[member] == size:
                mean = percent(point["decisive_accuracy"])
                return mean if point["draws"] == 1 else (
                    f"{mean} ({between(point['decisive_accuracy_range'])})")
        return "–"

    return table([head] + sets, [[f"{size:,}"] + [cell(name, size) for name in sets]
                                 for size in sorted({point[member] for point in points})])


def learning_curve(evaluation):
    """Decisive accuracy by synthetic samples."""
    return curve(evaluation["learning_curve"], "samples", "samples")


def family_curve(evaluation):
    """Decisive accuracy by other real families."""
    return curve(evaluation["family_curve"], "families", "other families")


def answered(evaluation):
    """What is left to answer from a sureness on, by the last training set."""
    return table(["sureness", "answered, %", "decisive, % right"],
                 [[f"{point['threshold']:.2f}", f"{100 * point['answered']:.0f}",
                   percent(point["decisive_accuracy"])]
                  for point in evaluation["answered"][-1]["points"]])


def density(evaluation):
    """Average vicinity density within 0.5 around each family."""
    wanted = [entry for entry in evaluation["training_sets"]
              if entry["leave_one_out"]["name"] in ("real", "range", "vicinity")]
    columns = [next(at["families"] for at in entry["density"] if at["radius"] == 0.5)
               for entry in wanted]

    def number(value):
        return f"{value:.0f}" if value >= 100 else f"{value:.1f}"

    return table(["family"] + [entry["leave_one_out"]["name"] for entry in wanted],
                 [[family] + [number(column[family]) for column in columns]
                  for family in columns[0]])


def ablation(evaluation):
    """Decisive accuracy without a group of features, the group that is missed most first."""
    nothing, *groups = evaluation["ablation"]
    groups.sort(key=lambda entry: entry["overall"]["decisive_accuracy"])
    return table(["hidden", ""], [[entry["name"], percent(entry["overall"]["decisive_accuracy"])]
                                  for entry in [nothing] + groups])


TABLES = {function.__name__: function
          for function in (leave_one_out, families, learning_curve, family_curve, answered, density,
                          ablation)}


def rewritten(document, evaluation):
    """`document` with what follows each marker, an old table or nothing, replaced."""
    def replace(match):
        if match[1] not in TABLES:
            sys.exit(f"study_tables: no table {match[1]}; there are {', '.join(TABLES)}")
        return f"<!-- table: {match[1]} -->\n" + "\n".join(TABLES[match[1]](evaluation)) + "\n"

    return re.sub(r"<!-- table: (\w+) -->\n((?:\|.*\n)*)", replace, document)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as stream:
        evaluation = json.load(stream)
    with open(sys.argv[2], encoding="utf-8") as stream:
        document = stream.read()
    document = rewritten(document, evaluation)
    with open(sys.argv[2] + ".new", "w", encoding="utf-8") as stream:
        stream.write(document)
    os.replace(sys.argv[2] + ".new", sys.argv[2])


if __name__ == "__main__":
    main()
