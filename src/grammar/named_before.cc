#include "grammar/named_before.h"

#include <algorithm>

#include "grammar/amount.h"
#include "grammar/concept_of_place.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

// How many findings back "the nodule" may have been named.
constexpr std::size_t kNamedBefore = 24;

}  // namespace

bool placed_by_name(const Lexicon& lexicon, const Finding& finding) {
  const Concept& c = lexicon[finding.concept_id];
  const Site& site = finding.site;
  return site.organs.size == 1 && site.parts.empty() && site.side == Side::none && site.from == 0 &&
         (site.organs.has(c.at) || site.organs.has(c.home));
}

void without_tip(const Lexicon& lexicon, Site& site) {
  const ConceptId tip = lexicon.known().tip;
  const ConceptSet<6> parts = site.parts;
  for (const ConceptId part : parts) {
    if (part == tip || lexicon[part].like == tip) site.parts.remove(part);
  }
}

void NamedBefore::narrow(std::size_t i, Located& sites) const {
  const Chunk& h = clause_.chunks[i];
  if (!h.definite || h.denied || h.phrase.concept_id == kNone || !setting_.on(Rule::describes_named_before)) return;
  for (Site& s : sites.sites) {
    if (s.side != Side::none || s.from != 0) continue;
    const Site* named = nullptr;
    for (std::size_t n = out_.size(); n-- > 0 && out_.size() - n < kNamedBefore;) {
      const Finding& f = out_[n];
      if (f.absent || f.concept_id != h.phrase.concept_id || !lies_in(lexicon_, f.site, s) || f.site.organs.empty())
        continue;
      if (named != nullptr && named->side != f.site.side) return;  // one on each side: it is not said which
      named = &f.site;
    }
    if (named == nullptr || (named->side != Side::left && named->side != Side::right)) continue;
    s.side = named->side;
    s.from = named->from;
    s.to = named->to;
  }
}

// "A nodule in the right upper lobe. This is likely a granuloma.": one thing, as in one sentence.
bool NamedBefore::names_nature(std::size_t i) {
  const Chunk& h = clause_.chunks[i];
  const ConceptId what = h.phrase.concept_id;
  if (what == kNone || h.denied || h.alternative || h.certainty > Certainty::probable || out_.empty() ||
      !h.phrase.site.organs.empty() || !soon_after(out_.back()) || !explains_findings_before(clause_) ||
      std::count_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); }) != 1 ||
      !setting_.on(Rule::merge_inferred))
    return false;
  const std::uint32_t sentence = out_.back().sentence;
  const auto is_sign = [&](const Finding& f) {
    return f.sentence == sentence && f.abnormal && !f.absent && f.concept_id != kNone &&
           is_sign_of(lexicon_, f.concept_id, what);
  };
  auto said = out_.end();
  while (said != out_.begin() && std::prev(said)->sentence == sentence) --said;
  const auto first = std::find_if(said, out_.end(), is_sign);
  const ConceptId sign = first != out_.end() ? first->concept_id : kNone;
  if (sign == kNone ||
      std::any_of(first, out_.end(), [&](const Finding& f) { return is_sign(f) && f.concept_id != sign; }))
    return false;
  for (auto f = first; f != out_.end(); ++f) {
    if (!is_sign(*f)) continue;
    f->concept_id = what;
    f->attribute = lexicon_[what].about;
    f->certainty = std::max(f->certainty, h.certainty);
    for (const ConceptId d : h.phrase.details) f->details.add(d);
    f->details.remove(lexicon_[sign].has_detail);
    f->details.add(lexicon_[what].has_detail);
  }
  clause_.link(LinkKind::same_as, Rule::merge_inferred, i, -1);
  return true;
}

bool NamedBefore::takes(std::size_t i, const Located& sites) {
  return names_nature(i) || place_of_it(i, sites) || more_of_lesion(i, sites) || tip_of_device(i, sites.sites) ||
         piece_of_device(i, sites);
}

bool NamedBefore::place_is_open(const Finding& f) const {
  return f.inferred_site || placed_by_name(lexicon_, f);
}

// That is where it is, and what it is called there: a thrombus of the femoral vein.
void NamedBefore::put(Finding& f, const Site& there) const {
  f.site = there;
  f.inferred_site = false;
  const Said said = in_one_word(lexicon_, {f.concept_id, f.attribute}, {{there}, false});
  f.concept_id = said.concept_id;
  f.attribute = said.attribute;
}

