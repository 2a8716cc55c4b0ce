// The embedded encoder: a phrase as a vector over what the lexicon knows of its words; no model.
//
// Each concept of the phrase is a coordinate, and so are the more general concepts above it, with less weight the
// further up: "retrocardiac" and "lower lobe" are neighbours because both lie in the lung. Details add the scale that
// they are on, sides the axis that they lie on. What one form says at once ("pleural effusion": fluid, of the pleura)
// counts as if it had been said in two words. A word that the lexicon lacks is its stem and the groups of three letters
// in it, so that two spellings of one word still meet. Each coordinate counts once, with its largest weight.
#pragma once

#include <memory>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

// Lengths of what each kind of word contributes, and how a concept's length is shared with those above it. Chosen so
// that the phrases whose cosines the paper publishes come out near them (tests/lunguage/encoder_test.cc).
struct EncoderWeights {
  float observation = 1.0F, place = 0.55F, attribute = 0.5F, detail = 0.47F, side = 0.63F, size = 0.4F, word = 0.7F;
  float level = 1.0F;  // not of the paper, which is about the chest
  float above = 0.9F;  // what the next more general concept gets of the one below
  float scale = 0.8F;  // what a detail's or side's scale gets
};

std::unique_ptr<Encoder> make_lexicon_encoder(const EncoderWeights& weights, const fiducial::Lexicon& lexicon = {});

}  // namespace fiducial::lunguage
