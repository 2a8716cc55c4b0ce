"""LUNGUAGE: reports as structured rows, patients' timelines, and LunguageScore.

rows = fiducial.lunguage.structure("Small left effusion, unchanged.")
fiducial.lunguage.score(pred, gold)["single"].f1.mean
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Optional, Union

from . import _core
from ._lexicon import Lexicon, LexiconLike, lexicon_of
from ._table import Interval, Table, interval, number

Encode = Callable[[list[str]], Any]

#: the relations whose values are words of the report, as files name their columns
ATTRIBUTES = (
    "location",
    "morphology",
    "distribution",
    "measurement",
    "severity",
    "comparison",
    "onset",
    "no change",
    "improved",
    "worsened",
    "placement",
    "past hx",
    "other source",
    "assessment limitations",
)


@dataclass
class Row:
    """One entity of one study."""

    entity: str
    subject: str = ""
    study: str = ""
    sequence: int = 1
    day: Optional[int] = None
    section: str = "findings"
    sent_idx: int = 0
    ent_idx: int = 0
    #: PF, CF, OTH, COF, NCD or PATIENT INFO
    category: str = "PF"
    positive: bool = True
    definitive: bool = True
    #: by relation (see ATTRIBUTES); several values are separated by ", "
    attributes: dict[str, str] = field(default_factory=dict)
    associate: list[int] = field(default_factory=list)
    evidence: list[int] = field(default_factory=list)
    #: the entity group of a timeline; empty: not grouped
    group: str = ""
    #: the episode within the group; 0: not grouped
    episode: int = 0


def _numbers(cell: str) -> list[int]:
    return [int(part) for part in cell.replace(",", " ").split()]


def _rows_of(text: str) -> list[Row]:
    return [
        Row(
            entity=line["entity"],
            subject=line["subject_id"],
            study=line["study_id"],
            sequence=int(line["sequence"] or 1),
            day=int(line["day_from_first"]) if line["day_from_first"] else None,
            section=line["section"],
            sent_idx=int(line["sent_idx"] or 0),
            ent_idx=int(line["ent_idx"] or 0),
            category=line["cat"],
            positive=line["dx_status"] == "positive",
            definitive=line["dx_certainty"] == "definitive",
            attributes={name: line[name] for name in ATTRIBUTES if line.get(name)},
            associate=_numbers(line["associate"]),
            evidence=_numbers(line["evidence"]),
            group=line["entity_group"],
            episode=int(line["episode"] or 0),
        )
        for line in csv.DictReader(io.StringIO(text))
    ]


_HEAD = ("subject_id", "study_id", "sequence", "day_from_first", "section", "sent_idx", "ent_idx", "entity", "cat")
_TAIL = ("associate", "evidence", "entity_group", "episode")


def _csv_of(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_HEAD, "dx_status", "dx_certainty", *ATTRIBUTES, *_TAIL])
    for i, row in enumerate(rows):
        unknown = set(row.attributes) - set(ATTRIBUTES)
        if unknown:
            raise _core.Error(f"rows[{i}]: there is no attribute '{unknown.pop()}'; there are: {', '.join(ATTRIBUTES)}")
        writer.writerow(
            [
                *(row.subject, row.study, row.sequence, "" if row.day is None else row.day, row.section),
                *(row.sent_idx, row.ent_idx, row.entity, row.category),
                "positive" if row.positive else "negative",
                "definitive" if row.definitive else "tentative",
                *(row.attributes.get(name, "") for name in ATTRIBUTES),
                ", ".join(map(str, row.associate)),
                ", ".join(map(str, row.evidence)),
                *(row.group, row.episode if row.episode else ""),
            ]
        )
    return out.getvalue()


def read_rows(path: Union[str, os.PathLike[str]]) -> list[Row]:
    """Structured reports from a CSV or JSONL file."""
    return _rows_of(_core.lunguage_read(os.fspath(path)))


def write_csv(rows: Sequence[Row], path: Union[str, os.PathLike[str]]) -> None:
    """Structured reports as the program's CSV."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(_core.lunguage_normalize(_csv_of(rows)))


@dataclass
class Study:
    """A report with its place in a patient's timeline."""

    report: str
    subject: str = ""
    study: str = ""
    #: days from the first study
    day: Optional[int] = None