// "There is a hemorrhage. It is centered in the left thalamus and measures 3 cm.": the place that was not said before.
bool NamedBefore::place_of_it(std::size_t i, const Located& sites) {
  const Chunk& h = clause_.chunks[i];
  if (out_.empty() || h.denied || h.phrase.concept_id == kNone || sites.inferred || sites.sites.size() != 1 ||
      !setting_.on(Rule::describes_named_before))
    return false;
  Finding& last = out_.back();
  const Site& there = sites.sites.front();
  const bool of_it = clause_.anaphor || h.definite || h.described;
  if (last.concept_id != h.phrase.concept_id || last.absent || last.device || !place_is_open(last) ||
      !soon_after(last) || !of_it || there.anywhere() || !same_place(last.site, sites.sites) ||
      says_several(lexicon_, last.details) || h.one_of_several ||
      (last.sentence == setting_.sentence && changed_otherwise(last, h.phrase)))
    return false;
  put(last, there);
  say_of(last, h.phrase, h.denied);
  clause_.link(LinkKind::same_as, Rule::describes_named_before, i, -1);
  return true;
}

Finding* NamedBefore::last_device() {
  if (out_.empty()) return nullptr;
  Finding& last = out_.back();
  return last.device && !last.absent && soon_after(last) ? &last : nullptr;
}

// "At the level of T6": seen in front of it, and not in it.
bool NamedBefore::projected(const Site& site) const {
  const ConceptId spine = lexicon_.known().spine;
  return site.organs.empty() || site.from != 0 ||
         std::any_of(site.organs.begin(), site.organs.end(),
                     [&](ConceptId organ) { return organ == spine || lexicon_.contains(spine, organ); });
}

void NamedBefore::reaches(Finding& device, const Site& end) const {
  const Side came_in = device.site.side;
  device.site = end;
  without_tip(lexicon_, device.site);
  if (came_in != Side::none) device.site.side = came_in;
  device.inferred_site = false;
}

// "The tip of the catheter is at T5": how far a tube reaches that was named before.
bool NamedBefore::tip_of_device(std::size_t i, const std::vector<Site>& sites) {
  const Chunk& h = clause_.chunks[i];
  const ConceptId c = h.phrase.concept_id;
  if (c == kNone || !lexicon_[c].has(Concept::device) || h.denied || !setting_.on(Rule::tip_named_before)) return false;
  const ConceptId tip = lexicon_.known().tip;
  const auto of_tip = [&](const Site& s) { return s.parts.has(tip); };
  bool any = of_tip(h.phrase.site) || std::any_of(sites.begin(), sites.end(), of_tip);
  for (const PlaceRun& run : clause_.runs) any |= std::any_of(run.sites.begin(), run.sites.end(), of_tip);
  if (!any) return false;
  for (std::size_t n = out_.size(); n-- > 0 && out_.size() - n < kNamedBefore;) {
    Finding& f = out_[n];
    if (!f.device || f.absent) continue;
    const Side side = h.phrase.site.side;
    if (side != Side::none && f.site.side != Side::none && side != f.site.side) continue;  // "… . Left PICC tip in …"
    const bool soon = soon_after(f);  // "the tip of the tube" means the one just named
    const bool one_kind = lexicon_.contains(c, f.concept_id) || lexicon_.contains(f.concept_id, c);
    if (f.concept_id != c && !(soon && one_kind)) continue;
    if (sites.size() == 1 && f.concept_id == c && soon && !projected(sites.front())) reaches(f, sites.front());
    clause_.link(LinkKind::same_as, Rule::tip_named_before, i, -1);
    return true;
  }
  return false;
}

// "A pacemaker is present. Its leads end in the right atrium and ventricle": where the pacemaker reaches.
bool NamedBefore::piece_of_device(std::size_t i, const Located& sites) {
  const Chunk& h = clause_.chunks[i];
  const ConceptId c = h.phrase.concept_id;
  const bool bare = h.phrase.site.organs.empty() && h.phrase.site.side == Side::none;  // not "the right line"
  Finding* const device = last_device();
  if (device == nullptr || c == kNone || !h.definite || !bare || h.denied || sites.inferred || sites.sites.empty() ||
      !lexicon_[c].has(Concept::device) || !lexicon_.contains(c, device->concept_id) ||
      !setting_.on(Rule::tip_named_before) ||
      std::any_of(sites.sites.begin(), sites.sites.end(), [&](const Site& s) { return projected(s); }))
    return false;
  for (const ConceptId d : h.phrase.details) device->details.add(d);
  const Finding whole = *device;
  reaches(*device, sites.sites.front());
  for (std::size_t k = 1; k < sites.sites.size(); ++k) reaches(out_.emplace_back(whole), sites.sites[k]);
  clause_.link(LinkKind::same_as, Rule::tip_named_before, i, -1);
  return true;
}

