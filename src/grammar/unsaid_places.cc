#include "grammar/unsaid_places.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;

const std::vector<Site>& UnsaidPlaces::carried(const Site& inner) const {
  if (inner.parts.has(lexicon_.known().operative_area) && !context_.operated.empty()) return context_.operated;
  // "Kidneys: normal. The head of the pancreas is normal; tail not seen.": of what the same sentence named
  const bool named_here = !context_.focus.empty() && context_.focus_sentence == setting_.sentence &&
                          !context_.heading.empty() && !inner.parts.empty() && inner.organs.empty() &&
                          !lies_in(lexicon_, context_.focus.front(), context_.heading.front());
  return context_.heading.empty() || named_here ? context_.focus : context_.heading;
}

bool UnsaidPlaces::of_limb_heading(const Site& s) const {
  const ConceptId arm = lexicon_.known().upper_limb;
  const ConceptId leg = lexicon_.known().lower_limb;
  return !context_.heading.empty() && std::any_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) {
    return lexicon_.contains(arm, organ) || lexicon_.contains(leg, organ);
  });
}

// A place that the heading names, and of which the table of significance speaks too.
bool UnsaidPlaces::known_place(ConceptId c, const Site& s) const {
  const auto weights = lexicon_.weights(c);
  return !context_.heading.empty() && std::any_of(weights.begin(), weights.end(), [&](const lexicon::Weight& w) {
    return w.place != kNone &&
           std::any_of(s.organs.begin(), s.organs.end(),
                       [&](ConceptId organ) {
                         return organ == w.place || lexicon_.contains(organ, w.place) ||
                                lexicon_.contains(w.place, organ);
                       }) &&
           !lexicon_.contains(*s.organs.begin(), lexicon_[c].home);
  });
}

// "Adrenals normal. Small right effusion.": nothing of the abdomen, but next to it.
bool UnsaidPlaces::sided_neighbour(const Phrase& p, const Site& s, ConceptId home) const {
  const Lexicon::Known& known = lexicon_.known();
  return (context_.heading.empty() || !context_.headed) && p.site.side != Side::none &&
         lexicon_[home].has(Concept::paired) && !s.organs.empty() &&
         std::all_of(s.organs.begin(), s.organs.end(), [&](ConceptId o) {
           return lexicon_.contains(known.abdomen, o) || lexicon_.contains(known.vascular_system, o);
         });
}

// "The heart is normal. No consolidation or effusion.": of the lungs and the pleura, not of the heart.
bool UnsaidPlaces::move_to_home_organ(const Chunk& c, std::vector<Site>& sites) const {
  const Phrase& p = c.phrase;
  const ConceptId home = p.concept_id != kNone ? lexicon_[p.concept_id].home : kNone;
  if (home == kNone || !on(Rule::located_home)) return false;
  bool away = sites.empty();
  for (const Site& s : sites) {
    if ((systemic(lexicon_, s) && s.side == Side::none) || s.only_side()) {  // "Right: small effusion."
      away = true;
      continue;
    }
    if (sided_neighbour(p, s, home)) {
      away = true;
      continue;
    }
    if (!lexicon_[home].has(Concept::tissue) && !same_region(lexicon_, s, home)) return false;
    if (lexicon_[home].has(Concept::tissue) && of_limb_heading(s)) return false;  // "Right foot: fracture."
    if (known_place(p.concept_id, s)) return false;                               // "Pericardium: no effusion."
    // "The pericardium is normal. No effusion.", but "no effusion or pneumothorax"
    if (context_.heading.empty() && clause_.chunks.size() == 1 && sites.size() == 1 && p.site.side == Side::none &&
        context_.focus_sentence + 1 >= setting_.sentence && TieFinder::weighs_there(lexicon_, p.concept_id, s))
      return false;
    for (ConceptId organ : s.organs) away |= organ != home && !lexicon_.contains(home, organ);
  }
  if (!away) return false;
  // "The right lung is clear. No effusion.": on neither side
  const bool sided = sites.size() == 1 && (sites[0].only_side() || (paired(lexicon_, sites[0]) && !c.denied));
  const Side side = sided ? sites[0].side : Side::none;
  sites.assign(1, Site{});
  add_place(lexicon_, sites[0], home);
  sites[0].side = side;
  return true;
}

