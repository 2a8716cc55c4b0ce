#!/usr/bin/env python3
"""Compares LunguageScore and `lunguage evaluate` with the published package, on random files.

It installs nothing. In a virtual environment of your own:

    python3 -m venv peer
    peer/bin/pip install numpy pandas scipy scikit-learn pyyaml tqdm matplotlib fuzzywuzzy
    peer/bin/pip install --no-deps lunguage-score
    peer/bin/python tools/lunguage_peer.py build/release/fiducial [--studies N] [--patients N] [--seed N]

Neither torch nor a model is needed: the package's encoders are replaced by three that can be worked out by hand, and our
program asks the same ones over an endpoint on this machine.

  exact    a text is like itself and like nothing else
  lexical  the cosine of the words of two texts
  signed   vectors of any direction: cosines below zero occur
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import http.server
import importlib
import importlib.util
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

TOLERANCE = 2e-6  # our vectors have single precision

ENTITIES = ["opacity", "opacities", "pleural effusion", "effusion", "pneumonia", "pneumothorax", "nodule", "mass"]
ENTITIES += ["endotracheal tube", "heart", "lung volumes", "atelectasis", "edema", "fever"]
VALUES = {
    "location": ["right", "left", "right base", "left base", "right base, left base", "bilateral", "right apex"],
    "severity": ["small", "mild", "large", "moderate"],
    "onset": ["new", "acute", "chronic"],
    "improved": ["improved", "decreased", "resolved"],
    "worsened": ["worsened", "increased"],
    "no change": ["unchanged", "stable"],
    "placement": ["in place", "at the carina"],
    "morphology": ["linear", "rounded", "patchy"],
    "distribution": ["diffuse", "focal"],
    "measurement": ["8 mm", "enlarged", "2.3 cm"],
    "comparison": ["left larger than right"],
    "past hx": ["prior"],
    "other source": ["ct"],
    "assessment limitations": ["rotated"],
}
RELATIONS = ["cat", "dx_status", "dx_certainty", "location", "placement", "associate", "evidence", "morphology"]
RELATIONS += ["distribution", "measurement", "severity", "comparison", "onset", "no change", "improved", "worsened"]
RELATIONS += ["past hx", "other source", "assessment limitations"]

Row = dict[str, Any]
Vector = list[float]


# ------------------------------------------------------------------------------------------------------------ encoders


class ExactEncoder:
    """A dimension for each text."""

    size = 4096

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def __call__(self, text: str) -> Vector:
        place = self.places.setdefault(text.lower(), len(self.places))
        if place >= self.size:
            raise RuntimeError("too many texts for the exact encoder: ask for fewer studies")
        vector = [0.0] * self.size
        vector[place] = 1.0
        return vector


def words_of(texts: Iterable[str]) -> list[str]:
    return sorted({word for text in texts for word in text.lower().split()})


class LexicalEncoder:
    """How often each word occurs."""

    def __init__(self) -> None:
        texts = ENTITIES + [value for values in VALUES.values() for value in values]
        self.words = {word: place for place, word in enumerate(words_of(texts))}

    def __call__(self, text: str) -> Vector:
        vector = [0.0] * len(self.words)
        for word in text.lower().split():
            vector[self.words[word]] += 1.0
        return vector


def signed_encoder(text: str) -> Vector:
    source = random.Random(hashlib.sha256(text.lower().encode()).digest())
    return [source.gauss(0, 1) for _ in range(6)]


Encoder = Callable[[str], Vector]


class EmbeddingServer(http.server.ThreadingHTTPServer):
    encoder: Encoder


class Answer(http.server.BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
        data = [{"object": "embedding", "index": i, "embedding": self.server.encoder(t)} for i, t in enumerate(texts)]
        answer = json.dumps({"object": "list", "data": data, "model": "stub", "usage": {}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:
        pass


# ------------------------------------------------------------------------------------------- the package, without torch


class Tensor(np.ndarray):
    """What the package asks of torch's tensors, on numpy's arrays."""

    def t(self) -> Tensor:
        return self.T

    def clone(self) -> Tensor:
        return self.copy()

    def detach(self) -> Tensor:
        return self

    def cpu(self) -> Tensor:
        return self

    def numpy(self) -> np.ndarray:
        return np.asarray(self)

    def to(self, device: object) -> Tensor:
        return self


def tensor(values: object) -> Tensor:
    return np.asarray(values, dtype=float).view(Tensor)


class Anything(types.ModuleType):
    """A module that is imported and not used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(
            name, (), {"__class_getitem__": classmethod(lambda cls, item: cls), "__init__": lambda *a, **k: None}
        )


