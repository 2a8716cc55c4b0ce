"""Tables of numbers for people: as the program prints them, in Markdown, LaTeX and HTML."""

from __future__ import annotations

import math
from typing import Optional

Interval = Optional[tuple[float, float]]


def number(value: float, digits: int = 4) -> str:
    """As the program prints it; a dash for what is not defined."""
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def interval(value: Interval, digits: int = 4) -> str:
    """From low to high; nothing where there is no interval."""
    return "" if value is None else f"{value[0]:.{digits}f} – {value[1]:.{digits}f}"


def p_value(p: float) -> str:
    """As the program prints it."""
    if math.isnan(p):
        return "–"
    return "<0.001" if p < 0.001 else f"{p:.4f}"


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text if not unicodedata.combining(c))


class Table:
    """Rows of cells below heads; the first ``left`` columns stand to the left, numbers to the right."""

    def __init__(self, heads: list[str], left: int = 1) -> None:
        self.heads = heads
        self.left = left
        self.rows: list[list[str]] = []

    def add(self, *cells: str) -> None:
        """Adds a row."""
        self.rows.append(list(cells))

    def text(self) -> str:
        """For a terminal."""
        widths = [max(_width(row[c]) for row in [self.heads, *self.rows]) for c in range(len(self.heads))]

        def line(cells: list[str]) -> str:
            padded = [
                cell + " " * (widths[c] - _width(cell)) if c < self.left else " " * (widths[c] - _width(cell)) + cell
                for c, cell in enumerate(cells)
            ]
            return "  ".join(padded).rstrip(" ")

        return "".join(line(row) + "\n" for row in [self.heads, *self.rows])

    def markdown(self) -> str:
        """For a page in Markdown."""
        rule = [":--" if c < self.left else "--:" for c in range(len(self.heads))]
        return "".join(
            "| " + " | ".join(c.replace("|", "\\|") for c in row) + " |\n" for row in [self.heads, rule, *self.rows]
        )

    def latex(self) -> str:
        """For a paper (booktabs)."""
        columns = "l" * self.left + "r" * (len(self.heads) - self.left)
        lines = [r"\begin{tabular}{" + columns + "}", r"\toprule", _latex_row(self.heads), r"\midrule"]
        lines += [_latex_row(row) for row in self.rows]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])

    def html(self, below: str = "") -> str:
        """For a notebook, with a text below."""
        import html

        def cells(row: list[str], tag: str) -> str:
            align = ["left" if c < self.left else "right" for c in range(len(row))]
            return "".join(
                f'<{tag} style="text-align:{align[c]};padding:2px 10px">{html.escape(cell)}</{tag}>'
                for c, cell in enumerate(row)
            )

        body = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in self.rows)
        small = (
            f'<div style="font-size:80%;opacity:.7;white-space:pre-wrap">{html.escape(below)}</div>' if below else ""
        )
        return (
            f"<div><table><thead><tr>{cells(self.heads, 'th')}</tr></thead><tbody>{body}</tbody></table>{small}</div>"
        )


_LATEX = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}", "–": "--"}


def _latex_row(cells: list[str]) -> str:
    return " & ".join("".join(_LATEX.get(c, c) for c in cell) for cell in cells) + r" \\"
