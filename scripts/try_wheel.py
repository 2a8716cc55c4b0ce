"""What a wheel must do where it was just installed: score, explain, read, bring the program (scripts/wheel.sh)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import fiducial

for compiler in ("gcc", "g++", "cc", "c++", "clang", "cmake"):
    assert shutil.which(compiler) is None, f"{compiler} is there, so this shows nothing"

reference = "Small left pleural effusion. No pneumothorax."
candidate = "Small right pleural effusion. No pneumothorax."
assert fiducial.score(reference, reference) == 1.0
assert fiducial.score(reference, candidate) < 0.5
assert fiducial.errors(reference, candidate).counts == {"side": 1}
assert fiducial.read(reference).findings[0].side == "left"
assert "effusion" in str(fiducial.explain(reference, candidate))
table = str(fiducial.score("pairs.jsonl", metrics=["radsem", "clinical", "bleu4", "cider"]))
program = Path(sys.executable).with_name("fiducial")
command = [program, "score", "pairs.jsonl", "--metrics", "radsem,clinical,bleu4,cider", "--quiet"]
printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
assert printed.rstrip("\n") == table, f"the program prints another table than the package:\n{printed}\n{table}"
print(f"fiducial {fiducial.__version__}: scores, explains and reads; the program prints the package's table")
