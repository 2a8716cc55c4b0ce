// For each order: number the reference's n-grams and count them, then let each of the candidate's take one off.
#include "lexical/ngrams.h"

#include <algorithm>

namespace fiducial::lexical {

namespace {

struct GramScratch {
  WordTable words;
  PairTable pairs;
  std::vector<Id> reference_words, candidate_words;
  std::vector<Id> reference_grams, candidate_grams;  // the n-gram that starts at each word
  std::vector<std::uint32_t> counts;                 // of the reference's n-grams, less those taken
};

// Matches of the order whose n-grams are in the scratch.
std::size_t matches(GramScratch& s, std::size_t distinct) {
  s.counts.assign(distinct, 0);
  for (const Id gram : s.reference_grams) ++s.counts[gram];
  std::size_t found = 0;
  for (const Id gram : s.candidate_grams) {
    if (gram == no_id || s.counts[gram] == 0) continue;
    --s.counts[gram];
    ++found;
  }
  return found;
}

// From n-grams of order n-1 to those of order n.
void lengthen(GramScratch& s, std::size_t n) {
  s.pairs.clear();
  s.reference_grams.resize(NgramOverlap::ngrams(s.reference_words.size(), n));
  for (std::size_t i = 0; i < s.reference_grams.size(); ++i) {
    s.reference_grams[i] = s.pairs.intern(s.reference_grams[i], s.reference_words[i + n - 1]);
  }
  s.candidate_grams.resize(NgramOverlap::ngrams(s.candidate_words.size(), n));
  for (std::size_t i = 0; i < s.candidate_grams.size(); ++i) {
    const Id last = s.candidate_words[i + n - 1];
    Id& gram = s.candidate_grams[i];
    gram = gram == no_id || last == no_id ? no_id : s.pairs.find(gram, last);
  }
}

}  // namespace

NgramOverlap overlap(const Words& reference, const Words& candidate, std::size_t order) {
  thread_local GramScratch s;
  s.words.clear();
  s.reference_words.resize(reference.size());
  for (std::size_t i = 0; i < reference.size(); ++i) s.reference_words[i] = s.words.intern(reference[i]);
  s.candidate_words.resize(candidate.size());
  for (std::size_t i = 0; i < candidate.size(); ++i) s.candidate_words[i] = s.words.find(candidate[i]);

  NgramOverlap result{reference.size(), candidate.size(), {}};
  s.reference_grams = s.reference_words;
  s.candidate_grams = s.candidate_words;
  result.matches[0] = matches(s, s.words.size());
  for (std::size_t n = 2; n <= order && result.matches[n - 2] > 0; ++n) {
    lengthen(s, n);
    result.matches[n - 1] = matches(s, s.pairs.size());
  }
  return result;
}

}  // namespace fiducial::lexical