def structure(reports: Union[str, Study, Sequence[Union[str, Study]]], *, lexicon: LexiconLike = None) -> list[Row]:
    """Reads reports into rows. Strings are studies of no patient, numbered from 1."""
    given = [reports] if isinstance(reports, (str, Study)) else list(reports)
    studies = []
    for i, one in enumerate(given):
        if isinstance(one, str):
            one = Study(one, study=str(i + 1))
        if not isinstance(one, Study) or not isinstance(one.report, str):
            raise TypeError(f"reports[{i}]: expected a str or a Study, found {type(one).__name__}")
        studies.append(one)
    text = _core.lunguage_structure(
        [s.report for s in studies],
        [s.subject for s in studies],
        [s.study for s in studies],
        [s.day for s in studies],
        lexicon_of(lexicon)._core,
    )
    return _rows_of(text)


def group(rows: Sequence[Row], *, gap_days: int = 90, lexicon: LexiconLike = None) -> list[Row]:
    """Sets the entity group and the episode of every row, patient by patient."""
    return _rows_of(_core.lunguage_group(_csv_of(rows), gap_days, lexicon_of(lexicon)._core)) if rows else []


@dataclass(frozen=True)
class Match:
    """Two rows that were matched, by their places in the lists of the case, and the parts of their similarity."""

    pred: int
    gold: int
    total: float
    semantic: float
    structural: float
    temporal: float


@dataclass(frozen=True)
class CaseScore:
    """LunguageScore of one study, or of one patient."""

    subject: str
    study: str
    tp: float
    fp: float
    fn: float
    precision: float
    recall: float
    f1: float
    pairs: list[Match] = field(repr=False)


@dataclass(frozen=True)
class Mean:
    mean: float
    interval: Interval


@dataclass(frozen=True)
class SettingScore:
    """Single reports, or patients' timelines (sequential)."""

    setting: str
    cases: list[CaseScore] = field(repr=False)
    precision: Mean
    recall: Mean
    f1: Mean


class LunguageScore(Mapping[str, SettingScore]):
    """By setting, ``single`` and perhaps ``sequential``."""

    def __init__(self, settings: dict[str, SettingScore], signature: str, confidence: float) -> None:
        self._settings = settings
        self.signature = signature
        self.confidence = confidence

    def __getitem__(self, setting: str) -> SettingScore:
        return self._settings[setting]

    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    def __len__(self) -> int:
        return len(self._settings)

    def _table(self) -> Table:
        table = Table(["setting", "value", "mean", f"{self.confidence:g}% interval", "n"], left=2)
        for found in self.values():
            for name, value in (("f1", found.f1), ("precision", found.precision), ("recall", found.recall)):
                table.add(found.setting, name, number(value.mean), interval(value.interval), str(len(found.cases)))
        return table

    def __str__(self) -> str:
        return self._table().text() + "\n" + self.signature

    def _repr_html_(self) -> str:
        return self._table().html(self.signature)


