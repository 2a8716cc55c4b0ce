"""Several systems side by side, and metrics beside what people say."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union, cast

from . import _core, _data
from ._lexicon import LexiconLike
from ._scorer import Metrics, Result, Scorer
from ._table import Interval, Table, interval, number, p_value


@dataclass(frozen=True)
class Difference:
    """One metric of one system against the baseline."""

    metric: str
    system: str
    n: int
    mean: float
    baseline_mean: float
    difference: float
    interval: Interval
    #: two-sided, paired approximate randomization
    p: float
    #: adjusted for all comparisons made (Holm)
    p_holm: float


class Comparison(list[Difference]):
    """A list of :class:`Difference`; ``print`` shows the table of ``fiducial compare``."""

    def __init__(
        self, rows: Sequence[Difference], baseline: str, results: dict[str, Result], confidence: float
    ) -> None:
        super().__init__(rows)
        self.baseline = baseline
        #: each system's own table
        self.results = results
        self.confidence = confidence

    def _table(self) -> Table:
        several = len(self) > 1
        heads = ["metric", "system", "mean", "baseline", "difference", f"{self.confidence:g}% interval", "p"]
        table = Table([*heads, *(["p (Holm)"] if several else []), "n"], left=2)
        for d in self:
            cells = [d.metric, d.system, number(d.mean), number(d.baseline_mean), f"{d.difference:+.4f}"]
            cells += [interval(d.interval), p_value(d.p), *([p_value(d.p_holm)] if several else [])]
            table.add(*cells, f"{d.n:,}")
        return table

    def __str__(self) -> str:
        return (f"baseline: {self.baseline}\n\n" + self._table().text()).rstrip("\n")

    def __repr__(self) -> str:
        return f"<fiducial.Comparison of {len(self.results)} systems with {self.baseline}>"

    def _repr_html_(self) -> str:
        return self._table().html(f"baseline: {self.baseline}")

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return self._table().markdown()

    def to_latex(self) -> str:
        """The table for a paper (booktabs)."""
        return self._table().latex()


def _interval(low: float, high: float) -> Interval:
    return None if math.isnan(low) else (low, high)


def compare(
    references: Any,
    systems: Mapping[str, Any],
    metrics: Metrics = None,
    *,
    baseline: Optional[str] = None,
    columns: Optional[Sequence[str]] = None,
    age: Any = None,
    indication: Any = None,
    trials: int = 10000,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
    lexicon: LexiconLike = None,
    threads: int = 0,
) -> Comparison:
    """Are systems different? Scores each, and compares every one with the baseline (the first, if none is named).

    The interval is of the difference of means (paired bootstrap), ``p`` of a paired randomization test. ``age`` and
    ``indication`` tell of the patients, as for :meth:`Scorer.score`.
    """
    if len(systems) < 2:
        raise _core.Error(f"systems: expected two or more, found {len(systems)}")
    base = next(iter(systems)) if baseline is None else baseline
    if base not in systems:
        raise _core.Error(f"baseline: expected one of {', '.join(systems)}, found '{base}'")
    scorer = Scorer(metrics, lexicon, threads)
    left = _data.texts(references, "references")
    trials = _data.whole_number(trials, "trials")
    how = {**_data.resampling(resamples, seed, confidence), "age": age, "indication": indication}
    results = {name: scorer.score(left, _data.texts(texts, name), **how) for name, texts in systems.items()}
    rows = []
    for column in columns if columns is not None else scorer.columns:
        ours = {name: result._scores.samples(column) for name, result in results.items()}
        for name in systems:
            if name == base:
                continue
            n, mean, base_mean, difference, low, high, p = _core.compare(
                ours[name], ours[base], trials, resamples, seed, confidence
            )
            rows.append((column, name, n, mean, base_mean, difference, _interval(low, high), p))
    adjusted = _core.holm([row[-1] for row in rows])
    return Comparison([Difference(*row, q) for row, q in zip(rows, adjusted)], base, results, confidence)


@dataclass(frozen=True)
class Coefficient:
    value: float
    interval: Interval


@dataclass(frozen=True)
class Agreement:
    """How one metric goes with the ratings."""

    metric: str
    n: int
    kendall: Coefficient
    pearson: Coefficient
    spearman: Coefficient


class Correlation(list[Agreement]):
    """A list of :class:`Agreement`; ``print`` shows the table of ``fiducial correlate``."""

    def __init__(self, rows: Sequence[Agreement], confidence: float) -> None:
        super().__init__(rows)
        self.confidence = confidence

    def _table(self) -> Table:
        heads = ["metric", "Kendall", f"{self.confidence:g}% interval", "Pearson", "interval", "Spearman", "interval"]
        table = Table([*heads, "n"])
        for row in self:
            cells = [row.metric]
            for one in (row.kendall, row.pearson, row.spearman):
                cells += [number(one.value, 3), interval(one.interval, 3)]
            table.add(*cells, str(row.n))
        return table

    def __str__(self) -> str:
        return self._table().text().rstrip("\n")

    def _repr_html_(self) -> str:
        return self._table().html()

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return self._table().markdown()

    def to_latex(self) -> str:
        """The table for a paper (booktabs)."""
        return self._table().latex()


def correlate(
    scores: Union[Result, Mapping[str, Sequence[float]], Sequence[float]],
    ratings: Sequence[Any],
    *,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
) -> Correlation:
    """Does a metric agree with people? ``scores`` is a :class:`Result`, a dict of lists, or one list.

    A rating is a number, or a list of several raters' numbers, whose mean is taken. Pairs without a score are left out.
    """
    if isinstance(scores, Result):
        columns = {column: score.samples for column, score in scores.items()}
    elif isinstance(scores, Mapping):
        given = cast("Mapping[str, Sequence[float]]", scores)
        columns = {name: [float(v) for v in values] for name, values in given.items()}
    else:
        columns = {"score": [float(v) for v in scores]}
    people = [_rating(value, i) for i, value in enumerate(ratings)]
    rows = []
    for name, values in columns.items():
        if len(values) != len(people):
            raise _core.Error(f"{name}: expected a rating for each score, found {len(values)} and {len(people)}")
        both = [(x, y) for x, y in zip(values, people) if not math.isnan(x)]
        x, y = [a for a, _ in both], [b for _, b in both]
        found = [
            Coefficient(v, _interval(low, high)) for v, low, high in _core.correlate(x, y, resamples, seed, confidence)
        ]
        rows.append(Agreement(name, len(both), *found))
    return Correlation(rows, confidence)


def _rating(value: Any, i: int) -> float:
    many = list(value) if hasattr(value, "__iter__") and not isinstance(value, str) else [value]
    try:
        numbers = [float(v) for v in many]
    except (TypeError, ValueError):
        numbers = []
    if not numbers or any(math.isnan(v) for v in numbers):
        raise _core.Error(f"ratings[{i}]: expected a number, or a list of several raters' numbers")
    return sum(numbers) / len(numbers)
