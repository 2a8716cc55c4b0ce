"""Texts and pairs in the shapes in which people have them."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from typing import Any, Callable, Optional, Union

from . import _core

# As the program's readers take them; see docs/commands.md.
REFERENCE = ("reference", "ref", "target", "ground_truth", "gt")
CANDIDATE = ("candidate", "cand", "prediction", "pred", "hypothesis", "hyp", "generated", "gen")


#: a number of years, or a text like "6 months"
Age = Union[int, float, str, None]


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


def strings(data: Any, name: str) -> list[Any]:
    """The same as a list, for those who want the texts themselves."""
    found = texts(data, name)
    if hasattr(found, "to_pylist"):  # pyarrow, whose items are scalars of its own
        return list(found.to_pylist())
    return list(found)


def _unknown(value: object) -> bool:
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ == "NAType"


def _values(data: Any, name: str, pairs: Any) -> list[Any]:
    if isinstance(data, str) or not isinstance(data, Iterable):
        raise TypeError(f"{name}: expected one for each pair, found one {type(data).__name__}")
    found = list(data.to_pylist() if hasattr(data, "to_pylist") else data)
    if hasattr(pairs, "__len__") and len(pairs) != len(found):
        raise _core.Error(f"{name}: expected one for each of the {len(pairs)} pairs, found {len(found)}")
    return found


def age(value: Any, where: str = "age") -> str:
    """The age of a patient as text, empty if it is not known; what is no age is refused."""
    if _unknown(value):
        return ""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if text and math.isnan(_core.age_in_years(text)):
        raise _core.Error(f"{where}: expected an age like 45, '6 months' or '019M', found something else")
    return text


def indication(value: Any, where: str = "indication") -> str:
    """Why a study was made, empty if it is not known."""
    if _unknown(value):
        return ""
    if not isinstance(value, str):
        raise TypeError(f"{where}: expected a str, found {type(value).__name__}")
    return value


def ages(data: Any, pairs: Any = None) -> Optional[list[str]]:
    """A text for each pair, empty where nothing is known; what is no age is refused by its place."""
    return None if data is None else [age(one, f"age[{i}]") for i, one in enumerate(_values(data, "age", pairs))]


def indications(data: Any, pairs: Any = None) -> Optional[list[str]]:
    """A text for each pair, empty where nothing is known."""
    if data is None:
        return None
    return [indication(one, f"indication[{i}]") for i, one in enumerate(_values(data, "indication", pairs))]


def patient_columns(names: list[str], age: Any, indication: Any) -> tuple[str, str]:
    """The columns of a table that tell of the patient: as the user names them, or by their usual names if there."""

    def one(wanted: Any, usual: str) -> str:
        if wanted is None:
            return usual if usual in names else ""
        if not isinstance(wanted, str):
            raise TypeError(f"{usual}: expected the name of a column of the table, found {type(wanted).__name__}")
        return column_named(names, wanted, (), usual)

    return one(age, "age"), one(indication, "indication")


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


def table_of_file(path: str, also: tuple[str, ...] = ()) -> Optional[Reopened]:
    """Parquet and Arrow files; None for those that the library itself reads. ``also``: columns that may be no text."""
    ending = os.path.splitext(path)[1].lower()
    if ending in (".parquet", ".pq"):
        return Reopened(lambda: _parquet(path, also))
    if ending in (".arrow", ".feather", ".ipc"):
        return Reopened(lambda: _arrow(path))
    return None


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError as missing:
        raise _core.Error(f"{what}: reading it needs pyarrow (pip install pyarrow)") from missing
    return pyarrow


def _parquet(path: str, also: tuple[str, ...]) -> Any:
    pa = _pyarrow(path)
    import pyarrow.parquet

    try:
        file = pyarrow.parquet.ParquetFile(path)
        fields = {field.name: field.type for field in file.schema_arrow}
        names = [name for name, kind in fields.items() if _is_wanted(pa, name, kind, also)]
        schema = pa.schema([file.schema_arrow.field(n) for n in names])
        return pa.RecordBatchReader.from_batches(schema, file.iter_batches(batch_size=4096, columns=names))
    except (OSError, pa.ArrowException) as failure:
        raise _core.Error(f"{path}: cannot be read: {failure}") from failure


def _is_wanted(pa: Any, name: str, kind: Any, also: tuple[str, ...]) -> bool:
    """Columns of text, and what was asked for by its name; images and the like are not read."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind)) or name in also


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


def whole_number(value: Any, name: str) -> int:
    """A number that is 0 or more, refused by name if it is not."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: expected a whole number, found {type(value).__name__}")
    if not 0 <= int(value) < 2**64:
        raise _core.Error(f"{name}: expected 0 or more, found {value}")
    return int(value)


def resampling(resamples: Any, seed: Any, confidence: Any) -> dict[str, Any]:
    """How intervals are made, as it is asked for."""
    if isinstance(confidence, str) or not 0 < confidence < 100:
        raise _core.Error(f"confidence: expected a percentage between 0 and 100, found {confidence}")
    how = {"resamples": whole_number(resamples, "resamples"), "seed": whole_number(seed, "seed")}
    return {**how, "confidence": float(confidence)}


def write_whole(path: str, text: str) -> None:
    """Writes a file whole or not at all."""
    import tempfile

    folder = os.path.dirname(os.path.abspath(path))
    number, made = tempfile.mkstemp(prefix=".fiducial-", dir=folder)
    try:
        with open(number, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(made, 0o666 & ~mask)
        os.replace(made, path)
    except BaseException:
        os.unlink(made)
        raise


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
