#!/usr/bin/env python3
"""Fit the weights by which verification weighs what its rules found and what both texts say, and write src/radfact/sign_weights.inc.

  fit_signs.py PROGRAM STATEMENTS.jsonl [-o src/radfact/sign_weights.inc] [--folds 5]

STATEMENTS has {"report", "hypotheses": [{"text", "label"}]} a line: statements about reports, each entailed by its report,
contradicted by it, or neither. The signs, among them what the rules found, come from `PROGRAM radfact verify --signs`. The
model is a softmax of three verdicts with a quadratic penalty, fitted by gradient descent with a fixed number of steps: the same input gives the same table.
It prints how it fares on folds of reports that it was not fitted to.
"""
import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LABELS = ("entailment", "contradiction", "neutral")
RULINGS = {"entailment": "ruled entailed", "contradiction": "ruled contradicted"}
MARGIN, LIKELIER = 0.3, 1.0  # as in src/radfact/signs.cc; its gate for the chest is not simulated here
PENALTY = 2.0
COST = 1.0  # of a verdict that is the wrong way round, beside that of a wrong one
STEPS = 800


def read_signs(program: str, path: str) -> list[dict]:
    """One record a statement: its report, its label, the rules' verdict, its signs."""
    rows = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    examples = [
        {
            "example_id": str(i),
            "input": {
                "phrases_A": [h["text"] for h in row["hypotheses"]],
                "phrases_B": [s.strip() for s in re.split(r"(?<=[.;])\s+|\n+", row["report"]) if s.strip()],
            },
        }
        for i, row in enumerate(rows)
    ]
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "in.json", Path(folder) / "out.json"
        source.write_text(json.dumps(examples), encoding="utf-8")
        subprocess.run([program, "radfact", "verify", str(source), "-o", str(out), "--signs", "--reasons"], check=True,
                       stdout=subprocess.DEVNULL)
        verified = json.loads(out.read_text(encoding="utf-8"))
    records = []
    for i, (row, answer) in enumerate(zip(rows, verified)):
        for hypothesis, got in zip(row["hypotheses"], answer["output"]["phrases_A_evidenced"]):
            signs = got["signs"]
            ruled = [status for status, sign in RULINGS.items() if sign in signs]
            records.append({"report": i, "label": hypothesis["label"], "rules": ruled[0] if ruled else "neutral", "signs": signs})
    return records


# What a sign can mean is known beforehand: what is open speaks for no verdict, a rival not for entailment, what is held not
# against it. The weights of such signs are held on their side of 0.
NEVER_FOR = ("report lacks much", "less sure", "of the rest", "not understood", "hint: also", "hint: beyond", "unimaged", "place unspoken")
NOT_FOR_ENTAILMENT = ("denied by implication", "known thing wider", "rivals alone", "denied alone", "coverage against", "well beside ill", "ill beside well",
                      "place well", "place well with others", "place ill", "thing denied", "thing said", "thing elsewhere")
FOR_ENTAILMENT = ("coverage", "coverage agreeing", "all held", "all covered", "more in report")


def limits(names: list[str]) -> list[list[tuple[float, float]]]:
    """The least and the greatest weight of each sign, for entailment and for contradiction."""
    out: list[list[tuple[float, float]]] = [[], []]
    for name in names:
        free, below, above = (-math.inf, math.inf), (-math.inf, 0.0), (0.0, math.inf)
        if " open" in name or name in NEVER_FOR:
            out[0].append(below)
            out[1].append(below)
            continue
        if name in RULINGS.values():  # what the rules find speaks for it
            out[0].append(above if name == RULINGS["entailment"] else free)
            out[1].append(above if name == RULINGS["contradiction"] else free)
            continue
        against = name.endswith((" rival", " elsewhere", " against")) or name.split(",")[0] in NOT_FOR_ENTAILMENT
        for_it = name.endswith((" held", " implied")) or name in FOR_ENTAILMENT
        out[0].append(below if against else above if for_it else free)
        out[1].append(free)
    for row in out:
        row.append((-math.inf, math.inf))
    return out