// "A feeding tube extends below the diaphragm. Its tip is in the duodenum.": that is where the tube is.
void NamedBefore::take_tip_alone() {
  const auto matters = [](const Chunk& c) { return c.head() || c.denied; };
  Finding* const device = last_device();
  if (device == nullptr || clause_.runs.size() != 1 || clause_.runs[0].sites.size() != 1 ||
      std::any_of(clause_.chunks.begin(), clause_.chunks.end(), matters) || !setting_.on(Rule::tip_named_before))
    return;
  const Site& end = clause_.runs[0].sites.front();
  if (!end.parts.has(lexicon_.known().tip) || end.organs.empty() || end.from != 0) return;
  reaches(*device, end);
  clause_.link(LinkKind::located, Rule::tip_named_before, clause_.runs[0].first, -1);
}

// "The ovaries are not enlarged: right 24 mm, left 27 mm": each of them is measured.
void NamedBefore::measure_sides() {
  if (!clause_.runs.empty() || out_.empty() || !setting_.on(Rule::measured_place)) return;
  const Finding& last = out_.back();
  const bool well = last.absent || !last.abnormal;
  const std::size_t end = clause_.chunks.size();
  const auto measure_of_side = [](const Chunk& c) {
    return c.is(PhraseKind::details) && (c.phrase.site.side == Side::left || c.phrase.site.side == Side::right) &&
           c.phrase.size_count + c.phrase.quantity_count != 0;
  };
  if (!well || !soon_after(last) || end < 2 || !paired(lexicon_, last.site) ||
      !std::all_of(clause_.chunks.begin(), clause_.chunks.end(), measure_of_side))
    return;
  for (std::size_t i = 0; i < end; ++i) {
    const Phrase value = clause_.chunks[i].phrase;
    Chunk c;
    c.phrase = head_of(measured_name(lexicon_, last.site), value.span);
    c.phrase.site = last.site;
    c.phrase.site.side = value.site.side;
    c.phrase.add_sizes(value.sizes, value.size_count);
    c.phrase.add_quantities(value.quantities, value.quantity_count);
    clause_.chunks[i].merged_into = static_cast<std::int16_t>(clause_.chunks.size());
    clause_.link(LinkKind::located, Rule::measured_place, clause_.chunks.size(), -1);
    clause_.chunks.push_back(c);
  }
}

// "A large mass in the pelvis. It arises from the right ovary.": that is where it is.
void NamedBefore::place_alone() {
  if (!clause_.anaphor || clause_.chunks.size() != 1 || clause_.runs.size() != 1 || out_.empty() ||
      clause_.runs[0].sites.size() != 1 || clause_.runs[0].near || !setting_.on(Rule::describes_spoken_of))
    return;
  const Chunk& place = clause_.chunks.front();
  const Site& there = clause_.runs[0].sites.front();
  Finding& last = out_.back();
  const auto acts = [&](const Mark& m) {
    const bool into = m.cue == lexicon::CueKind::in && lexicon_[m.cue_concept].direction > 0;
    return m.cue == lexicon::CueKind::not_ || m.cue == lexicon::CueKind::neg || into;
  };
  if (!place.live() || place.denied || !place.prepositional() || there.organs.empty() || last.absent ||
      !(is_lesion(lexicon_, last.concept_id) || (last.abnormal && place_is_open(last))) || !soon_after(last) ||
      (last.site.side != Side::none && there.side != Side::none && last.site.side != there.side) ||
      std::any_of(clause_.marks.begin(), clause_.marks.end(), acts))
    return;
  const Side side = last.site.side;
  put(last, there);
  if (there.side == Side::none && paired(lexicon_, there)) last.site.side = side;
  clause_.link(LinkKind::located, Rule::describes_spoken_of, 0, -1);
}

