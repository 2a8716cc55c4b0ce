"""Fiducial as a module of Hugging Face's evaluate: ``evaluate.load("examples/evaluate/fiducial.py")``."""

from __future__ import annotations

import datasets
import evaluate

import fiducial

_DESCRIPTION = "How clinically right radiology reports are, finding by finding, against their references."
_INPUTS = """
Args:
    predictions: the candidate reports
    references: the reference reports
    metrics: names of metrics; RadSEM if none are named
Returns:
    the mean of every column
"""


class Fiducial(evaluate.Metric):
    """Metrics of radiology reports."""

    def _info(self) -> evaluate.MetricInfo:
        texts = datasets.Features({"predictions": datasets.Value("string"), "references": datasets.Value("string")})
        return evaluate.MetricInfo(
            description=_DESCRIPTION, citation="", inputs_description=_INPUTS, features=texts, reference_urls=[]
        )

    def _compute(self, predictions, references, metrics=None, lexicon=None):
        result = fiducial.score(references, predictions, metrics=metrics, lexicon=lexicon, resamples=0)
        return {column: result[column].mean for column in result}
