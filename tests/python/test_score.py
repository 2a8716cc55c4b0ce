"""Scoring from Python: the numbers are the program's, the shapes are those that people have."""

from __future__ import annotations

import concurrent.futures
import json
import math
import multiprocessing
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time

import pytest

import fiducial

LEFT = "Small left pleural effusion. No pneumothorax."
RIGHT = "Small right pleural effusion. No pneumothorax."


def bits(values):
    return [struct.pack("d", value) for value in values]


def test_one_pair_is_a_float():
    same = fiducial.score(LEFT, LEFT)
    assert isinstance(same, float)
    assert same == 1.0
    assert fiducial.score(LEFT, RIGHT) < 0.5
    assert fiducial.score(LEFT, LEFT, metrics="bleu4") == pytest.approx(1.0)


def test_several_metrics_of_one_pair_are_a_dict():
    values = fiducial.score(LEFT, RIGHT, metrics=["radsem", "bleu4"])
    assert list(values) == ["radsem", "radsem.abnormal", "radsem.normal", "bleu4"]
    assert values["radsem"] == fiducial.score(LEFT, RIGHT)


@pytest.mark.parametrize("metric", [m for m in fiducial.metrics() if m not in ("bleu1", "bleu2", "bleu3")])
def test_numbers_are_the_programs_to_the_last_bit(metric, pairs, run, tmp_path, examples):
    samples, summary = tmp_path / "samples.jsonl", tmp_path / "summary.json"
    run("score", str(examples / "pairs.jsonl"), "-m", metric, "--samples", str(samples), "--json", str(summary))
    result = fiducial.score(*pairs, metrics=[metric])
    records = [json.loads(line) for line in samples.read_text().splitlines()]
    for column in result:
        theirs = [math.nan if r[column] is None else r[column] for r in records]
        assert bits(result[column].samples) == bits(theirs), column
    theirs = json.loads(summary.read_text())
    ours = result.to_dict()
    assert ours["scores"] == theirs["scores"]
    assert ours["signatures"] == theirs["signatures"]
    theirs.pop("nothing_to_score", None)  # reports in which nothing can be read: the program alone counts them
    assert ours == theirs


@pytest.mark.parametrize("metric", ["radsem", "radfact", "lunguage", "clinical"])
def test_the_number_of_threads_changes_nothing(metric, examples):
    records = [json.loads(line) for line in (examples / "contrast.jsonl").read_text().splitlines()]
    left, right = [r["reference"] for r in records] * 3, [r["wrong"] for r in records] * 3
    one, many = (fiducial.Scorer(metric, threads=n).score(left, right, resamples=0) for n in (1, 4))
    for column in one:
        assert bits(one[column].samples) == bits(many[column].samples), column


def test_the_table_is_the_programs(pairs, run, examples):
    result = fiducial.score(*pairs, metrics=["radsem", "bleu", "cider"])
    assert str(result) == run("score", str(examples / "pairs.jsonl"), "-m", "radsem,bleu,cider").rstrip("\n")


def test_a_result_is_a_mapping(pairs):
    result = fiducial.score(*pairs, metrics=["radsem", "bleu"], resamples=100)
    assert next(iter(result)) == "radsem" and len(result) == 7
    score = result["radsem"]
    low, high = score.interval
    assert low <= score.mean <= high
    assert score.n == len(pairs[0]) == result.pairs
    assert float(score) == score.mean
    assert score.signature.startswith("radsem|reader:embedded")
    assert result["bleu4"].corpus is not None and score.corpus is None
    with pytest.raises(KeyError, match="there is no column 'blue'"):
        result["blue"]
    assert fiducial.score(*pairs, resamples=0)["radsem"].interval is None


def test_formats_of_a_result(pairs):
    result = fiducial.score(*pairs, metrics=["radsem", "bleu4"], resamples=50)
    assert result.to_markdown().startswith("| metric | mean |")
    latex = result.to_latex()
    assert r"\begin{tabular}{lrrrr}" in latex and r"95\% interval" in latex and "% radsem|" in latex
    html = result._repr_html_()
    assert "<table>" in html and "script" not in html and "http" not in html
    assert json.loads(result.to_json())["pairs"] == len(pairs[0])
    assert "2 pairs" in repr(fiducial.score([LEFT, LEFT], [LEFT, RIGHT]))


def test_a_result_goes_to_a_file(pairs, tmp_path):
    result = fiducial.score(*pairs)
    result.to_json(tmp_path / "out.json")
    assert json.loads((tmp_path / "out.json").read_text()) == result.to_dict()


def test_a_path_is_scored_as_the_program_scores_it(examples, run):
    result = fiducial.score(examples / "pairs.jsonl")
    assert str(result) == run("score", str(examples / "pairs.jsonl"), "-m", "radsem").rstrip("\n")
    assert str(fiducial.score(str(examples / "pairs.jsonl"))) == str(result)


