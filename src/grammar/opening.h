// Clauses that say whose image it is and why it was made by their very words: "Known prostate cancer.", "Fall,
// ?fracture." All others of that kind are told by what their words weigh, before anything was found (sentence_topic.h).
#pragma once

#include <span>

#include "grammar/steps.h"

namespace fiducial::findings {

// "Known prostate cancer.": what is known of the patient, and nothing of the image.
bool tells_what_is_known(const Setting& setting, std::span<const Item> items);

// "Boy aged 5 with a limp.": whose image it is and why it was made, by a word for the patient, wherever it stands.
bool tells_of_patient(const Setting& setting, std::span<const Item> items);

// "Fall, ?fracture.": why the image was made, before anything was found in it.
bool asks(const Setting& setting, std::span<const Item> items);

}  // namespace fiducial::findings
