"""What a report says, and why a pair has its score."""

from __future__ import annotations

import json
import pickle

import pytest

import fiducial

REPORT = "A 9 mm nodule in the left upper lobe. No pleural effusion."


def test_findings_are_the_programs(run, tmp_path):
    (tmp_path / "in.jsonl").write_text(json.dumps({"id": "1", "text": REPORT}) + "\n")
    theirs = json.loads(run("findings", str(tmp_path / "in.jsonl"), "--quiet"))["findings"]
    reading = fiducial.read(REPORT)
    assert [f.record for f in reading.findings] == theirs
    nodule = reading.findings[0]
    assert (nodule.concept, nodule.side, nodule.polarity, nodule.abnormal) == ("nodule", "left", "present", True)
    assert nodule.details["measurement"] == ["9 mm"]
    assert "effusion" in reading.findings[-1].text and reading.findings[-1].absent
    assert REPORT[slice(*nodule.span)] == nodule.text


def test_spans_are_characters():
    text = "Größe normal – a 9 mm nodule in the left lung."
    nodule = next(f for f in fiducial.read(text).findings if f.concept == "nodule")
    assert text[slice(*nodule.span)] == nodule.text
    assert nodule.record["span"][0] > nodule.span[0]  # bytes


def test_trace_and_left_out():
    reading = fiducial.read("TECHNIQUE: Axial CT. FINDINGS: A nodule in the left lung.", trace=True)
    assert "chunks" in reading.trace and reading.record["clauses"]
    assert any(piece.reason == "technique" for piece in reading.left_out)
    assert fiducial.read(REPORT).trace == ""


def test_it_shows_itself():
    reading = fiducial.read("A <b>9 mm</b> nodule in the left lung.")
    html = reading._repr_html_()
    assert "<b>" not in html and "b&gt;" in html and "<script" not in html and "http" not in html
    assert "nodule" in str(reading) and "finding" in repr(reading)


def test_relate():
    left = fiducial.read("A nodule in the left lung.").findings[0]
    right = fiducial.read("A nodule in the right lung.").findings[0]
    none = fiducial.read("No nodule in the left lung.").findings[0]
    same = fiducial.relate(left, left)
    assert same.compatible and same.site == same.what == "equivalent" and not same.contradictory
    assert fiducial.relate(left, right).site == "apart"
    assert fiducial.relate(left, none).contradictory and fiducial.relate(none, left).contradictory
    copied = pickle.loads(pickle.dumps(left))
    assert copied == left
    with pytest.raises(fiducial.Error, match="pickled"):
        fiducial.relate(copied, left)


def test_explain_is_the_programs(pairs, run, tmp_path):
    reference, candidate = pairs[0][0], pairs[1][0]
    record = {"id": "case", "reference": reference, "candidate": candidate}
    (tmp_path / "p.jsonl").write_text(json.dumps(record) + "\n")
    for metric in ("radsem", "radsem_alt", "radfact", "lunguage"):
        explanation = fiducial.explain(reference, candidate, metric)
        assert explanation.score == pytest.approx(fiducial.score(reference, candidate, metrics=metric), nan_ok=True)
        theirs = run("score", str(tmp_path / "p.jsonl"), "--explain", "case", "-m", metric)
        assert str(explanation) == theirs.strip().removeprefix("case").strip()
    with pytest.raises(fiducial.Error, match="'bleu' cannot explain itself; these can: radsem"):
        fiducial.explain(reference, candidate, "bleu")
    with pytest.raises(TypeError, match="candidate: expected a str, found None"):
        fiducial.explain(reference, None)


def test_explanation_tells_what_is_wrong():
    explanation = fiducial.explain(
        "Small left pleural effusion. The heart is normal.", "No pleural effusion. A nodule in the right lung."
    )
    assert explanation.contradictions
    assert any("nodule" in sentence for sentence in explanation.unsupported)
    assert {entry.outcome for entry in explanation.entries} <= {
        *("matched", "missing", "unsupported", "contradicted", "left_out")
    }
    html = explanation._repr_html_()
    assert "reference" in html and "<script" not in html
    assert "RadSEM" in str(explanation) and "contradicted" in repr(explanation)


