"""Scoring a Spark dataframe on a cluster.

    result = fiducial.spark.score(spark.read.parquet("pairs/"), metrics=["radsem", "cider"])

Batches go to the Python workers as Arrow (``mapInArrow``) and come back as statistics; Spark does the tasks of a worker
that dies again. The table is the one that a single machine gives for the rows in the same order, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from . import _data
from ._lexicon import LexiconLike
from ._pieces import observe_piece, score_piece, together
from ._scorer import Metrics, Result, Scorer


def score(
    dataframe: Any,
    metrics: Metrics = None,
    *,
    reference: Optional[str] = None,
    candidate: Optional[str] = None,
    lexicon: LexiconLike = None,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
) -> Result:
    """Scores a ``pyspark.sql.DataFrame`` with columns of references and candidates."""
    columns = list(dataframe.columns)
    left = _data.column_named(columns, reference, _data.REFERENCE, "references")
    right = _data.column_named(columns, candidate, _data.CANDIDATE, "candidates")
    scorer = Scorer(metrics, lexicon, threads=1)
    pairs = dataframe.select(left, right)
    context = dataframe.sparkSession.sparkContext
    observations: list[bytes] = []
    if scorer._core.needs_corpus:
        seen = pairs.select(left).mapInArrow(_task(lambda batch: observe_piece(scorer, batch.column(left))), _SCHEMA)
        observations = _ordered(seen)
    shared = context.broadcast(observations)

    def measure(batch: Any) -> bytes:
        return score_piece(scorer, batch.column(left), batch.column(right), shared.value)

    try:
        pieces = _ordered(pairs.mapInArrow(_task(measure), _SCHEMA))
    finally:
        shared.unpersist()
    return together(scorer, pieces, {"resamples": resamples, "seed": seed, "confidence": confidence})


_SCHEMA = "partition int, batch long, data binary"


def _task(work: Any) -> Any:
    """Runs ``work`` on each batch of a partition and numbers what it gives."""

    def run(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow
        from pyspark import TaskContext

        context = TaskContext.get()
        partition = context.partitionId() if context is not None else 0
        for number, batch in enumerate(batches):
            rows = [[partition], [number], [work(batch)]]
            kinds = [pyarrow.int32(), pyarrow.int64(), pyarrow.binary()]
            arrays = [pyarrow.array(values, kind) for values, kind in zip(rows, kinds)]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=["partition", "batch", "data"])

    return run


def _ordered(frame: Any) -> list[bytes]:
    rows = sorted(frame.collect(), key=lambda row: (row["partition"], row["batch"]))
    return [bytes(row["data"]) for row in rows]
