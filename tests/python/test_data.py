"""Texts as people have them: numpy, pandas, polars, Arrow, files."""

from __future__ import annotations

import pytest

import fiducial


@pytest.fixture(scope="module")
def expected(pairs):
    return str(fiducial.score(*pairs, metrics=["radsem", "cider"]))


def test_tuples_generators_and_numpy(pairs, expected):
    numpy = pytest.importorskip("numpy")
    shapes = [tuple, iter, lambda t: numpy.array(t), lambda t: numpy.array(t, dtype=object)]
    for shape in shapes:
        result = fiducial.score(shape(pairs[0]), shape(pairs[1]), metrics=["radsem", "cider"])
        assert str(result) == expected
    with pytest.raises(TypeError, match="references"):
        fiducial.score(numpy.array("x"), ["x"])
    with pytest.raises(TypeError, match=r"references\[0\]: expected a str, found NaN"):
        fiducial.score(numpy.array([float("nan")]), ["x"])


def test_pandas(pairs, expected):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"reference": pairs[0], "prediction": pairs[1], "other": range(len(pairs[0]))})
    assert str(fiducial.score(frame["reference"], frame["prediction"], ["radsem", "cider"])) == expected
    assert str(fiducial.score(frame, metrics=["radsem", "cider"])) == expected
    renamed = frame.rename(columns={"reference": "a", "prediction": "b"})
    assert str(fiducial.score(renamed, metrics=["radsem", "cider"], reference="a", candidate="b")) == expected
    with pytest.raises(fiducial.Error, match="expected a column of the references"):
        fiducial.score(renamed)
    with pytest.raises(fiducial.Error, match="expected a column 'c', found: a, b, other"):
        fiducial.score(renamed, reference="c", candidate="b")
    with pytest.raises((TypeError, fiducial.Error), match=r"other|Arrow"):
        fiducial.score(frame, candidate="other")
    holes = frame.copy()
    holes.loc[1, "prediction"] = None
    with pytest.raises((TypeError, fiducial.Error), match=r"\[1\]: expected a (str|text), found"):
        fiducial.score(holes["reference"], holes["prediction"])
    with pytest.raises((TypeError, fiducial.Error), match=r"\[1\]: expected a (str|text), found"):
        fiducial.score(holes)
    table = fiducial.score(frame).to_pandas()
    assert table.loc["radsem", "n"] == len(frame)
    assert len(fiducial.score(frame).to_pandas(samples=True)) == len(frame)


def test_polars(pairs, expected):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"ref": pairs[0], "hyp": pairs[1]})
    assert str(fiducial.score(frame["ref"], frame["hyp"], ["radsem", "cider"])) == expected
    assert str(fiducial.score(frame, metrics=["radsem", "cider"])) == expected
    with pytest.raises(fiducial.Error, match=r"candidates\[0\]: expected a text, found null"):
        fiducial.score(frame["ref"], polars.Series([None] * len(frame), dtype=polars.String))


def test_arrow(pairs, expected):
    pa = pytest.importorskip("pyarrow")
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        left, right = pa.array(pairs[0], kind), pa.array(pairs[1], kind)
        assert str(fiducial.score(left, right, ["radsem", "cider"])) == expected
    half = len(pairs[0]) // 2
    pieces = pa.chunked_array([pairs[0][:half], [], pairs[0][half:]], pa.string())
    assert str(fiducial.score(pieces, pa.array(pairs[1]), ["radsem", "cider"])) == expected
    coded = pa.array(pairs[0]).dictionary_encode()
    assert str(fiducial.score(coded, pairs[1], ["radsem", "cider"])) == expected
    sliced = pa.array(["x", *pairs[0], "y"]).slice(1, len(pairs[0]))
    assert str(fiducial.score(sliced, pairs[1], ["radsem", "cider"])) == expected
    table = pa.table({"reference": pairs[0], "candidate": pairs[1]})
    assert str(fiducial.score(table, metrics=["radsem", "cider"])) == expected
    assert str(fiducial.score(table.slice(1), metrics=["radsem"])) == str(
        fiducial.score(pairs[0][1:], pairs[1][1:], metrics=["radsem"])
    )


def test_arrow_refuses(pairs):
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(fiducial.Error, match=r"references\[1\]: expected a text, found null"):
        fiducial.score(pa.array(["x", None]), ["x", "y"])
    with pytest.raises(fiducial.Error, match="references: expected a column of text"):
        fiducial.score(pa.array([1, 2]), ["x", "y"])
    with pytest.raises(fiducial.Error, match=r"found 3 references and 2|end after 2"):
        fiducial.score(pa.array(["x", "y", "z"]), ["x", "y"])
    with pytest.raises(TypeError, match="found a table"):
        fiducial.score(pa.table({"reference": ["x"]}), ["x"])
    table = pa.table({"reference": pairs[0], "candidate": pairs[1]})
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    assert fiducial.score(reader).pairs == len(pairs[0])
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    with pytest.raises(fiducial.Error, match="read only once"):
        fiducial.score(reader, metrics="cider")


