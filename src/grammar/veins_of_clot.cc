#include "grammar/veins_of_clot.h"

#include <algorithm>
#include <array>

#include "text/stem.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;

namespace {

// The kind of vessel that something is always or mostly in: of a deep vein thrombosis the veins.
ConceptId vessel_of(const Lexicon& lexicon, const Item& item) {
  if (item.kind != ItemKind::content || item.observation == nullptr) return lexicon::kNone;
  const Concept& c = lexicon[item.observation->concept_id];
  const ConceptId usual = c.at != lexicon::kNone ? c.at : c.home;
  if (usual == lexicon::kNone || lexicon[usual].parent_count == 0) return lexicon::kNone;
  return lexicon.ancestors(usual)[0] == lexicon.known().vascular_system ? usual : lexicon::kNone;
}

// "Popliteal", as "popliteal vein", if the lexicon has that.
void name_vessel(const Lexicon& lexicon, std::span<const text::Token> tokens, ConceptId vessel, text::WordHash noun,
                 Item& item) {
  std::array<text::WordHash, 6> words{};
  std::size_t n = 0;
  for (std::uint32_t k = 0; k < item.tokens && n + 1 < words.size(); ++k) {
    if (const text::WordHash word = tokens[item.first_token + k].word; word != 0) words[n++] = word;
  }
  words[n++] = noun;
  const auto senses = lexicon.exact({words.data(), n});
  const bool named = std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
    return s.section == Section::anatomy && lexicon.contains(vessel, s.concept_id);
  });
  if (!named) return;
  item.anatomy = item.modifier = nullptr;
  take_senses(lexicon, senses, item);
}

}  // namespace

void name_veins_of_clot(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items) {
  const auto bare = [](const Item& item) {
    return names_place(item) && item.tokens > 0 && item.tokens <= 3 && !item.completed;
  };
  if (std::none_of(items.begin(), items.end(), bare)) return;
  ConceptId vessel = lexicon::kNone;
  for (const Item& item : items) {
    if (vessel == lexicon::kNone) vessel = vessel_of(lexicon, item);
  }
  if (vessel == lexicon::kNone) return;
  const text::WordHash noun = text::hash_word(text::stem(lexicon.label(vessel)));
  for (Item& item : items) {
    // "the popliteal", "the common femoral"; but "the calf" is all of it
    const bool vessel_word =
        item.adjective ||
        (item.anatomy != nullptr && lexicon.contains(lexicon.known().vascular_system, item.anatomy->concept_id));
    if (vessel_word && names_place(item) && item.tokens > 0 && item.tokens <= 3 && !item.completed &&
        !lexicon.contains(vessel, item.anatomy->concept_id) && item.anatomy->concept_id != vessel)
      name_vessel(lexicon, tokens, vessel, noun, item);
  }
}

}  // namespace fiducial::findings