def fit(vectors: list[list[tuple[int, float]]], labels: list[int], names: list[str]) -> list[list[float]]:
    """Weights [entailment, contradiction] against neutral; the last of each is the bias. Accelerated gradient descent."""
    size = len(names)
    limit = limits(names)
    weights = [[0.0] * (size + 1) for _ in range(2)]
    ahead = [row[:] for row in weights]
    scale = [1e-9] * (size + 1)
    for vector in vectors:
        for j, x in vector:
            scale[j] += x * x
        scale[size] += 1
    typical = sum(sum(abs(x) for _, x in v) + 1 for v in vectors) / len(vectors)
    rate = [1.0 / (0.25 * typical * math.sqrt(s * len(vectors)) / 2 * (1 + COST) + PENALTY) for s in scale]
    for step in range(STEPS):
        gradient = [[PENALTY * w for w in row[:-1]] + [0.0] for row in ahead]
        for vector, label in zip(vectors, labels):
            e = ahead[0][size] + sum(ahead[0][j] * x for j, x in vector)
            c = ahead[1][size] + sum(ahead[1][j] * x for j, x in vector)
            top = max(e, c, 0.0)
            pe, pc, pn = math.exp(e - top), math.exp(c - top), math.exp(-top)
            total = pe + pc + pn
            pe, pc = pe / total, pc / total
            ge, gc = pe - (label == 0), pc - (label == 1)
            if label == 0:
                ge, gc = ge - COST * pe * pc, gc + COST * pc * (1 - pc)
            elif label == 1:
                ge, gc = ge + COST * pe * (1 - pe), gc - COST * pe * pc
            for j, x in vector:
                gradient[0][j] += ge * x
                gradient[1][j] += gc * x
            gradient[0][size] += ge
            gradient[1][size] += gc
        momentum = step / (step + 3)
        for k in range(2):
            for j in range(size + 1):
                least, most = limit[k][j]
                new = min(max(ahead[k][j] - rate[j] * gradient[k][j], least), most)
                ahead[k][j] = new + momentum * (new - weights[k][j])
                weights[k][j] = new
    return weights


def weigh(weights: list[list[float]], vector: list[tuple[int, float]]) -> str:
    e, c = (math.exp(row[-1] + sum(row[j] * x for j, x in vector)) for row in weights)
    if not vector or max(e, c) <= LIKELIER or abs(e - c) < MARGIN * (e + c + 1):
        return "neutral"
    return "entailment" if e > c else "contradiction"


def report(name: str, gold: list[str], got: list[str]) -> None:
    right = sum(a == b for a, b in zip(gold, got))
    wrong_way = sum({a, b} == {"entailment", "contradiction"} for a, b in zip(gold, got))
    recall = " ".join(f"{a} {100 * sum(g == a == b for g, b in zip(gold, got)) / gold.count(a):.1f}" for a in LABELS)
    print(f"{name}: {100 * right / len(gold):.1f}% right ({recall}), {100 * wrong_way / len(gold):.1f}% the wrong way round")


def sign_names(source: str) -> list[str]:
    """The names of the signs in their order, from the tables of names in signs.cc."""
    text = Path(source).read_text(encoding="utf-8")
    kinds, holds, signs = (
        re.findall(r'"([^"]*)"', re.search(rf"{table}\[\] = {{(.*?)}};", text, re.S).group(1))  # type: ignore[union-attr]
        for table in ("kKindNames", "kHoldNames", "kSignNames")
    )
    return [f"{k} {h}" for k in kinds for h in holds] + [f"{k} open in report" for k in kinds] + signs


def table(weights: list[list[float]], names: list[str], statements: int) -> str:
    lines = [
        f"// Made by tools/fit_signs.py from {statements} statements. A weight for each sign, in the order of signs.h.",
    ]
    for title, row in (("kEntailment", weights[0]), ("kContradiction", weights[1])):
        lines.append(f"constexpr Weights {title} = {{{row[-1]:.2f}F,")
        lines.append("                                {{")
        lines += [f"                                    {w:.2f}F,  // {name}" for w, name in zip(row, names)]
        lines.append("                                }}};")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("statements")
    parser.add_argument("-o", "--out", default="src/radfact/sign_weights.inc")
    parser.add_argument("--folds", type=int, default=5)
    options = parser.parse_args()
    names = sign_names(str(Path(options.out).parent / "signs.cc"))
    records = read_signs(options.program, options.statements)
    place = {name: j for j, name in enumerate(names)}
    vectors = [[(place[name], x) for name, x in record["signs"].items() if name in place] for record in records]
    labels = [LABELS.index(record["label"]) for record in records]
    gold = [record["label"] for record in records]
    rules = [record["rules"] for record in records]
    report("rules alone", gold, rules)
    got = list(rules)
    for fold in range(options.folds):
        train = [i for i, record in enumerate(records) if record["report"] % options.folds != fold]
        weights = fit([vectors[i] for i in train], [labels[i] for i in train], names)
        for i, record in enumerate(records):
            if record["report"] % options.folds == fold:
                got[i] = weigh(weights, vectors[i])
    if options.folds:
        report(f"on {options.folds} folds of other reports", gold, got)
    weights = fit(vectors, labels, names)
    report("on those it was fitted to", gold,
           [weigh(weights, v) for v in vectors])
    Path(options.out).write_text(table(weights, names, len(records)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
