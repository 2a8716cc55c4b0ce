#!/usr/bin/env python3
"""Attacks a built program for a given time and says what broke.

  scripts/soak.py build/release/fiducial --seconds 600 [--seed 1] [--only kills,disks]

Each attack is a round with its own random numbers; a failure prints the seed of its round and keeps its folder.
Nothing is asked of the network, and everything is written below a temporary folder.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ORGANS = ["liver", "spleen", "left kidney", "right upper lobe", "pancreas", "bladder", "heart"]
SEEN = ["cyst", "mass", "nodule", "stone", "hematoma", "effusion", "fracture", "edema"]
HOSTILE = [
    "nodule ", "with a cyst ", "no mass, ", "( ", "a", "3 x 4 mm ", "nodules and cysts of the liver and spleen, ",
    "There is a nodule in the liver. ", "no ", "Liver: ", "\x1b[2J", "\u202e", "=1+1 ", "</think>", "{", "\\", "\n\n",
]
SYSTEM = ("/lib", "/usr/lib", "/etc/ld.so", "/etc/localtime", "/usr/share/zoneinfo", "/sys/devices/system/cpu", "/proc/self")
MOST_MEMORY = 640 << 10  # KiB
METRICS = ["radsem", "radsem_alt", "radfact", "lunguage", "clinical", "bleu", "rougeL", "meteor", "cider"]


class Broken(Exception):
    """What was promised did not hold."""


def report(rng: random.Random, sentences: int) -> str:
    words = ["There is a", "No", "Small", "Unchanged", "Possible"]
    return " ".join(
        f"{rng.choice(words)} {rng.choice(SEEN)} in the {rng.choice(ORGANS)}." for _ in range(sentences)
    )


def hostile_text(rng: random.Random, most: int) -> str:
    size = rng.randint(0, most)
    piece = rng.choice(HOSTILE) if rng.random() < 0.7 else report(rng, 40) + " "
    text = piece * (size // len(piece) + 1)
    if rng.random() < 0.3:
        text = "".join(rng.choice(HOSTILE) for _ in range(size // 8))
    return text[:size]


class Soak:
    def __init__(self, program: Path, folder: Path, seed: int) -> None:
        self.program = program
        self.folder = folder
        self.seed = seed
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()

    def start(self, words: list[str], limit: int | None = None) -> subprocess.Popen[bytes]:
        def prepare() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.Popen(
            [str(self.program), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=prepare,
        )

    def ends(self, words: list[str], seconds: float = 120, limit: int | None = None) -> int:
        process = self.start(words, limit)
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise Broken(f"still running after {seconds} s: {' '.join(words)}") from None

    # ----------------------------------------------------------------------------------------------------- attacks

    def texts(self) -> None:
        """Hostile texts: every command ends, in time, by itself, and the good records are there."""
        long = hostile_text(self.rng, self.rng.choice([1000, 30000, 300000]))
        other = long if self.rng.random() < 0.5 else hostile_text(self.rng, 30000)
        good = report(self.rng, 5)
        pairs = self.folder / "pairs.jsonl"
        pairs.write_text("".join(
            json.dumps({"id": i, "reference": a, "candidate": b}) + "\n"
            for i, (a, b) in enumerate([(good, good), (long, other), (good, report(self.rng, 5))])
        ))
        reports = self.folder / "reports.jsonl"
        reports.write_text(json.dumps({"id": "x", "text": long}) + "\n" + json.dumps({"id": "y", "text": good}) + "\n")
        samples = self.folder / "samples.jsonl"
        metric = self.rng.choice(METRICS)
        code = self.ends(["score", str(pairs), "--metrics", metric, "--resamples", "50", "--samples", str(samples)])
        if code not in (0, 1):
            raise Broken(f"score --metrics {metric} ended with {code}")
        ids = {json.loads(line)["id"] for line in samples.read_text().splitlines()}
        if not {"0", "2"} <= {str(one) for one in ids}:
            raise Broken(f"score --metrics {metric}: the good pairs are missing")
        command = self.rng.choice([["findings"], ["radsem", "rewrite"], ["radfact", "phrases"], ["lunguage", "structure"]])
        code = self.ends([*command, str(reports), "-o", str(self.folder / "out.jsonl")])
        if code not in (0, 1):
            raise Broken(f"{' '.join(command)} ended with {code}")

    def files(self) -> None:
        """Damaged files: an exit code, no signal."""
        lines = [json.dumps({"id": i, "reference": report(self.rng, 3), "candidate": report(self.rng, 3)}) for i in range(5)]
        data = bytearray("\n".join(lines).encode())
        for _ in range(self.rng.randint(1, 30)):
            at = self.rng.randrange(len(data))
            if self.rng.random() < 0.5:
                data[at] = self.rng.randrange(256)
            else:
                del data[at:at + self.rng.randint(1, 50)]
        path = self.folder / self.rng.choice(["x.jsonl", "x.csv", "x.json", "x.tsv", "x.jsonl.gz"])
        path.write_bytes(bytes(data))
        command = self.rng.choice([
            ["score", str(path)], ["findings", str(path)], ["radfact", "verify", str(path)], ["radsem", "score", str(path)],
            ["lunguage", "evaluate", "--pred", str(path), "--gold", str(path)], ["compare", str(path), str(path)],
            ["correlate", str(path)], ["lexicon", "check", str(path)], ["findings", str(path), "--lexicon", str(path)],
        ])
        code = self.ends(command)
        if code not in (0, 1, 2):
            raise Broken(f"{' '.join(command)} ended with {code}")

    def bombs(self) -> None:
        """A file of gzip that is hundreds of megabytes: refused, or skipped, with little memory."""
        megabytes = self.rng.randint(100, 400)
        piece = self.rng.choice([b"\0", b"a", b"\n", b",", b'"', b"[", b"{}\n", b'{"id":"1","text":"'])
        name = self.rng.choice(["x.jsonl.gz", "x.csv.gz", "x.json.gz", "x.txt.gz"])
        bomb = self.folder / name
        block = (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
        with gzip.open(bomb, "wb", compresslevel=1) as out:
            for _ in range(megabytes):
                out.write(block)
        path, good = str(bomb), self.folder / "good.jsonl"
        good.write_text(json.dumps({"id": "1", "name": "1", "English_Report": "No mass."}) + "\n")
        command = self.rng.choice([
            ["score", path], ["errors", path], ["findings", path], ["radsem", "score", path], ["radsem", "rewrite", path],
            ["radfact", "verify", path], ["radfact", "phrases", path], ["lunguage", "structure", path],
            ["lunguage", "evaluate", "--pred", path, "--gold", str(good)], ["lexicon", "coverage", path],
            ["lexicon", "check", path], ["findings", str(good), "--lexicon", path], ["correlate", path],
            ["lunguage", "structure", str(good), "--vocabulary", path, "--candidates", str(self.folder / "c.jsonl")],
        ])
        process = self.start(command)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1, 2):
            raise Broken(f"{' '.join(command)} ended with {process.returncode}")
        if usage.ru_maxrss > MOST_MEMORY:
            raise Broken(f"{' '.join(command)}: {usage.ru_maxrss // 1024} MiB for {megabytes} MB of {piece!r}")
        self.counts["largest memory of a bomb, MiB"] = usage.ru_maxrss // 1024

    def write_inputs(self, generation: int) -> None:
        rng = random.Random(generation)
        rows = [{"name": str(i), "study_id": str(i), "English_Report": report(rng, 6)} for i in range(150)]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (self.folder / "ref.jsonl").write_text(text)
        (self.folder / "gen.jsonl").write_text(text.replace("No ", "Large ", 40 + generation))
        pairs = [{"id": r["name"], "reference": r["English_Report"], "candidate": report(rng, 6)} for r in rows]
        (self.folder / "pairs.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in pairs))

    def run_command(self) -> list[str]:
        """The commands that write a folder, one after the other."""
        ref, gen = str(self.folder / "ref.jsonl"), str(self.folder / "gen.jsonl")
        return [
            ["radsem", "run", "--ref", ref, "--gen", gen],
            ["radfact", "run", str(self.folder / "pairs.jsonl"), "--narrative"],
            ["lunguage", "run", "--pred", gen, "--gold", ref],
            ["ssree", "build", ref],
        ][self.seed % 4]

    def file_command(self, out: Path) -> list[str]:
        """The commands that write single files, one after the other."""
        pairs, ref, gen = (str(self.folder / name) for name in ("pairs.jsonl", "ref.jsonl", "gen.jsonl"))
        one, two = str(out / "one.jsonl"), str(out / "two.jsonl")
        return [
            ["score", pairs, "--samples", one, "--json", two, "--resamples", "100"],
            ["errors", pairs, "--cases", one, "--json", two],
            ["findings", ref, "-o", one],
            ["radsem", "rewrite", ref, "-o", one],
            ["radfact", "phrases", ref, "-o", one],
            ["lunguage", "structure", ref, "-o", one],
            ["lunguage", "group", ref, "-o", one, "--rationale", two],
            ["lunguage", "score", "--pred", gen, "--gold", ref, "--samples", one, "--pairs", two],
        ][self.seed % 8]

    @staticmethod
    def digest(folder: Path, visible_only: bool = False) -> dict[str, str]:
        return {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.iterdir())
            if path.is_file() and not (visible_only and path.name.startswith("."))
        }

    def two_generations(self, command: list[str]) -> tuple[dict[str, str], dict[str, str], Path]:
        """The files of an old run and of a new one; the old one is in the folder, the new inputs are in place."""
        out = self.folder / "out"
        wanted = []
        for generation, where in ((2, self.folder / "aside"), (1, out)):
            self.write_inputs(generation)
            if self.ends([*command, "--out", str(where)]) != 0:
                raise Broken(f"{' '.join(command)}: a run on good reports failed")
            wanted.append(self.digest(where))
        self.write_inputs(2)
        return wanted[1], wanted[0], out

    def check_folder(self, out: Path, old: dict[str, str], new: dict[str, str], what: str) -> None:
        seen = self.digest(out, visible_only=True)
        if seen not in (old, new):
            raise Broken(f"{what}: the folder is neither the old run nor the new one: {sorted(seen)}")
        self.counts["old" if seen == old else "new"] += 1

    def finish_and_check(self, command: list[str], out: Path, new: dict[str, str]) -> None:
        if self.ends([*command, "--out", str(out)]) != 0:
            raise Broken(f"{' '.join(command)}: the next run failed")
        if self.digest(out) != new or any(path.is_dir() for path in out.iterdir()):
            raise Broken(f"{' '.join(command)}: something is left: {sorted(p.name for p in out.iterdir())}")

    def kills(self) -> None:
        """kill -9 at a random moment: the old run or the new one; nothing is left after the next run."""
        command = self.run_command()
        old, new, out = self.two_generations(command)
        started = time.monotonic()
        self.ends([*command, "--out", str(self.folder / "timed")])
        usual = time.monotonic() - started
        for _ in range(8):
            process = self.start([*command, "--out", str(out)])
            time.sleep(self.rng.uniform(0, usual * 1.1))
            process.kill()
            process.wait()
            self.counts["kills done"] += 1
            self.counts[f"kills of {' '.join(command[:2])}"] += 1
            self.check_folder(out, old, new, " ".join(command[:2]) + " killed")
        self.finish_and_check(command, out, new)

    def disks(self) -> None:
        """No room for more than so many bytes in a file: the old run stays."""
        command = self.run_command()
        old, new, out = self.two_generations(command)
        for _ in range(4):
            self.ends([*command, "--out", str(out)], limit=self.rng.randint(0, 100_000))
            self.counts["full disks done"] += 1
            self.counts[f"full disks of {' '.join(command[:2])}"] += 1
            self.check_folder(out, old, new, " ".join(command[:2]) + " on a full disk")
        self.finish_and_check(command, out, new)

    def volumes(self) -> None:
        """A file system that is full after so many bytes in all (needs the right to mount one): the old run stays."""
        command = self.run_command()
        old, new, out = self.two_generations(command)
        room = sum(path.stat().st_size for path in out.iterdir()) // 1024
        volume = self.folder / "volume"
        volume.mkdir()
        for _ in range(4):
            size = f"size={room + 40 + self.rng.randint(0, 3 * room)}k"
            if subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(volume)], capture_output=True).returncode:
                self.counts["volumes that could not be mounted"] += 1
                return
            try:
                here = volume / "out"
                shutil.copytree(out, here)
                code = self.ends([*command, "--out", str(here)])
                if code not in (0, 2):
                    raise Broken(f"{' '.join(command[:2])} on a full volume ended with {code}")
                self.check_folder(here, old, new, " ".join(command[:2]) + " on a full volume")
                self.counts["full volumes done" if code else "volumes with room"] += 1
                subprocess.run(["mount", "-o", "remount,size=64m", str(volume)], check=True)
                self.finish_and_check(command, here, new)
            finally:
                subprocess.run(["umount", str(volume)], check=True)

    def outputs(self) -> None:
        """Commands that write files, killed or without room: each file is the old one or the new one, whole."""
        out, aside = self.folder / "out", self.folder / "aside"
        wanted = []
        for generation, where in ((2, aside), (1, out)):
            where.mkdir()
            self.write_inputs(generation)
            started = time.monotonic()
            if self.ends(self.file_command(where)) != 0:
                raise Broken(f"{' '.join(self.file_command(where))}: failed on good reports")
            usual = time.monotonic() - started
            wanted.append(self.digest(where))
        new, old = wanted
        self.write_inputs(2)
        command = self.file_command(out)
        for _ in range(8):
            if self.rng.random() < 0.5:
                process = self.start(command)
                time.sleep(self.rng.uniform(0, usual * 1.1))
                process.kill()
                process.wait()
                self.counts["kills done"] += 1
                self.counts[f"kills of {' '.join(command[:1])}"] += 1
            else:
                self.ends(command, limit=self.rng.randint(0, 100_000))
                self.counts["full disks done"] += 1
            seen = self.digest(out)
            for name in old:
                if seen.get(name) not in (old[name], new[name]):
                    raise Broken(f"{' '.join(command[:2])}: {name} is neither the old file nor the new one")
        if self.ends(command) != 0 or self.digest(out) != new:
            raise Broken(f"{' '.join(command[:2])}: the next run failed or left {sorted(p.name for p in out.iterdir())}")

    def signals(self) -> None:
        """SIGTERM, SIGINT, SIGHUP: the program ends by it, and leaves nothing."""
        command = self.run_command()
        old, new, out = self.two_generations(command)
        for _ in range(4):
            number = self.rng.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
            process = self.start([*command, "--out", str(out)])
            time.sleep(self.rng.uniform(0.01, 0.3))
            process.send_signal(number)
            try:
                code = process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise Broken(f"{' '.join(command[:2])} does not end by {number.name}") from None
            if code not in (0, -number):
                raise Broken(f"{' '.join(command[:2])}: ended with {code} by {number.name}")
            self.counts["signals done"] += 1
            self.check_folder(out, old, new, " ".join(command[:2]) + " ended")
            if any(path.name.startswith(".") for path in out.iterdir()):
                raise Broken(f"{' '.join(command[:2])}: left {sorted(p.name for p in out.iterdir())}")

    def touched(self) -> None:
        """What a command opens (needs strace): its inputs, what it writes, the system's libraries. It asks no network."""
        if shutil.which("strace") is None:
            self.counts["strace is missing"] += 1
            return
        self.write_inputs(1)
        out = self.folder / "out"
        out.mkdir()
        command = self.file_command(out) if self.rng.random() < 0.5 else [*self.run_command(), "--out", str(out / "run")]
        log = self.folder / "strace.txt"
        calls = "trace=open,openat,openat2,creat,socket,connect,execve"
        words = ["strace", "-f", "-qq", "-y", "-e", calls, "-o", str(log), str(self.program), *command]
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        inputs = {word for word in command if word.startswith(str(self.folder))}
        for line in log.read_text().splitlines():
            if " = -1 " in line or line.split()[-1] == "+++":
                continue
            if "socket(" in line or "connect(" in line:
                raise Broken(f"{' '.join(command)} asks the network: {line}")
            if "execve(" in line and str(self.program) not in line:
                raise Broken(f"{' '.join(command)} starts a program: {line}")
            opened = re.search(r"open(?:at2?)?\([^\"]*\"([^\"]*)\"", line)
            if opened is None or not opened[1].startswith("/"):
                continue  # below a folder that was opened before
            path = opened[1]
            ours = path in inputs or path.startswith(str(out)) or "O_TMPFILE" in line
            if not ours and not path.startswith(SYSTEM):
                raise Broken(f"{' '.join(command)} opens {path}")
        self.counts["commands watched"] += 1

    def both(self) -> None:
        """Two processes on one folder: each ends well or is refused, and one run is there."""
        command = self.run_command()
        old, new, out = self.two_generations(command)
        processes = [self.start([*command, "--out", str(out)]) for _ in range(2)]
        codes = [process.wait(120) for process in processes]
        if any(code not in (0, 2) for code in codes) or 0 not in codes:
            raise Broken(f"{' '.join(command[:2])} twice at once ended with {codes}")
        self.check_folder(out, old, new, " ".join(command[:2]) + " twice")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="texts,files,bombs,kills,disks,volumes,outputs,signals,both,touched")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    counts: Counter[str] = Counter()
    broken = 0
    seed = options.seed
    while time.monotonic() < end:
        for attack in options.only.split(","):
            folder = Path(tempfile.mkdtemp(prefix="fiducial-soak-"))
            soak = Soak(options.program.resolve(), folder, seed)
            work: Callable[[], None] = getattr(soak, attack)
            try:
                work()
                shutil.rmtree(folder)
            except Broken as what:
                broken += 1
                print(f"broken: {attack}, seed {seed}, in {folder}: {what}", flush=True)
            counts[attack] += 1
            largest = "largest memory of a bomb, MiB"
            most = max(counts[largest], soak.counts[largest])
            counts += soak.counts
            counts[largest] = most
            if time.monotonic() >= end:
                break
        seed += 1
    print(", ".join(f"{name} {count}" for name, count in counts.items() if count), f"; broken {broken}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