def test_a_pair_that_cannot_be_measured_does_not_lose_the_others(tmp_path):
    no_report = " ".join(f"A {i + 3} mm nodule in the liver." for i in range(2500))
    references = ["Small left effusion.", no_report, "No effusion.", "Cyst."]
    candidates = ["Small left effusion.", no_report.replace("liver", "spleen"), "Effusion.", "Cyst."]
    with pytest.raises(fiducial.Error, match="id 1"):
        fiducial.score(references, candidates, "lunguage")
    alone = fiducial.score(references[:1] + references[2:], candidates[:1] + candidates[2:], "lunguage")
    table = {"reference": references, "candidate": candidates}
    pairs = [{"id": f"p{i}", "reference": references[i], "candidate": candidates[i]} for i in range(4)]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, pairs)))
    pyarrow = pytest.importorskip("pyarrow")
    given = [(references, candidates), (pyarrow.table(table),), (tmp_path / "pairs.jsonl",)]
    for source in given:
        result = fiducial.score(*source, metrics="lunguage", on_error="skip")
        assert result.pairs == 3 and len(result.problems) == 1
        assert result["lunguage"].mean == alone["lunguage"].mean and str(result) == str(alone)
    skipping = fiducial.score(references, candidates, "lunguage", on_error="skip")
    result = pickle.loads(pickle.dumps(skipping))
    assert result.problems == skipping.problems and result.problems[0].startswith("pair 1: lunguage: ")
    samples = result["lunguage"].samples
    assert math.isnan(samples[1]) and samples[:1] + samples[2:] == alone["lunguage"].samples
    assert math.isnan(result["lunguage"].to_numpy()[1]) and len(result["lunguage"].to_numpy()) == 4


def test_bad_records_of_a_file(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"id":"a","reference":"x","candidate":"y"}\n{"id":"b","reference":"x"}\nnonsense\n')
    with pytest.raises(fiducial.Error, match=r"pairs.jsonl:2: .*and 1 more"):
        fiducial.score(path)
    result = fiducial.score(path, on_error="skip")
    assert result.pairs == 1 and len(result.problems) == 2
    with pytest.raises(fiducial.Error, match="on_error"):
        fiducial.score(path, on_error="ignore")
    with pytest.raises(fiducial.Error, match="nowhere"):
        fiducial.score(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    "bad, found", [(None, "None"), (math.nan, "NaN"), (3, "int"), (b"bytes", "bytes"), (["x"], "list")]
)
def test_what_is_no_text_is_refused_by_name(bad, found):
    with pytest.raises(TypeError, match=rf"candidates\[1\]: expected a str, found {found}"):
        fiducial.score([LEFT, LEFT], [LEFT, bad])
    with pytest.raises(TypeError, match=rf"references\[0\]: expected a str, found {found}"):
        fiducial.score([bad], [LEFT], metrics="cider")


def test_clear_errors():
    with pytest.raises(fiducial.Error, match="found 2 references and 1 candidates"):
        fiducial.score([LEFT, LEFT], [LEFT])
    with pytest.raises(fiducial.Error, match=r"no metric 'radsen'\. Did you mean 'radsem'\?"):
        fiducial.score([LEFT], [LEFT], metrics=["radsen"])
    with pytest.raises(fiducial.Error, match="named twice"):
        fiducial.Scorer(["radsem", "radsem"])
    with pytest.raises(fiducial.Error, match="at least one metric"):
        fiducial.Scorer([])
    with pytest.raises(TypeError, match=r"metrics\[0\]"):
        fiducial.Scorer([3])
    with pytest.raises(TypeError, match="candidates: expected a str"):
        fiducial.score(LEFT, [LEFT])
    with pytest.raises(TypeError, match="references: expected a list"):
        fiducial.Scorer().score(LEFT, [LEFT])
    with pytest.raises(fiducial.Error, match="engine"):
        fiducial.Scorer(engine="magic")
    with pytest.raises(fiducial.Error, match="confidence"):
        fiducial.score([LEFT], [LEFT], confidence=100.0)
    assert issubclass(fiducial.Error, ValueError)


def test_lone_surrogates_are_refused_and_nuls_are_text():
    with pytest.raises(ValueError, match=r"candidates\[0\].*surrogate"):
        fiducial.score([LEFT], ["\ud800"])
    with pytest.raises(ValueError, match=r"candidate.*surrogate"):
        fiducial.score(LEFT, "\ud800")
    assert 0 <= fiducial.score(LEFT, LEFT + "\0") <= 1


def test_empty_lists_and_empty_texts():
    result = fiducial.score([], [])
    assert result.pairs == 0 and math.isnan(result["radsem"].mean) and "–" in str(result)
    assert fiducial.score([""], [""]).pairs == 1


def test_a_long_text():
    text = "There is a small nodule in the left lung. " * 24000
    assert len(text) > 1_000_000
    assert fiducial.score(text, text) == 1.0


