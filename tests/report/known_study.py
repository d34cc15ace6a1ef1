"""An evaluation with every member that a report draws: small, and the same whenever it is made."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMA = ROOT / "docs" / "schemas" / "evaluation.schema.json"
FAMILIES = ["matmul", "nbody", "stencil_3d", "transpose", "two_point_correlation"]
SETS = ["real", "range", "range + real", "vicinity", "all synthetic", "stacked"]
SIZES = [(1, 1.05), (1.05, 1.25), (1.25, 2), (2, None)]


def score(accuracy):
    return {"samples": 100, "decisive": 80, "accuracy": accuracy, "balanced_accuracy": accuracy - 0.02,
            "decisive_accuracy": accuracy + 0.05, "performance_captured": 0.9 + accuracy / 10}


def family_scores(name, accuracy):
    families = {family: score(accuracy + 0.04 * (i - 2)) for i, family in enumerate(FAMILIES)}
    return {"name": name, "overall": score(accuracy),
            "accuracy_range": [accuracy - 0.06, accuracy + 0.08],
            "decisive_accuracy_range": [accuracy - 0.02, accuracy + 0.12], "families": families}


def training_set(i, name):
    density = [{"radius": radius, "correlation": 0.3 - 0.2 * radius + 0.05 * i,
                "families": {family: round(7 * i * j * radius**4, 3) for j, family in enumerate(FAMILIES)}}
               for radius in (0.5, 1.0, 1.5)]
    return {"samples": 500 * (i + 1), "density": density,
            "leave_one_out": family_scores(name, 0.66 + 0.02 * i)}


def learning_point(name, samples, accuracy):
    return {"training_set": name, "samples": samples, "draws": 2,
            "accuracy": accuracy, "accuracy_range": [accuracy - 0.02, accuracy + 0.02],
            "decisive_accuracy": accuracy + 0.05,
            "decisive_accuracy_range": [accuracy + 0.02, accuracy + 0.08]}


def family_point(name, families, accuracy):
    point = learning_point(name, 0, accuracy) | {"families": families}
    del point["samples"]
    return point


def old_study():
    """What every evaluation holds."""
    version = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]["format_version"]["const"]
    return {
        "format": "lmtune-evaluation", "format_version": version, "lmtune_version": "0.1.0",
        "device": {
            "platform": "Test", "name": "Test GPU </script><b>bold</b>", "vendor": "Test",
            "driver_version": "1", "opencl_version": "OpenCL 3.0", "compute_units": 132,
            "max_group_items": 1024, "max_item_sizes": [1024, 1024, 64], "local_bytes": 49152,
            "local_type": "dedicated", "global_bytes": 150109880320,
            "max_allocation_bytes": 37527470080, "cache_bytes": 4325376, "profiling": True,
            "timer_step_ns": 1000, "unit_local_bytes": 233472, "unit_items": 2048,
            "unit_groups": 32},
        "runs": ["0123456789abcdef", "fedcba9876543210"], "seed": 1, "label_ceiling": 0.96,
        "baselines": [family_scores("always cache", 0.6), family_scores("never cache", 0.4)],
        "training_sets": [training_set(i, name) for i, name in enumerate(SETS)],
        "learning_curve": [learning_point(name, samples, 0.6 + 0.03 * i + 0.02 * j)
                           for j, name in enumerate(("range", "vicinity"))
                           for i, samples in enumerate((300, 1000, 3000, 10000))],
        "cross_validation": [{"training_set": "range", "score": score(0.8)}],
        "ablation": [family_scores("without staging", 0.68), family_scores("without stores", 0.735),
                     family_scores("with all features", 0.73)],
    }


def whole_study():
    """With the members that a study may lack."""
    confusion = {name: [{"low": low, "high": high, "beneficial_cached": right + 30 * i,
                         "beneficial_left": 30 - 8 * i, "other_left": 40 + 5 * i, "other_cached": 25 - 7 * i}
                        for i, (low, high) in enumerate(SIZES)]
                 for name, right in (("real", 50), ("stacked", 70))}
    bins = {name: [{"samples": 20 + 30 * abs(5 - i), "predicted": 0.05 + 0.1 * i,
                    "observed": offset + (1 - 2 * offset) * i / 9} for i in range(10)]
            for name, offset in (("real", 0.2), ("stacked", 0.09))}
    points = {name: [{"threshold": round(0.5 + 0.05 * i, 2), "answered": 1 - 0.09 * i,
                      "accuracy": right + 0.02 * i, "decisive_accuracy": right + 0.05 + 0.018 * i}
                     for i in range(10)] for name, right in (("real", 0.7), ("stacked", 0.78))}
    return old_study() | {
        "speedups": {"edges": [0.25, 0.5, 0.8, 0.95, 1.05, 1.25, 2, 4],
                     "sets": [{"name": "real", "counts": [1, 5, 12, 15, 30, 20, 10, 5, 2]},
                              {"name": "range", "counts": [3, 9, 20, 80, 200, 90, 60, 30, 8]},
                              {"name": "vicinity", "counts": [8, 19, 50, 70, 90, 90, 90, 10, 1]}]},
        "reliability": [{"training_set": name, "brier": 0.15, "bins": bins[name]} for name in bins],
        "confusion": [{"training_set": name, "sizes": confusion[name]} for name in confusion],
        "family_curve": [family_point(name, families, 0.6 + 0.02 * i + 0.03 * j)
                         for j, name in enumerate(("real", "range + real"))
                         for i, families in enumerate((4, 8, 16, 30))],
        "importance": [{"feature": f"feature_{i}", "log_odds": 0.5 / (i + 1)} for i in range(30)],
        "answered": [{"training_set": name, "points": points[name]} for name in points],
    }