def test_errors_are_the_programs(pairs, run, tmp_path, examples):
    cases = tmp_path / "cases.jsonl"
    run("errors", str(examples / "pairs.jsonl"), "--cases", str(cases), "--quiet")
    theirs = [json.loads(line) for line in cases.read_text().splitlines()]
    found = fiducial.errors(*pairs)
    assert len(found) == len(theirs)
    for case, record in zip(found, theirs):
        assert case.clinical == record["clinical"]
        ours = [
            {"kind": e.kind, "significance": e.significance, "weight": e.weight, "text": e.text}
            | {"reference": e.reference, "candidate": e.candidate}
            for e in case
        ]
        assert ours == record["errors"]
    assert [case.clinical for case in found] == fiducial.score(*pairs, metrics="clinical")["clinical"].samples
    assert sum(found.counts.values()) == sum(len(case) for case in found)
    assert "per 100 reports" in str(found) and "<table>" in found._repr_html_()
    assert found.signature == fiducial.score(*pairs, metrics="clinical")["clinical"].signature


def test_intervals_of_errors_are_the_programs(pairs, run, tmp_path, examples):
    summary = tmp_path / "summary.json"
    run("errors", str(examples / "pairs.jsonl"), "--json", str(summary), "--quiet", "--resamples", "300", "--seed", "7")
    kinds = json.loads(summary.read_text())["kinds"]
    found = fiducial.errors(*pairs, resamples=300, seed=7)
    assert {kind: list(interval) for kind, interval in found.intervals.items()} == {
        kind: kinds[kind]["interval"] for kind in found.intervals
    }
    assert "95% interval" in str(found)
    assert "–" not in str(fiducial.errors(*pairs, resamples=0))


def test_errors_know_the_patient(run, tmp_path):
    pair = {"reference": "Aortic calcification. Cerebral atrophy.", "candidate": "The lungs are clear."}
    known = {"age": "85", "indication": "chest pain after trauma"}
    (tmp_path / "p.jsonl").write_text(json.dumps({"id": "a", **pair, **known}) + "\n" + json.dumps({"id": "b", **pair}))
    run("errors", str(tmp_path / "p.jsonl"), "--cases", str(tmp_path / "cases.jsonl"), "--quiet")
    theirs = [json.loads(line)["clinical"] for line in (tmp_path / "cases.jsonl").read_text().splitlines()]
    texts = [pair["reference"]] * 2, [pair["candidate"]] * 2
    for ages in ([85, None], [85.0, float("nan")], ["85 years", ""]):
        found = fiducial.errors(*texts, age=ages, indication=["chest pain after trauma", None])
        assert [case.clinical for case in found] == theirs
    one = fiducial.errors(pair["reference"], pair["candidate"], age=85, indication="chest pain after trauma")
    assert one.clinical == theirs[0] != theirs[1]
    with pytest.raises(ValueError, match=r"age\[1\]"):
        fiducial.errors(*texts, age=[85, "old"])
    with pytest.raises(ValueError, match="one for each of the 2 pairs, found 1"):
        fiducial.errors(*texts, age=[85])
    with pytest.raises(TypeError, match=r"indication\[0\]"):
        fiducial.errors(*texts, indication=[3, None])


def test_errors_of_one_pair():
    case = fiducial.errors("Small left pleural effusion.", "Small right pleural effusion.")
    assert case.counts == {"side": 1} and case[0].kind == "side" and "side" in case[0].text.lower()
    assert case.clinical < 1 and "<script" not in case._repr_html_()
    assert fiducial.errors("No effusion.", "No effusion.").errors == []
    assert fiducial.reward("clinical")(["Small left effusion."], reference=["Small left effusion."]) == [1.0]
    with pytest.raises(TypeError, match=r"candidates\[0\]"):
        fiducial.errors(["x"], [None])


def test_a_blank_of_another_kind_is_explained():
    assert fiducial.explain("", "\x85").score == fiducial.score("", "\x85")
