"""The notebook runs from its first cell to its last, and Hugging Face's evaluate loads our module."""

from __future__ import annotations

import json

import pytest

import fiducial
from conftest import ROOT


def test_notebook(monkeypatch):
    """Its cells, without a kernel; what a cell ends in must show itself."""
    import ast

    folder = ROOT / "examples" / "notebook"
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    shown = 0
    for cell in json.loads((folder / "fiducial.ipynb").read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "notebook", "exec"), names)
        if last is None:
            continue
        value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
        if hasattr(value, "_repr_html_"):
            html = value._repr_html_()
            assert html.startswith("<div") and "<script" not in html and "http" not in html
            shown += 1
    assert shown >= 4


@pytest.mark.heavy
def test_evaluate_module(pairs, tmp_path, monkeypatch):
    evaluate = pytest.importorskip("evaluate")
    monkeypatch.setenv("HF_EVALUATE_OFFLINE", "1")
    module = evaluate.load(str(ROOT / "examples" / "evaluate" / "fiducial.py"), cache_dir=str(tmp_path))
    found = module.compute(predictions=pairs[1], references=pairs[0], metrics=["radsem", "bleu4"])
    result = fiducial.score(*pairs, metrics=["radsem", "bleu4"])
    assert found == {column: result[column].mean for column in result}