def stand_in(name: str) -> Any:
    module = Anything(name)
    module.__path__ = []
    sys.modules[name] = module
    return module


def prepare_imports() -> None:
    torch = stand_in("torch")
    torch.mm = lambda a, b: tensor(np.asarray(a) @ np.asarray(b))
    torch.zeros = lambda shape, device=None: tensor(np.zeros(shape))
    torch.max = lambda values: tensor(np.max(np.asarray(values)))
    torch.is_tensor = lambda value: isinstance(value, Tensor)
    torch.device = lambda name: name
    torch.cuda = types.SimpleNamespace(is_available=lambda: False)
    torch.nn = stand_in("torch.nn")
    torch.nn.functional = stand_in("torch.nn.functional")
    transformers = stand_in("transformers")
    transformers.AutoModel = types.SimpleNamespace(from_pretrained=lambda name: None)
    transformers.AutoTokenizer = types.SimpleNamespace(from_pretrained=lambda name: None)
    for name in ["instructor", "pydantic", "seaborn", "openai", "matplotlib", "tqdm", "anthropic"]:
        if importlib.util.find_spec(name) is None:
            stand_in(name)
    # The package itself, without what its __init__ imports.
    spec = importlib.util.find_spec("lunguage_score")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("lunguage_score is not installed here; see the head of this file")
    package = types.ModuleType("lunguage_score")
    package.__spec__ = spec
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules["lunguage_score"] = package
    for part in ["singleSR", "sequentialSR"]:
        module = types.ModuleType(f"lunguage_score.{part}")
        module.__path__ = [os.path.join(package.__path__[0], part)]
        sys.modules[module.__name__] = module


class Peer:
    """The published score with another encoder."""

    def __init__(self) -> None:
        self.score_module = importlib.import_module("lunguage_score.lunguagescore")
        loaded = self.score_module._load_metric_weights()
        self.weights = []
        for part in ["TEMPORAL_WEIGHTS", "REL_WEIGHTS"]:
            total = sum(loaded[part].values())
            self.weights.append({key: value / total for key, value in loaded[part].items()})

    def use(self, encoder: Encoder) -> None:
        known: dict[str, np.ndarray] = {}

        def vector(text: str) -> np.ndarray:
            if text not in known:
                values = np.array(encoder(text))
                known[text] = values / np.linalg.norm(values)
            return known[text]

        def embeddings(_: object, model: object, tokenizer: object, texts: list[str], name: object = None) -> Tensor:
            return tensor(np.stack([vector(text) for text in texts]))

        self.score_module.SemanticMatcher.get_embeddings = embeddings

    def scores(self, pred: list[Row], gold: list[Row], sequential: bool) -> dict[str, dict[str, float]]:
        mode = "sequential_maira" if sequential else "gold_eval"
        evaluator = self.score_module.MetricEvaluator(self.weights, mode)
        sides = []
        for rows in [pred, gold]:
            frame = pd.DataFrame(rows).replace("", np.nan)
            if not sequential:
                frame = frame[frame["section"] != "hist"]
            sides.append(evaluator.data_converter.convert_to_structured_dict(frame))
        out = {}
        for key in sides[1]:
            if key not in sides[0]:
                continue
            pairs, f1, precision, recall, _, _ = evaluator.evaluate_subject(sides[1][key], sides[0][key])
            out[key] = {"f1": f1, "precision": precision, "recall": recall, "tp": sum(pair[-1] for pair in pairs)}
        return out


# ---------------------------------------------------------------------------------------------------------- random files


