"""The clinical errors of a candidate: which mistakes, of which kind, how much each matters."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Optional, Union, overload

from . import _core, _data, _html
from ._lexicon import LexiconLike, lexicon_of
from ._reading import _Characters
from ._scorer import Progress, _shown
from ._table import Table, number

#: every kind of error
KINDS = (
    *("missing", "invented", "negation", "side", "place", "finding", "severity", "size", "count", "acuity"),
    *("change", "device", "certainty", "attribution", "appearance", "organ"),
)

_SIGNIFICANCES = ("none", "minor", "significant", "urgent")


@dataclass(frozen=True)
class ClinicalError:
    """One mistake."""

    #: one of KINDS
    kind: str
    #: none, minor, significant or urgent
    significance: str
    #: what it takes from the score
    weight: float
    #: in a radiologist's words
    text: str
    #: the Finding of the reference that it is about, as a record; None if the reference says nothing of it
    reference: Optional[dict[str, Any]] = field(repr=False)
    #: the same of the candidate
    candidate: Optional[dict[str, Any]] = field(repr=False)


class ErrorCase(Sequence[ClinicalError]):
    """The errors of one pair, heaviest first, and its score ``clinical``. Shows itself in a notebook."""

    def __init__(self, reference: str, candidate: str, record: dict[str, Any]) -> None:
        self.reference, self.candidate = reference, candidate
        #: 1 for no error
        self.clinical = float(record["clinical"])
        self.errors = [
            ClinicalError(e["kind"], e["significance"], e["weight"], e["text"], e["reference"], e["candidate"])
            for e in record["errors"]
        ]

    @overload
    def __getitem__(self, i: int) -> ClinicalError: ...
    @overload
    def __getitem__(self, i: slice) -> list[ClinicalError]: ...
    def __getitem__(self, i: Union[int, slice]) -> Union[ClinicalError, list[ClinicalError]]:
        return self.errors[i]

    def __len__(self) -> int:
        return len(self.errors)

    @property
    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        return dict(Counter(error.kind for error in self.errors))

    def __repr__(self) -> str:
        return f"<fiducial.ErrorCase clinical {self.clinical:.4f}, {len(self)} errors>"

    def __str__(self) -> str:
        lines = [f"{e.kind:<12} {e.significance:<12} {e.weight:.2f}  {e.text}" for e in self.errors]
        return "\n".join([f"clinical {self.clinical:.4f}", *lines])

    def _side_html(self, side: str, text: str) -> str:
        characters = _Characters(text)
        marks: dict[tuple[int, int], _html.Mark] = {}
        for e in self.errors:
            finding = e.reference if side == "reference" else e.candidate
            if finding is None:
                continue
            span = characters.span(*finding["span"])
            colour = _html.RED if e.significance in ("significant", "urgent") else _html.YELLOW
            marks.setdefault(span, (*span, colour, f"{e.kind}: {e.text}"))
        return f'<td style="vertical-align:top;text-align:left;width:50%">{_html.marked(text, marks.values())}</td>'

    def _repr_html_(self) -> str:
        sides = self._side_html("reference", self.reference) + self._side_html("candidate", self.candidate)
        head = "<tr><th>reference</th><th>candidate</th></tr>"
        items = "".join(
            f"<li><b>{e.kind}</b> ({e.significance}, {e.weight:.2f}): {html.escape(e.text)}</li>" for e in self.errors
        )
        title = f"<b>clinical {self.clinical:.4f}</b>"
        return _html.box(title, f'<table style="width:100%">{head}<tr>{sides}</tr></table>', f"<ol>{items}</ol>")


class Errors(Sequence[ErrorCase]):
    """The errors of many pairs: a sequence of :class:`ErrorCase`, and a table by kind."""

    def __init__(
        self,
        cases: list[ErrorCase],
        signature: str,
        *,
        resamples: int = 1000,
        seed: int = 0,
        confidence: float = 95.0,
    ) -> None:
        self.cases = cases
        self.signature = signature
        self.resamples, self.seed, self.confidence = resamples, seed, confidence

    @overload
    def __getitem__(self, i: int) -> ErrorCase: ...
    @overload
    def __getitem__(self, i: slice) -> list[ErrorCase]: ...
    def __getitem__(self, i: Union[int, slice]) -> Union[ErrorCase, list[ErrorCase]]:
        return self.cases[i]

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def counts(self) -> dict[str, int]:
        """By kind, in the order of KINDS."""
        found = Counter(error.kind for case in self.cases for error in case.errors)
        return {kind: found[kind] for kind in KINDS}

    @property
    def clinical(self) -> float:
        """The mean score."""
        return sum(case.clinical for case in self.cases) / len(self.cases) if self.cases else float("nan")

    @cached_property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """By kind: the interval of the errors in 100 reports, by the bootstrap, as the program gives it."""
        if not self.cases or self.resamples == 0:
            return {kind: (float("nan"), float("nan")) for kind in KINDS}
        columns = {name: place for place, name in enumerate((*KINDS, *_SIGNIFICANCES))}
        rows = [[0.0] * len(columns) for _ in self.cases]
        for row, case in zip(rows, self.cases):
            for e in case.errors:
                row[columns[e.kind]] += 1
                row[columns[e.significance]] += 1
        counts = [count for row in rows for count in row]
        found = _core.intervals_of_counts(counts, len(columns), self.resamples, self.seed, self.confidence)
        return dict(zip(KINDS, found))

    def worst(self, most: int = 10) -> Iterator[tuple[int, ErrorCase]]:
        """The pairs with the heaviest errors, each with its place."""
        weighed = sorted(enumerate(self.cases), key=lambda pair: -sum(e.weight for e in pair[1].errors))
        return iter(weighed[:most])

    def _table(self) -> Table:
        spread = f"{self.confidence:g}% interval"
        table = Table(["kind", "errors", "per 100 reports", spread, "significant or urgent"])
        for kind, count in self.counts.items():
            if count == 0:
                continue
            heavy = sum(
                e.kind == kind and e.significance in ("significant", "urgent")
                for case in self.cases
                for e in case.errors
            )
            low, high = self.intervals[kind]
            between = f"{number(low, 1)} – {number(high, 1)}" if self.resamples > 0 else ""
            table.add(kind, str(count), number(100 * count / len(self.cases), 1), between, str(heavy))
        return table

    def __str__(self) -> str:
        return self._table().text() + f"\n{len(self.cases)} pairs, clinical {number(self.clinical)}\n{self.signature}"

    def __repr__(self) -> str:
        return f"<fiducial.Errors of {len(self.cases)} pairs, {sum(self.counts.values())} errors>"

    def _repr_html_(self) -> str:
        return self._table().html(f"{len(self.cases)} pairs, clinical {number(self.clinical)}\n{self.signature}")


@overload
def errors(
    references: str,
    candidates: str,
    *,
    age: _data.Age = None,
    indication: Optional[str] = None,
    lexicon: LexiconLike = None,
) -> ErrorCase: ...
@overload
def errors(
    references: Any,
    candidates: Any,
    *,
    age: Any = None,
    indication: Any = None,
    lexicon: LexiconLike = None,
    progress: Progress = None,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
) -> Errors: ...


def errors(
    references: Any,
    candidates: Any,
    *,
    age: Any = None,
    indication: Any = None,
    lexicon: LexiconLike = None,
    progress: Progress = None,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
) -> Union[ErrorCase, Errors]:
    """The clinical errors of one pair (two strings), or of many.

    ``age`` (45, "6 months", "019M") and ``indication`` (why the study was made) are the patient's context, which
    changes how much some findings matter: one for a single pair, a list or column for many, None where not known.
    ``resamples``, ``seed`` and ``confidence`` are of the intervals in the table of many.
    """
    own = lexicon_of(lexicon)
    if isinstance(references, str) and isinstance(candidates, str):
        known = _data.ages([age]), _data.indications([indication])
        (line,) = _core.errors([references], [candidates], *known, own._core, None)
        return ErrorCase(references, candidates, json.loads(line))
    left, right = _data.strings(references, "references"), _data.strings(candidates, "candidates")
    _data.check_lengths(left, right)
    how = _data.resampling(resamples, seed, confidence)
    with _shown(progress) as report:
        lines = _core.errors(left, right, _data.ages(age, left), _data.indications(indication, left), own._core, report)
    cases = [ErrorCase(r, c, json.loads(line)) for r, c, line in zip(left, right, lines)]
    signature = _core.errors_signature(own._core)
    return Errors(cases, signature, **how)
