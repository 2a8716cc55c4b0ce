"""The other reader: a language model, asked by the program that the package brings along."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any, Optional

from . import _core, _data, _program
from ._scorer import Result, Score, Scorer


class LlmResult(Result):
    """A result whose numbers the program wrote."""

    def __init__(
        self, scorer: Scorer, summary: dict[str, Any], samples: list[dict[str, Any]], how: dict[str, Any]
    ) -> None:
        super().__init__(scorer, scorer._core.score_texts([], [], None)[0], **how)
        self._summary = summary
        self._rows = samples

    @property
    def pairs(self) -> int:
        return int(self._summary["pairs"])

    @property
    def signatures(self) -> dict[str, str]:
        return dict(self._summary["signatures"])

    def __reduce__(self) -> tuple[object, ...]:
        how = {"resamples": self.resamples, "seed": self.seed, "confidence": self.confidence}
        return (LlmResult, (self._scorer, self._summary, self._rows, how))

    def _summarize(self) -> dict[str, Score]:
        signature_of = {
            column: self.signatures[name]
            for name, columns in zip(self._scorer.metrics, self._scorer._core.columns_by_metric)
            for column in columns
        }
        return {column: self._one(column, signature_of[column]) for column in self._scorer.columns}

    def _one(self, column: str, signature: str) -> Score:
        import array

        found = self._summary["scores"][column]
        values = [float("nan") if row.get(column) is None else float(row[column]) for row in self._rows]

        def pair(value: Any) -> Any:
            return None if value is None else (value[0], value[1])

        mean = float("nan") if found["mean"] is None else found["mean"]
        return Score(
            *(column, found["n"], mean, pair(found["interval"]), found.get("corpus")),
            *(pair(found.get("corpus_interval")), signature),
            lambda: values,
            lambda: array.array("d", values).tobytes(),
        )


def score_by_llm(
    scorer: Scorer, references: Any, candidates: Any, reference: Optional[str], candidate: Optional[str], **how: Any
) -> Result:
    """Writes the pairs, runs ``fiducial score --engine llm``, and reads what it wrote."""
    with tempfile.TemporaryDirectory(prefix="fiducial-") as folder:
        if candidates is None:
            table = _table_of(references)
            if table is not None:
                references, candidates = _texts_of(table, reference, candidate)
                reference = candidate = None
        pairs = _pairs_file(folder, references, candidates)
        summary, samples = os.path.join(folder, "summary.json"), os.path.join(folder, "samples.jsonl")
        command = [_program.path(), "score", pairs, "--metrics", ",".join(scorer.metrics), "--engine", "llm"]
        command += ["--config", str(scorer.config), "--json", summary, "--samples", samples, "--quiet"]
        command += ["--resamples", str(how["resamples"]), "--seed", str(how["seed"])]
        command += ["--confidence", str(how["confidence"]), "--threads", str(scorer.threads)]
        if reference is not None:
            command += ["--ref-col", reference]
        if candidate is not None:
            command += ["--cand-col", candidate]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise _core.Error(f"fiducial score --engine llm: {done.stderr.strip() or done.returncode}")
        with open(summary, encoding="utf-8") as file:
            found = json.load(file)
        with open(samples, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
    return LlmResult(scorer, found, rows, how)


def _table_of(references: Any) -> Any:
    """A table, or a file that the program cannot read itself; None for one that it can."""
    if isinstance(references, (str, os.PathLike)):
        return _data.table_of_file(os.fspath(references))
    return _data.arrow_table(references)


def _texts_of(table: Any, reference: Optional[str], candidate: Optional[str]) -> tuple[list[Any], list[Any]]:
    """The two columns of a table as lists."""
    arrow = _data.speaks_arrow(table)  # if not, a pandas frame without pyarrow
    if arrow:
        table = _data._pyarrow("a table for engine='llm'").table(table)
    names = [str(name) for name in (table.column_names if arrow else table.columns)]
    left = _data.column_named(names, reference, _data.REFERENCE, "references")
    right = _data.column_named(names, candidate, _data.CANDIDATE, "candidates")
    if arrow:
        return table.column(left).to_pylist(), table.column(right).to_pylist()
    return table[left].tolist(), table[right].tolist()


def _pairs_file(folder: str, references: Any, candidates: Any) -> str:
    if candidates is None:
        return str(os.fspath(references))
    left, right = _data.strings(references, "references"), _data.strings(candidates, "candidates")
    _data.check_lengths(left, right)
    for name, texts in (("references", left), ("candidates", right)):
        for i, text in enumerate(texts):
            if not isinstance(text, str):
                raise TypeError(f"{name}[{i}]: expected a str, found {type(text).__name__}")
    path = os.path.join(folder, "pairs.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        for i, (ref, cand) in enumerate(zip(left, right)):
            file.write(json.dumps({"id": str(i), "reference": ref, "candidate": cand}) + "\n")
    return path
