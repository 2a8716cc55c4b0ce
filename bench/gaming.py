#!/usr/bin/env python3
"""What cheating scores: candidates that say nothing true of the patient, against honest ones, for every metric.

  gaming.py PAIRS [--program build/release/fiducial] [--metrics clinical,radsem,…] [--markdown]

PAIRS is any file of pairs in JSONL. Its references are kept; its candidates are the honest ones. Each strategy makes a
candidate of its own for every reference, and the table has the mean score of each. A metric that can be used as a reward
gives every strategy far less than honesty.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

NORMAL = ("The lungs are clear. The heart is normal in size. No pleural effusion or pneumothorax. The mediastinum is "
          "normal. No fracture. The liver, spleen, pancreas, kidneys and adrenal glands are normal. No free air or free "
          "fluid. The brain is normal. No hemorrhage or infarct. No mass.")
FINDINGS = ("pneumothorax", "pleural effusion", "consolidation in both lungs", "pulmonary edema", "atelectasis",
            "cardiomegaly", "a nodule in the right upper lobe", "rib fractures", "a mass in the liver",
            "kidney stones", "free air in the abdomen", "enlarged lymph nodes", "an intracranial hemorrhage",
            "an acute infarct", "degenerative changes of the spine", "aortic calcification")
OPPOSITES = ((r"\bleft\b", "right"), (r"\bright\b", "left"), (r"\bno\b", "a"), (r"\bsmall\b", "large"),
             (r"\blarge\b", "small"), (r"\bmild\b", "severe"), (r"\bsevere\b", "mild"), (r"\bis\b", "is not"),
             (r"\bare\b", "are not"))


def sentences(text):
    return [s for s in re.split(r"(?<=[.;])\s+", text.strip()) if s]


def flipped(text):
    """The reference's own sentences, last first, with one word turned round."""
    parts = sentences(text)[::-1]
    for i, part in enumerate(parts):
        for pattern, other in OPPOSITES:
            new = re.sub(pattern, other, part, count=1, flags=re.IGNORECASE)
            if new != part:
                parts[i] = new
                return " ".join(parts)
    return " ".join(parts)


def listed(form):
    return " ".join(form.format(name=name) for name in FINDINGS)


STRATEGIES = {
    "nothing at all": lambda reference: "",
    "a normal template": lambda reference: NORMAL,
    "every finding asserted": lambda reference: listed("There is {name}."),
    "every finding hedged": lambda reference: listed("Possible {name}."),
    "every finding asserted and denied": lambda reference: listed("There is {name}. No {name}."),
    "every finding denied": lambda reference: listed("No {name}."),
    "first sentence, ten times": lambda reference: " ".join(sentences(reference)[:1] * 10),
    "own sentences, one flip": flipped,
    "own report, hedged": lambda reference: " ".join("Possible " + s[:1].lower() + s[1:] for s in sentences(reference)),
    "own report and every denial": lambda reference: reference + " " + listed("No {name}."),
}


def means(program, pairs, metrics):
    with tempfile.TemporaryDirectory() as folder:
        given, made = pathlib.Path(folder, "pairs.jsonl"), pathlib.Path(folder, "summary.json")
        given.write_text("".join(json.dumps(p) + "\n" for p in pairs), encoding="utf-8")
        subprocess.run([program, "score", str(given), "--metrics", metrics, "--json", str(made), "--resamples", "0",
                        "--quiet"], check=True, stdout=subprocess.DEVNULL)
        scores = json.loads(made.read_text(encoding="utf-8"))["scores"]
    return {name: value["mean"] for name, value in scores.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs")
    parser.add_argument("--program", default="build/release/fiducial")
    parser.add_argument("--metrics", default="clinical,radsem,radfact,bleu4,rougeL,meteor")
    parser.add_argument("--reference", default="reference", help="field of the reference")
    parser.add_argument("--candidate", default="candidate", help="field of the honest candidate")
    arguments = parser.parse_args()
    lines = pathlib.Path(arguments.pairs).read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    references = [row[arguments.reference] for row in rows]
    metrics = arguments.metrics.split(",")
    made = {"the honest candidate": [row[arguments.candidate] for row in rows]}
    for name, strategy in STRATEGIES.items():
        made[name] = [strategy(reference) for reference in references]
    print("| candidate | " + " | ".join(metrics) + " |")
    print("| --- |" + " --- |" * len(metrics))
    for name, candidates in made.items():
        pairs = [{"id": str(i), "reference": r, "candidate": c}
                 for i, (r, c) in enumerate(zip(references, candidates, strict=True))]
        got = means(arguments.program, pairs, arguments.metrics)
        print(f"| {name} | " + " | ".join("–" if got[m] is None else f"{got[m]:.3f}" for m in metrics) + " |")


if __name__ == "__main__":
    main()