// "Fatty liver. Otherwise negative.": of all else, and not of the liver.
bool UnsaidPlaces::of_the_rest(std::size_t i) const {
  const ConceptId c = chunk(i).phrase.concept_id;
  const auto first = std::find_if(clause_.marks.begin(), clause_.marks.end(),
                                  [](const Mark& m) { return m.cue != lexicon::CueKind::none; });
  if (c == kNone || !context_.heading.empty() || first == clause_.marks.end() || first->next != 0) return false;
  const lexicon::CueKind cue = first->cue;
  const bool rest = cue == lexicon::CueKind::rest;
  // "A lesion in segment 8. Elsewhere no suspicious focus.", "No other lesion."
  const bool other = cue == lexicon::CueKind::neg && lexicon_[first->cue_concept].direction > 0;
  if ((rest || other) && chunk(i).denied) return true;
  return lexicon_[c].has(Concept::normal) && chunk(i).phrase.attribute == kNone &&
         (rest || cue == lexicon::CueKind::contrast);
}

// "T12 wedge compression, height reduced by 40%": the level that the head before has.
std::vector<Site> UnsaidPlaces::levels_before(std::size_t i) const {
  const int before = ties_.previous_head(i);
  if (before < 0 || chunk(i).denied != chunk(static_cast<std::size_t>(before)).denied) return {};
  const auto levelled = [](const Site& site) { return site.from != 0 && site.from < kRib; };
  const auto head = static_cast<std::size_t>(before);
  if (levelled(chunk(head).phrase.site)) return {chunk(head).phrase.site};
  for (std::size_t k = head + 1; k < i; ++k) {  // "wedge compression of T12"
    if (chunk(k).is(PhraseKind::place) && chunk(k).prepositional() && levelled(chunk(k).phrase.site))
      return {chunk(k).phrase.site};
  }
  // "fracture of T9 through a metastasis, 50% height loss": what it comes with has no level of its own
  if (head > 0 && chunk(head).follows >= 0 && chunk(head).phrase.site.empty()) return levels_before(head);
  return {};
}

