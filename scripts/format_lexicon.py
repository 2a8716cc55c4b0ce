#!/usr/bin/env python3
"""Writes the tables of the lexicon in their one form, so that a diff shows what changed: a concept begins a line, its
forms are wrapped behind it, the first form (its name) first and the others sorted, each once.

  format_lexicon.py [--check] FILE...
"""
import sys

WIDTH = 120


def concepts(lines):
    """The logical lines: a line that begins with a space goes on with the one before it."""
    for line in lines:
        if line.startswith((" ", "\t")) and line.strip():
            yield True, line.strip()
        else:
            yield False, line.rstrip()


def joined(text):
    out = []
    concept = None  # where the last concept stands: a comment between its lines does not end it
    for goes_on, line in concepts(text.split("\n")):
        if goes_on and concept is not None:
            out[concept] += " " + line
            continue
        if line and not line.startswith("#"):
            concept = len(out)
        out.append(line)
    return out


def form_key(form):
    return form.split("@")[0].split("%")[0], form


def wrapped(forms):
    """Lines of whole forms."""
    lines = []
    for number, form in enumerate(forms):
        piece = form + (";" if number + 1 < len(forms) else "")
        if lines and len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += " " + piece
        else:
            lines.append("    " + piece)
    return lines


def formatted(line):
    if line.startswith(("#", "[")) or line.count("|") < 2:
        return line
    name, properties, forms = (part.strip() for part in line.split("|", 2))
    listed = list(dict.fromkeys(f.strip() for f in forms.split(";") if f.strip()))
    adds = name.startswith("+")
    ordered = sorted(listed, key=form_key) if adds else listed[:1] + sorted(listed[1:], key=form_key)
    head = f"{name} | {properties} |".replace("|  |", "| |")
    body = "; ".join(ordered)
    if len(head) + 1 + len(body) <= WIDTH:
        return f"{head} {body}".rstrip()
    return "\n".join([head] + wrapped(ordered))


def rewrite(text):
    return "\n".join(formatted(line) for line in joined(text)).rstrip("\n") + "\n"


def main(arguments):
    check = "--check" in arguments
    wrong = 0
    for path in (a for a in arguments if not a.startswith("--")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        new = rewrite(text)
        if new == text:
            continue
        if check:
            print(f"{path}: not in its form; run scripts/format_lexicon.py {path}", file=sys.stderr)
            wrong += 1
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
