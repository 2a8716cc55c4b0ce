"""How far the program is from its peers on a whole folder.

    python compare.py DATA_DIR PROGRAM [--levels 1,2,3,4,5]

DATA_DIR has SSREE's layout: references in sample.jsonl, candidates in sample_l1.jsonl and so on, records with `name` and
`English_Report`. For each level the pairs are scored by `PROGRAM score PAIRS.jsonl --metrics LIST --samples OUT.jsonl`
and by the peers; the greatest absolute difference of a pair is printed per metric. Exit 1 if one is above 1e-6.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import peers

LIMIT = 1e-6


def reports(file):
    records = (json.loads(line) for line in open(file, encoding="utf-8"))
    return {record["name"]: record["English_Report"] for record in records}


def program_values(program, names, references, candidates, metrics):
    """The program's value of each metric for each pair."""
    with tempfile.TemporaryDirectory() as folder:
        pairs, samples = Path(folder) / "pairs.jsonl", Path(folder) / "samples.jsonl"
        with open(pairs, "w", encoding="utf-8") as out:
            for name, reference, candidate in zip(names, references, candidates):
                out.write(json.dumps({"id": name, "reference": reference, "candidate": candidate}) + "\n")
        command = [program, "score", str(pairs), "--metrics", ",".join(metrics), "--samples", str(samples), "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = [json.loads(line) for line in open(samples, encoding="utf-8")]
    return {metric: [row[metric] for row in rows] for metric in metrics}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("program")
    parser.add_argument("--levels", default="1,2,3,4,5")
    args = parser.parse_args()

    references = reports(args.data / "sample.jsonl")
    greatest = {}
    for level in args.levels.split(","):
        candidates = reports(args.data / f"sample_l{level}.jsonl")
        names = [name for name in references if name in candidates]
        r, c = [references[n] for n in names], [candidates[n] for n in names]
        expected = peers.all_metrics(r, c)
        found = program_values(args.program, names, r, c, list(expected))
        for metric, (pairs, _) in expected.items():
            difference = max(abs(a - b) for a, b in zip(pairs, found[metric], strict=True))
            greatest[metric] = max(greatest.get(metric, 0.0), difference)
        print(f"level {level}: {len(names)} pairs", file=sys.stderr)
    for metric, difference in greatest.items():
        print(f"{metric:12} {difference:.3g}")
    sys.exit(any(difference > LIMIT for difference in greatest.values()))


if __name__ == "__main__":
    main()