def random_row(source: random.Random, subject: str, study: int, number: int) -> Row:
    row: Row = {
        "subject_id": subject,
        "study_id": f"{subject}s{study}",
        "sequence": study,
        "day_from_first": study * 10,
    }
    row["section"] = source.choice(["hist", "find", "find", "find", "impr"])
    row["sent_idx"] = source.randint(1, 4)
    row["ent_idx"] = number
    row["ent"] = source.choice(ENTITIES)
    row["cat"] = source.choice(["pf", "cf", "oth", "patient info."])
    row["dx_status"] = source.choices(["positive", "negative", "Positive", ""], [8, 4, 1, 1])[0]
    row["dx_certainty"] = source.choices(["definitive", "tentative", ""], [8, 3, 1])[0]
    for relation, values in VALUES.items():
        likely = 0.5 if relation == "location" else 0.12
        row[relation] = source.choice(values) if source.random() < likely else ""
    row["associate"] = row["evidence"] = ""
    row["entity_group"] = source.choice(ENTITIES)
    row["episode"] = source.randint(1, 2)
    return row


def link(source: random.Random, rows: list[Row]) -> None:
    """Associates some neighbours within a section, both ways, as the published files write it."""
    for a, b in itertools.pairwise(rows):
        if a["section"] == b["section"] and not a["associate"] and source.random() < 0.3:
            a["associate"] = f"{b['ent']}, idx{b['ent_idx']}"
            b["associate"] = f"{a['ent']}, idx{a['ent_idx']}"


def changed(source: random.Random, row: Row) -> Row:
    """The row with some of its values replaced."""
    other = random_row(source, row["subject_id"], row["sequence"], row["ent_idx"])
    kept = {"subject_id", "study_id", "sequence", "day_from_first", "ent_idx", "associate", "evidence", "section"}
    return {key: value if key in kept or source.random() < 0.75 else other[key] for key, value in row.items()}


def random_patient(source: random.Random, subject: str, studies: int) -> tuple[list[Row], list[Row]]:
    pred: list[Row] = []
    gold: list[Row] = []
    for study in range(1, studies + 1):
        rows = [random_row(source, subject, study, i + 1) for i in range(source.randint(1, 9))]
        # Never only history: the package then has no such study.
        rows[0]["section"] = "find"
        link(source, rows)
        mine = [changed(source, row) for row in rows if row is rows[0] or source.random() < 0.85]
        names = {row["ent_idx"]: row["ent"] for row in mine}
        for row in mine:
            target = int(row["associate"].split("idx")[1]) if row["associate"] else 0
            row["associate"] = f"{names[target]}, idx{target}" if target in names else ""
        extra = [random_row(source, subject, study, 20 + i) for i in range(source.randint(0, 2))]
        gold += rows
        pred += mine + extra
    source.shuffle(pred)
    return pred, gold


def write_rows(path: Path, rows: list[Row], gold: bool) -> None:
    """As the published files name their columns."""
    names = {"entity_group": "gt_entity_group", "episode": "gt_temporal_group"} if gold else {}
    names = names or {"entity_group": "LLM_cluster", "episode": "temporal_group"}
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [names.get(key, key) for key in rows[0]])
        writer.writeheader()
        writer.writerows([{names.get(key, key): value for key, value in row.items()} for row in rows])


# -------------------------------------------------------------------------------------------------------------- compare


