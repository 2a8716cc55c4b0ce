"""Why a pair has its score."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import Any, Optional

from . import _core, _html
from ._lexicon import LexiconLike, lexicon_of
from ._reading import _Characters


@dataclass(frozen=True)
class Statement:
    """Something that one of the reports says, as the metric understands it."""

    #: "R3", "G1": the same wherever it is shown
    mark: str
    text: str
    #: the report's own words
    quote: str
    #: where they stand, in characters of the report; None if not known
    span: Optional[tuple[int, int]]


@dataclass(frozen=True)
class Entry:
    """Statements of both reports that belong together, and what became of them."""

    #: matched, missing, unsupported, contradicted or left_out
    outcome: str
    reference: list[Statement]
    candidate: list[Statement]
    remark: str
    #: the part of the account that it stands in: "abnormal", …
    part: str


class Explanation:
    """How a metric came to its score of one pair. ``print`` shows what ``fiducial score --explain`` does."""

    def __init__(self, reference: str, candidate: str, record: dict[str, Any]) -> None:
        self.reference, self.candidate = reference, candidate
        #: the whole account, as the program's JSON has it
        self.record = record
        left, right = _Characters(reference), _Characters(candidate)
        #: every line of the account
        self.entries = [
            Entry(
                entry["outcome"],
                [_statement(one, left) for one in entry["reference"]],
                [_statement(one, right) for one in entry["candidate"]],
                entry["remark"],
                part["title"],
            )
            for part in record["parts"]
            for entry in part["entries"]
        ]

    @property
    def score(self) -> float:
        """What the metric gives the pair; NaN where it is not defined."""
        score = self.record["score"]
        return float("nan") if score is None else float(score)

    def _with(self, outcome: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.outcome == outcome]

    @property
    def matched(self) -> list[Entry]:
        """What both reports say."""
        return self._with("matched")

    @property
    def missing(self) -> list[str]:
        """What only the reference says."""
        return [one.text for entry in self._with("missing") for one in entry.reference]

    @property
    def unsupported(self) -> list[str]:
        """What only the candidate says."""
        return [one.text for entry in self._with("unsupported") for one in entry.candidate]

    @property
    def contradictions(self) -> list[tuple[list[str], list[str]]]:
        """What cannot both be true: statements of the reference, and of the candidate."""
        return [
            ([one.text for one in entry.reference], [one.text for one in entry.candidate])
            for entry in self._with("contradicted")
        ]

    def __str__(self) -> str:
        return str(self.record["text"]).strip()

    def __repr__(self) -> str:
        counts = {
            outcome: len(self._with(outcome)) for outcome in ("matched", "missing", "unsupported", "contradicted")
        }
        summary = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
        return f"<fiducial.Explanation {self.record['metric']} {self.score:.4f}: {summary}>"

    def _side_html(self, side: str, text: str) -> str:
        colours = {"contradicted": _html.RED, "matched": _html.GREEN, "missing": _html.YELLOW}
        order = ("contradicted", "matched", "missing", "unsupported", "left_out")
        marks: dict[tuple[int, int], _html.Mark] = {}
        for entry in sorted(self.entries, key=lambda one: order.index(one.outcome)):
            colour = _html.GREY if entry.outcome == "left_out" else colours.get(entry.outcome, _html.YELLOW)
            for one in entry.reference if side == "reference" else entry.candidate:
                if one.span is not None:
                    marks.setdefault(one.span, (*one.span, colour, f"{entry.outcome}: {one.text}"))
        return f'<td style="vertical-align:top;text-align:left;width:50%">{_html.marked(text, marks.values())}</td>'

    def _repr_html_(self) -> str:
        sides = self._side_html("reference", self.reference) + self._side_html("candidate", self.candidate)
        head = "<tr><th>reference</th><th>candidate</th></tr>"
        account = f"<details><summary>the account</summary><pre>{html.escape(str(self))}</pre></details>"
        legend = _html.small("green: matched, yellow: missing or unsupported, red: contradicted")
        title = f"<b>{html.escape(self.record['metric'])} {self.score:.4f}</b> {legend}"
        return _html.box(title, f'<table style="width:100%">{head}<tr>{sides}</tr></table>', account)


def _statement(record: dict[str, Any], characters: _Characters) -> Statement:
    span = record.get("span")
    return Statement(
        record["mark"], record["text"], record.get("quote", ""), None if span is None else characters.span(*span)
    )


def explain(reference: str, candidate: str, metric: str = "radsem", *, lexicon: LexiconLike = None) -> Explanation:
    """Explains the score of one pair by a metric that can: radsem, radsem_alt, radfact, lunguage."""
    record = json.loads(_core.explain(reference, candidate, metric, lexicon_of(lexicon)._core))
    return Explanation(reference, candidate, record)