UnsaidPlaces::Guess UnsaidPlaces::find(std::size_t i, Site own, bool& inferred) const {
  const Phrase& p = chunk(i).phrase;
  const bool nothing = own.empty();
  const ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
  ConceptId usual = at != kNone || p.concept_id == kNone ? at : lexicon_[p.concept_id].home;
  if (nothing && at == kNone && is_of_joint(p.concept_id)) usual = lexicon_.known().joint;
  Site joint;
  if (nothing && joint_spoken_of(usual, joint)) {
    inferred = context_.heading.empty() || !context_.headed;
    return {{Rule::located_home, 1, -1, -1}, {joint}};
  }
  // "Bladder: collapsed.": the word means of the lungs what it does not mean here
  const bool elsewhere = at != kNone && lexicon_[p.concept_id].has(Concept::only_there) && nothing &&
                         !context_.heading.empty() && !context_.heading.front().organs.empty() &&
                         !same_region(lexicon_, context_.heading.front(), at);
  if (at != kNone && !elsewhere && on(Rule::located_always)) {
    // Under "Right upper lobe:" a pneumonia is there, not in the lungs at large.
    std::vector<Site> there;
    const auto inside = [&](const Site& s) {
      return std::any_of(s.organs.begin(), s.organs.end(),
                         [&](ConceptId organ) { return lexicon_.contains(at, organ); });
    };
    for (const Site& s : explains() ? context_.focus : context_.heading) {
      if (nothing && inside(s)) there.push_back(s);
    }
    if (there.empty() && nothing && sums_up(i)) {
      std::copy_if(context_.ill.begin(), context_.ill.end(), std::back_inserter(there), inside);
      if (there.empty() && lexicon_[at].has(Concept::paired)) own.side = side_of_ill();
    }
    if (!there.empty()) return {{Rule::located_heading, 2, -1, -1}, there};
    add_place(lexicon_, own, at);
    if (own.side == Side::none && chunk(i).is_inference) own.side = ties_.side_of_subject(i, at);
    if (own.side == Side::none && nothing) own.side = side_spoken_of(i, at);
    return {{Rule::located_always, 2, -1, -1}, at_levels_of(setting_, {own}, levels_before(i))};
  }
  if (piece_at_home(p, own)) return {{Rule::located_home, 1, -1, -1}, {own}};
  if (const Site* const named = nothing ? lesion_named(i) : nullptr; named != nullptr) {
    inferred = true;
    return {{Rule::located_carried, 1, -1, -1}, {*named}};
  }
  // A tube may run anywhere: it is not where the sentence before was.
  const bool device = p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::device);
  std::vector<Site> sites = device && context_.heading.empty() ? std::vector<Site>{} : carried(own);
  if (of_the_examined(i)) sites = {context_.examined};
  inferred = context_.heading.empty() || !context_.headed;  // "Lateral meniscus: torn" says where
  if (of_the_rest(i)) return {};
  Rule rule = context_.heading.empty() ? Rule::located_carried : Rule::located_heading;
  if (move_to_home_organ(chunk(i), sites)) rule = Rule::located_home;
  // "A small left pneumothorax. No effusion.": on neither side
  const ConceptId pleura = lexicon_.known().pleura;
  const bool no_fluid = nothing && chunk(i).denied && !chunk(i).definite && p.concept_id == lexicon_.known().fluid &&
                        !sites.empty() && is_within(lexicon_, sites.front(), pleura);
  if (no_fluid) {
    sites.assign(1, Site{});
    add_place(lexicon_, sites.front(), pleura);
    if (is_one_side(context_.exam.side)) sites.front().side = context_.exam.side;  // "Left chest ultrasound."
  }
  if (sites.empty() || !on(rule)) return {{}, nothing ? std::vector<Site>{} : std::vector<Site>{own}};
  for (Site& s : sites) s = nothing ? s : within(lexicon_, own, s);
  return {{rule, 1, -1, -1}, sites};
}

// "A mass in the left kidney. No enlarged nodes. The mass contains calcifications", "calcifications within the mass":
// in the kidney.
const Site* UnsaidPlaces::lesion_named(std::size_t i) const {
  if (!context_.heading.empty() || !context_.focus_is_well || context_.focus_sentence == setting_.sentence ||
      !on(Rule::located_carried))
    return nullptr;
  const auto find = [&](const Chunk& c) -> const Site* {
    if (!c.definite || c.denied || !c.head() || !is_lesion(lexicon_, c.phrase.concept_id)) return nullptr;
    const auto last = std::find_if(context_.lesions.rbegin(), context_.lesions.rend(),
                                   [&](const auto& lesion) { return lesion.first == c.phrase.concept_id; });
    return last == context_.lesions.rend() ? nullptr : &last->second;
  };
  if (const Site* const own = find(chunk(i)); own != nullptr) return own;
  const bool within = i + 1 < clause_.chunks.size() && chunk(i + 1).prepositional();
  return within ? find(chunk(i + 1)) : nullptr;
}

// "Left basal patchy opacities": a bare base is the lung's, unless what was spoken of has one.
bool UnsaidPlaces::piece_at_home(const Phrase& p, Site& own) const {
  if (p.concept_id == kNone || !own.anywhere() || own.parts.empty() || !on(Rule::located_home)) return false;
  // "effusion left base": what is mostly in the pleura is at its base
  const ConceptId home = lexicon_[p.concept_id].home;
  Site at_home;
  if (home != kNone) add_place(lexicon_, at_home, home);
  const ConceptId whole = home != kNone && has_piece({at_home}, own) ? home : whole_of_piece(own);
  const std::vector<Site>& near = carried(own);
  if (whole == kNone || has_piece(near, own) || (!near.empty() && !same_region(lexicon_, near[0], whole))) return false;
  add_place(lexicon_, own, whole);
  return true;
}

