// What a sentence of a report is about, and the signs that tell it. lexicon/topics.txt has what each sign weighs.
//
// A sign is a word, what kind of word it is, two of either side by side, or a kind of word somewhere behind another:
// "biopsy", "<symptom>", "known <disease>", "<show> <far> <disease>".
// Each weighs for or against a topic, beside what the image shows, which weighs nothing. tools/fit_topics.cc makes the
// table from labelled sentences (bench/topics).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fiducial::lexicon {

enum class Topic : std::uint8_t {
  image,        // what the image shows, and what it does not
  patient,      // whose image it is, and why it was made
  examination,  // how it was made, and what it was compared with
  advice,       // what is to be done next, and who was told
};

// Kinds of words, and the marks between them.
enum class WordKind : std::uint8_t {
  begin,  // where the sentence begins and ends
  end,
  number,
  level,  // a vertebra
  comma,
  colon,
  mark,  // any other
  unknown,
  place,
  symptom,
  operation,
  device,
  disease,
  normal,
  vague,
  attribute,
  modifier,
  technique,  // and the other cues, by what they do
  recommend,
  person,
  history,
  reason,
  prior,
  be,
  show,
  seen,
  denial,
  hedge,
  infer,
  quality,
  side,
  preposition,
  joint,
  filler,
  cue,
  far,  // between two kinds: the one stands somewhere behind the other
};

std::string_view name(WordKind kind);
std::optional<WordKind> word_kind(std::string_view name);

// What a sign is known by; words by the hash of their stem.
using SignKey = std::uint64_t;
SignKey word_sign(std::uint64_t word);
SignKey sign(WordKind kind);
SignKey sign(SignKey first, SignKey second);

// What a sign weighs, in hundredths.
struct TopicWeights {
  std::int32_t patient = 0, examination = 0, advice = 0;
  TopicWeights& operator+=(const TopicWeights& other) {
    patient += other.patient;
    examination += other.examination;
    advice += other.advice;
    return *this;
  }
};

struct WeighedSign {
  SignKey key = 0;  // 0: a free place of the table
  TopicWeights weights;
};

}  // namespace fiducial::lexicon
