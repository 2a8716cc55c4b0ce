"""The lexical metrics as their own implementations compute them, for a list of (reference, candidate) pairs.

Every function returns (values of the pairs, value of the corpus). docs/baselines.md says which implementation and
which words each metric of Fiducial agrees with; this file is that page as code.
"""

import atexit
import contextlib
import io
import shutil
import tempfile
import warnings
from pathlib import Path

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import single_meteor_score
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu import corpus_bleu, sentence_bleu


def ptb(texts):
    """Texts as pycocoevalcap tokenizes them: words joined by spaces."""
    # The tokenizer takes any line end for the end of a text, and pycocoevalcap replaces only "\n".
    lines = {i: [{"caption": " ".join(text.splitlines())}] for i, text in enumerate(texts)}
    out = PTBTokenizer().tokenize(lines)
    return [out[i][0] for i in range(len(texts))]


def space(texts):
    """Texts that are tokenized already."""
    return [" ".join(text.split()) for text in texts]


def coco(scorer, references, candidates):
    """One of pycocoevalcap's scorers, on texts whose words are joined by spaces."""
    gts = {i: [text] for i, text in enumerate(references)}
    res = {i: [text] for i, text in enumerate(candidates)}
    with contextlib.redirect_stdout(io.StringIO()):
        return scorer.compute_score(gts, res)


def bleu(references, candidates):
    """A dictionary of four results: bleu1 … bleu4."""
    corpus, pairs = coco(Bleu(4), references, candidates)
    return {f"bleu{n + 1}": (list(pairs[n]), corpus[n]) for n in range(4)}


def rouge_l(references, candidates):
    corpus, pairs = coco(Rouge(), references, candidates)
    return [float(x) for x in pairs], float(corpus)


def cider(references, candidates):
    corpus, pairs = coco(Cider(), references, candidates)
    return [float(x) for x in pairs], float(corpus)


def rouge_n(n, references, candidates, stem=False):
    """References and candidates are the raw texts."""
    name = f"rouge{n}"
    scorer = RougeScorer([name], use_stemmer=stem)
    pairs = [scorer.score(r, c)[name].fmeasure for r, c in zip(references, candidates)]
    return pairs, sum(pairs) / len(pairs)


def sacrebleu(references, candidates):
    """References and candidates are the raw texts."""
    pairs = [sentence_bleu(c, [r]).score for r, c in zip(references, candidates)]
    return pairs, corpus_bleu(candidates, [references], force=True).score


class NoSynonyms:
    """Stands in for WordNet where METEOR has no synonym stage."""

    def synsets(self, _word):
        return []


def meteor(references, candidates, wordnet=None):
    """References and candidates are texts whose words are separated by white space."""
    wordnet = wordnet or NoSynonyms()
    pairs = [single_meteor_score(r.split(), c.split(), wordnet=wordnet) for r, c in zip(references, candidates)]
    return pairs, sum(pairs) / len(pairs)


class EnglishWordNet(WordNetCorpusReader):
    """NLTK's reader without its tables for other languages, which need a download of its own."""

    def map_wn(self, version="wordnet"):
        return None


def open_wordnet(folder):
    """NLTK's reader on a dictionary folder that lacks NLTK's own additions, such as Debian's wordnet-base."""
    copy = Path(tempfile.mkdtemp(prefix="wordnet-"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    for file in Path(folder).iterdir():
        if file.is_file():
            shutil.copy(file, copy)
    if not (copy / "lexnames").exists():
        (copy / "lexnames").write_text("".join(f"{i:02d}\tfile{i}\t1\n" for i in range(45)))
    nltk.data.path.append(str(copy))  # NLTK reads dictionaries only from folders that it was told of
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return EnglishWordNet(str(copy), None)


def all_metrics(references, candidates, wordnet=None):
    """Every metric of Fiducial at its defaults: a dictionary from its name to its result."""
    words = ptb(references + candidates)
    r, c = words[: len(references)], words[len(references) :]
    return {
        **bleu(r, c),
        "rougeL": rouge_l(r, c),
        "cider": cider(r, c),
        "rouge1": rouge_n(1, references, candidates),
        "rouge2": rouge_n(2, references, candidates),
        "sacrebleu": sacrebleu(references, candidates),
        "meteor": meteor(r, c, wordnet),
    }
