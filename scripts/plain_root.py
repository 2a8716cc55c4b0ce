#!/usr/bin/env python3
"""A plain Debian in a folder: plain_root.py FOLDER [PACKAGE …]

Copies, from this machine, the files of Debian's essential and required packages, of the packages named and of all that
they depend on: what a machine has that was just installed, with no compiler and none of the libraries that we build
with. To be entered by chroot, to try there whether what we ship runs.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys


def installed() -> dict[str, tuple[bool, list[list[str]]]]:
    """By name: is it part of every Debian, and what it depends on, each as a list of alternatives."""
    show = "${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    out = subprocess.run(["dpkg-query", "-W", "-f", show], capture_output=True, text=True, check=True).stdout
    found: dict[str, tuple[bool, list[list[str]]]] = {}
    for line in out.splitlines():
        name, essential, priority, depends, provides = line.split("\t")
        clauses = [
            [re.sub(r"[ (:].*", "", one.strip()) for one in clause.split("|")]
            for clause in depends.split(",")
            if clause.strip()
        ]
        found[name] = (essential == "yes" or priority == "required", clauses)
        for virtual in provides.split(","):
            if virtual.strip():
                found.setdefault(re.sub(r"[ (:].*", "", virtual.strip()), (False, [[name]]))
    return found


def closure(wanted: list[str]) -> set[str]:
    packages = installed()
    for name in wanted:
        if name not in packages:
            sys.exit(f"plain_root.py: the package {name} is not installed here")
    todo = [name for name, (base, _) in packages.items() if base] + wanted
    taken: set[str] = set()
    while todo:
        name = todo.pop()
        if name in taken:
            continue
        taken.add(name)
        todo += [
            next(one for one in clause if one in packages)
            for clause in packages[name][1]
            if any(one in packages for one in clause)
        ]
    return taken


def copy(path: str, root: pathlib.Path) -> None:
    to = root / path.lstrip("/")
    if os.path.islink(path):
        if not os.path.lexists(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            to.symlink_to(os.readlink(path))
    elif os.path.isdir(path):
        to.mkdir(parents=True, exist_ok=True)
    elif os.path.isfile(path) and not to.exists():
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1])
    for top in ("bin", "sbin", "lib", "lib64"):  # links into /usr, which belong to no package
        (root / "usr" / top).mkdir(parents=True, exist_ok=True)
        copy(f"/{top}", root)
    listed = [name for name in sorted(closure(sys.argv[2:])) if name in _real()]
    out = subprocess.run(["dpkg-query", "-L", *listed], capture_output=True, text=True, check=True).stdout
    kept = re.compile(r"^/(usr/share/(doc|man|locale|info)/|usr/src/)")
    for path in out.splitlines():
        if path.startswith("/") and path != "/." and not kept.match(path):
            copy(path, root)
    for path in ("dev", "proc", "tmp", "root", "var/lib/dpkg/info", "var/lib/dpkg/updates"):
        (root / path).mkdir(parents=True, exist_ok=True)
    (root / "dev/null").touch()
    subprocess.run(["ldconfig", "-r", str(root)], check=True)
    print(f"{root}: {len(listed)} packages of a plain Debian")


def _real() -> set[str]:
    out = subprocess.run(["dpkg-query", "-W", "-f", "${Package}\n"], capture_output=True, text=True, check=True).stdout
    return set(out.split())


if __name__ == "__main__":
    main()
