"""The examples of docs/python.md and of the README run as they stand."""

from __future__ import annotations

import re

import pytest

from conftest import ROOT


@pytest.mark.parametrize("page", ["docs/python.md", "README.md"])
def test_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.S | re.M)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
