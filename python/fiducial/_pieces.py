"""A corpus measured in pieces, on several machines, and put together again: what Ray and Spark share.

The statistics of a piece go to the driver as bytes; put together in the order of the input they have the table of one
machine, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from ._scorer import Result, Scorer


def observe_piece(scorer: Scorer, references: Any) -> bytes:
    """What the references of a piece say to metrics that must see all of them first (CIDEr)."""
    return scorer._core.observe(references)


def score_piece(scorer: Scorer, references: Any, candidates: Any, observations: list[bytes]) -> bytes:
    """The statistics of a piece."""
    return scorer._core.score_piece(references, candidates, observations).to_bytes()


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
        whole = scorer._core.score_texts([], [], None)
    return Result(scorer, whole, **how)
