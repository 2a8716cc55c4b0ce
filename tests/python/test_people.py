"""Comparing systems, agreeing with people, training, evaluating: each as the program or the other package has it."""

from __future__ import annotations

import json
import pickle

import pytest

import fiducial

LEFT = "Small left pleural effusion. No pneumothorax."
RIGHT = "Small right pleural effusion. No pneumothorax."


# ----- compare and correlate


def test_compare_is_the_programs(pairs, run, tmp_path):
    references, candidates = pairs
    systems = {"a": candidates, "b": list(reversed(candidates)), "c": references}
    comparison = fiducial.compare(references, systems, ["radsem"], columns=["radsem"], trials=500)
    for name, texts in systems.items():
        lines = [
            json.dumps({"id": str(i), "reference": r, "candidate": c})
            for i, (r, c) in enumerate(zip(references, texts))
        ]
        (tmp_path / f"{name}-pairs.jsonl").write_text("\n".join(lines) + "\n")
        run(
            "score", str(tmp_path / f"{name}-pairs.jsonl"), "-m", "radsem", "--samples", str(tmp_path / f"{name}.jsonl")
        )
    files = [str(tmp_path / f"{name}.jsonl") for name in systems]
    theirs = run("compare", *files, "--metrics", "radsem", "--trials", "500")
    assert str(comparison) == theirs.rstrip("\n")
    assert [d.system for d in comparison] == ["b", "c"]
    assert comparison[1].mean == 1.0 and comparison.results["c"]["radsem"].mean == 1.0
    assert "<table>" in comparison._repr_html_() and r"\begin{tabular}{ll" in comparison.to_latex()
    with pytest.raises(fiducial.Error, match="baseline"):
        fiducial.compare(references, systems, baseline="d")
    with pytest.raises(fiducial.Error, match="two or more"):
        fiducial.compare(references, {"a": candidates})


def test_correlate_is_the_programs(pairs, run, tmp_path, examples):
    samples = tmp_path / "samples.jsonl"
    run("score", str(examples / "pairs.jsonl"), "-m", "radsem,bleu4", "--samples", str(samples))
    records = [json.loads(line) for line in samples.read_text().splitlines()]
    ratings = [(i * 7) % 5 for i in range(len(records))]
    (tmp_path / "ratings.jsonl").write_text(
        "".join(json.dumps({"id": r["id"], "rating": rating}) + "\n" for r, rating in zip(records, ratings))
    )
    theirs = run("correlate", str(samples), "--ratings", str(tmp_path / "ratings.jsonl"))
    ours = fiducial.correlate(fiducial.score(*pairs, metrics=["radsem", "bleu4"]), ratings)
    assert str(ours) == theirs.rstrip("\n")
    assert fiducial.correlate([1.0, 2.0, 3.0], [[1, 3], [2, 4], [5, 5]])[0].kendall.value == 1.0
    with pytest.raises(fiducial.Error, match=r"ratings\[1\]"):
        fiducial.correlate([1.0, 2.0], [1, "x"])
    with pytest.raises(fiducial.Error, match="found 2 and 1"):
        fiducial.correlate([1.0, 2.0], [1])


# ----- rewards


def test_reward_as_trl_calls_it():
    """As GRPOTrainer of trl 1.16 calls it: by keyword, with every column of the dataset and the trainer's own."""
    reward = fiducial.reward("radsem")
    keywords = {
        "prompts": ["?", "?"],
        "completion_ids": [[1], [2]],
        "trainer_state": object(),
        "log_extra": print,
        "log_metric": print,
    }
    values = reward(completions=[LEFT, RIGHT], reference=[LEFT, LEFT], **keywords)
    assert values == [1.0, fiducial.score(LEFT, RIGHT)]
    chat = [[{"role": "assistant", "content": LEFT}], [{"role": "assistant", "content": [{"text": RIGHT}]}]]
    assert reward(completions=chat, reference=[LEFT, LEFT], **keywords) == values
    assert isinstance(reward.__name__, str)
    many = reward(completions=[LEFT, RIGHT] * 8, reference=[LEFT] * 16)
    assert many == values * 8
    assert pickle.loads(pickle.dumps(reward))([LEFT], reference=[LEFT]) == [1.0]


