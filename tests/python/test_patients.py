"""What is known of the patient reaches the metric by every way that pairs do, as it does in the program."""

from __future__ import annotations

import json
import math

import pytest

import fiducial

REFERENCE = "Small left pleural effusion. Aortic calcification. Degenerative changes of the spine."
CANDIDATE = "No pleural effusion."
AGES = [25, 80, None, 4, "6 months", 80]
INDICATIONS = ["fall", "fall", None, "cough", None, None]
COUNT = len(AGES)


@pytest.fixture(scope="module")
def records():
    return [
        {"id": str(i), "reference": REFERENCE, "candidate": CANDIDATE, "age": age, "indication": indication}
        for i, (age, indication) in enumerate(zip(AGES, INDICATIONS))
    ]


@pytest.fixture(scope="module")
def file(records, tmp_path_factory):
    path = tmp_path_factory.mktemp("patients") / "pairs.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.fixture(scope="module")
def expected(file, run, tmp_path_factory):
    samples = tmp_path_factory.mktemp("samples") / "samples.jsonl"
    run("score", str(file), "-m", "clinical", "--samples", str(samples), "--quiet")
    values = [json.loads(line)["clinical"] for line in samples.read_text().splitlines()]
    assert len(set(values)) >= 4  # else nothing is shown
    return values


def test_lists_files_and_single_pairs(file, expected):
    texts = [REFERENCE] * COUNT, [CANDIDATE] * COUNT
    known = {"age": AGES, "indication": INDICATIONS}
    assert fiducial.score(*texts, "clinical", **known)["clinical"].samples == expected
    assert fiducial.score(file, metrics="clinical")["clinical"].samples == expected
    alone = [
        fiducial.score(REFERENCE, CANDIDATE, "clinical", age=age, indication=indication)
        for age, indication in zip(AGES, INDICATIONS)
    ]
    assert alone == expected
    scorer = fiducial.Scorer(["clinical"])
    assert scorer.score_pair(REFERENCE, CANDIDATE, age=80, indication="fall")["clinical"] == expected[1]
    assert [case.clinical for case in fiducial.errors(*texts, **known)] == expected
    rewards = fiducial.reward("clinical")(completions=texts[1], reference=texts[0], prompts=["x"] * COUNT, **known)
    assert rewards == expected
    few = fiducial.reward("clinical")(completions=texts[1][:2], reference=texts[0][:2], age=AGES[:2])
    assert few == [fiducial.score(REFERENCE, CANDIDATE, "clinical", age=age) for age in AGES[:2]]
    compared = fiducial.compare(texts[0], {"a": texts[1], "b": texts[0]}, "clinical", trials=10, resamples=0, **known)
    assert compared.results["a"]["clinical"].samples == expected


def test_tables(records, expected, tmp_path):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pa = pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(records)
    frame["age"] = frame["age"].map(lambda age: age if age is None else str(age))
    assert fiducial.score(frame, metrics="clinical")["clinical"].samples == expected
    renamed = frame.rename(columns={"age": "years", "indication": "why"})
    named = {"age": "years", "indication": "why"}
    assert fiducial.score(renamed, metrics="clinical", **named)["clinical"].samples == expected
    assert fiducial.score(polars.DataFrame(frame), metrics="clinical")["clinical"].samples == expected
    frame.to_parquet(tmp_path / "pairs.parquet")
    assert fiducial.score(tmp_path / "pairs.parquet", metrics="clinical")["clinical"].samples == expected
    renamed.to_parquet(tmp_path / "named.parquet")
    assert fiducial.score(tmp_path / "named.parquet", metrics="clinical", **named)["clinical"].samples == expected
    renamed.to_csv(tmp_path / "named.csv", index=False)
    assert fiducial.score(tmp_path / "named.csv", metrics="clinical", **named)["clinical"].samples == expected
    renamed.to_json(tmp_path / "named.jsonl", orient="records", lines=True)
    assert fiducial.score(tmp_path / "named.jsonl", metrics="clinical", **named)["clinical"].samples == expected
    years = [25, 80, None, 4]
    for kind in (pa.int8(), pa.uint16(), pa.int32(), pa.int64(), pa.uint64(), pa.float32(), pa.float64()):
        columns = {name: [record[name] for record in records[:4]] for name in ("reference", "candidate", "indication")}
        table = pa.table({**columns, "age": pa.array(years, kind)})
        assert fiducial.score(table, metrics="clinical")["clinical"].samples == expected[:4]
        assert fiducial.score(table.slice(1), metrics="clinical")["clinical"].samples == expected[1:4]
    nothing = pa.table({"reference": [REFERENCE], "candidate": [CANDIDATE], "age": pa.nulls(1)})
    assert fiducial.score(nothing, metrics="clinical")["clinical"].samples == expected[2:3]
    not_known = pandas.DataFrame({"reference": [REFERENCE], "candidate": [CANDIDATE], "age": [math.nan]})
    assert fiducial.score(not_known, metrics="clinical")["clinical"].samples == expected[2:3]