// "Right mammogram. Axillary nodes are normal. There is a mass at 10 o'clock": in the breast.
bool UnsaidPlaces::of_the_examined(std::size_t i) const {
  const Chunk& c = chunk(i);
  return context_.heading.empty() && !context_.examined.organs.empty() && context_.focus_is_well && !c.denied &&
         !c.definite && is_lesion(lexicon_, c.phrase.concept_id) && !context_.focus.empty() &&
         !lies_in(lexicon_, context_.focus.front(), context_.examined) && on(Rule::located_examined);
}

// "Opacity at the right base: atelectasis or pneumonia", "An opacity at the right base. This is likely pneumonia."
bool UnsaidPlaces::explains() const {
  if (!context_.heading.empty()) return false;
  if (clause_.behind_colon) return context_.focus_sentence == setting_.sentence;
  // "In keeping with active Crohn's disease." is of all that was found, and not of what was said to be normal last
  const bool of_the_last = !clause_.items.empty() && !clause_.marks.empty() &&
                           clause_.items.front().begin != clause_.marks.front().span.begin && !context_.focus_is_well;
  return of_the_last && explains_findings_before(clause_) && context_.focus_sentence + 1 >= setting_.sentence;
}

// The joint that a place belongs to: of the cruciate ligament the knee's.
bool UnsaidPlaces::joint_of(const Site& place, Site& joint) const {
  const ConceptId any = lexicon_.known().joint;
  const auto found = [&](ConceptId x) {
    const auto wholes = lexicon_.ancestors(x).first(lexicon_[x].parent_count);
    const bool is_joint = std::find(wholes.begin(), wholes.end(), any) != wholes.end();
    const ConceptId here = is_joint ? x : lexicon_.composed(any, x);
    if (here == kNone || !lexicon_[here].has(Concept::paired)) return false;
    add_place(lexicon_, joint, lexicon_.representative(here));
    joint.side = place.side;
    return true;
  };
  return std::any_of(place.organs.begin(), place.organs.end(), [&](ConceptId organ) {
    const auto wholes = lexicon_.ancestors(organ);
    return found(organ) || std::any_of(wholes.begin(), wholes.end(), found);
  });
}

// "The cruciate ligaments are intact. Large effusion.": fluid there is what is called an effusion of a joint.
bool UnsaidPlaces::is_of_joint(ConceptId c) const {
  const std::vector<Site>& near = context_.heading.empty() ? context_.focus : context_.heading;
  if (c != lexicon_.known().fluid || near.empty() || near.front().organs.empty()) return false;
  const ConceptId here = lexicon_.composed_within(c, *near.front().organs.begin());
  return here != kNone && here != c && lexicon_[here].at == lexicon_.known().joint;
}

// "Right knee radiograph. The ligaments are intact. Small joint effusion."
bool UnsaidPlaces::joint_spoken_of(ConceptId usual, Site& joint) const {
  const ConceptId any = lexicon_.known().joint;
  if (usual == kNone || (usual != any && !lexicon_.contains(any, usual)) || lexicon_[usual].has(Concept::paired) ||
      !on(Rule::located_home))
    return false;
  const std::vector<Site>& near = context_.heading.empty() ? context_.focus : context_.heading;
  return (!near.empty() && joint_of(near.front(), joint)) || joint_of(context_.examined, joint) ||
         joint_of(context_.exam, joint);
}

// "The right lower lobe is opacified and effaces the diaphragm; pneumonia is the probable cause": of what the sentence
// has said is wrong.
bool UnsaidPlaces::sums_up(std::size_t i) const {
  return !chunk(i).denied && context_.heading.empty() && !context_.ill.empty() &&
         context_.ill_sentence == setting_.sentence && clause_.chunks.size() == 1;
}

Side UnsaidPlaces::side_of_ill() const {
  Side side = Side::none;
  for (const Site& s : context_.ill) {
    if (s.side == Side::none || (side != Side::none && s.side != side)) return Side::none;
    side = s.side;
  }
  return side;
}

