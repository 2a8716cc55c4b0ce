// Sentences that say whose image it is and why it was made, and nothing of the image: "Known prostate cancer.",
// "Cirrhosis surveillance.", "Fall, ?fracture."
#pragma once

#include <optional>
#include <span>

#include "grammar/steps.h"

namespace fiducial::findings {

// "Known prostate cancer.": what is known of the patient, and nothing of the image.
bool tells_what_is_known(const Setting& setting, std::span<const Item> items);

// What a sentence that opens a report says, if it says nothing of the image.
struct Opening {
  bool disease = false, cancer = false, complaint = false, injury = false, operation = false;
  int reasons = 0;  // words for the patient, the examination, or why it was made
};

// Before everything else, with no verb: "Metastatic breast cancer on letrozole.", "MR enterography, known Crohn's.",
// "Cirrhosis surveillance.", "Netball injury to the right ankle."
std::optional<Opening> tells_whose_image(const Setting& setting, std::span<const Item> items);

// "Right knee MR after a twist", "Sigmoid carcinoma, staging": how many items at the beginning of a clause with no
// verb, before anything was found, say no more than whose image it is and why it was made; phrase by phrase, between
// commas.
std::size_t tells_why(const Setting& setting, std::span<const Item> items);

// "Boy aged 5 with a limp.": the same, by a word for the patient, wherever it stands.
bool tells_of_patient(const Setting& setting, std::span<const Item> items);

// "Fall, ?fracture.": why the image was made, before anything was found in it.
bool asks(const Setting& setting, std::span<const Item> items);

}  // namespace fiducial::findings
