"""One fact, in the words of a textbook and as people say it: how often the two are read alike.

  sayings.py PROGRAM [FILE...] [--failures]

FILE: bench/sayings/*.jsonl by default, {"id", "taught", "plain", "other"} a line. Radiologists' sayings ("the tendon
has snapped", "a sliver of fluid", "nothing sits in the arteries") beside the plain sentence. The reader was taught from
those that are marked so, and from none of the others: their share is what new sayings give. Two are read alike if
RadSEM scores the one against the other above .9.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ALIKE = 0.9


def scores(program: str, sayings: list[dict]) -> list[float]:
    """RadSEM of each pair."""
    with tempfile.TemporaryDirectory() as folder:
        pairs, out = Path(folder, "pairs.jsonl"), Path(folder, "scores.jsonl")
        records = [{"id": s["id"], "reference": s["plain"], "candidate": s["other"]} for s in sayings]
        pairs.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
        command = [program, "score", str(pairs), "--metrics", "radsem", "--samples", str(out), "--quiet"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        by_id = {record["id"]: record["radsem"] or 0.0 for record in found}
        return [by_id[s["id"]] for s in sayings]


def main() -> None:
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    if not words:
        sys.exit(__doc__)
    files = [Path(w) for w in words[1:]] or sorted(Path(__file__).parent.glob("sayings/*.jsonl"))
    alike: dict[bool, list[float]] = {True: [], False: []}
    for path in files:
        sayings = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        for saying, score in zip(sayings, scores(words[0], sayings), strict=True):
            alike[saying["taught"]].append(score)
            if "--failures" in sys.argv and score <= ALIKE and saying["taught"]:
                print(f"{score:.2f}  {saying['plain']}\n      {saying['other']}")
    for taught, name in ((True, "taught"), (False, "new")):
        found = alike[taught]
        if found:
            share = sum(score > ALIKE for score in found) / len(found)
            print(f"{name:7} {100 * share:5.1f}% of {len(found)} read alike, mean {sum(found) / len(found):.3f}")


if __name__ == "__main__":
    main()