class _Remembered:
    """An encoder that is asked for each text once."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, list[float]] = {}

    def __call__(self, texts: list[str]) -> list[list[float]]:
        fresh = list(dict.fromkeys(text for text in texts if text not in self._known))
        if fresh:
            vectors = self._encode(fresh)
            rows = [[float(value) for value in vector] for vector in vectors]
            if len(rows) != len(fresh):
                raise _core.Error(f"encoder: expected {len(fresh)} vectors, found {len(rows)}")
            self._known.update(zip(fresh, rows))
        return [self._known[text] for text in texts]


RowsLike = Union[str, "os.PathLike[str]", Sequence[Row]]


def _given(rows: RowsLike, name: str) -> list[Row]:
    if isinstance(rows, (str, os.PathLike)):
        return read_rows(rows)
    for i, row in enumerate(rows):
        if not isinstance(row, Row):
            raise TypeError(f"{name}[{i}]: expected a Row, found {type(row).__name__}")
    return list(rows)


def score(
    pred: RowsLike,
    gold: RowsLike,
    *,
    setting: str = "both",
    encoder: Optional[Encode] = None,
    gap_days: int = 90,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
    lexicon: LexiconLike = None,
) -> LunguageScore:
    """LunguageScore of structured reports, given as rows or as the path of a file of them.

    :param setting: ``"single"``, ``"sequential"``, or both if a patient has several studies
    :param encoder: a callable from texts to vectors; None for the embedded one. See :func:`encoder_of`.
    """
    if setting not in ("single", "sequential", "both"):
        raise _core.Error(f"setting: expected single, sequential or both, found '{setting}'")
    own = lexicon_of(lexicon)
    ours, theirs = _given(pred, "pred"), _given(gold, "gold")
    place = {(row.subject, row.study): row.sequence for row in theirs}
    ours = [replace(row, sequence=place.get((row.subject, row.study), row.sequence)) for row in ours]
    studies = sorted(place)
    several = len({subject for subject, _ in studies}) < len(studies)
    settings = [*(["single"] if setting != "sequential" else [])]
    if setting == "sequential" or (setting == "both" and several):
        settings.append("sequential")
        ours, theirs = (_grouped(rows, gap_days, own) for rows in (ours, theirs))
    encode = None if encoder is None else _Remembered(encoder)
    name = getattr(encoder, "__name__", type(encoder).__name__)
    found = {}
    for one in settings:
        cases = list(_cases(ours, theirs, studies, one, own, encode, name))
        means = {
            value: _mean([getattr(case, value) for case in cases], resamples, seed, confidence)
            for value in ("precision", "recall", "f1")
        }
        found[one] = SettingScore(one, cases, **means)
    called = f"encoder:{name}" if encoder is not None else f"encoder:lexicon-{own.version}"
    asked = f"lunguage|setting:{setting}|pred:given|gold:given"
    signature = f"{asked}|{called}|gap:{gap_days}|missing:zero|version:{_core.version}"
    return LunguageScore(found, signature, confidence)


def _grouped(rows: list[Row], gap_days: int, lexicon: Lexicon) -> list[Row]:
    if all(row.group and row.episode > 0 for row in rows):
        return rows
    return group(rows, gap_days=gap_days, lexicon=lexicon)


def _cases(
    pred: list[Row],
    gold: list[Row],
    studies: list[tuple[str, str]],
    setting: str,
    lexicon: Lexicon,
    encode: Optional[_Remembered],
    name: str,
) -> Iterable[CaseScore]:
    single = setting == "single"
    known = set(studies)
    keys = studies if single else sorted({(subject, "") for subject, _ in studies})
    sides: dict[tuple[str, str], tuple[list[Row], list[Row]]] = {key: ([], []) for key in keys}
    for side, rows in enumerate((pred, gold)):
        for row in rows:
            if (row.subject, row.study) in known:
                sides[(row.subject, row.study if single else "")][side].append(row)
    for (subject, study), (ours, theirs) in sides.items():
        tp, fp, fn, precision, recall, f1, pairs = _core.lunguage_score(
            _csv_of(ours), _csv_of(theirs), not single, lexicon._core, encode, name
        )
        yield CaseScore(subject, study, tp, fp, fn, precision, recall, f1, [Match(*pair) for pair in pairs])


def _mean(values: list[float], resamples: int, seed: int, confidence: float) -> Mean:
    if not values:
        return Mean(math.nan, None)
    low, high = _core.interval_of_mean(values, resamples, seed, confidence)
    return Mean(sum(values) / len(values), None if math.isnan(low) else (low, high))


@dataclass(frozen=True)
class Agreement:
    precision: float
    recall: float
    f1: float


def evaluate(pred: RowsLike, gold: RowsLike) -> dict[str, Agreement]:
    """How well rows were extracted: entities with relations, triplets, entity groups, temporal groups."""
    found = _core.lunguage_evaluate(_csv_of(_given(pred, "pred")), _csv_of(_given(gold, "gold")))
    return {name: Agreement(precision, recall, f1) for name, precision, recall, f1 in found}


_MODELS = {
    "biolord": ("FremyCompany/BioLORD-2023", "mean"),
    "medcpt": ("ncbi/MedCPT-Query-Encoder", "cls"),
}


def encoder_of(*names: str, device: Optional[str] = None) -> Encode:
    """The paper's encoders, ``"biolord"`` (mean pooling) and ``"medcpt"`` (first token), each pooled as its authors do.

    Of several, the cosine is the mean. Needs sentence-transformers, which loads the models from its usual places.
    """
    for one in names:
        if one not in _MODELS:
            raise _core.Error(f"encoder: expected one of {', '.join(_MODELS)}, found '{one}'")
    try:
        from sentence_transformers import SentenceTransformer, models
    except ImportError as missing:
        raise _core.Error("encoder_of needs sentence-transformers (pip install sentence-transformers)") from missing
    loaded = []
    for one in names:
        path, pooling = _MODELS[one]
        words = models.Transformer(path)
        pool = models.Pooling(words.get_word_embedding_dimension(), pooling_mode=pooling)
        loaded.append(SentenceTransformer(modules=[words, pool], device=device))

    def encode(texts: list[str]) -> list[list[float]]:
        parts = [model.encode(texts, normalize_embeddings=True) for model in loaded]
        return [[float(v) for part in parts for v in part[i]] for i in range(len(texts))]

    encode.__name__ = "+".join(names)
    return encode