// "A mass in the right breast. Probably a fibroadenoma.", "Left renal stone. Mild hydronephrosis.": at its own place,
// on the side where something was found last.
Side UnsaidPlaces::side_spoken_of(std::size_t i, ConceptId at) const {
  constexpr std::uint32_t kExplains = 3;  // "… The right breast is normal. Probably a fibroadenoma."
  const Chunk& c = chunk(i);
  const Concept& said = lexicon_[c.phrase.concept_id];
  const bool hedged = c.certainty != Certainty::definite;
  if (c.denied || !context_.heading.empty() || context_.ill_sentence == setting_.sentence ||
      setting_.sentence > context_.ill_sentence + (hedged ? kExplains : 1) || said.has(Concept::normal) ||
      said.has(Concept::device) || said.has(Concept::vague) || !lexicon_[at].has(Concept::paired) ||
      (!hedged && spoken_of_as_one(at)) || !on(Rule::side_implied))
    return Side::none;
  Site own;
  own.organs.add(at);
  const bool near = std::all_of(context_.ill.begin(), context_.ill.end(), [&](const Site& ill) {
    return paired(lexicon_, ill) && near_each_other(lexicon_, own, ill);
  });
  return near ? side_of_ill() : Side::none;
}

// Of the lungs much is said without a side that is on both.
bool UnsaidPlaces::spoken_of_as_one(ConceptId place) const {
  const auto wholes = lexicon_.ancestors(place);
  return std::any_of(wholes.begin(), wholes.end(), [&](ConceptId up) { return lexicon_[up].has(Concept::whole); });
}

// Has what was spoken of such a piece, by a name of its own?
bool UnsaidPlaces::has_piece(const std::vector<Site>& wholes, const Site& piece) const {
  return !wholes.empty() && std::any_of(piece.parts.begin(), piece.parts.end(), [&](ConceptId part) {
    return std::any_of(wholes[0].organs.begin(), wholes[0].organs.end(),
                       [&](ConceptId organ) { return lexicon_.composed(organ, part) != kNone; });
  });
}

// "The thyroid is normal in size. No enlarged nodes. A nodule in the right lobe.", "The prostate is large. The apex is
// normal. A lesion in the left base.": the organ spoken of before that has such a piece, or is the whole of one.
ConceptId UnsaidPlaces::organ_with_piece(const Site& piece, ConceptId at, ConceptId home_of_thing) const {
  const bool named_here = std::any_of(clause_.runs.begin(), clause_.runs.end(), [](const PlaceRun& run) {
    return std::any_of(run.sites.begin(), run.sites.end(), [](const Site& s) { return !s.organs.empty(); });
  });
  const bool directions = std::all_of(piece.parts.begin(), piece.parts.end(), [&](ConceptId part) {
    return lexicon_[part].has(Concept::direction_word) && lexicon_[part].parent_count == 0;  // but a pole is a piece
  });
  if (!context_.heading.empty() || directions || named_here) return kNone;
  const auto has = [&](ConceptId organ) {
    Site whole;
    whole.organs.add(organ);
    if (!has_piece({whole}, piece)) return false;
    if (at != kNone) return organ == at || lexicon_.contains(organ, at) || lexicon_.contains(at, organ);
    return home_of_thing == kNone || same_region(lexicon_, whole, home_of_thing);
  };
  const ConceptId home = whole_of_piece(piece);  // a bare base is the lung's, and the pleura has one too
  const auto at_home = [&](ConceptId organ) {
    Site whole;
    whole.organs.add(organ);
    return home != kNone && same_region(lexicon_, whole, home);
  };
  const std::vector<ConceptId>& before = context_.organs_before;
  if (std::any_of(before.begin(), before.end(), at_home)) return kNone;
  for (auto organ = before.rbegin(); organ != before.rend(); ++organ) {
    if (has(*organ)) return *organ;
    for (const ConceptId whole : lexicon_.ancestors(*organ).first(lexicon_[*organ].parent_count)) {
      if (has(whole)) return whole;
    }
  }
  return kNone;
}

ConceptId UnsaidPlaces::whole_of_piece(const Site& piece) const {
  for (ConceptId part : piece.parts) {
    if (lexicon_[part].home != kNone) return lexicon_[part].home;
  }
  return kNone;
}

