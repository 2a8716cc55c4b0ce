"""The program ``fiducial``, which the package brings along."""

from __future__ import annotations

import os
import sys


def path() -> str:
    """Where the program is."""
    return os.path.join(os.path.dirname(__file__), "bin", "fiducial")


def main() -> None:
    """Becomes the program: exit codes, pipes and signals are its own."""
    program = path()
    if not os.path.exists(program):
        sys.exit("fiducial: this installation has no program beside the package")
    os.execv(program, ["fiducial", *sys.argv[1:]])