def test_parquet_and_arrow_files(pairs, expected, tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    table = pa.table({"id": range(len(pairs[0])), "reference": pairs[0], "candidate": pairs[1]})
    parquet.write_table(table, tmp_path / "pairs.parquet")
    feather.write_feather(table, tmp_path / "pairs.feather", compression="uncompressed")
    with pa.ipc.new_stream(str(tmp_path / "pairs.arrow"), table.schema) as out:
        out.write_table(table, max_chunksize=2)
    for name in ("pairs.parquet", "pairs.feather", "pairs.arrow"):
        assert str(fiducial.score(tmp_path / name, metrics=["radsem", "cider"])) == expected
    parquet.write_table(table.select(["id", "reference"]), tmp_path / "lacks.parquet")
    with pytest.raises(fiducial.Error, match=r"lacks.parquet: expected a column of the candidates"):
        fiducial.score(tmp_path / "lacks.parquet")
    (tmp_path / "broken.parquet").write_text("no parquet")
    with pytest.raises(fiducial.Error, match=r"broken.parquet"):
        fiducial.score(tmp_path / "broken.parquet")
    with pytest.raises(fiducial.Error, match="no such file"):
        fiducial.score(tmp_path / "nowhere.parquet")


def test_csv(pairs, expected, tmp_path):
    import csv

    with open(tmp_path / "pairs.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["gt", "gen"])
        writer.writerows(zip(*pairs))
    assert str(fiducial.score(tmp_path / "pairs.csv", metrics=["radsem", "cider"])) == expected


def test_hypothesis(pairs):
    hypothesis = pytest.importorskip("hypothesis")
    from hypothesis import strategies as st

    text = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF), max_size=300)
    scorer = fiducial.Scorer("all", threads=2)

    @hypothesis.settings(max_examples=60, deadline=None)
    @hypothesis.given(st.lists(st.tuples(text, text), max_size=6))
    def any_text(pairs):
        left, right = [a for a, _ in pairs], [b for _, b in pairs]
        broken = any(0xD800 <= ord(c) <= 0xDFFF for t in left + right for c in t)
        if broken:
            with pytest.raises(ValueError, match="surrogate"):
                scorer.score(left, right, resamples=0)
            return
        result = scorer.score(left, right, resamples=2)
        assert result.pairs == len(pairs)
        for a, b in pairs:
            fiducial.read(a)
            fiducial.explain(a, b)
        assert len(fiducial.errors(left, right, resamples=0)) == len(pairs)
        assert len(fiducial.reward("clinical")(right, reference=left)) == len(pairs)
        if pairs:
            fiducial.radfact.run(left, right)
        for a in left:
            fiducial.lunguage.structure(a)

    any_text()


def test_hypothesis_what_is_no_text():
    hypothesis = pytest.importorskip("hypothesis")
    from hypothesis import strategies as st

    scorer = fiducial.Scorer("radsem", threads=1)
    other = st.one_of(
        st.none(), st.floats(), st.integers(), st.binary(), st.lists(st.text()), st.dictionaries(st.text(), st.text())
    )

    @hypothesis.settings(max_examples=60, deadline=None)
    @hypothesis.given(st.lists(st.text("ab "), max_size=4), other, st.lists(st.text("ab "), max_size=4))
    def refused_by_its_place(before, bad, after):
        texts = [*before, bad, *after]
        for references, candidates, name in (
            (texts, ["x"] * len(texts), "references"),
            (["x"] * len(texts), texts, "candidates"),
        ):
            for function in (scorer.score, fiducial.errors):
                with pytest.raises(TypeError, match=rf"{name}\[{len(before)}\]"):
                    function(references, candidates)

    refused_by_its_place()


def test_a_million_characters():
    for text in ("a" * 1_000_000, "no mass, " * 110_000, "\0" * 1_000_000, "é" * 1_000_000, "𝔘 " * 500_000):
        result = fiducial.score([text], ["No mass."], metrics=["radsem", "rougeL"], resamples=0)
        assert 0 <= result["radsem"].mean <= 1
        fiducial.read(text)


def test_nothing_at_all():
    assert len(fiducial.errors([], [])) == 0
    assert fiducial.score([], [], metrics=["radsem"], resamples=0).pairs == 0
    assert fiducial.reward("radsem")([], reference=[]) == []
