"""RadEval's call shape: change one import, and the numbers come from here.

from fiducial.radeval import RadEval
RadEval(metrics=["radsem", "bleu", "rougeL"])(refs=refs, hyps=hyps)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ._lexicon import LexiconLike
from ._scorer import Metrics, Scorer


class RadEval:
    """``evaluator(refs=…, hyps=…)`` gives a dict with the mean of each metric.

    :param per_sample: a list of the pairs' values instead of the mean
    :param detailed: every column with mean, standard deviation and values
    """

    def __init__(
        self,
        metrics: Metrics = None,
        *,
        per_sample: bool = False,
        detailed: bool = False,
        show_progress: bool = False,
        lexicon: LexiconLike = None,
        threads: int = 0,
    ) -> None:
        self.scorer = Scorer(metrics, lexicon, threads)
        self.per_sample, self.detailed, self.show_progress = per_sample, detailed, show_progress

    def __call__(self, refs: Sequence[str], hyps: Sequence[str]) -> dict[str, Any]:
        result = self.scorer.score(refs, hyps, resamples=0, progress=self.show_progress)
        if self.detailed:
            return {column: _detail(result[column].samples) for column in result}
        if self.per_sample:
            return {column: result[column].samples for column in self.scorer.headlines}
        return {column: result[column].mean for column in self.scorer.headlines}


def _detail(samples: list[float]) -> dict[str, Any]:
    defined = [value for value in samples if not math.isnan(value)]
    mean = sum(defined) / len(defined) if defined else math.nan
    spread = math.sqrt(sum((v - mean) ** 2 for v in defined) / len(defined)) if defined else math.nan
    return {"mean": mean, "std": spread, "sample_scores": samples}
