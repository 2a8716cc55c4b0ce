#!/usr/bin/env python3
"""How well the embedded RadFact agrees with labelled examples in RadFact's own file shapes.

  radfact_eval.py verify EXAMPLES.json [--program build/release/fiducial] [--show]
  radfact_eval.py phrases EXAMPLES.json [--program build/release/fiducial] [--show]

verify: a list of {"example_id", "input": {"phrases_A", "phrases_B"}, "output": {"phrases_A_evidenced", …}}: three-way
agreement, entailed or not, the confusion table and how much of the evidence is the same. phrases: a list of
{"example_id", "findings_text", "parsed_report": {"sentence_list": [{"orig", "new"}]}}: the share of sentences with the
same phrases after folding spaces and case. --show lists every difference.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import tempfile

STATUSES = ("entailment", "neutral", "contradiction")


def run(program, *arguments):
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL)


def verify(program, examples, show):
    with tempfile.TemporaryDirectory() as folder:
        given, made = f"{folder}/in.json", f"{folder}/out.json"
        bare = [{k: v for k, v in e.items() if k != "output"} for e in examples]
        pathlib.Path(given).write_text(json.dumps(bare), encoding="utf-8")
        run(program, "radfact", "verify", given, "-o", made, "--reasons", "--quiet")
        answers = {a["example_id"]: a["output"] for a in json.loads(pathlib.Path(made).read_text(encoding="utf-8"))}
    table = collections.Counter()
    shared = ours = theirs = 0
    for example in examples:
        for key in ("phrases_A_evidenced", "phrases_B_evidenced"):
            for gold, mine in zip(example["output"][key], answers[example["example_id"]][key], strict=True):
                table[gold["status"], mine["status"]] += 1
                if gold["status"] == mine["status"] != "neutral":
                    a, b = set(gold["evidence"]), set(mine["evidence"])
                    shared, ours, theirs = shared + len(a & b), ours + len(b), theirs + len(a)
                if show and gold["status"] != mine["status"]:
                    print(f"{example['example_id']} {key[8]}: {gold['status']} but {mine['status']}: {mine['phrase']}\n"
                          f"    expected {gold['evidence']}\n    found    {mine['evidence']} ({mine['reason']})")
    n = sum(table.values())
    same = sum(table[s, s] for s in STATUSES)
    binary = sum(c for (gold, mine), c in table.items() if (gold == "entailment") == (mine == "entailment"))
    print(f"{n} phrases: three-way {100 * same / n:.1f}%, entailed or not {100 * binary / n:.1f}%")
    print(f"evidence where both agree: precision {shared / max(1, ours):.2f}, recall {shared / max(1, theirs):.2f}")
    print(f"{'expected / found':<18}" + "".join(f"{s:>15}" for s in STATUSES))
    for gold in STATUSES:
        print(f"{gold:<18}" + "".join(f"{table[gold, mine]:>15}" for mine in STATUSES))


def folded(text):
    return " ".join(text.lower().split()).rstrip(".")


def phrases(program, examples, show):
    with tempfile.TemporaryDirectory() as folder:
        given, made = f"{folder}/in.jsonl", f"{folder}/out.jsonl"
        lines = [json.dumps({"id": e["example_id"], "text": e["findings_text"]}) for e in examples]
        pathlib.Path(given).write_text("\n".join(lines) + "\n", encoding="utf-8")
        run(program, "radfact", "phrases", given, "-o", made, "--quiet")
        answers = {}
        for line in pathlib.Path(made).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            answers[record["id"]] = record["sentence_list"]
    same = n = 0
    for example in examples:
        for sentence in example["parsed_report"]["sentence_list"]:
            gold = sorted(folded(p) for p in sentence["new"] if p.strip())
            # The labelled sentence may hold several of ours.
            parts = [s for s in answers[example["example_id"]] if folded(s["orig"]) in folded(sentence["orig"])]
            found = [p for s in parts for p in s["new"]] if parts else None
            n += 1
            if found is not None and sorted(folded(p) for p in found) == gold:
                same += 1
            elif show:
                print(f"{example['example_id']}: {sentence['orig']}\n    expected {sentence['new']}\n    found    {found}")
    print(f"{same} of {n} sentences have the same phrases: {100 * same / n:.1f}%")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("verify", "phrases"))
    parser.add_argument("examples")
    parser.add_argument("--program", default="build/release/fiducial")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    examples = json.loads(pathlib.Path(options.examples).read_text(encoding="utf-8"))
    {"verify": verify, "phrases": phrases}[options.what](options.program, examples, options.show)


if __name__ == "__main__":
    main()
