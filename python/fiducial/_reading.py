"""What a report says: its Findings."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field
from typing import Any

from . import _core, _html
from ._lexicon import LexiconLike, lexicon_of


@dataclass(frozen=True)
class Finding:
    """One proposition of a report about one place."""

    #: the words that say it
    text: str
    #: where they stand, in characters of the report
    span: tuple[int, int]
    #: the place, without its side
    site: str
    #: left, right, both or empty
    side: str
    #: what was observed, by the lexicon's name; empty for words that it does not know
    concept: str
    #: present or absent
    polarity: str
    #: normal or abnormal, of the statement as a whole
    status: str
    #: definite or tentative
    certainty: str
    #: by kind (severity, measurement, change, …), the words of each
    details: dict[str, list[str]]
    #: the whole record, as ``fiducial findings`` writes it; its span is in UTF-8 bytes
    record: dict[str, Any] = field(repr=False, compare=False)
    _reading: Any = field(repr=False, compare=False, default=None)
    _place: int = field(repr=False, compare=False, default=0)

    @property
    def absent(self) -> bool:
        """The report denies it."""
        return self.polarity == "absent"

    @property
    def abnormal(self) -> bool:
        """The statement as a whole tells of something abnormal."""
        return self.status == "abnormal"

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.text, self.span, self.site, self.side, self.concept, self.polarity, self.status)
        return (Finding, (*values, self.certainty, self.details, self.record))


@dataclass(frozen=True)
class LeftOut:
    """A piece of the report that gave no finding, and why."""

    text: str
    span: tuple[int, int]
    reason: str


class Reading:
    """A report as it was read. In a notebook it shows its text with what was found."""

    def __init__(self, text: str, core: _core.Reading) -> None:
        #: the report
        self.text = text
        #: how each clause was read, if ``trace=True``
        self.trace = core.trace
        #: everything as ``fiducial findings`` writes it
        self.record: dict[str, Any] = json.loads(core.json)
        characters = _Characters(text)
        #: what it says, in its order
        self.findings = [_finding(record, characters, core, i) for i, record in enumerate(self.record["findings"])]
        #: sentences that gave no finding
        self.left_out = [
            LeftOut(text[slice(*characters.span(begin, end))], characters.span(begin, end), reason)
            for begin, end, reason in core.left_out
        ]

    def __len__(self) -> int:
        return len(self.findings)

    def __repr__(self) -> str:
        abnormal = sum(f.abnormal for f in self.findings)
        return f"<fiducial.Reading {len(self.findings)} findings, {abnormal} abnormal>"

    def __str__(self) -> str:
        def line(f: Finding) -> str:
            what = " ".join(part for part in (f.side, f.site) if part)
            details = "; ".join(f"{kind}: {', '.join(words)}" for kind, words in f.details.items())
            return f"{f.polarity:<8} {f.status:<9} {f.concept or '?'} | {what}" + (f" | {details}" if details else "")

        return "\n".join(line(f) for f in self.findings)

    def _repr_html_(self) -> str:
        marks: list[_html.Mark] = []
        for f in self.findings:
            colour = _html.RED if f.abnormal else _html.GREEN
            where = " ".join(part for part in (f.side, f.site) if part)
            marks.append((*f.span, colour, f"{f.polarity}: {f.concept} | {where}"))
        rows = "".join(
            f"<tr><td>{'✗' if f.absent else '✓'}</td><td>{html.escape(f.concept)}</td>"
            f"<td>{html.escape(' '.join(p for p in (f.side, f.site) if p))}</td><td>{f.status}</td>"
            f"<td>{html.escape('; '.join(', '.join(w) for w in f.details.values()))}</td></tr>"
            for f in self.findings
        )
        head = "<tr><th></th><th>finding</th><th>place</th><th>status</th><th>details</th></tr>"
        return _html.box(_html.marked(self.text, marks), f"<table>{head}{rows}</table>")


class _Characters:
    """From UTF-8 bytes to characters of one text."""

    def __init__(self, text: str) -> None:
        self._bytes = None if text.isascii() else text.encode("utf-8")

    def span(self, begin: int, end: int) -> tuple[int, int]:
        if self._bytes is None:
            return begin, end
        first = len(self._bytes[:begin].decode("utf-8", "ignore"))
        return first, first + len(self._bytes[begin:end].decode("utf-8", "ignore"))


def _finding(record: dict[str, Any], characters: _Characters, core: _core.Reading, place: int) -> Finding:
    return Finding(
        record["text"],
        characters.span(*record["span"]),
        record["site"],
        record["side"],
        record["concept"],
        record["polarity"],
        record["status"],
        record["certainty"],
        record["details"],
        record,
        core,
        place,
    )


def read(text: str, *, lexicon: LexiconLike = None, trace: bool = False) -> Reading:
    """Reads a report with the embedded reader. ``trace=True`` tells how each clause was read."""
    return Reading(text, _core.read(text, lexicon_of(lexicon)._core, trace))


@dataclass(frozen=True)
class Relation:
    """How two findings stand to each other, whichever comes first."""

    #: apart, part-whole or equivalent
    site: str
    #: apart, part-whole or equivalent
    what: str
    #: they cannot both be true
    contradictory: bool
    #: they say the same of the same, one perhaps in wider terms
    compatible: bool
    #: nothing to compare, none, partial or equivalent
    details: str


def relate(a: Finding, b: Finding) -> Relation:
    """Compares two findings that :func:`read` gave."""
    if a._reading is None or b._reading is None:
        raise _core.Error("relate: expected findings as read() gives them; a pickled one has lost its reading")
    return Relation(**json.loads(_core.relate(a._reading, a._place, b._reading, b._place)))
