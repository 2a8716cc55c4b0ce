// The words of a report that mean something, and which of them no Finding says.
//
// The grammar ties words into Findings. Where it fails, a word is left over: a side whose noun it did not know, a
// number that found nothing to count. Such a word is still in the report, and of two reports that give the same
// Findings the one that has it too is the nearer. Words that were left out for a reason (history, advice, an earlier
// size) are not left over.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/parse.h"

namespace fiducial::findings {

// What a word means, as a number: a concept of the lexicon, a side, a level, a length, a quantity, a denial, the stem
// of a word that is not known.
using Meaning = std::uint64_t;

struct ContentWord {
  Span span;
  std::uint32_t sentence = 0;
  std::array<Meaning, 4> meanings{};  // it may mean either of these
  std::uint8_t count = 0;
  std::array<Meaning, 6> said_as{};  // … and a Finding may say it as one of these: "healing" as not yet healed
  std::uint8_t said_as_count = 0;
  ConceptId place = kNone;     // of a place: which
  ConceptId observed = kNone;  // of an observation: which
  std::int8_t direction = 0;   // of more, and of less
  bool of_sentence = false;    // means nothing outside its sentence: a side, a denial
  bool placed = false;         // a Finding says it
  Unit unit = Unit::none;      // of a quantity
  float measure = 0;           // a length in millimetres, or that much of the unit; 0: no measure
};

class ContentWords {
 public:
  explicit ContentWords(const Lexicon& lexicon) : lexicon_(lexicon) {}

  void clear() { words_.clear(); }
  // The words of a clause that was read; for a ClauseWatcher.
  void add(const Clause& clause);
  // When the report is read: which of them these Findings of it say.
  void place(std::span<const Finding> findings);
  std::span<const ContentWord> words() const { return words_; }

 private:
  struct Said {
    Meaning meaning;
    std::uint32_t sentence;
    friend bool operator<(const Said& a, const Said& b) {
      return a.meaning != b.meaning ? a.meaning < b.meaning : a.sentence < b.sentence;
    }
  };
  void collect(const Finding& finding);
  bool is_said(Meaning meaning, const ContentWord& word, bool anywhere) const;
  bool is_said(const ContentWord& word, std::span<const Finding> findings) const;
  void place_what_is_repeated();
  bool composes_name(const ContentWord& word, std::span<const Finding> findings) const;
  bool composes_place(const ContentWord& word, std::span<const Finding> findings) const;

  const Lexicon& lexicon_;
  std::vector<ContentWord> words_;
  std::vector<Said> said_;
};

// How many meanings of words that are left over in either report the other has nowhere.
std::size_t count_unshared(std::span<const ContentWord> a, std::span<const ContentWord> b);

}  // namespace fiducial::findings
