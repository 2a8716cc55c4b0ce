#include "explain/concept_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fiducial::explain {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::kNone;
using lexicon::Section;

std::string_view kind_of(Section section) {
  switch (section) {
    case Section::none:
      return "concept without a table";
    case Section::anatomy:
      return "place";
    case Section::observation:
      return "observation";
    case Section::attribute:
      return "attribute";
    case Section::modifier:
      return "modifier";
    case Section::cue:
      return "cue";
    case Section::heading:
      return "heading";
    case Section::hint:
      return "hint";
    case Section::level:
      return "level";
    case Section::error:
      return "error";
    case Section::context:
      return "context";
    case Section::sign:
      return "sign";
  }
  return "";
}

std::string_view side_in_words(lexicon::Side side) {
  return side == lexicon::Side::left ? "left" : "right";
}

std::vector<std::string> properties_of(const lexicon::Lexicon& lexicon, ConceptId id) {
  constexpr std::pair<Concept::Flag, const char*> kFlags[] = {{Concept::paired, "one on each side"},
                                                              {Concept::part, "a piece that every organ has"},
                                                              {Concept::vague, "vague"},
                                                              {Concept::device, "a device"},
                                                              {Concept::symptom, "a symptom"},
                                                              {Concept::between, "between two vertebrae"},
                                                              {Concept::generic, "a bare shadow or area"},
                                                              {Concept::light, "changes nothing when it is named"},
                                                              {Concept::named_by_place, "where its name says"}};
  const Concept& one = lexicon[id];
  std::vector<std::string> words;
  if (one.section == Section::observation) words.emplace_back(one.has(Concept::normal) ? "normal" : "abnormal");
  for (const auto& [flag, meaning] : kFlags) {
    if (one.has(flag)) words.emplace_back(meaning);
  }
  if (one.side != lexicon::Side::none) words.emplace_back(side_in_words(one.side));
  if (one.direction != 0) words.emplace_back(one.direction > 0 ? "up" : "down");
  if (one.rank >= 0) words.push_back(fmt::format("rank {} of its scale", one.rank));
  return words;
}

std::vector<std::pair<std::string_view, ConceptId>> relations_of(const lexicon::Lexicon& lexicon, ConceptId id) {
  const Concept& one = lexicon[id];
  std::vector<std::pair<std::string_view, ConceptId>> all = {
      {"usually at", one.at}, {"judges", one.about},   {"opposite", one.opposite},    {"used for", one.like},
      {"increased", one.up},  {"when seen", one.seen}, {"always has", one.has_detail}};
  std::erase_if(all, [](const auto& relation) { return relation.second == kNone; });
  return all;
}

std::span<const ConceptId> parents_of(const lexicon::Lexicon& lexicon, ConceptId id) {
  const auto ancestors = lexicon.ancestors(id);
  return ancestors.first(std::min<std::size_t>(lexicon[id].parent_count, ancestors.size()));
}

std::string weight_of(const lexicon::Lexicon& lexicon, ConceptId id) {
  if (lexicon[id].section != Section::observation && lexicon[id].section != Section::modifier) return {};
  std::vector<ConceptId> chain{id};
  for (const ConceptId up : lexicon.ancestors(id)) chain.push_back(up);
  for (const ConceptId one : chain) {
    std::vector<std::string> words;
    for (const lexicon::Weight& w : lexicon.weights(one)) {
      constexpr std::string_view kKinds[] = {"", "at least ", "at most "};
      std::string said(kKinds[static_cast<std::size_t>(w.kind)]);
      said += name(w.significance);
      if (w.place != kNone) said += fmt::format(" at {}", lexicon.name(w.place));
      if (w.context != kNone) said += fmt::format(" if {}", lexicon.name(w.context).substr(8));
      words.push_back(std::move(said));
    }
    if (words.empty()) continue;
    return fmt::format("{}{}", fmt::join(words, ", "), one == id ? "" : fmt::format(" (as {})", lexicon.name(one)));
  }
  return lexicon[id].section == Section::observation ? "minor (nothing is said)" : "";
}

}  // namespace fiducial::explain
