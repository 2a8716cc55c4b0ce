"""Rewards for reinforcement learning, in the call shapes of TRL, verl and OpenRLHF.

    reward = fiducial.reward("radsem")                          # TRL: GRPOTrainer(reward_funcs=reward, …)
    reward = fiducial.reward({"radsem": 0.8, "bleu4": 0.2})     # a weighted sum

A reward is deterministic, takes microseconds, and needs no model; it cannot be fooled by a flipped negation as word
overlap can.
"""

from __future__ import annotations

import json
import math
import urllib.request
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any, Callable, Optional, Union

from . import _core, _data
from ._lexicon import LexiconLike
from ._scorer import Scorer, _with_gaps

Shape = Union[str, Callable[[float], float], None]

_SHAPES: dict[str, Callable[[float], float]] = {
    "linear": lambda x: x,
    "centered": lambda x: 2.0 * x - 1.0,
    "squared": lambda x: x * x,
}


def text_of(completion: Any, where: str = "completion") -> str:
    """A completion as text: a string, or chat messages, of which the assistant's are taken."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        completion = [completion]
    if isinstance(completion, Sequence):
        parts = [_content(m, where) for m in completion if isinstance(m, Mapping) and m.get("role") == "assistant"]
        if parts:
            return "\n".join(parts)
        raise _core.Error(f"{where}: expected a message of the assistant, found none")
    raise TypeError(f"{where}: expected a str or chat messages, found {type(completion).__name__}")


def _content(message: Mapping[str, Any], where: str) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):  # pieces, as multimodal chats have them
        return "".join(part.get("text", "") for part in content if isinstance(part, Mapping))
    if content is None:
        return ""
    raise TypeError(f"{where}: expected a message with text, found {type(content).__name__}")


class Reward:
    """``reward(completions, reference=[…], **kwargs)`` gives a list of floats, one a completion.

    The reference column of the dataset comes by keyword, and so do ``age`` and ``indication`` for a metric that weighs
    by the patient; ``prompts``, ``completion_ids`` and whatever else a trainer passes is ignored. It can be pickled.
    """

    def __init__(
        self,
        metric: Union[str, Mapping[str, float]] = "radsem",
        *,
        reference: str = "reference",
        shape: Shape = None,
        undefined: float = 0.0,
        lexicon: LexiconLike = None,
        threads: int = 0,
    ) -> None:
        weights = {metric: 1.0} if isinstance(metric, str) else dict(metric)
        if not weights:
            raise _core.Error("reward: expected at least one metric, found none")
        if isinstance(shape, str) and shape not in _SHAPES:
            raise _core.Error(f"shape: expected a callable or one of {', '.join(_SHAPES)}, found '{shape}'")
        self.weights = {name: float(weight) for name, weight in weights.items()}
        self.reference, self.shape, self.undefined = reference, shape, undefined
        # A column such as radsem.abnormal is a part of the metric before the dot.
        names = list(dict.fromkeys(name.split(".")[0] for name in self.weights))
        self.scorer = Scorer(names, lexicon, threads)
        for name in self.weights:
            if name not in self.scorer.columns:
                raise _core.Error(f"reward: there is no value '{name}'; there are: {', '.join(self.scorer.columns)}")
        if self.scorer._core.needs_corpus:
            raise _core.Error("reward: a metric that needs all references first cannot be a reward")
        self.__name__ = "fiducial_" + "_".join(name.replace(".", "_") for name in self.weights)

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float]:
        if self.reference not in columns:
            raise TypeError(f"{self.__name__}: expected the references by keyword, as {self.reference}=[…]")
        references = columns[self.reference]
        if isinstance(references, str):
            references = [references] * len(completions)
        texts = [text_of(completion, f"completions[{i}]") for i, completion in enumerate(completions)]
        known = {name: columns.get(name) for name in ("age", "indication") if self.scorer._core.uses_patient}
        return self.score([text_of(r, f"{self.reference}[{i}]") for i, r in enumerate(references)], texts, **known)

    def score(
        self, references: list[str], candidates: list[str], *, age: Any = None, indication: Any = None
    ) -> list[float]:
        """The rewards of texts; ``age`` and ``indication`` tell of the patients, a list each, if they are known."""
        if len(references) != len(candidates):
            raise _core.Error(f"expected {len(candidates)} references, one a completion, found {len(references)}")
        ages, indications = _data.ages(age, candidates), _data.indications(indication, candidates)
        columns = self._few(references, candidates, ages, indications) if len(candidates) <= 4 else None
        if columns is None:
            # A completion that no metric can measure has no reward, and does not end a training.
            scores, skipped = self.scorer._core.score_texts(references, candidates, None, ages, indications, True)
            gaps = [int(where) for where, _ in skipped]
            columns = {name: _with_gaps(scores.samples(name), gaps) for name in self.weights}
        return [self._sum([columns[name][i] for name in self.weights]) for i in range(len(candidates))]

    def _few(
        self, references: list[str], candidates: list[str], ages: Any, indications: Any
    ) -> Optional[dict[str, list[float]]]:
        """Without a thread, which would take longer than the scoring; None if a pair cannot be measured."""
        pair = self.scorer._core.score_pair
        names = self.scorer.columns
        patients = zip(ages or repeat(""), indications or repeat(""))
        try:
            rows = [dict(zip(names, pair(r, c, *p))) for r, c, p in zip(references, candidates, patients)]
        except _core.Error:
            return None
        return {name: [row[name] for row in rows] for name in self.weights}

    def _sum(self, values: list[float]) -> float:
        if any(math.isnan(value) for value in values):
            return self.undefined
        total = sum(weight * value for weight, value in zip(self.weights.values(), values))
        shape = _SHAPES[self.shape] if isinstance(self.shape, str) else self.shape
        return float(shape(total)) if shape is not None else total

    def __repr__(self) -> str:
        return f"<fiducial.Reward {' + '.join(f'{w:g} {n}' for n, w in self.weights.items())}>"


def reward(
    metric: Union[str, Mapping[str, float]] = "radsem",
    *,
    reference: str = "reference",
    shape: Shape = None,
    undefined: float = 0.0,
    lexicon: LexiconLike = None,
    threads: int = 0,
) -> Reward:
    """A reward function as TRL's GRPO trainer calls it.

    :param metric: a metric, one of its parts (``"radsem.abnormal"``), or weights by name: their sum
    :param reference: the column of the dataset that has the references
    :param shape: None, ``"centered"`` (0 … 1 becomes -1 … 1), ``"squared"``, or a callable
    :param undefined: the reward where a value is not defined
    """
    return Reward(metric, reference=reference, shape=shape, undefined=undefined, lexicon=lexicon, threads=threads)


def verl(metric: Union[str, Mapping[str, float]] = "radsem", **options: Any) -> Callable[..., float]:
    """A ``compute_score(data_source, solution_str, ground_truth, extra_info=None)`` as verl calls it."""
    own = Reward(metric, **options)

    def compute_score(
        data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **_: Any
    ) -> float:
        return own.score([text_of(ground_truth, "ground_truth")], [text_of(solution_str, "solution_str")])[0]

    return compute_score


_default: Optional[Callable[..., float]] = None


def compute_score(data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, **_: Any) -> float:
    """RadSEM, for verl's ``custom_reward_function.path`` with the path of this file."""
    global _default
    if _default is None:
        _default = verl()
    return _default(data_source, solution_str, ground_truth, extra_info)


