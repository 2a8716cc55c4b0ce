#!/usr/bin/env python3
"""Fails if a comment cites a file that the repository does not have: cited_files.py, from anywhere in it."""

from __future__ import annotations

import re
import subprocess
import sys

SLASHES = re.compile(r"(?://|/\*|^ \* )(.*)")
HASHES = re.compile(r"#(.*)")
NAME = re.compile(r"[A-Za-z0-9_./-]*[A-Za-z0-9_-]\.(?:md|txt|cc|h|py|sh|cmake|tsx?|mjs|inc)\b")
READ = (".cc", ".h", ".py", ".sh", ".cmake", ".ts", ".tsx", ".css", "CMakeLists.txt")
# Names that stand for any file.
PLACEHOLDERS = {"a.cc", "NAME.txt"}


def main() -> None:
    top = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True)
    root = top.stdout.strip()
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True)
    files = listed.stdout.splitlines()
    # "compile.h" and "lexicon/compile.h" are both ways to name src/lexicon/compile.h.
    known = {tail for file in files for tail in (file[i:] for i in range(len(file)) if i == 0 or file[i - 1] == "/")}
    known |= PLACEHOLDERS
    missing = 0
    for file in files:
        if not file.endswith(READ) or file.startswith(("web/dist/", "tests/")):
            continue
        comments = SLASHES if file.endswith((".cc", ".h", ".ts", ".tsx", ".css")) else HASHES
        with open(f"{root}/{file}", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                for name in (name for comment in comments.findall(line) for name in NAME.findall(comment)):
                    if name.lstrip("./") not in known:
                        print(f"{file}:{number}: there is no file {name}", file=sys.stderr)
                        missing += 1
    if missing:
        sys.exit(1)
    print(f"comments: every file that they cite is there ({len(files)} files)")


if __name__ == "__main__":
    main()