void UnsaidPlaces::complete_pieces(const Phrase& p, const Site& own, std::vector<Site>& base, bool& inferred) const {
  if (!own.organs.empty()) return;
  const ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
  const ConceptId home = p.concept_id != kNone ? lexicon_[p.concept_id].home : kNone;
  for (Site& s : base) {
    if (!s.anywhere()) continue;
    const std::vector<Site>& near = carried(s);
    const ConceptId organ = has_piece(near, s) || !on(Rule::part_spoken_of) ? kNone : organ_with_piece(s, at, home);
    if (organ != kNone) {
      add_place(lexicon_, s, organ);
      if (s.side == Side::none && !near.empty() && paired(lexicon_, s)) s.side = near[0].side;
      inferred = true;
    } else if (!has_piece(near, s) && has_piece({context_.examined}, s) && on(Rule::located_examined)) {
      s = within(lexicon_, s, context_.examined);  // "US thyroid. Normal nodes. A nodule in the right lobe."
    } else if (at != kNone) {
      add_place(lexicon_, s, at);
    } else if (home != kNone && s.from == 0 && on(Rule::located_home) && !has_piece(near, s) &&
               (near.empty() || same_region(lexicon_, near[0], home))) {
      add_place(lexicon_, s, home);  // "effusions on both sides", of whatever was spoken before
    } else if (const ConceptId whole = whole_of_piece(s); whole != kNone && on(Rule::located_home) &&
                                                          !has_piece(near, s) &&
                                                          (near.empty() || same_region(lexicon_, near[0], whole))) {
      add_place(lexicon_, s, whole);  // "a nodule at the left base"
    } else if (const std::vector<Site>& outer = carried(s);
               !outer.empty() && s.organs.empty() && on(Rule::part_spoken_of)) {
      Site around = outer[0];
      if (has_piece(outer, s) && context_.heading.empty()) {  // "the middle of the right lobe …, the isthmus"
        around.parts = {};
        if (!paired(lexicon_, around)) around.side = Side::none;
      }
      s = piece_beside(s, around);
      inferred = inferred || context_.heading.empty() || !context_.headed;  // "Pancreas: a nodule in the tail" says it
    }
  }
}

Site UnsaidPlaces::piece_beside(const Site& piece, const Site& named) const {
  const Site other = other_piece(lexicon_, piece, named);
  return other.organs.empty() ? within(lexicon_, piece, named) : other;
}

std::vector<Site> at_levels_of(const Setting& setting, const std::vector<Site>& sites,
                               const std::vector<Site>& levels) {
  if (!setting.on(Rule::level_shared)) return sites;
  std::vector<Site> out;
  for (const Site& place : sites) {
    bool spinal = place.from == 0 && !place.organs.empty();
    for (ConceptId organ : place.organs)
      spinal = spinal && setting.lexicon.contains(setting.lexicon.known().spine, organ);
    bool any = false;
    for (const Site& level : levels) {
      if (!spinal || level.from == 0) continue;
      Site s = place;
      s.from = level.from;
      s.to = level.to;
      s.pair = level.pair;
      out.push_back(s);
      any = true;
    }
    if (!any) out.push_back(place);
  }
  return out;
}

// "The L4/5 disc bulges. The canal is narrow at this level.", "L1 has burst. Its laminae are broken."
void take_level_spoken_of(const Setting& setting, const Context& context, const Clause& clause,
                          std::vector<Site>& sites) {
  const lexicon::Lexicon::Known& known = setting.lexicon.known();
  std::vector<Site> levels;
  std::copy_if(context.focus.begin(), context.focus.end(), std::back_inserter(levels),
               [](const Site& s) { return s.from != 0 && s.from < kRib; });
  if (levels.size() != 1 || !setting.on(Rule::level_shared)) return;
  const bool here =
      std::any_of(clause.items.begin(), clause.items.end(), [&](const Item& item) { return is_row(item, known.here); });
  if (here || is_row(clause.items.front(), known.its)) sites = at_levels_of(setting, sites, levels);
}

}  // namespace fiducial::findings
