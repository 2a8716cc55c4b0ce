"""engine="llm": the program asks a model, here the tests' server (llm_try), and Python has its numbers."""

from __future__ import annotations

import json
import math
import pathlib
import pickle
import subprocess

import pytest

import fiducial

REFERENCES = ["Nodule is seen. Effusion is seen.", "Mass is seen. No effusion is seen."]
CANDIDATES = ["Nodule is seen. No effusion is seen.", "Mass is seen. No effusion is seen."]
METRICS = ["radfact", "bleu4"]


@pytest.fixture(scope="module")
def config(program, tmp_path_factory):
    server = pathlib.Path(program).with_name("llm_try")
    if not server.exists():
        pytest.skip("the tests' server is not built")
    process = subprocess.Popen([server], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    text = process.stdout.readline() + process.stdout.readline()
    path = tmp_path_factory.mktemp("llm") / "config.yaml"
    path.write_text(text)
    yield path
    process.terminate()
    process.wait()


@pytest.fixture(scope="module")
def expected(config, run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    records = [{"id": str(i), "reference": r, "candidate": c} for i, (r, c) in enumerate(zip(REFERENCES, CANDIDATES))]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    outputs = ["--json", str(folder / "summary.json"), "--samples", str(folder / "samples.jsonl"), "--quiet"]
    how = ["--metrics", ",".join(METRICS), "--engine", "llm", "--config", str(config), "--resamples", "50"]
    run("score", str(folder / "pairs.jsonl"), *how, *outputs)
    summary = json.loads((folder / "summary.json").read_text())
    samples = [json.loads(line) for line in (folder / "samples.jsonl").read_text().splitlines()]
    assert [row["radfact"] for row in samples] == [0.5, 1.0]  # the model's rules: half of the first is entailed
    return folder, summary, samples


def check(result, expected):
    _, summary, samples = expected
    assert result.pairs == 2
    assert result.signatures == summary["signatures"]
    assert "reader:llm" in result["radfact"].signature
    for column, score in result.items():
        want = summary["scores"][column]
        assert (score.mean, score.n) == (want["mean"], want["n"]), column
        assert (None if score.interval is None else list(score.interval)) == want["interval"], column
        values = [None if math.isnan(value) else value for value in score.samples]
        assert values == [row[column] for row in samples], column


def test_numbers_are_the_programs(config, expected):
    scorer = fiducial.Scorer(METRICS, engine="llm", config=config)
    result = scorer.score(REFERENCES, CANDIDATES, resamples=50)
    check(result, expected)
    check(pickle.loads(pickle.dumps(result)), expected)
    check(pickle.loads(pickle.dumps(scorer)).score(REFERENCES, CANDIDATES, resamples=50), expected)
    check(scorer.score(expected[0] / "pairs.jsonl", resamples=50), expected)
    assert "radfact" in str(result)


def test_one_pair(config):
    how = {"engine": "llm", "config": config}
    assert fiducial.score(REFERENCES[0], CANDIDATES[0], "radfact", **how) == 0.5
    assert fiducial.score(REFERENCES[0], CANDIDATES[0], ["radfact"], **how)["radfact"] == 0.5
    scorer = fiducial.Scorer("radfact", **how)
    assert scorer(REFERENCES[0], CANDIDATES[0]) == 0.5
    assert scorer.score_pair(REFERENCES[1], CANDIDATES[1])["radfact"] == 1.0


def test_tables(config, expected, tmp_path):
    pandas = pytest.importorskip("pandas")
    scorer = fiducial.Scorer(METRICS, engine="llm", config=config)
    frame = pandas.DataFrame({"truth": REFERENCES, "said": CANDIDATES})
    check(scorer.score(frame, reference="truth", candidate="said", resamples=50), expected)
    frame.to_parquet(tmp_path / "pairs.parquet")
    named = {"reference": "truth", "candidate": "said"}
    check(scorer.score(tmp_path / "pairs.parquet", **named, resamples=50), expected)
    with pytest.raises(fiducial.Error, match="expected a column of the references"):
        scorer.score(frame)


def test_refused(config, tmp_path):
    scorer = fiducial.Scorer("radfact", engine="llm", config=config)
    with pytest.raises(fiducial.Error, match="engine: expected 'embedded' or 'llm', found 'gpt'"):
        fiducial.Scorer(engine="gpt")
    with pytest.raises(fiducial.Error, match="belong together"):
        fiducial.Scorer(engine="llm")
    with pytest.raises(fiducial.Error, match="knows of no patients"):
        scorer.score(["x"], ["x"], age=[3])
    with pytest.raises(TypeError, match=r"references\[1\]: expected a str, found NoneType"):
        scorer.score(["x", None], ["x", "y"])
    with pytest.raises(fiducial.Error, match="found 2 references and 1 candidates"):
        scorer.score(["x", "y"], ["x"])
    (tmp_path / "broken.yaml").write_text("endpoints: 3\n")
    with pytest.raises(fiducial.Error, match=r"broken.yaml"):
        fiducial.score(["x"], ["x"], "radfact", engine="llm", config=tmp_path / "broken.yaml")
