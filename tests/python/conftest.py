"""Where the package is: as installed, or as it lies in the build folder (FIDUCIAL_PACKAGE)."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
if "FIDUCIAL_PACKAGE" in os.environ:
    sys.path.insert(0, os.environ["FIDUCIAL_PACKAGE"])


@pytest.fixture(scope="session")
def program() -> str:
    """The program as it was built, to compare with."""
    return os.environ.get("FIDUCIAL_PROGRAM", str(ROOT / "build" / "release" / "fiducial"))


@pytest.fixture(scope="session")
def examples() -> pathlib.Path:
    return ROOT / "examples"


@pytest.fixture(scope="session")
def pairs(examples: pathlib.Path) -> tuple[list[str], list[str]]:
    records = [json.loads(line) for line in (examples / "pairs.jsonl").read_text().splitlines()]
    return [r["reference"] for r in records], [r["candidate"] for r in records]


@pytest.fixture(scope="session")
def run(program: str):
    def run(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    return run
