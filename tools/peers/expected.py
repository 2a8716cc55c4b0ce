"""What the peers say of the test pairs.

    python expected.py PAIRS.jsonl WORDNET_FOLDER EXPECTED.json

EXPECTED.json has the peers' versions, the Penn Treebank words of every text, and a list of runs: a metric, its options,
the value of each pair in the order of the file, and the value of the corpus.
"""

import importlib.metadata
import json
import sys

from nltk.stem.porter import PorterStemmer

import peers

PACKAGES = ["pycocoevalcap", "rouge-score", "sacrebleu", "nltk"]
STEMS = """enlarging enlarged compresses displacement arteries thickening dying skies news proceed dies flies died spied
agreed feed plastered bled motoring sing conflated troubled sized hopping tanned falling hissing fizzed failing filing
happy enjoy by say relational conditional rational valency hesitancy digitizer conformably radically differently vilely
analogously vietnamization predication operator feudalism decisiveness hopefulness callousness formality sensitivity
sensibility helpfully radiology geology triplicate formative formalize electricity electrical hopeful goodness revival
allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption
homologous communism activate angularity effective bowdlerize probate rate cease controlling rolled syzygy yy eed ies
naïvely éé-ing sjögren's opacities effusions calcifications atelectatic metastases stenoses""".split()


def run(metric, result, tokens="ptb", stem=False, wordnet=False):
    pairs, corpus = result
    return {"metric": metric, "tokens": tokens, "stem": stem, "wordnet": wordnet, "pairs": pairs, "corpus": corpus}


def coco_runs(tokens, references, candidates):
    runs = [run(name, result, tokens) for name, result in peers.bleu(references, candidates).items()]
    runs.append(run("rougeL", peers.rouge_l(references, candidates), tokens))
    runs.append(run("cider", peers.cider(references, candidates), tokens))
    runs.append(run("meteor", peers.meteor(references, candidates), tokens))
    return runs


def main():
    pairs_file, wordnet_folder, out_file = sys.argv[1:]
    pairs = [json.loads(line) for line in open(pairs_file, encoding="utf-8")]
    references = [pair["reference"] for pair in pairs]
    candidates = [pair["candidate"] for pair in pairs]
    words = peers.ptb(references + candidates)
    reference_words, candidate_words = words[: len(pairs)], words[len(pairs) :]
    wordnet = peers.open_wordnet(wordnet_folder)

    runs = coco_runs("ptb", reference_words, candidate_words)
    runs += coco_runs("space", peers.space(references), peers.space(candidates))
    runs.append(run("meteor", peers.meteor(reference_words, candidate_words, wordnet), wordnet=True))
    for n in (1, 2):
        for stem in (False, True):
            runs.append(run(f"rouge{n}", peers.rouge_n(n, references, candidates, stem), stem=stem))
    runs.append(run("sacrebleu", peers.sacrebleu(references, candidates)))

    stemmer = PorterStemmer()
    expected = {
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES},
        "ids": [pair["id"] for pair in pairs],
        "reference_words": [text.split() for text in reference_words],
        "candidate_words": [text.split() for text in candidate_words],
        "stems": {word: stemmer.stem(word) for word in STEMS},
        "runs": runs,
    }
    with open(out_file, "w", encoding="utf-8") as out:
        json.dump(expected, out, ensure_ascii=False, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
