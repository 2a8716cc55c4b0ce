#include "grammar/heading_role.h"

#include <algorithm>
#include <utility>

#include "grammar/chunk_places.h"
#include "grammar/colon_list.h"
#include "grammar/members.h"
#include "text/stem.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using text::TokenKind;

namespace {

// "Nodule 1", "Lesion B": one of several that are told one by one.
bool is_label(std::span<const text::Token> heading) {
  if (heading.size() < 2 || heading.size() > 3) return false;
  const text::Token& last = heading.back();
  return last.kind == TokenKind::number || (last.kind == TokenKind::word && last.end - last.begin == 1);
}

// "none", "absent", "not identified": a denial and nothing that is denied.
bool only_denies(std::span<const Item> items) {
  const auto denial = [](const Item& i) {
    return i.cue == CueKind::neg || i.cue == CueKind::not_ || i.cue == CueKind::negpost;
  };
  const auto empty = [&](const Item& i) {
    return denial(i) || (i.kind == ItemKind::cue && (i.cue == CueKind::seen || i.cue == CueKind::filler));
  };
  return std::any_of(items.begin(), items.end(), denial) && std::all_of(items.begin(), items.end(), empty);
}

// "Fracture: negative."
bool only_negative(std::span<const text::Token> rest) {
  static const text::WordHash negative = text::hash_word(text::stem("negative"));
  return !rest.empty() && rest.size() <= 2 && rest.front().word == negative &&
         (rest.size() == 1 || rest.back().kind == TokenKind::period);
}

// A side and words that describe, and nothing that is described.
bool only_details(const Lexicon& lexicon, std::span<const Item> items) {
  const auto side = [](const Item& i) { return i.cue == CueKind::left || i.cue == CueKind::right; };
  const auto describes = [&](const Item& i) { return i.only_modifier() || tells_looks(lexicon, i); };
  // "small on the right, none on the left"
  const auto none = [&](const Item& i) { return is_cue(i, CueKind::neg) && lexicon[i.cue_concept].direction < 0; };
  const auto detail = [&](const Item& i) {
    return describes(i) || none(i) || i.kind == ItemKind::measure || i.kind == ItemKind::comma || side(i) ||
           (i.kind == ItemKind::cue && (i.cue == CueKind::filler || i.cue == CueKind::hedge || i.cue == CueKind::and_));
  };
  const auto sides = std::count_if(items.begin(), items.end(), side);
  const bool denies = std::any_of(items.begin(), items.end(), none);
  const auto told = [&](const Item& i) {
    return describes(i) || is_cue(i, CueKind::hedge) || (denies && (is_size(i) || sides == 1));
  };
  return (sides <= 1 || denies) && std::all_of(items.begin(), items.end(), detail) &&
         std::any_of(items.begin(), items.end(), told);
}

// Places, sides and details, a place or a side in each piece between commas, and nothing that is there.
bool lists_places(std::span<const Item> items) {
  const auto side = [](const Item& i) {
    return i.kind == ItemKind::cue && (i.cue == CueKind::left || i.cue == CueKind::right || i.cue == CueKind::both);
  };
  const auto place = [&](const Item& i) {
    return side(i) || i.kind == ItemKind::level || (i.anatomy != nullptr && i.observation == nullptr);
  };
  bool placed = false;
  // "Nodules: upper lobe, 6 mm; lower lobe, 4 mm"
  const bool semicolons =
      std::any_of(items.begin(), items.end(), [](const Item& i) { return i.kind == ItemKind::semicolon; });
  for (const Item& i : items) {
    if (semicolons && i.kind == ItemKind::comma) continue;
    if (i.kind == ItemKind::comma || i.kind == ItemKind::semicolon) {
      if (!std::exchange(placed, false)) return false;
      continue;
    }
    placed |= place(i);
    const bool word = i.kind == ItemKind::cue && (i.cue == CueKind::in || i.cue == CueKind::of ||
                                                  i.cue == CueKind::the || i.cue == CueKind::filler);
    const bool detail = i.modifier != nullptr && i.attribute == nullptr && i.cue == CueKind::none;
    if (!place(i) && !word && !detail && i.kind != ItemKind::measure && i.kind != ItemKind::ordinal) return false;
  }
  return placed;
}

// "Renal mass: left upper pole, 3 cm": one place, and how large.
bool places_and_measures(std::span<const Item> items) {
  std::size_t placed = 0;
  bool here = false, measured = false;
  for (const Item& i : items) {
    if (i.kind == ItemKind::comma) here = false;
    const bool place = names_side(i) || i.kind == ItemKind::level || names_place(i);
    if (place && !here) {
      ++placed;
      here = true;
    }
    measured |= i.kind == ItemKind::measure && i.size_count != 0;
    if (!place && i.kind != ItemKind::comma && i.kind != ItemKind::measure && !says_nothing(i) &&
        !is_cue(i, CueKind::in) && !is_cue(i, CueKind::of))
      return false;
  }
  return placed == 1 && measured;
}

// One finding and its category, by one name.
bool is_category(std::span<const text::Token> tokens, std::span<const Item> heading) {
  return heading.size() == 1 && heading.front().observation != nullptr && !tokens.empty() &&
         tokens.back().kind == TokenKind::number;
}

// Something that is there, rather than a topic: one thing, by more than its bare name or by the name of a disease.
// "Nodules: a spiculated nodule in the upper lobe" only says what is spoken of.
bool is_diagnosis(const Lexicon& lexicon, std::span<const Item> heading, std::span<const Item> rest) {
  const auto thing =
      std::find_if(heading.begin(), heading.end(), [](const Item& i) { return i.observation != nullptr; });
  if (thing == heading.end() || thing->cue != CueKind::none) return false;
  const ConceptId what = thing->observation->concept_id;
  const bool again = std::any_of(rest.begin(), rest.end(), [&](const Item& i) {
    return i.observation != nullptr &&
           lexicon.representative(i.observation->concept_id) == lexicon.representative(what);
  });
  if (thing->plural && again) return false;
  const lexicon::Concept& c = lexicon[what];
  const bool named = !c.has(lexicon::Concept::normal) && !c.has(lexicon::Concept::generic) &&
                     !c.has(lexicon::Concept::vague) && !c.has(lexicon::Concept::device);
  const bool one =
      std::count_if(heading.begin(), heading.end(), [](const Item& i) { return i.observation != nullptr; }) == 1;
  return named && one && std::none_of(heading.begin(), heading.end(), [](const Item& i) {
           return i.kind == ItemKind::unknown ||
                  (i.kind == ItemKind::cue &&
                   (i.cue == CueKind::neg || i.cue == CueKind::and_ || i.cue == CueKind::or_));
         });
}

// "Right renal mass: no fat": a topic has no side and no size.
bool is_one_of_its_kind(std::span<const Item> heading) {
  return std::any_of(heading.begin(), heading.end(),
                     [](const Item& i) { return names_one_side(i) || i.kind == ItemKind::measure; });
}

// "Mild hepatic steatosis: …": how bad it is, or since when, is said of what is there.
bool is_graded(const Lexicon& lexicon, std::span<const Item> heading) {
  return std::any_of(heading.begin(), heading.end(), [&](const Item& i) {
    if (!i.only_modifier()) return false;
    const Concept& c = lexicon[i.modifier->concept_id];
    return c.is(lexicon::ModifierKind::severity) || c.is(lexicon::ModifierKind::onset) ||
           c.is(lexicon::ModifierKind::size);
  });
}

// "Left hip replacement: lucency around the cup": a device of one side is there, whatever is said of it.
bool is_device_of_side(const Lexicon& lexicon, std::span<const Item> heading, std::span<const Item> rest) {
  const auto device = [&](const Item& i) {
    return i.observation != nullptr && lexicon[i.observation->concept_id].has(Concept::device);
  };
  const auto plain = [&](const Item& i) {
    return device(i) || i.anatomy != nullptr || i.only_modifier() || is_cue(i, CueKind::left) ||
           is_cue(i, CueKind::right) || is_cue(i, CueKind::filler) || is_cue(i, CueKind::the);
  };
  if (std::count_if(heading.begin(), heading.end(), device) != 1 || !std::all_of(heading.begin(), heading.end(), plain))
    return false;
  // "NG tube misplaced: its tip is in the esophagus"
  const bool judged = std::any_of(heading.begin(), heading.end(), [&](const Item& i) {
    return i.only_modifier() && lexicon[i.modifier->concept_id].is(lexicon::ModifierKind::position);
  });
  return judged || (std::any_of(heading.begin(), heading.end(),
                                [](const Item& i) { return is_cue(i, CueKind::left) || is_cue(i, CueKind::right); }) &&
                    std::any_of(rest.begin(), rest.end(), [](const Item& i) { return i.observation != nullptr; }));
}

// "Distended noncompressible left popliteal vein: acute DVT": what is wrong with a place, and then its name.
bool judges_place(const Lexicon& lexicon, std::span<const Item> heading) {
  if (heading.size() < 2 || heading.back().anatomy == nullptr || heading.back().observation != nullptr) return false;
  bool judged = false;
  for (const Item& i : heading.first(heading.size() - 1)) {
    const bool wrong = i.observation != nullptr && !lexicon[i.observation->concept_id].has(lexicon::Concept::normal) &&
                       (i.adjective || lexicon[i.observation->concept_id].about != kNone);
    judged |= wrong;
    const bool side = i.kind == ItemKind::cue && (i.cue == CueKind::left || i.cue == CueKind::right ||
                                                  i.cue == CueKind::both || i.cue == CueKind::the);
    const bool beside =
        i.only_modifier() || i.kind == ItemKind::comma || is_cue(i, CueKind::and_) || is_cue(i, CueKind::filler);
    if (!wrong && !side && !beside) return false;
  }
  return judged;
}

// "Left breast, 2:00:": where in the organ, by the hour.
bool names_hour(const Lexicon& lexicon, const HeadingPart& heading) {
  return std::any_of(heading.items.begin(), heading.items.end(), [&](const Item& i) {
    return i.only_modifier() && lexicon[i.modifier->concept_id].is(lexicon::ModifierKind::position) &&
           heading.tokens[i.first_token].kind == TokenKind::number;
  });
}

// One thing that may be found in several places.
bool names_one_thing(const Lexicon& lexicon, std::span<const Item> heading) {
  const auto names = [](const Item& i) { return i.observation != nullptr; };
  const auto thing = std::find_if(heading.begin(), heading.end(), names);
  return thing != heading.end() && std::count_if(heading.begin(), heading.end(), names) == 1 &&
         !lexicon[thing->observation->concept_id].has(Concept::normal) &&
         std::none_of(heading.begin(), heading.end(), [](const Item& i) {
           return i.kind == ItemKind::unknown || i.kind == ItemKind::comma || is_cue(i, CueKind::neg) ||
                  is_cue(i, CueKind::and_) || is_cue(i, CueKind::or_);
         });
}

// Is what the heading counts named again, as often as there are of it?
bool tells_one_by_one(std::span<const Item> heading, std::span<const Item> rest) {
  const auto thing =
      std::find_if(heading.begin(), heading.end(), [](const Item& i) { return i.observation != nullptr; });
  if (thing == heading.end() || !thing->plural) return false;
  return std::count_if(rest.begin(), rest.end(), [&](const Item& i) {
           return i.observation != nullptr && i.observation->concept_id == thing->observation->concept_id;
         }) > 1;
}

// Is something found, and nothing denied? "The appendix is 12 mm", "no fetal heartbeat": something is found by its
// size, or what should be there is not.
bool asserts(const Lexicon& lexicon, std::span<const Item> items) {
  bool denies = false, wrong = false, normal = false, measured = false;
  for (const Item& i : items) {
    denies |= i.negated_prefix || i.cue == CueKind::neg || i.cue == CueKind::not_ || i.cue == CueKind::negpost;
    measured |= i.kind == ItemKind::measure;
    wrong |= i.only_modifier() && lexicon[i.modifier->concept_id].seen != kNone;
    if (i.observation == nullptr) continue;
    (lexicon[i.observation->concept_id].has(lexicon::Concept::normal) ? normal : wrong) = true;
  }
  if (denies) return normal && !wrong;
  return wrong || (measured && !normal);
}

// … or up to the first comma: "Acute cholecystitis: thickening of the wall, no perforation".
bool begins_by_asserting(const Lexicon& lexicon, std::span<const Item> items) {
  const auto comma = std::find_if(items.begin(), items.end(), [](const Item& i) {
    return i.kind == ItemKind::comma || i.kind == ItemKind::semicolon;
  });
  return asserts(lexicon, items) || asserts(lexicon, items.first(static_cast<std::size_t>(comma - items.begin())));
}

// Sizes, each with its place.
bool measures_places(const Lexicon& lexicon, std::span<const Item> items) {
  const Counts n = count(lexicon, items);
  return !items.empty() && items.front().kind == ItemKind::measure && items.front().size_count != 0 &&
         n.clinical + n.unknown + n.verbs == 0 && n.places > 0;
}

// A size, and no more than a side with it.
bool only_measures(const Lexicon& lexicon, std::span<const Item> items) {
  const Counts n = count(lexicon, items);
  const bool place = std::any_of(items.begin(), items.end(), [](const Item& i) { return i.anatomy != nullptr; });
  return n.clinical + n.unknown == 0 && !place && std::any_of(items.begin(), items.end(), [](const Item& i) {
           return i.kind == ItemKind::measure && i.size_count != 0;
         });
}

// "Right kidney length: 11 cm": an attribute of a place, and nothing that is found there.
bool judges_size(std::span<const Item> heading) {
  return std::any_of(heading.begin(), heading.end(), [](const Item& i) { return i.attribute != nullptr; }) &&
         std::none_of(heading.begin(), heading.end(), [](const Item& i) { return i.observation != nullptr; });
}

// "The nodes have become smaller: the largest now 14 mm": a sentence, with its verb in the form or without, and how
// large it is now.
bool tells_change(const Lexicon& lexicon, std::span<const Item> heading, bool verb, std::span<const Item> rest) {
  const auto size = std::find_if(rest.begin(), rest.end(), [](const Item& i) {
    return !is_cue(i, CueKind::largest) && !says_nothing(i) && !is_clause_verb(i);
  });
  return heading.size() > 1 && heading.front().modifier == nullptr && size != rest.end() && is_size(*size) &&
         std::none_of(rest.begin(), rest.end(), [](const Item& i) { return i.observation != nullptr; }) &&
         std::any_of(heading.begin() + 1, heading.end(), [&](const Item& i) {
           return i.only_modifier() && (verb || i.begins_with_verb) &&
                  (lexicon[i.modifier->concept_id].is(lexicon::ModifierKind::change) ||
                   lexicon[i.modifier->concept_id].going != lexicon::kNone);
         });
}

// "Batwing opacities, cardiomegaly, Kerley lines: acute oedema": things that are there, and what they are signs of.
bool lists_findings(const Lexicon& lexicon, std::span<const Item> heading) {
  const auto wrong = [&](const Item& i) {
    return i.observation != nullptr && i.kind == ItemKind::content &&
           !lexicon[i.observation->concept_id].has(Concept::normal);
  };
  return std::count_if(heading.begin(), heading.end(), wrong) > 1 && asserts(lexicon, heading) &&
         std::any_of(heading.begin(), heading.end(), [](const Item& i) { return i.kind == ItemKind::comma; });
}

}  // namespace

