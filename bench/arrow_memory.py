"""How much memory do pairs from an Arrow file take? It should not grow with them.

    PYTHONPATH=build/release/python build/venv/bin/python bench/arrow_memory.py [--pairs 1000000] [--metrics radsem]

Writes Arrow and Parquet files of a tenth and of all of so many short pairs, scores each in a process of its own, and
prints the most memory that was the process's own meanwhile (RssAnon: without the pages of the mapped file, which the
system may drop at any time), above what it had after the imports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

_CHILD = """
import sys, threading, time
import pyarrow, pyarrow.ipc, pyarrow.parquet, fiducial

def own():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))

path, metrics = sys.argv[1:]
fiducial.score(["No effusion."], ["No effusion."], metrics, resamples=0)
before, most, over = own(), 0, False

def watch():
    global most
    while not over:
        most = max(most, own())
        time.sleep(0.005)

watcher = threading.Thread(target=watch)
watcher.start()
pairs = fiducial.score(path, metrics=metrics, resamples=0).pairs
over = True
watcher.join()
print(pairs, (most - before) / 1024)
"""


def write(folder: str, pairs: int) -> list[str]:
    import pyarrow
    from pyarrow import ipc, parquet

    kind = pyarrow.schema([("reference", pyarrow.string()), ("candidate", pyarrow.string())])
    paths = [os.path.join(folder, f"{pairs}.{ending}") for ending in ("arrow", "parquet")]
    with ipc.new_file(paths[0], kind) as arrow, parquet.ParquetWriter(paths[1], kind) as columns:
        for first in range(0, pairs, 10_000):
            numbers = range(first, min(first + 10_000, pairs))
            references = [f"A {i % 97 + 2} mm nodule in the left upper lobe. No effusion. Number {i}." for i in numbers]
            candidates = [f"A {i % 89 + 2} mm nodule in the left lung. No pleural effusion." for i in numbers]
            batch = pyarrow.record_batch([references, candidates], schema=kind)
            arrow.write_batch(batch)
            columns.write_batch(batch)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--metrics", default="radsem")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for pairs in (options.pairs // 10, options.pairs):
            for path in write(folder, pairs):
                command = [sys.executable, "-c", _CHILD, path, options.metrics]
                start = time.perf_counter()
                done = subprocess.run(command, capture_output=True, text=True, check=True)
                seconds = time.perf_counter() - start
                count, memory = done.stdout.split()
                size = os.path.getsize(path) / 2**20
                ending = os.path.splitext(path)[1]
                print(
                    f"{int(count):>10,} pairs, {ending:<8} {size:>7.0f} MiB: {float(memory):>6.1f} MiB more,"
                    f" {seconds:.1f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
