#!/usr/bin/env python3
"""Writes the examples of docs/formats.md anew, from what the binary really writes.

usage: update_format_examples.py LMTUNE

Measures a small campaign on this machine's OpenCL device (about a minute). Case files are written
by people, and so is their example; all other JSON blocks are replaced by their counterparts.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/formats.md"
WIDTH = 98


def wrap(items, indent):
    """Short items, several on a line."""
    lines = [" " * indent]
    for number, item in enumerate(items):
        text = item + (", " if number + 1 < len(items) else "")
        if len(lines[-1] + text.rstrip()) > WIDTH and lines[-1].strip():
            lines.append(" " * indent)
        lines[-1] += text
    return "\n".join(line.rstrip() for line in lines)


def pretty(value, indent=0, used=0):
    """JSON with everything on one line that fits there."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + used + len(line) <= WIDTH or not isinstance(value, (dict, list)):
        return line
    inner, end = indent + 2, "\n" + " " * indent
    if isinstance(value, dict):
        members = [f"{json.dumps(key)}: " + pretty(member, inner, len(key) + 5)
                   for key, member in value.items()]
        return "{\n" + ",\n".join(" " * inner + member for member in members) + end + "}"
    if any(isinstance(element, (dict, list)) for element in value):
        elements = [" " * inner + pretty(element, inner) for element in value]
        return "[\n" + ",\n".join(elements) + end + "]"
    return "[\n" + wrap([json.dumps(element) for element in value], inner) + end + "]"


def make_files(lmtune, folder):
    """The real files, parsed; JSONL files as lists of their lines."""
    campaign, cases, run, model = (
        f"{folder}/{name}" for name in ("campaign.jsonl", "cases.jsonl", "run.jsonl", "model.json"))

    def call(*arguments):
        return subprocess.run([lmtune, *arguments], check=True, stdout=subprocess.PIPE).stdout

    def lines(path):
        return [json.loads(line) for line in pathlib.Path(path).read_text("utf-8").splitlines()]

    call("generate", "--count", "40", "--seed", "1", "--limits", "pocl", "-o", campaign)
    call("generate", "--cases", str(ROOT / "seeds/matmul/a.json"), "--quick", "-o", cases)
    call("measure", campaign, "--quick-protocol", "-o", run)
    call("train", run, "-o", model)
    seed = str(ROOT / "seeds/matmul/a.json")
    prediction = json.loads(call("predict", seed, "--quick", "-m", model, "--json"))
    prediction["model"] = "model.json"
    return {"campaign": lines(campaign), "cases": lines(cases), "run": lines(run),
            "model": json.loads(pathlib.Path(model).read_text("utf-8")), "prediction": prediction}


def examples(files):
    """(kind, member that tells what it is) -> example; long parts are cut."""
    synthetic = next(line for line in files["campaign"] if "synthetic" in line)
    benchmark = next(line for line in files["cases"] if "benchmark" in line)
    name = synthetic["synthetic"]["id"]
    source = next(line for line in files["campaign"] if "source" in line)
    source["source"]["text"] = source["source"]["text"][:60] + "…"
    result = next(line for line in files["run"]
                  if "result" in line and line["result"]["synthetic"]["id"] == name)
    trust = next(line for line in files["run"] if line.get("trust", {}).get("role") == "reference")
    model, prediction = files["model"], files["prediction"]
    for forest in (model["beneficial"], model["speedup"]):
        for part in forest:
            forest[part] = forest[part][:40] + "…"
    model["vicinity"]["points"] = [[0] * len(model["feature_names"])]
    prediction["predictions"] = prediction["predictions"][:1]
    prediction["predictions"][0]["contributions"] = prediction["predictions"][0]["contributions"][:2]
    return {("campaign", "format"): files["campaign"][0], ("campaign", "source"): source,
            ("campaign", "synthetic"): synthetic, ("campaign", "benchmark"): benchmark,
            ("run", "format"): files["run"][0],
            ("run", "started"): {"started": name}, ("run", "result"): result,
            ("run", "trust"): trust, ("model", "format"): model, ("prediction", "format"): prediction}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        fresh = examples(make_files(sys.argv[1], folder))

    def replace_block(kind, match):
        first_member = next(iter(json.loads(match.group(1))))
        example = fresh.get((kind, first_member))
        return f"```json\n{pretty(example)}\n```" if example else match.group(0)

    sections = re.split(r"(?m)^(?=## )", DOCUMENT.read_text("utf-8"))
    for number, section in enumerate(sections):
        heading = re.match(r"## .*`lmtune-([a-z-]+)`", section)
        if heading:
            sections[number] = re.sub(r"(?s)```json\n(.*?)\n```",
                                      lambda match: replace_block(heading.group(1), match), section)
    DOCUMENT.write_text("".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