def test_weights_and_shapes():
    bleu = fiducial.score(LEFT, RIGHT, metrics="bleu4")
    radsem = fiducial.score(LEFT, RIGHT)
    mixed = fiducial.reward({"radsem": 0.75, "bleu4": 0.25})
    assert mixed([RIGHT], reference=[LEFT]) == [0.75 * radsem + 0.25 * bleu]
    assert fiducial.reward(shape="centered")([RIGHT], reference=[LEFT]) == [2 * radsem - 1]
    assert fiducial.reward(shape=lambda x: -x)([RIGHT], reference=[LEFT]) == [-radsem]
    part = fiducial.reward("radsem.normal", undefined=0.5)
    assert part(["A nodule in the left lung."], reference=["A nodule in the left lung."]) == [0.5]
    assert fiducial.reward(reference="report")([LEFT], report=[LEFT]) == [1.0]


def test_a_completion_that_cannot_be_measured_has_no_reward():
    no_report = " ".join(f"A {i + 3} mm nodule in the liver." for i in range(2500))
    reward = fiducial.reward("lunguage", undefined=-1.0)
    for n in (1, 6):  # a few are scored without threads
        completions = ["Small left effusion."] * n + [no_report]
        references = ["Small left effusion."] * n + [no_report.replace("liver", "spleen")]
        assert reward(completions, reference=references) == [1.0] * n + [-1.0]


def test_rewards_refuse():
    reward = fiducial.reward()
    with pytest.raises(TypeError, match="reference="):
        reward([LEFT])
    with pytest.raises(fiducial.Error, match="found 1"):
        reward([LEFT, LEFT], reference=[LEFT])
    with pytest.raises(TypeError, match=r"completions\[1\]"):
        reward([LEFT, None], reference=[LEFT, LEFT])
    with pytest.raises(fiducial.Error, match="assistant"):
        reward([[{"role": "user", "content": "x"}]], reference=[LEFT])
    with pytest.raises(fiducial.Error, match="cannot be a reward"):
        fiducial.reward("cider")
    with pytest.raises(fiducial.Error, match="shape"):
        fiducial.reward(shape="round")
    with pytest.raises(fiducial.Error, match=r"no value 'radsem.other'"):
        fiducial.reward("radsem.other")


def test_verl_and_openrlhf():
    from fiducial import rewards

    expected = fiducial.score(LEFT, RIGHT)
    assert rewards.verl("radsem")("mimic", RIGHT, LEFT, extra_info={}) == expected
    assert rewards.compute_score(data_source="mimic", solution_str=RIGHT, ground_truth=LEFT) == expected
    function = rewards.openrlhf("radsem")
    found = function(["Q: report? " + RIGHT], ["Q: report? "], [LEFT], extra=1)
    assert [float(value) for value in found] == [pytest.approx(expected, abs=1e-7)]


