"""How fast is it from Python? Pairs a second, side by side in one run:

    PYTHONPATH=build/release/python build/venv/bin/python bench/python_rates.py PAIRS.jsonl [--pairs 10000] [--clusters]

the program, lists, Arrow, one pair at a time, and what is installed of sacrebleu, rouge-score and pycocoevalcap; with
--clusters Ray and Spark on this machine. The pairs of the file are repeated, each time with another number, so that no
reference comes twice.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def show(name: str, pairs: int, seconds: float) -> None:
    _measured.append((name, pairs / seconds))
    print(f"{name:<36} {pairs / seconds:>12,.0f} pairs/s {seconds:>9.2f} s", flush=True)


_measured: list[tuple[str, float]] = []


def markdown() -> str:
    """All that was shown, beside the program: the rates of a busy machine are low all together."""
    first = {name.rsplit(", ", 1)[1]: rate for name, rate in _measured if name.startswith("program")}
    lines = ["| | pairs a second | of the program's |", "| --- | --- | --- |"]
    for name, rate in _measured:
        measure = next((rate for metric, rate in first.items() if metric in name), first.get("bleu4", rate))
        lines.append(f"| {name} | {rate:,.0f} | {rate / measure:.2g} |")
    return "\n".join(lines)


def import_time() -> float:
    code = "import time; t = time.perf_counter(); import fiducial; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(9)]
    return statistics.median(float(run.stdout) for run in runs)


def others(references: list[str], candidates: list[str]) -> None:
    try:
        import sacrebleu

        few = min(2000, len(references))
        bleu = sacrebleu.metrics.BLEU(effective_order=True)
        pairs = list(zip(candidates[:few], references[:few]))
        show("sacrebleu, sentences, bleu4", few, timed(lambda: [bleu.sentence_score(c, [r]) for c, r in pairs]))
    except ImportError:
        print("sacrebleu is not installed")
    try:
        from rouge_score import rouge_scorer

        few = min(500, len(references))
        rouge = rouge_scorer.RougeScorer(["rougeL"])
        pairs = list(zip(references[:few], candidates[:few]))
        show("rouge-score, rougeL", few, timed(lambda: [rouge.score(r, c) for r, c in pairs]))
    except ImportError:
        print("rouge-score is not installed")
    try:
        from pycocoevalcap.bleu.bleu import Bleu

        few = min(2000, len(references))
        gts = {i: [r] for i, r in enumerate(references[:few])}
        res = {i: [c] for i, c in enumerate(candidates[:few])}
        show("pycocoevalcap, split words, bleu4", few, timed(lambda: Bleu(4).compute_score(gts, res, verbose=0)))
    except ImportError:
        print("pycocoevalcap is not installed")


def clusters(table: Any, metric: str, pairs: int) -> None:
    import ray

    import fiducial

    ray.init(num_cpus=2, log_to_driver=False, logging_level="error")
    dataset = ray.data.from_arrow(table).repartition(8).materialize()
    fiducial.ray.score(dataset.limit(100), metric, resamples=0)
    seconds = timed(lambda: fiducial.ray.score(dataset, metric, resamples=0)[metric])
    show(f"Ray, two workers, {metric}", pairs, seconds)
    ray.shutdown()
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    frame = session.createDataFrame(table.to_pandas()).repartition(8).cache()
    frame.count()
    fiducial.spark.score(frame.limit(100), metric, resamples=0)
    seconds = timed(lambda: fiducial.spark.score(frame, metric, resamples=0)[metric])
    show(f"Spark, local[2], {metric}", pairs, seconds)
    session.stop()


def rates(program: str, path: str, references: list[str], candidates: list[str], metric: str) -> None:
    import fiducial

    def best(work: Callable[[], object]) -> float:
        return min(timed(work) for _ in range(3))

    command = [program, "score", path, "-m", metric, "--resamples", "0", "--quiet"]
    count = len(references)
    show(f"program, {metric}", count, best(lambda: subprocess.run(command, capture_output=True, check=True)))
    lists = best(lambda: fiducial.score(references, candidates, metric, resamples=0)[metric])
    show(f"fiducial.score, lists, {metric}", count, lists)
    try:
        table = arrow(references, candidates)
    except ImportError:
        return
    show(
        f"fiducial.score, Arrow, {metric}",
        count,
        best(lambda: fiducial.score(table, metrics=metric, resamples=0)[metric]),
    )


def arrow(references: list[str], candidates: list[str]) -> Any:
    import pyarrow

    return pyarrow.table({"reference": references, "candidate": candidates})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--pairs", type=int, default=10000)
    parser.add_argument("--program", default="build/release/fiducial")
    parser.add_argument("--clusters", action="store_true")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    many = [records[i % len(records)] for i in range(options.pairs)]
    references = [f"{r['reference']} Number {i}." for i, r in enumerate(many)]
    candidates = [r["candidate"] for r in many]

    print(f"import fiducial: {1000 * import_time():.0f} ms (median of 9)")
    import fiducial

    short = ("Small left pleural effusion. No pneumothorax.", "Small right effusion. The heart is normal.")
    fresh = [f"{short[0]} Number {i}." for i in range(5000)]
    fiducial.score(*short)
    seconds = timed(lambda: [fiducial.score(reference, short[1]) for reference in fresh])
    print(f"one short pair, every reference another: {1e6 * seconds / len(fresh):.1f} µs")

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pairs.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            for i, (r, c) in enumerate(zip(references, candidates)):
                file.write(json.dumps({"id": str(i), "reference": r, "candidate": c}) + "\n")
        for metric in ("radsem", "clinical", "bleu4", "rougeL"):
            rates(options.program, path, references, candidates, metric)
    others(references, candidates)
    if options.clusters:
        clusters(arrow(references, candidates), "radsem", options.pairs)
    print()
    print(markdown())


if __name__ == "__main__":
    main()
