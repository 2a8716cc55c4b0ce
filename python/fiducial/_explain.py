"""Why a pair has its score."""

from __future__ import annotations

import html
import json
from typing import Any

from . import _core, _html
from ._lexicon import LexiconLike, lexicon_of
from ._reading import _Characters

_POLICIES = ("many-to-many", "alt")


class Explanation:
    """How RadSEM came to its score of one pair: what matches, what contradicts, what is missing or unsupported."""

    def __init__(self, reference: str, candidate: str, record: dict[str, Any]) -> None:
        self.reference, self.candidate = reference, candidate
        #: everything: pairs with labels, weights and credits, unmatched sentences, classes, atoms with their places
        self.record = record

    @property
    def score(self) -> float:
        return float(self.record["score"])

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """Findings of the two reports that match, with their labels, weight and credit."""
        return list(self.record["pairs"])

    @property
    def contradictions(self) -> list[tuple[str, str]]:
        """Sentences of the reference and of the candidate that cannot both be true."""
        reference, candidate = self.record["reference"], self.record["candidate"]
        return [(reference[i]["sentence"], candidate[j]["sentence"]) for i, j in self.record["contradictions"]]

    @property
    def missing(self) -> list[str]:
        """What only the reference says."""
        return self._unmatched("reference", "ref_sentence")

    @property
    def unsupported(self) -> list[str]:
        """What only the candidate says."""
        return self._unmatched("candidate", "gen_sentence")

    def _unmatched(self, side: str, key: str) -> list[str]:
        matched = {pair[key] for pair in self.record["pairs"]}
        return [atom["sentence"] for atom in self.record[side] if atom["sentence"] not in matched]

    def __str__(self) -> str:
        return str(self.record["text"]).strip("\n")

    def __repr__(self) -> str:
        return (
            f"<fiducial.Explanation {self.score:.4f}: {len(self.pairs)} matched, {len(self.missing)} missing,"
            f" {len(self.unsupported)} unsupported, {len(self.contradictions)} contradictions>"
        )

    def _side_html(self, side: str, text: str, key: str) -> str:
        matched = {pair[key] for pair in self.record["pairs"]}
        place = 0 if side == "reference" else 1
        clashing = {clash[place] for clash in self.record["contradictions"]}
        characters = _Characters(text)
        marks: list[_html.Mark] = []
        for i, atom in enumerate(self.record[side]):
            good = atom["sentence"] in matched
            colour = _html.GREEN if good else _html.RED if i in clashing else _html.YELLOW
            state = "matched" if good else "contradicted" if i in clashing else "unmatched"
            marks.append((*characters.span(*atom["span"]), colour, f"{state}: {atom['sentence']}"))
        return f'<td style="vertical-align:top;text-align:left;width:50%">{_html.marked(text, marks)}</td>'

    def _repr_html_(self) -> str:
        sides = self._side_html("reference", self.reference, "ref_sentence") + self._side_html(
            "candidate", self.candidate, "gen_sentence"
        )
        head = "<tr><th>reference</th><th>candidate</th></tr>"
        account = f"<details><summary>the account</summary><pre>{html.escape(str(self))}</pre></details>"
        legend = _html.small("green: matched, yellow: missing or unsupported, red: contradicted")
        title = f"<b>RadSEM {self.score:.4f}</b> {legend}"
        return _html.box(title, f'<table style="width:100%">{head}<tr>{sides}</tr></table>', account)


def explain(
    reference: str, candidate: str, *, policy: str = "many-to-many", lexicon: LexiconLike = None
) -> Explanation:
    """Explains RadSEM's score of one pair. ``policy`` is "many-to-many" or "alt"."""
    if policy not in _POLICIES:
        raise _core.Error(f"policy: expected {' or '.join(_POLICIES)}, found '{policy}'")
    record = json.loads(_core.explain(reference, candidate, lexicon_of(lexicon)._core, policy == "alt"))
    return Explanation(reference, candidate, record)
