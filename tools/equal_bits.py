#!/usr/bin/env python3
"""The same numbers by every way: are they equal to the last bit?

    PYTHONPATH=build/release/python build/venv/bin/python tools/equal_bits.py DIR [--metrics all] [--clusters]

DIR has SSREE's files (NAME.jsonl, and NAME_l1.jsonl to NAME_l5.jsonl), or is a file of pairs. The program's samples and
summary (means, intervals, values of the corpus) are the measure; beside them fiducial.score on lists, on the file, on
an Arrow table, on a pandas frame and on a Parquet file, one pair after the other, and with --clusters Ray and Spark.
Every double is compared by its bits. Ends with 1 if one differs.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import fiducial


def pairs_of(place: pathlib.Path) -> list[dict[str, Any]]:
    if place.is_file():
        return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]

    def reports(path: pathlib.Path) -> dict[str, str]:
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        return {record["name"]: record["English_Report"] for record in records}

    (first,) = (path for path in place.glob("*.jsonl") if path.stem[-3:-1] != "_l")
    references = reports(first)
    levels = [reports(first.with_name(f"{first.stem}_l{level}.jsonl")) for level in range(1, 6)]
    return [
        {"id": f"{name}-{level + 1}", "reference": references[name], "candidate": candidates[name]}
        for level, candidates in enumerate(levels)
        for name in references
        if name in candidates
    ]


def bits(value: Any) -> Any:
    """A number as its bits; what is not defined is None in the program's JSON, NaN elsewhere."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return struct.pack("<d", value)


class Measure:
    """What the program gave."""

    def __init__(self, program: str, pairs: str, metrics: str, folder: str) -> None:
        samples, summary = os.path.join(folder, "samples.jsonl"), os.path.join(folder, "summary.json")
        command = [program, "score", pairs, "--metrics", metrics, "--samples", samples, "--json", summary, "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(samples, encoding="utf-8") as file:
            self.rows = [json.loads(line) for line in file]
        with open(summary, encoding="utf-8") as file:
            self.summary = json.load(file)
        self.columns = list(self.summary["scores"])
        self.numbers = {c: [bits(row.get(c)) for row in self.rows] for c in self.columns}

    def differences(self, result: fiducial.Result) -> int:
        found = result.to_dict()
        count = 0 if found["signatures"] == self.summary["signatures"] else 1
        for column in self.columns:
            count += sum(a != bits(b) for a, b in zip(self.numbers[column], result[column].samples, strict=True))
            ours, theirs = found["scores"][column], self.summary["scores"][column]
            for name in ("mean", "corpus"):
                count += bits(ours.get(name)) != bits(theirs.get(name))
            for name in ("interval", "corpus_interval"):
                pairs = zip(ours.get(name) or [None, None], theirs.get(name) or [None, None], strict=True)
                count += sum(bits(a) != bits(b) for a, b in pairs)
        return count

    def pair_differences(self, values: list[dict[str, float]], without: set[str]) -> int:
        columns = [column for column in self.columns if column not in without]
        return sum(self.numbers[c][i] != bits(row[c]) for i, row in enumerate(values) for c in columns)


def on_ray(table: Any, metrics: str) -> fiducial.Result:
    import ray

    ray.init(num_cpus=2, log_to_driver=False, logging_level="error")
    try:
        return fiducial.ray.score(ray.data.from_arrow(table).repartition(7), metrics)
    finally:
        ray.shutdown()


def on_spark(table: Any, metrics: str) -> fiducial.Result:
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    try:
        frame = session.createDataFrame(table.append_column("place", [list(range(table.num_rows))]).to_pandas())
        ordered = frame.repartitionByRange(5, "place").sortWithinPartitions("place")
        return fiducial.spark.score(ordered, metrics)
    finally:
        session.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", type=pathlib.Path)
    parser.add_argument("--metrics", default="all")
    parser.add_argument("--program", default="build/release/fiducial")
    parser.add_argument("--clusters", action="store_true")
    options = parser.parse_args()
    import pyarrow
    from pyarrow import parquet

    records = pairs_of(options.place)
    texts = [r["reference"] for r in records], [r["candidate"] for r in records]
    table = pyarrow.table({"reference": texts[0], "candidate": texts[1]})
    failed = False

    def say(way: str, differences: int) -> None:
        nonlocal failed
        failed |= differences > 0
        print(f"{way:<24} {differences:>8} of them differ" if differences else f"{way:<24} equal", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        path, columnar = os.path.join(folder, "pairs.jsonl"), os.path.join(folder, "pairs.parquet")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)
        parquet.write_table(table, columnar)
        measure = Measure(options.program, path, options.metrics, folder)
        columns = len(measure.columns)
        print(f"{len(records)} pairs, {columns} columns, {len(records) * columns} samples and their summaries")
        ways: dict[str, Callable[[], fiducial.Result]] = {
            "lists": lambda: fiducial.score(*texts, metrics=options.metrics),
            "lists, one thread": lambda: fiducial.score(*texts, metrics=options.metrics, threads=1),
            "the file": lambda: fiducial.score(path, metrics=options.metrics),
            "an Arrow table": lambda: fiducial.score(table, metrics=options.metrics),
            "a pandas frame": lambda: fiducial.score(table.to_pandas(), metrics=options.metrics),
            "a Parquet file": lambda: fiducial.score(columnar, metrics=options.metrics),
        }
        if options.clusters:
            ways["Ray"] = lambda: on_ray(table, options.metrics)
            ways["Spark"] = lambda: on_spark(table, options.metrics)
        for name, score in ways.items():
            say(name, measure.differences(score()))
        scorer = fiducial.Scorer(options.metrics)
        alone = [scorer.score_pair(r, c) for r, c in zip(*texts)]
        # CIDEr weighs a word by all references, of which one pair has one.
        say("one pair at a time", measure.pair_differences(alone, {"cider"}))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
