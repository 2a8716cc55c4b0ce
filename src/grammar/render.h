// A Finding as one readable English sentence: RadSEM's atomic finding sentence.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "grammar/finding.h"

namespace fiducial::findings {

// How a sentence is put. `names` says what to call a concept (by default its label in the lexicon).
enum class Style : std::uint8_t { place_first, thing_first, there_is, in_place };
inline constexpr int kStyles = 4;
using Names = std::function<std::string_view(ConceptId)>;

// "Left upper lobe shows multiple small nodules (3 x 4 mm).", "Heart size is normal.", "Trachea is patent.",
// "Right pleural cavity shows no effusion." Findings that differ give sentences that differ. `report` is the text that
// the finding was read from: it has the words that the lexicon does not know.
std::string sentence(const Lexicon& lexicon, const Finding& finding, std::string_view report);
// The same in another style: "Multiple small nodules (3 x 4 mm) are seen in the left upper lobe."
std::string sentence(const Lexicon& lexicon, const Finding& finding, std::string_view report, Style style,
                     const Names& names);

}  // namespace fiducial::findings