std::size_t words_of_change(const Lexicon& lexicon, std::span<const Item> heading) {
  if (heading.empty() || !heading.front().only_modifier() || heading.front().negated_prefix) return 0;
  const Concept& how = lexicon[heading.front().modifier->concept_id];
  const bool alone = std::all_of(heading.begin() + 1, heading.end(), [](const Item& i) {
    return says_nothing(i) || is_cue(i, CueKind::prior) || is_cue(i, CueKind::technique) || is_cue(i, CueKind::in) ||
           (i.observation == nullptr && i.anatomy == nullptr && i.attribute == nullptr && i.modifier == nullptr &&
            i.kind != ItemKind::cue && i.kind != ItemKind::unknown && i.kind != ItemKind::comma);
  });
  return how.is(lexicon::ModifierKind::change) && alone ? heading.front().tokens : 0;
}

HeadingRole role_of(const Lexicon& lexicon, const HeadingPart& heading, const HeadingPart& rest) {
  constexpr std::size_t kShort = 4;
  const Counts n = count(lexicon, heading.items);
  const bool names = n.clinical > 0 && n.verbs == 0;
  if (!rest.tokens.empty() && n.clinical + n.verbs == 0 && n.places > 0 && names_hour(lexicon, heading))
    return HeadingRole::measured;
  if (!rest.tokens.empty() && n.verbs == 0) {
    const bool one_thing = names_one_thing(lexicon, heading.items);
    if (names && is_label(heading.tokens)) return HeadingRole::label;
    if (one_thing && only_negative(rest.tokens)) return HeadingRole::described;
    if (one_thing && places_and_measures(rest.items)) return HeadingRole::measured;
    if (one_thing && begins_with_member(lexicon, rest.items)) return HeadingRole::said;
    if (one_thing && lists_places(rest.items)) return HeadingRole::listed;
    if (one_thing && lists_only_places(rest.items)) return HeadingRole::said;
    if (one_thing && tells_one_by_one(heading.items, rest.items)) return HeadingRole::announced;
    if (names && (only_details(lexicon, rest.items) || (rest.tokens.size() <= kShort && only_denies(rest.items))))
      return HeadingRole::described;
    if (names && (is_category(heading.tokens, heading.items) || measures_places(lexicon, rest.items)))
      return HeadingRole::measured;
  }
  if (names && !judges_size(heading.items) &&
      (lists_sizes_in_places(rest.items) || lists_places_with_sizes(rest.items)))
    return HeadingRole::said;
  if (n.clinical > 0 && only_measures(lexicon, rest.items))
    return judges_size(heading.items) ? HeadingRole::measured : HeadingRole::said;
  if (names && is_diagnosis(lexicon, heading.items, rest.items) &&
      (begins_by_asserting(lexicon, rest.items) || is_graded(lexicon, heading.items) ||
       is_one_of_its_kind(heading.items)))
    return HeadingRole::diagnosis;
  if (names && lists_findings(lexicon, heading.items) && begins_by_asserting(lexicon, rest.items))
    return HeadingRole::diagnosis;
  if (names && is_device_of_side(lexicon, heading.items, rest.items)) return HeadingRole::diagnosis;
  if (names && judges_place(lexicon, heading.items) && begins_by_asserting(lexicon, rest.items))
    return HeadingRole::diagnosis;
  if (n.places > 0 && n.details > 0 && tells_change(lexicon, heading.items, n.verbs > 0, rest.items))
    return HeadingRole::said;
  return n.clinical == 0 || n.verbs == 0 ? HeadingRole::topic : HeadingRole::said;
}

}  // namespace fiducial::findings
