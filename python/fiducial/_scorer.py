"""Scoring: one pair, or many with a table of means and intervals."""

from __future__ import annotations

import array
import math
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Callable, NamedTuple, Optional, TypeVar, Union, overload

from . import _core, _data
from ._lexicon import Lexicon, LexiconLike, lexicon_of
from ._table import Interval, Table, interval, number

Metrics = Union[str, Sequence[str], None]
Progress = Union[bool, Callable[[int], object], None]


def metrics() -> list[str]:
    """The names of all metrics, in the order in which tables list them."""
    return _core.metric_names()


def _names(given: Metrics) -> tuple[str, ...]:
    if given is None:
        return ("radsem",)
    if isinstance(given, str):
        return tuple(name.strip() for name in given.split(",") if name.strip())
    names = tuple(given)
    for i, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(f"metrics[{i}]: expected a str, found {type(name).__name__}")
    return names


class Score:
    """One column of a result: its mean with an interval, and the values of the pairs."""

    __slots__ = ("_numpy", "_samples", "column", "corpus", "corpus_interval", "interval", "mean", "n", "signature")

    def __init__(
        self,
        column: str,
        n: int,
        mean: float,
        interval: Interval,
        corpus: Optional[float],
        corpus_interval: Interval,
        signature: str,
        samples: Callable[[], list[float]],
        as_bytes: Callable[[], bytes],
    ) -> None:
        self.column = column
        #: pairs in which the value is defined
        self.n = n
        #: of the pairs' values
        self.mean = mean
        #: a percentile interval of the mean; None if none was asked for
        self.interval = interval
        #: the value of the corpus, where it is not the mean (BLEU); else None
        self.corpus = corpus
        self.corpus_interval = corpus_interval
        #: two numbers with one signature are comparable
        self.signature = signature
        self._samples = samples
        self._numpy = as_bytes

    @property
    def samples(self) -> list[float]:
        """The pairs' values in the order of the input; NaN where there is none."""
        return self._samples()

    def to_numpy(self) -> Any:
        """The pairs' values as a numpy array."""
        import numpy

        return numpy.frombuffer(self._numpy(), dtype=numpy.float64)

    def __float__(self) -> float:
        return self.mean

    def __repr__(self) -> str:
        shown = "" if self.interval is None else f" ({interval(self.interval)})"
        return f"<fiducial.Score {self.column} {number(self.mean)}{shown}, n={self.n}>"


