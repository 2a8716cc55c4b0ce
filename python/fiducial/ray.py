"""Scoring a Ray dataset on a cluster.

    result = fiducial.ray.score(ray.data.read_parquet("pairs/"), metrics=["radsem", "cider"])

Batches go to the workers as Arrow and come back as statistics, in the order of the dataset; a worker that dies is
replaced by Ray, which does its batches again. The table is the one that a single machine gives, to the last bit.
"""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._lexicon import LexiconLike
from ._pieces import columns_of, observe_piece, score_piece, together
from ._scorer import Metrics, Result, Scorer


def score(
    dataset: Any,
    metrics: Metrics = None,
    *,
    reference: Optional[str] = None,
    candidate: Optional[str] = None,
    age: Optional[str] = None,
    indication: Optional[str] = None,
    lexicon: LexiconLike = None,
    batch_size: int = 1024,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
    **remote: Any,
) -> Result:
    """Scores a ``ray.data.Dataset`` with columns of references and candidates, by their usual names or by those given;
    ``age`` and ``indication`` are read for metrics that weigh by them, if the dataset has them.

    :param batch_size: pairs in a batch
    :param remote: more options of ``Dataset.map_batches``, such as ``num_cpus`` or ``concurrency``
    """
    import ray

    columns = list(dataset.columns() or [])
    scorer = Scorer(metrics, lexicon, threads=1)
    wanted = columns_of(scorer, columns, reference, candidate, age, indication)
    # A dataset has a context of its own, made with it: what is set in the global one later does not reach it.
    context = getattr(dataset, "context", None) or ray.data.DataContext.get_current()
    before = context.execution_options.preserve_order
    context.execution_options.preserve_order = True  # the pieces are put together as they come
    try:
        pairs = dataset.select_columns(wanted.names())
        observations = (
            _observations(scorer, pairs, wanted.reference, batch_size, remote) if scorer._core.needs_corpus else []
        )
        seen = ray.put(observations)

        def measure(batch: Any) -> dict[str, list[bytes]]:
            found = score_piece(scorer, batch, wanted, ray.get(seen))
            return {"statistics": [found]}

        done = pairs.map_batches(measure, batch_size=batch_size, batch_format="pyarrow", **remote)
        pieces = (row["statistics"] for row in done.iter_rows())
        return together(scorer, pieces, {"resamples": resamples, "seed": seed, "confidence": confidence})
    except ray.exceptions.RayTaskError as failure:
        cause = failure.cause
        if isinstance(cause, (_core.Error, TypeError)):
            raise cause from failure
        raise
    finally:
        context.execution_options.preserve_order = before


def _observations(scorer: Scorer, pairs: Any, left: str, batch_size: int, remote: dict[str, Any]) -> list[bytes]:
    def look(batch: Any) -> dict[str, list[bytes]]:
        return {"observations": [observe_piece(scorer, batch.column(left))]}

    seen = pairs.map_batches(look, batch_size=batch_size, batch_format="pyarrow", **remote)
    return [row["observations"] for row in seen.iter_rows()]
