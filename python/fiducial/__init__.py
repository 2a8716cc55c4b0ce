"""How clinically right is a radiology report, finding by finding, against its reference?

    import fiducial
    fiducial.score(reference, candidate)                    # one pair: RadSEM, a float
    result = fiducial.score(references, candidates, metrics=["radsem", "bleu4"])
    print(result)                                           # the table that the program prints

Every number is the program's to the last bit. Nothing is sent anywhere. See docs/python.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._core import Error
from ._core import version as __version__
from ._lexicon import Lexicon
from ._scorer import Result, Score, Scorer, metrics, score

if TYPE_CHECKING:
    from . import lunguage, radeval, radfact, ray, rewards, spark
    from ._compare import Comparison, Correlation, compare, correlate
    from ._errors import ClinicalError, ErrorCase, Errors, errors
    from ._explain import Explanation, explain
    from ._reading import Finding, Reading, Relation, read, relate
    from .rewards import reward

__all__ = [
    "ClinicalError",
    "Comparison",
    "Correlation",
    "Error",
    "ErrorCase",
    "Errors",
    "Explanation",
    "Finding",
    "Lexicon",
    "Reading",
    "Relation",
    "Result",
    "Score",
    "Scorer",
    "__version__",
    "compare",
    "correlate",
    "errors",
    "explain",
    "lunguage",
    "metrics",
    "radeval",
    "radfact",
    "ray",
    "read",
    "relate",
    "reward",
    "rewards",
    "score",
    "spark",
]

# What is not needed to score is imported when it is first used, so that the import takes no time.
_MODULE_OF = {
    "Comparison": "_compare",
    "Correlation": "_compare",
    "compare": "_compare",
    "correlate": "_compare",
    "ClinicalError": "_errors",
    "ErrorCase": "_errors",
    "Errors": "_errors",
    "errors": "_errors",
    "Explanation": "_explain",
    "explain": "_explain",
    "Finding": "_reading",
    "Reading": "_reading",
    "Relation": "_reading",
    "read": "_reading",
    "relate": "_reading",
    "reward": "rewards",
}
_MODULES = {"lunguage", "radeval", "radfact", "ray", "rewards", "spark"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    if name in _MODULE_OF:
        value = getattr(importlib.import_module(f".{_MODULE_OF[name]}", __name__), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'fiducial' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