def test_other_metrics_do_not_look(records):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(records).assign(age="not an age", indication=3)
    assert fiducial.score(frame, metrics="bleu4").pairs == COUNT
    with pytest.raises(fiducial.Error, match=r"age\[0\]: expected an age like 45"):
        fiducial.score(frame.drop(columns="indication"), metrics="clinical")
    with pytest.raises(fiducial.Error, match="indication: expected a column of text"):
        fiducial.score(frame.drop(columns="age"), metrics="clinical")


def test_bad_patients(file, tmp_path):
    with pytest.raises(fiducial.Error, match=r"age\[1\]: expected an age like 45"):
        fiducial.score(["x", "y"], ["x", "y"], "clinical", age=[3, "old"])
    with pytest.raises(fiducial.Error, match="age: expected one for each of the 2 pairs, found 1"):
        fiducial.score(["x", "y"], ["x", "y"], "clinical", age=[3])
    with pytest.raises(fiducial.Error, match="age: expected one for each of the 2 pairs, found 3"):
        fiducial.score(["x", "y"], ["x", "y"], "clinical", age=[3, 4, 5])
    scorer = fiducial.Scorer("clinical")._core  # columns without a length are counted as they are read
    with pytest.raises(fiducial.Error, match="age: expected one for each pair, found 1 for more than 1 pairs"):
        scorer.score_texts(["x", "y"], ["x", "y"], None, ["3"], None)
    with pytest.raises(fiducial.Error, match="age: expected one for each pair, found 3 for 2 pairs"):
        scorer.score_texts(["x", "y"], ["x", "y"], None, ["3", "4", "5"], None)
    with pytest.raises(TypeError, match="age: expected one for each pair, found one int"):
        fiducial.score(["x"], ["x"], "clinical", age=3)
    with pytest.raises(TypeError, match=r"indication\[0\]: expected a str, found int"):
        fiducial.score(["x"], ["x"], "clinical", indication=[3])
    with pytest.raises(TypeError, match="age: expected the name of a column of the file, found list"):
        fiducial.score(file, metrics="clinical", age=[1])
    with pytest.raises(fiducial.Error, match="age: expected one for each of the 1 pairs, found 2"):
        fiducial.reward("clinical")(completions=["x"], reference=["x"], age=[1, 2])
    (tmp_path / "pairs.csv").write_text("reference,candidate\nx,y\n")
    assert fiducial.score(tmp_path / "pairs.csv", metrics="clinical").pairs == 1
    with pytest.raises(fiducial.Error, match=r"pairs.csv:1: expected a column 'years'; the header has"):
        fiducial.score(tmp_path / "pairs.csv", metrics="clinical", age="years")
    (tmp_path / "bad.csv").write_text("reference,candidate,years\nx,y,old\n")
    with pytest.raises(fiducial.Error, match=r"bad.csv:2: .*'years': expected an age"):
        fiducial.score(tmp_path / "bad.csv", metrics="clinical", age="years")


def test_errors_of_arrow_columns():
    pa = pytest.importorskip("pyarrow")
    column = pa.array([REFERENCE, CANDIDATE])
    assert [len(case) for case in fiducial.errors(column, column, age=pa.array([3, None]))] == [0, 0]
