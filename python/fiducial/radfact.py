"""RadFact: how much of each report is supported by the other, phrase by phrase, and whether the boxes agree.

fiducial.radfact.verify(["No effusion."], ["Small left effusion."]).candidate[0].status     # "contradiction"
fiducial.radfact.run(references, candidates)["logical_f1"].value
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from . import _core, _data
from ._lexicon import LexiconLike, lexicon_of
from ._table import Interval, Table, interval, number

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Phrase:
    """A phrase of one finding, perhaps with boxes (x_min, y_min, x_max, y_max), each from 0 to 1."""

    text: str
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What became of a phrase: entailment, neutral or contradiction, by which premises (their places)."""

    phrase: str
    status: str
    evidence: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Verified:
    """The phrases of both reports, each verified against the other's."""

    candidate: list[Verdict]
    reference: list[Verdict]


@dataclass(frozen=True)
class Sample:
    """Two reports as phrases; with ``verified`` it can be scored as it is."""

    candidate: list[Phrase]
    reference: list[Phrase]
    id: str = ""
    verified: Union[Verified, None] = None


@dataclass(frozen=True)
class Value:
    value: float
    interval: Interval


PhraseLike = Union[str, Phrase, Mapping[str, Any]]


def _phrase(given: PhraseLike, where: str) -> Phrase:
    if isinstance(given, Phrase):
        return given
    if isinstance(given, str):
        return Phrase(given)
    if isinstance(given, Mapping) and isinstance(given.get("text"), str):
        unknown = set(given) - {"text", "boxes"}
        if unknown:
            raise _core.Error(f"{where}: expected text and boxes, found '{unknown.pop()}'")
        return Phrase(given["text"], tuple(_box(box, where) for box in given.get("boxes") or ()))
    raise TypeError(f"{where}: expected a str, a Phrase or a dict with text, found {type(given).__name__}")


def _box(box: Any, where: str) -> Box:
    if isinstance(box, Mapping):
        box = [box[key] for key in ("x_min", "y_min", "x_max", "y_max")]
    numbers = [float(value) for value in box]
    if len(numbers) != 4:
        raise _core.Error(f"{where}: expected a box of four numbers, found {len(numbers)}")
    return (numbers[0], numbers[1], numbers[2], numbers[3])


def _verdicts(phrases: Sequence[str], rows: Any) -> list[Verdict]:
    return [Verdict(p, status, tuple(evidence), reason) for p, (status, evidence, reason) in zip(phrases, rows)]


def phrases(report: str, *, lexicon: LexiconLike = None) -> list[str]:
    """A report as phrases of one finding each."""
    return [phrase for _, found, _ in _core.radfact_parse(report, lexicon_of(lexicon)._core) for phrase in found]


def verify(
    candidate: Sequence[PhraseLike],
    reference: Sequence[PhraseLike],
    *,
    reasons: bool = False,
    lexicon: LexiconLike = None,
) -> Verified:
    """Verifies each phrase of either report against all phrases of the other."""
    for name, given in (("candidate", candidate), ("reference", reference)):
        if isinstance(given, str):
            raise TypeError(
                f"{name}: expected a list of phrases, found one str; phrases() splits a report, run() scores it"
            )
    ours = [_phrase(p, f"candidate[{i}]").text for i, p in enumerate(candidate)]
    theirs = [_phrase(p, f"reference[{i}]").text for i, p in enumerate(reference)]
    first, second = _core.radfact_verify(ours, theirs, lexicon_of(lexicon)._core, reasons)
    return Verified(_verdicts(ours, first), _verdicts(theirs, second))


class RadFact(Mapping[str, Value]):
    """RadFact's measures with intervals: ``logical_precision``, ``logical_recall``, ``logical_f1``, …"""

    def __init__(self, values: dict[str, Value], samples: list[Sample], signature: str, confidence: float) -> None:
        self._values = values
        self.samples = samples
        self.signature = signature
        self.confidence = confidence

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def _table(self) -> Table:
        table = Table(["measure", "value", f"{self.confidence:g}% interval"])
        for name, found in self.items():
            table.add(name, number(found.value), interval(found.interval))
        return table

    def __str__(self) -> str:
        return self._table().text() + "\n" + self.signature

    def _repr_html_(self) -> str:
        return self._table().html(self.signature)


def run(
    references: Any,
    candidates: Any,
    *,
    reasons: bool = False,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
    lexicon: LexiconLike = None,
) -> RadFact:
    """RadFact of whole reports: reads them into phrases, verifies, measures."""
    core = lexicon_of(lexicon)._core
    left, right = _data.strings(references, "references"), _data.strings(candidates, "candidates")
    _data.check_lengths(left, right)
    samples = []
    for i, (reference, candidate) in enumerate(zip(left, right)):
        for name, text in (("references", reference), ("candidates", candidate)):
            if not isinstance(text, str):
                raise TypeError(f"{name}[{i}]: expected a str, found {type(text).__name__}")
        ours, theirs, first, second = _core.radfact_reports(candidate, reference, core, reasons)
        verified = Verified(_verdicts(ours, first), _verdicts(theirs, second))
        samples.append(Sample([Phrase(p) for p in ours], [Phrase(p) for p in theirs], str(i + 1), verified))
    return score(samples, grounded=False, resamples=resamples, seed=seed, confidence=confidence, lexicon=lexicon)


def score(
    samples: Sequence[Sample],
    *,
    grounded: bool = True,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
    lexicon: LexiconLike = None,
) -> RadFact:
    """The measures of samples; those without verdicts are verified first. Boxes count if ``grounded``."""
    rows, kept = [], []
    for i, sample in enumerate(samples):
        ours = [_phrase(p, f"samples[{i}].candidate") for p in sample.candidate]
        theirs = [_phrase(p, f"samples[{i}].reference") for p in sample.reference]
        verified = sample.verified or verify(ours, theirs, lexicon=lexicon)
        rows.append((_counts(ours, verified.candidate, theirs), _counts(theirs, verified.reference, ours)))
        kept.append(Sample(ours, theirs, sample.id, verified))
    how = _data.resampling(resamples, seed, confidence)
    found = _core.radfact_summary(rows, grounded, *how.values())
    values = {name: Value(v, None if math.isnan(low) else (low, high)) for name, v, low, high in found}
    return RadFact(values, kept, _core.radfact_signature(lexicon_of(lexicon)._core, grounded), confidence)


def _counts(phrases: list[Phrase], verdicts: list[Verdict], premises: list[Phrase]) -> Any:
    def rows(of: list[Phrase]) -> list[tuple[str, list[Box]]]:
        return [(p.text, list(p.boxes)) for p in of]

    judged = [(v.status, list(v.evidence), "") for v in verdicts]
    return _core.radfact_counts(rows(phrases), judged, rows(premises))


def premise_of_evidence(evidence: str, premises: Sequence[str]) -> int:
    """The place of the premise that a piece of evidence, as somebody wrote it, stands for."""
    return _core.radfact_premise(evidence, list(premises))


__all__ = [
    "Phrase",
    "RadFact",
    "Sample",
    "Value",
    "Verdict",
    "Verified",
    "phrases",
    "premise_of_evidence",
    "run",
    "score",
    "verify",
]
