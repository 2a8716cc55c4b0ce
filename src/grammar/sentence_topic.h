// What a sentence, or a stretch of it, is about: what the image shows, or whose image it is, how it was made, what is
// to be done next. Told by the signs in its words, each of which was weighed beforehand (lexicon/topic.h): a softmax
// regression, whose sums are whole numbers, so that every machine comes to the same.
#pragma once

#include <functional>
#include <span>

#include "lexicon/lexicon.h"
#include "text/token.h"

namespace fiducial::findings {

// How much more it speaks for each topic than for what the image shows, in hundredths of a logit.
lexicon::TopicWeights weigh_topics(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens);

// "Fall on the hand, undisplaced fracture of the radius.": how many tokens at the beginning, up to a comma or the end,
// are about the patient or the examination, by so much at least; 0: none.
std::size_t tokens_before_image(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens,
                                std::int32_t least);

// Each sign once; for those who weigh them (tools/fit_topics.cc). A word is named by its place among the tokens.
struct SignPart {
  lexicon::WordKind kind = lexicon::WordKind::begin;
  std::uint32_t token = 0;
  bool word = false;  // the word itself, and not what kind of word it is
};
struct Sign {
  lexicon::SignKey key = 0;
  SignPart first, second;
  bool pair = false, far = false;
};
void signs_of(const lexicon::Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Sign>& out);

}  // namespace fiducial::findings
