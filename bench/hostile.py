#!/usr/bin/env python3
"""Time and memory against size, for hostile texts: bench/hostile.py build/release/fiducial [--most 1000000] [--only NAMES].

Prints a table: for every metric and reader command the CPU seconds (user and system) of the slowest of nine shapes at
each size, which shape that was, and the largest memory. A metric gets the text as both reports. "fails" is a record that
the program refuses by its name.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path

READERS = {
    "findings": ["findings"],
    "radsem rewrite": ["radsem", "rewrite"],
    "radfact phrases": ["radfact", "phrases"],
    "lunguage structure": ["lunguage", "structure"],
}
METRICS = ["radsem", "radsem_alt", "radfact", "lunguage", "clinical", "bleu", "rougeL", "meteor", "cider"]
ORGANS = ["liver", "spleen", "pancreas", "left kidney", "right upper lobe", "thyroid", "bladder", "aorta"]
SEEN = ["cyst", "mass", "nodule", "calcification", "hematoma", "stone", "edema", "stenosis"]


def distinct(size: int) -> str:
    parts, total, i = [], 0, 0
    while total < size:
        parts.append(f"A {i % 97 + 3} mm {SEEN[i % 8]} in the {ORGANS[i // 8 % 8]}, number {i}. ")
        total += len(parts[-1])
        i += 1
    return "".join(parts)[:size]


def sizes(size: int) -> str:
    """One thing again and again, each of another size."""
    return "".join(f"A {i + 3} mm nodule in the liver. " for i in range(size // 30 + 1))[:size]


def unknown(size: int) -> str:
    rng = random.Random(1)
    parts, total = [], 0
    while total < size:
        parts.append("".join(rng.choices(string.ascii_lowercase, k=rng.randint(4, 9))) + " ")
        total += len(parts[-1])
    return "".join(parts)[:size]


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


def shapes(size: int) -> dict[str, str]:
    return {
        "one word": repeated("nodule ", size),
        "a chain": repeated("with a cyst ", size),
        "a denial": repeated("no mass, ", size),
        "a list": repeated("nodules and cysts of the liver and spleen, ", size),
        "one sentence": repeated("There is a small nodule in the right upper lobe. ", size),
        "distinct sentences": distinct(size),
        "many sizes": sizes(size),
        "unknown words": unknown(size),
        "numbers": repeated("3 x 4 mm ", size),
    }


def measured(words: list[str], patience: float) -> tuple[float, int, int]:
    """CPU seconds, MiB, exit code (minus one: it was stopped)."""
    started = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stopped = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid != 0:
            break
        if time.monotonic() - started > patience:
            process.kill()
            stopped = True
        time.sleep(0.002)
    code = -1 if stopped else os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, code


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--patience", type=float, default=60)
    parser.add_argument("--only", help="these commands and metrics, comma-separated")
    options = parser.parse_args()
    sizes = [size for size in (10_000, 100_000, 1_000_000) if size <= options.most]
    print("| command | " + " | ".join(f"{size // 1000} kB" for size in sizes) + " |")
    print("| --- |" + " --- |" * len(sizes))
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only.split(",") if options.only else [*READERS, *METRICS]:
            cells = []
            for size in sizes:
                worst: tuple[float, str] = (0.0, "")
                memory, failing = 0, []
                for shape, text in shapes(size).items():
                    path = Path(folder) / "in.jsonl"
                    if name in READERS:
                        path.write_text(json.dumps({"id": "x", "text": text}))
                        words = [*READERS[name], str(path), "-o", "/dev/null", "--quiet"]
                    else:
                        path.write_text(json.dumps({"id": "x", "reference": text, "candidate": text}))
                        words = ["score", str(path), "--metrics", name, "--resamples", "0", "--threads", "1", "--quiet"]
                    seconds, mib, code = measured([options.program, *words], options.patience)
                    worst = max(worst, (seconds, shape))
                    memory = max(memory, mib)
                    if code != 0:
                        failing.append(shape if code > 0 else f"{shape} (stopped)")
                cell = f"{worst[0]:.2f} s ({worst[1]}), {memory} MiB"
                cells.append(cell + (f"; fails: {', '.join(failing)}" if failing else ""))
            print(f"| `{name}` | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