// "The hepatic lesion measures 9 mm": a lesion that was named before, and more of it.
bool NamedBefore::more_of_lesion(std::size_t i, const Located& located) {
  const std::vector<Site>& sites = located.sites;
  const Chunk& h = clause_.chunks[i];
  const ConceptId concept_id = h.phrase.concept_id;
  const bool enhances = concept_id == lexicon_.known().enhancing;
  if (concept_id == kNone || h.denied || !setting_.on(Rule::describes_named_before)) return false;
  if (!h.definite && !h.one_of_several && !h.described && !enhances) return false;
  if (!enhances && !is_lesion(lexicon_, concept_id)) return false;
  bool joined = false;
  for (std::size_t n = out_.size(); n-- > 0 && out_.size() - n < kNamedBefore;) {
    Finding& f = out_[n];
    if (f.absent || !is_lesion(lexicon_, f.concept_id)) continue;
    if (f.concept_id != concept_id && !lexicon_[concept_id].has(Concept::vague)) continue;
    // "A mass in the parotid. No nodes. The mass is lobulated.": that one, and none in the nodes
    const bool unsaid = located.inferred && h.definite && f.concept_id == concept_id && h.phrase.site.empty() &&
                        !h.one_of_several && !says_several(lexicon_, f.details);
    if (!unsaid && !same_place(f.site, sites)) continue;
    if (f.sentence == setting_.sentence && changed_otherwise(f, h.phrase)) return false;
    if ((!unsaid && one_of_them(f, sites)) || grows_into(f, sites)) return false;
    say_of(f, h.phrase, h.denied);
    if (enhances) f.details.add(concept_id);
    joined = true;
    if (f.sentence != out_.back().sentence || !lexicon_[concept_id].has(Concept::vague)) break;
  }
  if (joined) clause_.link(LinkKind::same_as, Rule::describes_named_before, i, -1);
  return joined;
}

// "One lesion has grown, the other is unchanged": what changes in two ways is two.
bool NamedBefore::changed_otherwise(const Finding& f, const Phrase& said) const {
  const auto change = [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::change); };
  return std::any_of(f.details.begin(), f.details.end(), [&](ConceptId d) {
    return change(d) && !said.details.has(d) && std::any_of(said.details.begin(), said.details.end(), change);
  });
}

// "A mass in the left kidney. It extends into the renal vein.": it is there too.
bool NamedBefore::grows_into(const Finding& lesion, const std::vector<Site>& sites) const {
  const auto into = [&](const Mark& m) {
    return m.cue == lexicon::CueKind::in && lexicon_[m.cue_concept].direction > 0;
  };
  return std::any_of(clause_.marks.begin(), clause_.marks.end(), into) &&
         std::none_of(sites.begin(), sites.end(),
                      [&](const Site& s) { return s.organs.empty() || s.organs == lesion.site.organs; });
}

// "Multiple lesions in the liver. The lesion in segment 8 measures 3 cm.": that is said of this one alone.
bool NamedBefore::one_of_them(const Finding& several, const std::vector<Site>& sites) const {
  const Site& all = several.site;
  const auto narrower = [&](const Site& s) {
    const bool sided =
        (all.side == Side::none || all.side == Side::both) && (s.side == Side::left || s.side == Side::right);
    const bool placed =
        all.anywhere() ? !s.anywhere() || (all.parts.empty() && !s.parts.empty()) : !lies_in(lexicon_, all, s);
    return sided || placed;
  };
  return says_several(lexicon_, several.details) && !sites.empty() && std::all_of(sites.begin(), sites.end(), narrower);
}

// "Metastases in T4 and L3. T4 is stable."
void NamedBefore::change_there() {
  if (clause_.runs.size() != 1 || !clause_.verb || !setting_.on(Rule::describes_named_before)) return;
  for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
    const Chunk& change = clause_.chunks[i];
    if (!change.is(PhraseKind::details) || change.joint != Joint::be || !says_change(lexicon_, change.phrase)) continue;
    bool joined = false;
    for (std::size_t n = out_.size(); n-- > 0 && out_.size() - n < kNamedBefore;) {
      Finding& f = out_[n];
      if (f.absent || !is_lesion(lexicon_, f.concept_id) || !same_place(f.site, clause_.runs[0].sites)) continue;
      for (const ConceptId d : change.phrase.details) f.details.add(d);
      joined = true;
    }
    if (joined) clause_.link(LinkKind::describes, Rule::describes_named_before, i, -1);
  }
}

bool NamedBefore::same_place(const Site& there, const std::vector<Site>& sites) const {
  const auto of_other_levels = [&](const Site& s) {
    return s.from != 0 && there.from != 0 && (s.to < there.from || there.to < s.from);
  };
  return sites.empty() || std::any_of(sites.begin(), sites.end(), [&](const Site& s) {
           return !of_other_levels(s) && (lies_in(lexicon_, there, s) || lies_in(lexicon_, s, there)) &&
                  (s.side == Side::none || there.side == Side::none || s.side == there.side ||
                   there.side == Side::both);
         });
}

}  // namespace fiducial::findings
