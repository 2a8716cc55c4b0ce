// How each peer cuts a text into words. Every function appends the words of `text` to `out`.
#pragma once

#include <string_view>

#include "fiducial/lexical.h"
#include "lexical/words.h"

namespace fiducial::lexical {

// Python's str.split().
void split_space(std::string_view text, Words& out);
// rouge-score's default tokenizer: runs of a-z and 0-9 of the lower-case text; `stemmed`: its use_stemmer.
void split_rouge(std::string_view text, bool stemmed, Words& out);
// sacrebleu's 13a tokenizer, case kept.
void split_13a(std::string_view text, Words& out);

// pycocoevalcap's PTBTokenizer. Some of its words hold a no-break space ("1 1/2" is one word): ROUGE-L sees them
// whole, the other metrics split the text again at white space.
enum class NoBreak { whole, split };
void split_ptb(std::string_view text, NoBreak no_break, Words& out);

// By the user's choice of tokens.
inline void split(std::string_view text, Tokens tokens, NoBreak no_break, Words& out) {
  if (tokens == Tokens::ptb) {
    split_ptb(text, no_break, out);
  } else {
    split_space(text, out);
  }
}

// The words of both texts of a pair.
struct PairWords {
  Words reference, candidate;
};

// Each text cut by `cut(text, words)`, into memory that the thread keeps: good until it splits the next pair.
template <typename Cut>
const PairWords& split_pair(std::string_view reference, std::string_view candidate, Cut cut) {
  thread_local PairWords words;
  words.reference.clear();
  words.candidate.clear();
  cut(reference, words.reference);
  cut(candidate, words.candidate);
  return words;
}

}  // namespace fiducial::lexical