def test_openrlhf_over_a_service():
    import http.server
    import threading

    from fiducial import rewards

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            assert self.path == "/v1/score" and self.headers["Authorization"] == "Bearer secret"
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            samples = [{"radsem": fiducial.score(p["reference"], p["candidate"])} for p in asked["pairs"]]
            body = json.dumps({"samples": samples}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    function = rewards.openrlhf("radsem", url=f"http://127.0.0.1:{server.server_port}", token="secret")
    found = function(["Q " + RIGHT], ["Q "], [LEFT])
    server.shutdown()
    assert [float(value) for value in found] == [pytest.approx(fiducial.score(LEFT, RIGHT), abs=1e-7)]


# ----- evaluation


def test_radeval(pairs):
    from fiducial.radeval import RadEval

    plain = RadEval(metrics=["radsem", "bleu"])(refs=pairs[0], hyps=pairs[1])
    assert plain == {
        "radsem": fiducial.score(*pairs)["radsem"].mean,
        "bleu4": fiducial.score(*pairs, metrics="bleu")["bleu4"].mean,
    }
    samples = RadEval(metrics=["radsem"], per_sample=True)(refs=pairs[0], hyps=pairs[1])
    assert samples == {"radsem": fiducial.score(*pairs)["radsem"].samples}
    detailed = RadEval(metrics=["radsem"], detailed=True)(refs=pairs[0], hyps=pairs[1])
    assert detailed["radsem"]["mean"] == pytest.approx(plain["radsem"]) and "radsem.abnormal" in detailed


def test_radfact_verify_and_run(pairs, run, tmp_path):
    verified = fiducial.radfact.verify(["No pleural effusion."], ["Small left pleural effusion."], reasons=True)
    assert verified.candidate[0].status == "contradiction" and verified.candidate[0].evidence == (0,)
    assert verified.candidate[0].reason
    assert fiducial.radfact.phrases("The heart and lungs are normal. No effusion.")
    found = fiducial.radfact.run(*pairs)
    assert found["logical_precision"].value == pytest.approx(
        fiducial.score(*pairs, metrics="radfact")["radfact.logical_precision"].mean
    )
    assert found["logical_f1"].value == pytest.approx(fiducial.score(*pairs, metrics="radfact")["radfact"].corpus)
    low, high = found["logical_f1"].interval
    assert low <= found["logical_f1"].value <= high
    assert "logical_f1" in str(found) and "<table>" in found._repr_html_()
    assert fiducial.radfact.premise_of_evidence("no effusion", ["Heart normal.", "No effusion."]) == 1


def test_radfact_boxes(examples, run, tmp_path):
    from fiducial.radfact import Phrase, Sample

    box = (0.1, 0.1, 0.5, 0.5)
    same = Sample([Phrase("Left effusion.", (box,))], [Phrase("Left effusion.", (box,))])
    apart = Sample([Phrase("Left effusion.", (box,))], [{"text": "Left effusion.", "boxes": [[0.6, 0.6, 0.9, 0.9]]}])
    assert fiducial.radfact.score([same])["spatial_precision"].value == 1.0
    assert fiducial.radfact.score([apart])["spatial_precision"].value == 0.0
    assert fiducial.radfact.score([same, apart])["grounding_f1"].value == 0.5
    with pytest.raises(fiducial.Error, match="box: expected x_max"):
        fiducial.radfact.score([Sample([Phrase("x", ((0.5, 0.0, 0.1, 1.0),))], [])])
    with pytest.raises(fiducial.Error, match="'box'"):
        fiducial.radfact.verify([{"text": "x", "box": []}], [])


def test_lunguage(examples, run, tmp_path):
    lunguage = fiducial.lunguage
    gold = lunguage.read_rows(examples / "timeline" / "gold.csv")
    assert lunguage.score(gold, gold)["single"].f1.mean == 1.0
    run("lunguage", "structure", str(examples / "timeline" / "reports.jsonl"), "-o", str(tmp_path / "pred.csv"))
    arguments = ("--pred", str(tmp_path / "pred.csv"), "--gold", str(examples / "timeline" / "gold.csv"))
    theirs = run("lunguage", "score", *arguments, "--quiet")
    ours = lunguage.score(tmp_path / "pred.csv", gold)
    assert str(ours) == theirs.rstrip("\n")
    assert set(ours) == {"single", "sequential"}
    grouped = lunguage.group(gold)
    assert all(row.group and row.episode for row in grouped)
    assert lunguage.evaluate(gold, gold)["triplet"].f1 == 1.0


def test_lunguage_structure(examples, run, tmp_path):
    rows = fiducial.lunguage.structure("FINDINGS: Small left pleural effusion, unchanged.")
    assert rows[0].entity == "pleural effusion" and rows[0].attributes["location"] == "left"
    assert rows[0].attributes["no change"] == "unchanged"
    records = [json.loads(line) for line in (examples / "timeline" / "reports.jsonl").read_text().splitlines()]
    assert records
    fiducial.lunguage.write_csv(rows, tmp_path / "rows.csv")
    assert fiducial.lunguage.read_rows(tmp_path / "rows.csv") == rows
    with pytest.raises(fiducial.Error, match="no attribute 'colour'"):
        fiducial.lunguage.group([fiducial.lunguage.Row("x", attributes={"colour": "red"})])
    with pytest.raises(TypeError, match=r"reports\[0\]"):
        fiducial.lunguage.structure([3])


def test_lunguage_with_any_encoder(examples):
    gold = fiducial.lunguage.read_rows(examples / "timeline" / "gold.csv")
    asked = []

    def letters(texts):
        asked.extend(texts)
        return [[1.0 + text.lower().count(chr(97 + i)) for i in range(26)] for text in texts]

    score = fiducial.lunguage.score(gold, gold, encoder=letters)
    assert score["single"].f1.mean == pytest.approx(1.0, abs=1e-6)
    assert "encoder:letters" in score.signature
    assert asked and len(asked) == len(set(asked))
    with pytest.raises(fiducial.Error, match="vectors"):
        fiducial.lunguage.score(gold, gold, encoder=lambda texts: [[1.0]])
    with pytest.raises(ZeroDivisionError):
        fiducial.lunguage.score(gold, gold, encoder=lambda texts: 1 / 0)
    with pytest.raises(fiducial.Error, match="expected one of biolord, medcpt"):
        fiducial.lunguage.encoder_of("bert")
