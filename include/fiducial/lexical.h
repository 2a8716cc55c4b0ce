// The lexical baselines: BLEU, ROUGE, METEOR and CIDEr as the field's own implementations compute them.
// Each agrees with one named peer to 1e-6 (docs/baselines.md says which, with which tokens); its signature names it.
//
//   bleu1 … bleu4, bleu (all four)   pycocoevalcap's Bleu(4)               0 … 1
//   rougeL                           pycocoevalcap's Rouge, beta 1.2       0 … 1
//   cider                            pycocoevalcap's Cider                 0 … 10, needs all references first
//   rouge1, rouge2                   rouge-score's F-measure               0 … 1
//   rougeL-rouge-score               rouge-score's rougeL, F-measure       0 … 1
//   sacrebleu                        sacrebleu's sentence and corpus BLEU  0 … 100
//   meteor                           NLTK's meteor_score                   0 … 1
//
// Texts are UTF-8; a byte that is not is a character of its own. Metrics may be measured from many threads at once.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/metric.h"

namespace fiducial::lexical {

// How BLEU, ROUGE-L, CIDEr and METEOR cut a text into words. ROUGE-1/2 and sacrebleu always use their own rules.
enum class Tokens {
  ptb,    // as pycocoevalcap's PTBTokenizer: Penn Treebank words, lower case, without punctuation
  space,  // as Python's str.split(): for text that is tokenised already
};

// How far METEOR goes in looking for a word's partner: the same word; then the same stem; then a synonym.
enum class Stages { exact, stem, synonym };

struct Options {
  Tokens tokens = Tokens::ptb;
  bool stem = false;                   // rouge1, rouge2, rougeL-rouge-score: rouge-score's use_stemmer
  std::filesystem::path wordnet = {};  // meteor: a WordNet 3.0 dictionary folder; empty: no synonym stage
  Stages stages = Stages::synonym;     // meteor: the last of its stages; synonyms only if there is a WordNet
};

// The metric of that name, or nullptr if there is none. Throws InputError if options.wordnet cannot be read.
std::unique_ptr<Metric> make(std::string_view name, const Options& options = {});
// Every name that make() knows.
const std::vector<std::string>& names();

// The words of a text, for a look at what a metric compares.
std::vector<std::string> tokenize(std::string_view text, Tokens tokens = Tokens::ptb);
// The stem of a lower-case word by Porter's rules with NLTK's extensions (its PorterStemmer's default mode).
std::string stem(std::string_view word);

}  // namespace fiducial::lexical