class Result(Mapping[str, Score]):
    """The scores of many pairs: a mapping from columns to :class:`Score`.

    ``print(result)`` shows the table that the program prints. Intervals are made when they are first looked at.
    """

    def __init__(
        self,
        scorer: Scorer,
        scores: _core.Scores,
        *,
        resamples: int = 1000,
        seed: int = 0,
        confidence: float = 95.0,
        problems: Sequence[str] = (),
        skipped: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._scorer = scorer
        self._scores = scores
        self.resamples, self.seed, self.confidence = resamples, seed, confidence
        #: what could not be used, if it was to be skipped: records of a file, pairs of a list
        self.problems = [*problems, *(f"pair {where}: {why}" for where, why in skipped)]
        self._skipped = tuple(skipped)
        self._columns: Optional[dict[str, Score]] = None
        self._lock = threading.Lock()

    @property
    def pairs(self) -> int:
        """How many pairs were scored."""
        return self._scores.pairs

    @property
    def signatures(self) -> dict[str, str]:
        """By metric: what makes its numbers comparable."""
        return self._scorer.signatures

    def _all(self) -> dict[str, Score]:
        with self._lock:
            if self._columns is None:
                self._columns = self._summarize()
            return self._columns

    def _summarize(self) -> dict[str, Score]:
        signature_of = self._scorer._signature_of_column()
        rows = self._scores.summary(self.resamples, self.seed, self.confidence, self._scorer.threads)
        scores = self._scores
        gaps = [int(where) for where, _ in self._skipped]

        def interval_of(low: float, high: float) -> Interval:
            return None if math.isnan(low) else (low, high)

        return {
            column: Score(
                column,
                n,
                mean,
                interval_of(low, high),
                corpus if has_corpus else None,
                interval_of(corpus_low, corpus_high) if has_corpus else None,
                signature_of[column],
                lambda column=column: _with_gaps(scores.samples(column), gaps),  # type: ignore[misc]
                lambda column=column: _bytes_with_gaps(scores.samples_bytes(column), gaps),  # type: ignore[misc]
            )
            for column, n, mean, low, high, has_corpus, corpus, corpus_low, corpus_high in rows
        }

    def __getitem__(self, column: str) -> Score:
        found = self._all().get(column)
        if found is None:
            raise KeyError(f"there is no column '{column}'; there are: {', '.join(self._scorer.columns)}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._scorer.columns)

    def __len__(self) -> int:
        return len(self._scorer.columns)

    # ----- to show it

    def _table(self) -> Table:
        scores = list(self.values())
        corpus = any(score.corpus is not None for score in scores)
        heads = ["metric", "mean", f"{self.confidence:g}% interval", *(["corpus"] if corpus else []), "n"]
        table = Table(heads)
        for score in scores:
            middle = [number(score.corpus) if score.corpus is not None else ""] if corpus else []
            table.add(score.column, number(score.mean), interval(score.interval), *middle, f"{score.n:,}")
        return table

    def _signature_lines(self) -> str:
        how = ""
        if self.resamples > 0:
            how = f"|bootstrap:{self.resamples}|seed:{self.seed}|confidence:{self.confidence:g}"
        return "".join(f"{signature}{how}\n" for signature in self.signatures.values())

    def __str__(self) -> str:
        return (self._table().text() + "\n" + self._signature_lines()).rstrip("\n")

    def __repr__(self) -> str:
        means = ", ".join(f"{name}={number(self[name].mean)}" for name in self._scorer.headlines)
        return f"<fiducial.Result {self.pairs} pairs, {means}>"

    def _repr_html_(self) -> str:
        return self._table().html(self._signature_lines())

    def to_markdown(self) -> str:
        """The table in Markdown, with the signatures below."""
        return self._table().markdown() + "\n" + "".join(f"- `{line}`\n" for line in self.signatures.values())

    def to_latex(self) -> str:
        """The table for a paper (booktabs), with the signatures as comments."""
        return self._table().latex() + "".join(f"% {line}\n" for line in self.signatures.values())

    def to_dict(self) -> dict[str, Any]:
        """The summary that ``fiducial score --json`` writes."""

        def value(score: Score) -> dict[str, Any]:
            out: dict[str, Any] = {"mean": _finite(score.mean), "interval": _listed(score.interval), "n": score.n}
            if score.corpus is not None:
                out["corpus"] = _finite(score.corpus)
                out["corpus_interval"] = _listed(score.corpus_interval)
            return out

        return {
            "version": _core.version,
            "pairs": self.pairs,
            "failed": len(self.problems),
            "bootstrap": {"resamples": self.resamples, "seed": self.seed, "confidence": self.confidence},
            "scores": {column: value(score) for column, score in self.items()},
            "signatures": self.signatures,
        }

    def to_json(self, path: Union[str, os.PathLike[str], None] = None) -> str:
        """The summary as JSON; also written to ``path``, if one is given."""
        import json

        text = json.dumps(self.to_dict(), indent=2, ensure_ascii=False) + "\n"
        if path is not None:
            _data.write_whole(os.fspath(path), text)
        return text

    def to_pandas(self, samples: bool = False) -> Any:
        """The table as a pandas DataFrame, or with ``samples=True`` the values of every pair."""
        import pandas

        if samples:
            return pandas.DataFrame({column: score.to_numpy() for column, score in self.items()})
        rows = [
            {
                "metric": score.column,
                "mean": score.mean,
                "low": score.interval[0] if score.interval else math.nan,
                "high": score.interval[1] if score.interval else math.nan,
                "corpus": math.nan if score.corpus is None else score.corpus,
                "n": score.n,
            }
            for score in self.values()
        ]
        return pandas.DataFrame(rows).set_index("metric")

    # ----- to carry it

    def __reduce__(self) -> tuple[object, ...]:
        of_file = tuple(self.problems[: len(self.problems) - len(self._skipped)])
        how = (self.resamples, self.seed, self.confidence, of_file, self._skipped)
        return (_rebuild_result, (self._scorer, self._scores.to_bytes(), *how))


def _rebuild_result(
    scorer: Scorer,
    data: bytes,
    resamples: int,
    seed: int,
    confidence: float,
    problems: Sequence[str],
    skipped: Sequence[tuple[str, str]],
) -> Result:
    scores = scorer._core.from_bytes(data)
    how: dict[str, Any] = {"resamples": resamples, "seed": seed, "confidence": confidence}
    return Result(scorer, scores, problems=problems, skipped=skipped, **how)


_Values = TypeVar("_Values", "list[float]", "array.array[float]")


def _with_gaps(values: _Values, gaps: list[int]) -> _Values:
    """The values of the pairs that were measured, with NaN at the places of those that were not."""
    for where in gaps:  # in the order of the input
        values.insert(where, math.nan)
    return values


def _bytes_with_gaps(data: bytes, gaps: list[int]) -> bytes:
    return _with_gaps(array.array("d", data), gaps).tobytes() if gaps else data


def _finite(value: float) -> Optional[float]:
    return value if math.isfinite(value) else None


def _listed(value: Interval) -> Optional[list[float]]:
    return None if value is None else list(value)


class Scorer:
    """Metrics with a lexicon, made once and used again: thread-safe, safe after a fork, and picklable.

    :param metrics: names, or one name; ``"all"`` for every value once
    :param lexicon: a site's own terms, as a :class:`Lexicon` or the path of a file
    :param threads: 0 for as many as the machine has
    :param engine: ``"embedded"``, or ``"llm"`` with the path of a ``config``
    """

    def __init__(
        self,
        metrics: Metrics = None,
        lexicon: LexiconLike = None,
        threads: int = 0,
        engine: str = "embedded",
        config: Union[str, os.PathLike[str], None] = None,
    ) -> None:
        if engine not in ("embedded", "llm"):
            raise _core.Error(f"engine: expected 'embedded' or 'llm', found '{engine}'")
        if (engine == "llm") != (config is not None):
            raise _core.Error("engine='llm' and config= belong together")
        self._given = _names(metrics)
        self._lexicon = lexicon_of(lexicon)
        self.threads = _data.whole_number(threads, "threads")
        self.engine = engine
        self.config = None if config is None else os.fspath(config)
        self._core = _core.Scorer(list(self._given), self._lexicon._core, self.threads)
        named = zip(self._core.names, self._core.columns_by_metric)
        self._headlines = [name if name in columns else columns[-1] for name, columns in named]
        self._first = self._core.columns.index(self._headlines[0])

    @property
    def metrics(self) -> list[str]:
        """The names of the metrics."""
        return list(self._core.names)

    @property
    def columns(self) -> list[str]:
        """The values that are reported, headlines first: ``radsem``, ``radsem.abnormal``, …"""
        return list(self._core.columns)

    @property
    def headlines(self) -> list[str]:
        """The column of each metric that stands for it: ``radsem``, ``bleu4``."""
        return list(self._headlines)

    @property
    def signatures(self) -> dict[str, str]:
        """By metric: what makes its numbers comparable."""
        return dict(zip(self._core.names, self._core.signatures))

    @property
    def lexicon(self) -> Lexicon:
        """What the metrics read with."""
        return self._lexicon

    def _signature_of_column(self) -> dict[str, str]:
        pairs = zip(self._core.columns_by_metric, self._core.signatures)
        return {column: signature for columns, signature in pairs for column in columns}

    def score_pair(
        self, reference: str, candidate: str, *, age: _data.Age = None, indication: Optional[str] = None
    ) -> dict[str, float]:
        """All values of one pair; ``age`` and ``indication`` tell of the patient, if they are known."""
        if self.engine == "llm":
            result = self.score([reference], [candidate], age=age, indication=indication, resamples=0)
            return {column: result[column].mean for column in result}
        patient = (_data.age(age), _data.indication(indication))
        return dict(zip(self._core.columns, self._core.score_pair(reference, candidate, *patient)))

    def __call__(self, reference: str, candidate: str) -> float:
        """The headline of the first metric, for one pair."""
        if self.engine == "llm":
            return self.score_pair(reference, candidate)[self._headlines[0]]
        return self._core.score_pair(reference, candidate)[self._first]

    def score(
        self,
        references: Any,
        candidates: Any = None,
        *,
        reference: Optional[str] = None,
        candidate: Optional[str] = None,
        id: Optional[str] = None,
        age: Any = None,
        indication: Any = None,
        resamples: int = 1000,
        seed: int = 0,
        confidence: float = 95.0,
        progress: Progress = None,
        on_error: str = "raise",
    ) -> Result:
        """Scores many pairs.

        ``references`` and ``candidates`` are columns of text: lists, numpy arrays, pandas or polars columns, Arrow
        arrays. Or ``references`` alone is a table (pandas, polars, Arrow) or the path of a file (JSONL, JSON, CSV, TSV,
        Parquet, Arrow), whose columns are known by their usual names, or by ``reference=`` and ``candidate=``.

        :param age: of the patients, for metrics that weigh by it (``clinical``): a column beside the other two, None
            where it is not known; of a table or file the name of its column (``age``, if it has one)
        :param indication: why each study was made, in the same way
        :param resamples: of the bootstrap; 0 for no intervals
        :param progress: True for a bar (with tqdm, if it is installed), or a callable that gets the number done
        :param on_error: ``"raise"``, or ``"skip"``: records of a file that cannot be read, and pairs that no metric can
            measure (of megabytes), are listed in ``result.problems``, and the samples of such pairs are NaN
        """
        if on_error not in ("raise", "skip"):
            raise _core.Error(f"on_error: expected 'raise' or 'skip', found '{on_error}'")
        how = _data.resampling(resamples, seed, confidence)
        if self.engine == "llm":
            from ._llm import score_by_llm

            if age is not None or indication is not None:
                raise _core.Error("engine='llm' knows of no patients: age= and indication= are for the embedded reader")
            return score_by_llm(self, references, candidates, reference, candidate, **how)
        with _shown(progress) as report:
            if candidates is not None:
                left, right = _data.texts(references, "references"), _data.texts(candidates, "candidates")
                _data.check_lengths(left, right)
                patients = _data.ages(age, left), _data.indications(indication, left)
                scores, skipped = self._core.score_texts(left, right, report, *patients, on_error == "skip")
                return Result(self, scores, skipped=skipped, **how)
            names = _Columns(reference, candidate, id, age, indication)
            if isinstance(references, (str, os.PathLike)):
                return self._score_file(os.fspath(references), names, report, on_error, how)
            return self._score_table(_data.arrow_table(references), names, report, on_error, how)

    def _score_file(
        self,
        path: str,
        names: _Columns,
        report: Any,
        on_error: str,
        how: dict[str, Any],
    ) -> Result:
        also = tuple(str(name) for name in (names.age or "age", names.indication or "indication"))
        table = _data.table_of_file(path, also if self._core.uses_patient else ())
        if table is not None:
            if not os.path.exists(path):
                raise _core.Error(f"{path}: there is no such file")
            try:
                return self._score_table(table, names, report, on_error, how)
            except _core.Error as failure:
                raise failure if str(failure).startswith(path) else _core.Error(f"{path}: {failure}") from failure
        if not os.path.exists(path) and path != "-":
            # It may be a report whose candidate was forgotten, and no text of a report goes into a message.
            named = "references" if any(c.isspace() for c in path) else path
            raise _core.Error(f"{named}: there is no such file; a string alone is a path, one pair is two strings")
        scores, problems = self._core.score_file(path, *names.for_file(), report, on_error == "skip")
        if problems and on_error == "raise":
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise _core.Error(problems[0] + more)
        return Result(self, scores, problems=problems, **how)

    def _score_table(self, table: Any, names: _Columns, report: Any, on_error: str, how: dict[str, Any]) -> Result:
        plain = not _data.speaks_arrow(table)  # a pandas frame without pyarrow
        has = [str(name) for name in table.columns] if plain else _column_names(table)
        left = _data.column_named(has, names.reference, _data.REFERENCE, "references")
        right = _data.column_named(has, names.candidate, _data.CANDIDATE, "candidates")
        patient = _data.patient_columns(has, names.age, names.indication) if self._core.uses_patient else ("", "")
        if not plain:
            scores, skipped = self._core.score_table(table, left, right, *patient, report, on_error == "skip")
            return Result(self, scores, skipped=skipped, **how)
        ages = _data.ages(table[patient[0]].tolist()) if patient[0] else None
        indications = _data.indications(table[patient[1]].tolist()) if patient[1] else None
        texts = table[left].tolist(), table[right].tolist()
        scores, skipped = self._core.score_texts(*texts, report, ages, indications, on_error == "skip")
        return Result(self, scores, skipped=skipped, **how)

    def __reduce__(self) -> tuple[object, ...]:
        return (Scorer, (self._given, self._lexicon, self.threads, self.engine, self.config))

    def __repr__(self) -> str:
        return f"<fiducial.Scorer {', '.join(self.metrics)}>"


class _Columns(NamedTuple):
    """The columns of a table or file, as the user names them."""

    reference: Optional[str]
    candidate: Optional[str]
    id: Optional[str]
    age: Any
    indication: Any

    def for_file(self) -> tuple[str, str, str, str, str]:
        for name in ("age", "indication"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, str):
                raise TypeError(f"{name}: expected the name of a column of the file, found {type(given).__name__}")
        return (self.reference or "", self.candidate or "", self.id or "", self.age or "", self.indication or "")


def _column_names(table: Any) -> list[str]:
    if isinstance(table, _data.Reopened):
        return table.names if table.names is not None else _core.columns_of_table(table)
    names = getattr(table, "column_names", None)  # pyarrow
    if names is None:
        names = getattr(table, "columns", None)  # pandas, polars
    if names is not None:
        return [str(name) for name in names]
    return _core.columns_of_table(table)


class _shown:
    """What ``progress=`` means: None, a callable, or a bar of tqdm's that lives as long as the work."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Any:
        if callable(self._progress):
            return self._progress
        if not self._progress:
            return None
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return None
        self._bar = tqdm(unit=" pairs", desc="scoring")

        def at(done: int) -> None:
            self._bar.update(done - self._bar.n)

        return at

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


_scorers: dict[tuple[tuple[str, ...], int], Scorer] = {}


def _cached(metrics: Metrics, threads: int) -> Scorer:
    key = (_names(metrics), threads)
    found = _scorers.get(key)
    if found is None:
        if len(_scorers) > 64:
            _scorers.clear()
        found = _scorers[key] = Scorer(key[0], threads=threads)
    return found


@overload
def score(references: str, candidates: str, metrics: Union[str, None] = None, **options: Any) -> float: ...
@overload
def score(references: str, candidates: str, metrics: Sequence[str], **options: Any) -> dict[str, float]: ...
@overload
def score(references: Any, candidates: Any = None, metrics: Metrics = None, **options: Any) -> Result: ...


def score(
    references: Any,
    candidates: Any = None,
    metrics: Metrics = None,
    *,
    lexicon: LexiconLike = None,
    threads: int = 0,
    engine: str = "embedded",
    config: Union[str, os.PathLike[str], None] = None,
    **options: Any,
) -> Any:
    """Scores one pair, or many.

    Two strings are one pair: the number is RadSEM's, or that of the one metric named; several metrics give a dict of
    all their values. Anything else is many pairs and gives a :class:`Result`; see :meth:`Scorer.score` for the shapes
    that it may have and for more options.
    """
    if lexicon is None and engine == "embedded" and config is None:
        scorer = _cached(metrics, threads)
    else:
        scorer = Scorer(metrics, lexicon, threads, engine, config)
    if isinstance(references, str) and isinstance(candidates, str):
        strange = [name for name in options if name not in ("age", "indication")]
        if strange:
            raise TypeError(f"score: {strange[0]} means nothing for one pair")
        if _several(metrics):
            return scorer.score_pair(references, candidates, **options)
        if options:
            return scorer.score_pair(references, candidates, **options)[scorer.headlines[0]]
        return scorer(references, candidates)
    if isinstance(references, str) and candidates is not None:
        raise TypeError(f"candidates: expected a str as the reference is, found {type(candidates).__name__}")
    return scorer.score(references, candidates, **options)


def _several(metrics: Metrics) -> bool:
    return metrics is not None and not isinstance(metrics, str)
