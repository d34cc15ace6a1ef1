"""Gives study_tables.py a small evaluation and a document with old tables."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def score(samples, decisive, decisive_accuracy, captured):
    return {"samples": samples, "decisive": decisive, "accuracy": 0.75, "balanced_accuracy": 0.7,
            "decisive_accuracy": decisive_accuracy, "performance_captured": captured}


def scores(name, matmul, other):
    return {"name": name, "overall": score(300, 200, 0.85, 0.97), "accuracy_range": [0.7, 0.8],
            "decisive_accuracy_range": [0.8, 0.9], "families": {"matmul": matmul, "other": other}}


REAL = scores("real", score(100, 50, 0.9, 0.98), score(200, 150, 0.8333, 0.965))
EVALUATION = {
    "baselines": [scores("always cache", score(100, 50, 0.4, 0.9), score(200, 150, 0.6, 0.95))],
    "training_sets": [{
        "samples": 5397, "leave_one_out": REAL,
        "density": [{"radius": 0.25, "families": {"matmul": 1, "other": 2}},
                    {"radius": 0.5, "families": {"matmul": 12.34, "other": 470.2}}],
    }],
    "learning_curve": [
        {"training_set": "range", "samples": 1000, "draws": 2, "decisive_accuracy": 0.75,
         "decisive_accuracy_range": [0.74, 0.76]},
        {"training_set": "range", "samples": 90000, "draws": 1, "decisive_accuracy": 0.8,
         "decisive_accuracy_range": [0.8, 0.8]}],
    "answered": [{"points": [{"threshold": 0.6, "answered": 0.849, "decisive_accuracy": 0.903}]}],
    "ablation": [scores("nothing", REAL, REAL)],
}


class StudyTablesTest(unittest.TestCase):
    def write(self, document):
        with tempfile.TemporaryDirectory() as folder:
            evaluation = pathlib.Path(folder) / "evaluation.json"
            evaluation.write_text(json.dumps(EVALUATION), encoding="utf-8")
            path = pathlib.Path(folder) / "study.md"
            path.write_text(document, encoding="utf-8")
            result = subprocess.run(
                [sys.executable, ROOT / "tools/study_tables.py", evaluation, path],
                capture_output=True, text=True, check=False)
            return result, path.read_text(encoding="utf-8")

    def test_replaces_the_table_and_nothing_else(self):
        before = "Text.\n\n<!-- table: answered -->\n| old | table |\n|---|---|\n| 1 | 2 |\n\nMore.\n"
        result, after = self.write(before)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(after, "Text.\n\n<!-- table: answered -->\n"
                         "| sureness | answered, % | decisive, % right |\n|---|---|---|\n"
                         "| 0.60 | 85 | 90.3 |\n\nMore.\n")

    def test_tells_seed_families_from_the_others(self):
        _, after = self.write("<!-- table: leave_one_out -->\n")
        self.assertIn("1 seed families: decisive, captured | 1 others", after)
        self.assertIn("| real | 5,397 | 75.0 | 70.0–80.0 | 85.0 | 80.0–90.0 | 0.970 "
                      "| 90.0, 0.980 | 83.3, 0.965 |", after)

    def test_density_is_the_one_within_a_half(self):
        _, after = self.write("<!-- table: density -->\n")
        self.assertIn("| matmul | 12.3 |\n| other | 470 |\n", after)

    def test_ranges_are_of_several_draws(self):
        _, after = self.write("<!-- table: learning_curve -->\n")
        self.assertIn("| 1,000 | 75.0 (74.0–76.0) |\n| 90,000 | 80.0 |\n", after)

    def test_an_unknown_table_changes_nothing(self):
        before = "<!-- table: unheard_of -->\n"
        result, after = self.write(before)
        self.assertIn("no table unheard_of", result.stderr)
        self.assertEqual((result.returncode, after), (1, before))


if __name__ == "__main__":
    unittest.main()
