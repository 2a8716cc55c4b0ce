#!/usr/bin/env python3
"""What the reader could not place: bench/left_over.py PROGRAM REPORTS [REPORTS ...] [--sentences]

Reads reports (any file that `fiducial findings` takes) and prints for each file the share of the words that mean
something and that no Finding says, and the most frequent of them. With --sentences the sentences that they stand in:
each is a place where reading failed, in any text, with no pair to compare it with.
"""

import json
import re
import subprocess
import sys
from collections import Counter

MEANS_SOMETHING = re.compile(r"\((place|observation|modifier|attribute|measure|left|right|level|\?)")
MOST = 25


def read(program: str, reports: str) -> list[dict]:
    """The traces of the reports, one each."""
    command = [program, "findings", reports, "--trace", "--json", "--quiet"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.splitlines()]


def sentence_of(trace: dict, word: dict) -> str:
    """The clause that the word stands in."""
    for clause in trace["clauses"]:
        spans = [item["span"] for item in clause.get("items", [])]
        if spans and spans[0][0] <= word["span"][0] < spans[-1][1]:
            return clause["text"]
    return ""


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--sentences"]
    if len(words) < 2:
        sys.exit(__doc__)
    program, *files = words
    for file in files:
        traces = read(program, file)
        items = [item for trace in traces for clause in trace["clauses"] for item in clause.get("items", [])]
        content = sum(bool(MEANS_SOMETHING.search(item["meaning"])) for item in items)
        left = Counter(word["text"].lower() for trace in traces for word in trace["left_over"])
        share = 100 * left.total() / max(1, content)
        print(f"{file}: {len(traces)} reports, {content} words, left over {left.total()} ({share:.2f}%)")
        for word, count in left.most_common(MOST):
            print(f"  {count:5} {word}")
        if "--sentences" in sys.argv:
            for trace in traces:
                for word in trace["left_over"]:
                    print(f"  [{word['text']}] {sentence_of(trace, word)}")


if __name__ == "__main__":
    main()
