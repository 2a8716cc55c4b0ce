"""The examples of docs/python.md and of the README run as they stand, and all that is public has a docstring."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest

import fiducial
from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.S | re.M)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


def _undocumented(module):
    for name, thing in vars(module).items():
        if name.startswith("_") or not getattr(thing, "__module__", "").startswith("fiducial") or not callable(thing):
            continue
        if not inspect.getdoc(thing):
            yield f"{module.__name__}.{name}"
        for part, what in vars(thing).items() if inspect.isclass(thing) else ():
            own = inspect.isfunction(what) or isinstance(what, property)
            if own and not part.startswith("_") and not inspect.getdoc(what):
                yield f"{module.__name__}.{name}.{part}"


def test_everything_public_is_documented():
    names = ("radfact", "lunguage", "radeval", "rewards", "ray", "spark")
    modules = [fiducial, *(importlib.import_module(f"fiducial.{name}") for name in names)]
    assert all(module.__doc__ for module in modules)
    assert [name for module in modules for name in _undocumented(module)] == []
