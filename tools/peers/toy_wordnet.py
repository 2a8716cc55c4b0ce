"""Writes a dictionary of a few words in WordNet's file format, for the tests of METEOR's synonym stage.

    python toy_wordnet.py FOLDER

A synset is known by its byte offset in its data file, so the files are made by this script, not by hand.
"""

import sys
from pathlib import Path

SYNSETS = {
    "noun": [["tumor", "neoplasm", "new_growth"], ["vessel", "vas"], ["cyst"], ["mass", "lump"], ["wall", "paries"],
             ["study", "survey", "work"]],
    "verb": [["press", "compress", "squeeze"], ["shrink", "contract"], ["enlarge", "magnify"], ["study", "examine"]],
    "adj": [["large", "big"], ["small", "little"], ["normal(p)", "typical"], ["clear", "Lucid"]],
    "adv": [["left", "sinistrally"]],
}
EXCEPTIONS = {"noun": {"arteries": ["artery"], "vasa": ["vas"]}, "verb": {"shrank": ["shrink"]}, "adj": {}, "adv": {}}
LETTER = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}


def write_part(folder, part):
    data, index = "  1 a dictionary of a few words, made by tools/peers/toy_wordnet.py\n", {}
    for words in SYNSETS[part]:
        offset = len(data)
        named = " ".join(f"{word} 0" for word in words)
        data += f"{offset:08d} 00 {LETTER[part]} {len(words):02x} {named} 000 | no gloss\n"
        for word in words:
            index.setdefault(word.split("(")[0].lower(), []).append(offset)
    lines = []
    for word, offsets in sorted(index.items()):
        places = " ".join(f"{offset:08d}" for offset in offsets)
        lines.append(f"{word} {LETTER[part]} {len(offsets)} 0 {len(offsets)} 0 {places}  \n")
    (folder / f"data.{part}").write_text(data)
    (folder / f"index.{part}").write_text("  1 a dictionary of a few words\n" + "".join(lines))
    (folder / f"{part}.exc").write_text("".join(f"{k} {' '.join(v)}\n" for k, v in sorted(EXCEPTIONS[part].items())))


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for part in SYNSETS:
        write_part(folder, part)


if __name__ == "__main__":
    main()
