"""Scoring a Spark dataframe on a cluster.

    result = fiducial.spark.score(spark.read.parquet("pairs/"), metrics=["radsem", "cider"])

Batches go to the Python workers as Arrow (``mapInArrow``) and come back as statistics; Spark does the tasks of a worker
that dies again. The table is the one that a single machine gives for the rows in the same order, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

from ._lexicon import LexiconLike
from ._pieces import columns_of, observe_piece, score_piece, together
from ._scorer import Metrics, Result, Scorer


def score(
    dataframe: Any,
    metrics: Metrics = None,
    *,
    reference: Optional[str] = None,
    candidate: Optional[str] = None,
    age: Optional[str] = None,
    indication: Optional[str] = None,
    lexicon: LexiconLike = None,
    resamples: int = 1000,
    seed: int = 0,
    confidence: float = 95.0,
) -> Result:
    """Scores a ``pyspark.sql.DataFrame`` with columns of references and candidates, by their usual names or by those
    given; ``age`` and ``indication`` are read for metrics that weigh by them, if the dataframe has them."""
    columns = list(dataframe.columns)
    scorer = Scorer(metrics, lexicon, threads=1)
    wanted = columns_of(scorer, columns, reference, candidate, age, indication)
    pairs = dataframe.select(*wanted.names())
    context = dataframe.sparkSession.sparkContext
    observations: list[bytes] = []
    if scorer._core.needs_corpus:
        left = wanted.reference
        seen = pairs.select(left).mapInArrow(_task(lambda batch: observe_piece(scorer, batch.column(left))), _SCHEMA)
        observations = _ordered(seen)
    shared = context.broadcast(observations)

    def measure(batch: Any) -> bytes:
        return score_piece(scorer, batch, wanted, shared.value)

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
