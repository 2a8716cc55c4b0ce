"""Pieces of HTML for notebooks: everything inline, nothing from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterable

Mark = tuple[int, int, str, str]  # begin and end in characters, colour, what to say when the mouse is over it

RED, GREEN, GREY, YELLOW = "#e5484d", "#30a46c", "#8d8d8d", "#ffb224"


def tint(colour: str) -> str:
    return f"background:{colour}22;border-bottom:2px solid {colour}"


def marked(text: str, marks: Iterable[Mark]) -> str:
    """The text with marks; one that overlaps an earlier one is left out."""
    out, at = [], 0
    for begin, end, colour, title in sorted(marks):
        if begin < at or end <= begin:
            continue
        out.append(html.escape(text[at:begin]))
        out.append(f'<span style="{tint(colour)}" title="{html.escape(title)}">{html.escape(text[begin:end])}</span>')
        at = end
    out.append(html.escape(text[at:]))
    return f'<div style="white-space:pre-wrap;line-height:1.7">{"".join(out)}</div>'


def box(*parts: str) -> str:
    return '<div style="font-family:system-ui,sans-serif;font-size:14px;max-width:70em">' + "".join(parts) + "</div>"


def small(text: str) -> str:
    return f'<span style="opacity:.7;font-size:85%">{html.escape(text)}</span>'
