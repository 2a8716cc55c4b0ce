"""Texts and pairs in the shapes in which people have them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Callable, Optional

from . import _core

# As the program's readers take them; see docs/commands.md.
REFERENCE = ("reference", "ref", "target", "ground_truth", "gt")
CANDIDATE = ("candidate", "cand", "prediction", "pred", "hypothesis", "hyp", "generated", "gen")


def speaks_arrow(data: object) -> bool:
    return hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__")


def texts(data: Any, name: str) -> Any:
    """A list or tuple, or an object that speaks Arrow: what the extension takes."""
    if isinstance(data, (list, tuple)):
        return data
    if isinstance(data, (str, bytes)):
        raise TypeError(f"{name}: expected a list of str, found one {type(data).__name__}")
    if speaks_arrow(data):
        return _not_a_table(data, name)
    if hasattr(data, "tolist"):  # numpy, pandas
        data = data.tolist()
        if not isinstance(data, list):
            raise TypeError(f"{name}: expected a list of str, found a single value")
        return data
    if isinstance(data, Iterable):
        return list(data)
    raise TypeError(f"{name}: expected a list of str, found {type(data).__name__}")


def _not_a_table(data: Any, name: str) -> Any:
    if hasattr(data, "columns") or hasattr(data, "schema") or hasattr(data, "column_names"):
        raise TypeError(f"{name}: expected a column of text, found a table; pass it alone, or one of its columns")
    return data


def check_lengths(references: Any, candidates: Any) -> None:
    if hasattr(references, "__len__") and hasattr(candidates, "__len__") and len(references) != len(candidates):
        raise _core.Error(
            f"expected a candidate for each reference, found {len(references)} references"
            f" and {len(candidates)} candidates"
        )


class Reopened:
    """A table that can be read from its beginning more than once, though its stream cannot."""

    def __init__(self, opened: Callable[[], Any], names: Optional[list[str]] = None) -> None:
        self._open = opened
        self.names = names

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._open().__arrow_c_stream__(requested_schema)


def table_of_file(path: str) -> Optional[Reopened]:
    """Parquet and Arrow files; None for those that the library itself reads."""
    ending = os.path.splitext(path)[1].lower()
    if ending in (".parquet", ".pq"):
        return Reopened(lambda: _parquet(path))
    if ending in (".arrow", ".feather", ".ipc"):
        return Reopened(lambda: _arrow(path))
    return None


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError as missing:
        raise _core.Error(f"{what}: reading it needs pyarrow (pip install pyarrow)") from missing
    return pyarrow


def _parquet(path: str) -> Any:
    pa = _pyarrow(path)
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
        names = [n for n in file.schema_arrow.names if pa.types.is_string(_value_type(pa, file.schema_arrow, n))]
        schema = pa.schema([file.schema_arrow.field(n) for n in names])
        return pa.RecordBatchReader.from_batches(schema, file.iter_batches(batch_size=4096, columns=names))
    except (OSError, pa.ArrowException) as failure:
        raise _core.Error(f"{path}: cannot be read: {failure}") from failure


def _value_type(pa: Any, schema: Any, name: str) -> Any:
    kind = schema.field(name).type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return pa.string() if pa.types.is_large_string(kind) else kind


def _arrow(path: str) -> Any:
    pa = _pyarrow(path)
    try:
        source = pa.memory_map(path)
        try:
            file = pa.ipc.open_file(source)
        except pa.ArrowInvalid:
            source.seek(0)
            return pa.ipc.open_stream(source)
        batches = (file.get_batch(i) for i in range(file.num_record_batches))
        return pa.RecordBatchReader.from_batches(file.schema, batches)
    except (OSError, pa.ArrowException) as failure:
        raise _core.Error(f"{path}: cannot be read: {failure}") from failure


def arrow_table(data: Any) -> Any:
    """A table that speaks Arrow and can be read twice; a pandas frame of old becomes one."""
    if not speaks_arrow(data):
        if hasattr(data, "to_dict") and hasattr(data, "columns"):
            return data
        raise TypeError(
            f"expected references and candidates, a path, or a table that speaks Arrow; found {type(data).__name__}"
        )
    if type(data).__name__ == "RecordBatchReader":
        kept: list[Any] = [data]

        def once() -> Any:
            if not kept:
                raise _core.Error(
                    "a metric needs all references before the first pair, and this reader can be read only once;"
                    " pass a table (reader.read_all()) or a path"
                )
            return kept.pop()

        return Reopened(once, list(data.schema.names))
    return data


def column_named(names: list[str], wanted: Optional[str], known: tuple[str, ...], what: str) -> str:
    """The column that holds what is asked for, by the user's name or by the names that are known."""
    if wanted is not None:
        if wanted not in names:
            raise _core.Error(f"expected a column '{wanted}', found: {', '.join(names)}")
        return wanted
    for name in known:
        if name in names:
            return name
    raise _core.Error(f"expected a column of the {what} ({', '.join(known)}), found: {', '.join(names)}")