def ours(program: str, folder: Path, setting: str, port: int) -> dict[str, dict[str, float]]:
    config = folder / "config.yaml"
    address = f"http://127.0.0.1:{port}/v1"
    config.write_text(f"encoders:\n  STUB: {{url: '{address}', deployment_name: stub, auth: none, batch_size: 64}}\n")
    command = [program, "lunguage", "score", "--pred", str(folder / "pred.csv"), "--gold", str(folder / "gold.csv")]
    command += ["--setting", setting, "--encoder", "endpoint", "--config", str(config), "--quiet", "--missing", "drop"]
    command += ["--samples", str(folder / "samples.jsonl"), "--resamples", "0"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 2:
        sys.exit(run.stderr)
    out = {}
    for line in (folder / "samples.jsonl").read_text().splitlines():
        sample = json.loads(line)
        out[sample["id"]] = {
            "f1": sample["lunguage"],
            "precision": sample["lunguage.precision"],
            "recall": sample["lunguage.recall"],
            "tp": sample["tp"],
        }
    return out


def why(mine: dict[str, float], theirs: dict[str, float]) -> str:
    if all(abs(mine[key] - theirs[key]) <= TOLERANCE for key in ["f1", "precision", "recall"]):
        return "equal"
    if math.isclose(mine["tp"], theirs["tp"], abs_tol=2e-5):
        return "another assignment of the same weight"
    return "other"


def compare_scores(arguments: argparse.Namespace, peer: Peer, server: EmbeddingServer) -> bool:
    good = True
    encoders: dict[str, Callable[[], Encoder]] = {
        "exact": ExactEncoder,
        "lexical": LexicalEncoder,
        "signed": lambda: signed_encoder,
    }
    for setting, count in [("single", arguments.studies), ("sequential", arguments.patients)]:
        for name, make in encoders.items():
            source = random.Random(arguments.seed)
            pred: list[Row] = []
            gold: list[Row] = []
            for i in range(count):
                both = random_patient(source, f"p{i}", 1 if setting == "single" else source.randint(2, 4))
                pred += both[0]
                gold += both[1]
            encoder = make()
            peer.use(encoder)
            server.encoder = encoder
            with tempfile.TemporaryDirectory() as name_of_folder:
                folder = Path(name_of_folder)
                write_rows(folder / "pred.csv", pred, gold=False)
                write_rows(folder / "gold.csv", gold, gold=True)
                mine = ours(arguments.program, folder, setting, server.server_port)
            theirs = peer.scores(pred, gold, setting == "sequential")
            reasons = Counter(why(mine[key], theirs[key]) for key in theirs)
            largest = max(abs(mine[key]["f1"] - theirs[key]["f1"]) for key in theirs)
            rest = ", ".join(f"{n} {reason}" for reason, n in reasons.items() if reason != "equal")
            print(
                f"{setting:10}  {name:8}  {len(theirs):5} compared  {reasons['equal']:5} equal  {rest or 'none differs'}"
                f"  (largest difference of F1 {largest:.4f})"
            )
            good = good and reasons["other"] == 0 and set(mine) == set(theirs)
    return good


def triplets_of(rows: list[Row]) -> dict[str, list[list[Any]]]:
    """A section's rows as the package wants them, lower-cased, which ours does."""
    out: dict[str, list[list[Any]]] = {relation: [] for relation in RELATIONS}
    for row in rows:
        for relation in RELATIONS:
            value = str(row[relation]).lower()
            if not value:
                continue
            target = None
            if relation in ("associate", "evidence"):
                value, index = value.split(", idx")
                target = int(index)
            out[relation].append([row["ent"], relation, value, row["sent_idx"], row["ent_idx"], target])
    return out


def published_evaluation(pred: list[Row], gold: list[Row], folder: Path) -> dict[str, Any]:
    module = importlib.import_module("lunguage_score.singleSR.eval")
    sections: dict[str, tuple[list[Row], list[Row]]] = {}
    for side, rows in enumerate([pred, gold]):
        for row in rows:
            sections.setdefault(f"{row['study_id']} {row['section']}", ([], []))[side].append(row)
    data = {}
    answers = {}
    for key, (mine, theirs) in sections.items():
        if not theirs:
            continue
        triplets = [[t] for row in theirs for ts in triplets_of([row]).values() for t in ts]
        data[key] = {
            "passage": "",
            "data_from": "",
            "section": "",
            "relations": RELATIONS,
            "same_triplet_list": triplets,
        }
        if mine:
            answers[key] = triplets_of(mine)
    (folder / "data.json").write_text(json.dumps(data))
    (folder / "pred.json").write_text(json.dumps(answers))
    out = {}
    with open(os.devnull, "w") as nowhere:
        printed, sys.stdout = sys.stdout, nowhere
        try:
            for name, run, finish in [
                ("SR", "SR_EVAL", "cal_result_SR_EVAL"),
                ("SRO", "SRO_EVAL", "cal_result_SRO_EVAL"),
            ]:
                getattr(module, run)(str(folder / "data.json"), str(folder / "pred.json"), str(folder))
                getattr(module, finish)(str(folder))
                for kind in ["", "_no_sent_idx"]:
                    out[name + kind] = json.loads((folder / f"{name}_result{kind}.json").read_text())
        finally:
            sys.stdout = printed
    return out


def published_groups(pred: list[Row], gold: list[Row]) -> dict[str, float]:
    module = importlib.import_module("lunguage_score.sequentialSR.llm_utils")
    from sklearn.metrics import adjusted_rand_score

    frame = pd.DataFrame(
        [
            {
                "gt_entity_group": g["entity_group"],
                "LLM_cluster": p["entity_group"],
                "gt_temporal_group": g["episode"],
                "temporal_group": p["episode"],
            }
            for p, g in zip(pred, gold, strict=True)
        ]
    )
    out = {str(key): float(value) for key, value in module.calculate_purity_fscore(frame).items()}
    out["entity_rand"] = adjusted_rand_score(frame["gt_entity_group"], frame["LLM_cluster"])
    out["temporal_rand"] = adjusted_rand_score(frame["gt_temporal_group"], frame["temporal_group"])
    return out


def evaluation_by(program: str, folder: Path, pred: list[Row], gold: list[Row]) -> dict[str, Any]:
    write_rows(folder / "pred.csv", pred, gold=False)
    write_rows(folder / "gold.csv", gold, gold=True)
    command = [program, "lunguage", "evaluate", "--pred", str(folder / "pred.csv"), "--gold", str(folder / "gold.csv")]
    run = subprocess.run(
        [*command, "--json", str(folder / "out.json"), "--quiet"], capture_output=True, text=True, check=False
    )
    if run.returncode == 2:
        sys.exit(run.stderr)
    result: dict[str, Any] = json.loads((folder / "out.json").read_text())["published"]
    return result


def compare_evaluation(arguments: argparse.Namespace) -> bool:
    """Triplets of any rows; groups of rows that are the same but for their labels."""
    source = random.Random(arguments.seed + 1)
    differs: list[str] = []
    compared = 0

    def check(what: str, mine: float, theirs: float) -> None:
        nonlocal compared
        compared += 1
        if abs(mine - theirs) > 1e-9:
            differs.append(f"{what}: {mine:.6f} here, {theirs:.6f} there")

    for number in range(arguments.files):
        with tempfile.TemporaryDirectory() as name_of_folder:
            folder = Path(name_of_folder)
            pred, gold = random_patient(source, f"p{number}", 6)
            mine = evaluation_by(arguments.program, folder, pred, gold)
            theirs = published_evaluation(pred, gold, folder)
            names = {"SR_no_sent_idx": "entity_relation_any_sentence", "SR": "entity_relation", "SRO": "triplet"}
            names["SRO_no_sent_idx"] = "triplet_any_sentence"
            for published, name in names.items():
                for rate in ["precision", "recall", "f1"]:
                    check(f"{name}.macro.{rate}", mine[name]["macro"][rate], theirs[published]["macro_avg"][rate])
                for key, count in [("right", "tp"), ("wrong", "fp"), ("gold", "all")]:
                    total = sum(
                        theirs[published][relation][count] for relation in RELATIONS if relation in theirs[published]
                    )
                    check(f"{name}.micro.{key}", mine[name]["micro"][key], total)
            pred = [dict(row) for row in gold]
            for row in pred:
                if source.random() < 0.4:
                    row["entity_group"] = source.choice(ENTITIES)
                if source.random() < 0.3:
                    row["episode"] = source.randint(1, 3)
            mine = evaluation_by(arguments.program, folder, pred, gold)
            groups = published_groups(pred, gold)
            for name, short in [("entity_groups", "entity"), ("temporal_groups", "temporal")]:
                for rate in ["precision", "recall", "f1"]:
                    check(f"{name}.{rate}", mine[name]["pairs"][rate], groups[f"{short}_{rate}"])
                check(f"{name}.purity", mine[name]["purity"], groups[f"{short}_purity"])
                check(f"{name}.adjusted_rand", mine[name]["adjusted_rand"], groups[f"{short}_rand"])
    print(f"evaluate    {arguments.files} files  {compared} values compared  {len(differs)} differ")
    for line in differs[:10]:
        print("  " + line)
    return not differs


def main() -> int:
    parser = argparse.ArgumentParser(description="LunguageScore against the published package, on random files")
    parser.add_argument("program", help="build/release/fiducial")
    parser.add_argument("--studies", type=int, default=300)
    parser.add_argument("--patients", type=int, default=100)
    parser.add_argument("--files", type=int, default=40, help="for the measures of `lunguage evaluate`")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    prepare_imports()
    server = EmbeddingServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    good = compare_scores(arguments, Peer(), server)
    good = compare_evaluation(arguments) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
