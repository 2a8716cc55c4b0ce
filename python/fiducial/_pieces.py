"""A corpus measured in pieces, on several machines, and put together again: what Ray and Spark share.

The statistics of a piece go to the driver as bytes; put together in the order of the input they have the table of one
machine, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Optional

from . import _data
from ._scorer import Result, Scorer


def observe_piece(scorer: Scorer, references: Any) -> bytes:
    """What the references of a piece say to metrics that must see all of them first (CIDEr)."""
    return scorer._core.observe(references)


class Columns(NamedTuple):
    """The columns of a dataset that are wanted; an empty name is none."""

    reference: str
    candidate: str
    age: str
    indication: str

    def names(self) -> list[str]:
        """Each once, as a dataset is asked for them."""
        return list(dict.fromkeys(name for name in self if name))


def columns_of(
    scorer: Scorer, has: list[str], reference: Optional[str], candidate: Optional[str], age: Any, indication: Any
) -> Columns:
    """The columns by the user's names, or by their usual ones."""
    left = _data.column_named(has, reference, _data.REFERENCE, "references")
    right = _data.column_named(has, candidate, _data.CANDIDATE, "candidates")
    patient = _data.patient_columns(has, age, indication) if scorer._core.uses_patient else ("", "")
    return Columns(left, right, *patient)


def score_piece(scorer: Scorer, batch: Any, columns: Columns, observations: list[bytes]) -> bytes:
    """The statistics of a piece, which is a batch or table of Arrow."""
    ages = _data.ages(batch.column(columns.age)) if columns.age else None
    indications = _data.indications(batch.column(columns.indication)) if columns.indication else None
    texts = batch.column(columns.reference), batch.column(columns.candidate)
    return scorer._core.score_piece(*texts, observations, ages, indications).to_bytes()


def together(scorer: Scorer, pieces: Iterable[bytes], how: dict[str, Any]) -> Result:
    """The result of pieces that come in the order of the input."""
    whole: Optional[Any] = None
    for piece in pieces:
        scores = scorer._core.from_bytes(piece)
        if whole is None:
            whole = scores
        else:
            whole.append(scores)
    if whole is None:
        whole = scorer._core.score_texts([], [], None)[0]
    return Result(scorer, whole, **how)