def openrlhf(
    metric: Union[str, Mapping[str, float]] = "radsem",
    *,
    url: Optional[str] = None,
    token: Optional[str] = None,
    timeout: float = 60.0,
    **options: Any,
) -> Callable[..., Any]:
    """A ``reward_func(queries, prompts, labels, **kwargs)`` as OpenRLHF calls the file named by ``--remote_rm_url``.

    A query is the prompt with the completion behind it; labels are the references. With ``url`` the service there
    (``fiducial serve``) does the scoring, else this process does. Gives a torch tensor if torch is installed.
    """
    own = Reward(metric, **options)

    def remote(references: list[str], candidates: list[str]) -> list[float]:
        pairs = [{"reference": r, "candidate": c} for r, c in zip(references, candidates)]
        body = json.dumps({"pairs": pairs, "metrics": own.scorer.metrics}).encode()
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(f"{str(url).rstrip('/')}/v1/score", body, headers)
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            samples = json.load(reply)["samples"]
        values = [[float("nan") if s.get(n) is None else float(s[n]) for n in own.weights] for s in samples]
        return [own._sum(row) for row in values]

    def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **_: Any) -> Any:
        texts = [q[len(p) :] if q.startswith(p) else q for q, p in zip(queries, prompts)]
        values = (remote if url else own.score)(list(labels), texts)
        try:
            import torch
        except ImportError:
            return values
        return torch.tensor(values, dtype=torch.float32)

    return reward_func
