#!/usr/bin/env python3
"""How evenly the reader reads one fact in several wordings: bench/facts.py PROGRAM [FILE ...] [--failures]

A line of bench/facts/*.jsonl is one clinical fact in four wordings: `a`, `b` and `c` say the same, `d` is one of them
with one error of the given kind. Printed for each file, by `clinical` with `a` as the reference: the share of `b` and
`c` that score at least .97, their mean, and the share of facts in which both score above `d`. With --failures every
other fact, with its texts and scores. The texts were written by language models in the role of radiologists, before
they saw the program.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SAME = 0.97


def scores(program: str, facts: list[dict[str, str]]) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        pairs, samples = Path(folder, "pairs.jsonl"), Path(folder, "samples.jsonl")
        lines = [
            json.dumps({"id": f"{fact['id']}/{wording}", "reference": fact["a"], "candidate": fact[wording]})
            for fact in facts
            for wording in "bcd"
        ]
        pairs.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [program, "score", str(pairs), "--metrics", "clinical", "--samples", str(samples), "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = [json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines()]
        return {row["id"]: row["clinical"] for row in rows}


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--failures"]
    if not words:
        sys.exit(__doc__)
    program, *files = words
    files = files or sorted(str(file) for file in Path(__file__).with_suffix("").glob("*.jsonl"))
    print(f"{'file':28} facts  same %   mean  told apart %")
    for file in files:
        facts = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
        by = scores(program, facts)
        right = [by[f"{fact['id']}/{wording}"] for fact in facts for wording in "bc"]
        told = [fact for fact in facts if min(by[fact["id"] + "/b"], by[fact["id"] + "/c"]) > by[fact["id"] + "/d"]]
        same = 100 * sum(score >= SAME for score in right) / len(right)
        mean, apart = sum(right) / len(right), 100 * len(told) / len(facts)
        print(f"{Path(file).stem:28} {len(facts):5}  {same:6.1f}  {mean:.3f}  {apart:12.1f}")
        for fact in facts if "--failures" in sys.argv else []:
            lowest = min(by[fact["id"] + "/b"], by[fact["id"] + "/c"])
            if lowest >= SAME and lowest > by[fact["id"] + "/d"]:
                continue
            print(f"\n{fact['id']} ({fact['kind']})\n     a: {fact['a']}")
            for wording in "bcd":
                print(f"{by[fact['id'] + '/' + wording]:.3f} {wording}: {fact[wording]}")


if __name__ == "__main__":
    main()