def test_lexicon(tmp_path):
    terms = tmp_path / "terms.txt"
    terms.write_text("[observation]\nzorbitis | | zorbitis\n")
    text = "Zorbitis of the left lung."
    lexicon = fiducial.Lexicon(terms)
    assert lexicon.version != fiducial.Lexicon().version
    assert "+" in fiducial.Scorer(lexicon=terms).signatures["radsem"]
    assert fiducial.read(text, lexicon=lexicon).findings[0].concept == "zorbitis"
    assert fiducial.read(text).findings[0].concept != "zorbitis"
    assert pickle.loads(pickle.dumps(lexicon)) == lexicon
    terms.write_text("[observation]\nzorbitis | isa=nothing_that_exists | zorbitis\n")
    with pytest.raises(fiducial.Error, match=r"terms\.txt"):
        fiducial.Lexicon(terms)


def test_a_scorer_can_be_pickled(pairs):
    scorer = fiducial.Scorer(["radsem", "cider"], threads=1)
    again = pickle.loads(pickle.dumps(scorer))
    assert str(again.score(*pairs)) == str(scorer.score(*pairs))
    result = scorer.score(*pairs)
    assert str(pickle.loads(pickle.dumps(result))) == str(result)


def test_many_threads_use_one_scorer(pairs):
    scorer = fiducial.Scorer(["radsem", "radfact", "lunguage", "cider"], threads=1)
    expected = str(scorer.score(*pairs, resamples=10))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: str(scorer.score(*pairs, resamples=10)), range(16)))
    assert set(found) == {expected}
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        values = set(pool.map(lambda _: scorer(LEFT, RIGHT), range(500)))
    assert values == {scorer(LEFT, RIGHT)}


def _in_child(scorer, pairs, queue):
    queue.put(str(scorer.score(*pairs)))


def test_after_a_fork(pairs):
    scorer = fiducial.Scorer(["radsem", "radfact"])
    expected = str(scorer.score(*pairs))
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            scorer.score(*pairs, resamples=0)

    worker = threading.Thread(target=busy)
    worker.start()
    try:
        context = multiprocessing.get_context("fork")
        for _ in range(3):
            queue = context.Queue()
            child = context.Process(target=_in_child, args=(scorer, pairs, queue))
            child.start()
            assert queue.get(timeout=60) == expected
            child.join(timeout=60)
            assert child.exitcode == 0
    finally:
        stop.set()
        worker.join()


def test_other_threads_go_on_while_it_scores(pairs):
    counted = 0
    over = threading.Event()

    def count():
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    fiducial.score(pairs[0] * 200, pairs[1] * 200, resamples=0)
    over.set()
    counter.join()
    assert counted > 3


def test_ctrl_c_ends_it(tmp_path):
    code = """
import fiducial, sys, time
references = ["There is a %d mm nodule in the left upper lobe and a small effusion. " % i * 40 for i in range(20000)]
print("ready", flush=True)
try:
    fiducial.score(references, references, metrics="all")
except KeyboardInterrupt:
    print("interrupted", time.monotonic(), flush=True)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.0)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    word, at = child.stdout.readline().split()
    assert word == "interrupted"
    assert child.wait(timeout=60) == 0
    # The promise is a tenth of a second; a busy machine gets some more.
    assert float(at) - sent < 2.0


def test_progress(pairs):
    seen = []
    fiducial.score(pairs[0] * 300, pairs[1] * 300, progress=seen.append, resamples=0)
    assert seen == sorted(seen)

    def refuse(done):
        raise RuntimeError("enough")

    many = ["A nodule in the left lung. " * 20] * 20000
    with pytest.raises(RuntimeError, match="enough"):
        fiducial.score(many, many, progress=refuse)


def test_import_is_quick():
    code = "import time; t=time.perf_counter(); import fiducial; print(time.perf_counter()-t)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert float(out.stdout) < 5  # a benchmark says how quick; this only catches something absurd
    code = "import fiducial, sys; print([m for m in ('numpy', 'pandas', 'pyarrow', 'json') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert out.stdout == "[]\n"


def test_refused_by_name(tmp_path):
    with pytest.raises(TypeError, match="resamples: expected a whole number, found float"):
        fiducial.score(["x"], ["x"], resamples=10.5)
    with pytest.raises(fiducial.Error, match="seed: expected 0 or more, found -1"):
        fiducial.score(["x"], ["x"], seed=-1)
    with pytest.raises(fiducial.Error, match="confidence: expected a percentage"):
        fiducial.errors(["x"], ["x"], confidence=0)
    with pytest.raises(TypeError, match="threads: expected a whole number, found str"):
        fiducial.Scorer(threads="2")
    with pytest.raises(TypeError, match="trials: expected a whole number"):
        fiducial.compare(["x"], {"a": ["x"], "b": ["y"]}, trials=0.5)
    with pytest.raises(fiducial.Error, match="references: there is no such file; a string alone is a path"):
        fiducial.score("Small effusion.", None)
    with pytest.raises(TypeError, match="reference: expected a list of phrases, found one str"):
        fiducial.radfact.verify(["No effusion."], "No effusion.")
