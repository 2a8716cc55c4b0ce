"""The clinical knowledge that a reader is given."""

from __future__ import annotations

import os
from typing import Optional, Union

from . import _core


class Lexicon:
    """The built-in tables, or those with a site's own terms in front.

    ``Lexicon()`` is the built-in one, ``Lexicon("terms.txt")`` adds the terms of a file, and
    ``Lexicon(terms="…")`` those of a text. It can be pickled, and carries its terms with it.
    """

    __slots__ = ("_core", "_name", "_terms")

    def __init__(
        self,
        path: Union[str, os.PathLike[str], None] = None,
        *,
        terms: Optional[str] = None,
        name: str = "terms",
    ) -> None:
        if path is not None:
            if terms is not None:
                raise TypeError("Lexicon: expected a path or terms, found both")
            name = os.fspath(path)
            with open(path, encoding="utf-8") as file:
                terms = file.read()
        self._terms = terms
        self._name = name
        self._core = _core.Lexicon() if terms is None else _core.Lexicon.with_terms(name, terms)

    @property
    def version(self) -> str:
        """A digest of the tables, as signatures have it."""
        return self._core.version

    @property
    def concepts(self) -> int:
        """How many concepts it has."""
        return self._core.concepts

    @property
    def forms(self) -> int:
        """How many words and phrases it knows them by."""
        return self._core.forms

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self._name, self._terms))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lexicon) and self.version == other.version

    def __hash__(self) -> int:
        return hash(self.version)

    def __repr__(self) -> str:
        own = "" if self._terms is None else f"{self._name!r}, "
        return f"<fiducial.Lexicon {own}{self.concepts} concepts, version {self.version}>"


def _rebuild(name: str, terms: Optional[str]) -> Lexicon:
    return Lexicon(terms=terms, name=name)


LexiconLike = Union[Lexicon, str, "os.PathLike[str]", None]

_builtin: Optional[Lexicon] = None


def lexicon_of(given: LexiconLike) -> Lexicon:
    """The lexicon that an argument ``lexicon=`` means."""
    global _builtin
    if isinstance(given, Lexicon):
        return given
    if given is not None:
        return Lexicon(given)
    if _builtin is None:
        _builtin = Lexicon()
    return _builtin
