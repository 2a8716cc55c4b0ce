#include "grammar/next_place.h"

#include <algorithm>

#include "grammar/companions.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

// "Fluid around the pancreas": the place stands behind the thing, and is there for what comes before it too.
bool place_behind(const Phrase& p) {
  return !p.site.organs.empty() && p.fused_site == kNone && p.span.end > p.head.end;
}

// "A hematoma displacing the midline to the right": the hematoma is not.
bool is_direction(const PlaceRun& run) {
  return run.joint == Joint::of && run.sites.size() == 1 && run.sites[0].anywhere() && run.sites[0].parts.empty();
}

}  // namespace

// "A stone obstructing the ureter", "a clot distends the vein": it is where it does that.
bool NextPlace::blocks(ConceptId c, const Chunk& other) const {
  const ConceptId effect = other.phrase.concept_id;
  return other.joint == Joint::with && place_behind(other.phrase) && is_lesion(lexicon_, c) && effect != kNone &&
         lexicon_[effect].about != kNone &&
         (lexicon_[effect].direction < 0 ||
          (lexicon_[effect].direction > 0 && has_name_in(lexicon_, c, other.phrase.site)));
}

// "A cirrhotic liver with a mass in segment 8", "a hypoplastic sinus with …": all of it is.
bool NextPlace::says_of_organ(const Phrase& p) const {
  if (p.adjective && !p.site.organs.empty() && p.span.end > p.head.end) return true;
  return std::any_of(clause_.items.begin(), clause_.items.end(),
                     [&](const Item& item) { return item.end == p.head.end && item.ends_in_organ; });
}

// "A cyst with a calcified wall arises from the right kidney": the first head is where what comes with it is, unless
// its own word says where it is.
std::vector<Site> NextPlace::find(std::size_t i) const {
  const Chunk& h = chunk(i);
  const ConceptId c = h.phrase.concept_id;
  if (c == kNone || lexicon_[c].has(Concept::normal)) return {};
  const Site usual = usual_place(lexicon_, h.phrase);
  const bool at_home = !usual.organs.empty() || lexicon_[c].home != kNone;
  // "a congested and edematous mesentery": the word means of the lungs what it does not mean here
  const bool means_elsewhere = h.phrase.adjective && lexicon_[c].has(Concept::only_there);
  bool around = false;  // "fluid and stranding around the pancreas"
  const auto fits = [&](const std::vector<Site>& sites) {
    return std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
      if (at_home && s.organs.empty()) return false;  // "an effusion, with atelectasis at the bases"
      if (sided_at_home(h.phrase, {s})) return false;
      return (around || !s.parts.has(lexicon_.known().surrounding)) && !s.parts.has(lexicon_.known().operative_area) &&
             (usual.organs.empty() || means_elsewhere || lies_in(lexicon_, s, usual)) &&
             !TieFinder::other_side(h.phrase, s);
    });
  };
  for (std::size_t next = i + 1; next < clause_.chunks.size(); ++next) {
    const Chunk& other = chunk(next);
    if (!other.head()) continue;
    if (other.joint == Joint::with && says_of_organ(h.phrase)) return {};
    const bool joined = other.joint == Joint::list || (other.joint == Joint::start && other.group == h.group);
    // "nonunion of the scaphoid fracture", "calcification of a normal aorta"
    // "fluid around a left ovarian cyst"
    const bool of_it = (other.joint == Joint::of && (other.definite || place_behind(other.phrase))) ||
                       (other.joint == Joint::near && ties_.previous_head(next) == static_cast<int>(i) &&
                        !at_home_near(c, own_place(lexicon_, other.phrase)));
    if (other.joint != Joint::with && other.joint != Joint::show && other.joint != Joint::in && !of_it && !joined)
      break;
    // "an effusion causing collapse of the lower lobe": the effusion is not in the lobe
    if (led_to(lexicon_, clause_, next, lexicon::CueKind::with)) break;
    // "the aneurysm does not involve the renal arteries"
    if (other.joint == Joint::with && (is_lesion(lexicon_, c) || (other.denied && !h.denied)) &&
        other.phrase.concept_id != kNone && acts_elsewhere(lexicon_, other.phrase.concept_id))
      break;
    // "an extrusion that migrates and compresses the nerve root"
    if (joined && other.phrase.concept_id != kNone && acts_elsewhere(lexicon_, other.phrase.concept_id) &&
        said_as_verb(clause_, other.phrase) && !said_as_verb(clause_, h.phrase))
      break;
    // "enlargement and increased vascularity of the epididymis"
    const bool in_form = joined && lexicon_[c].about != kNone && !at_home && other.phrase.ends_in_organ &&
                         !h.phrase.adjective && h.denied == other.denied &&
                         ties_.previous_head(next) == static_cast<int>(i);
    if (joined && ties_.other_device(h, other)) break;
    // "a right effusion with fluid in the fissure"
    if (other.joint == Joint::with && other.phrase.concept_id == c && h.phrase.site.side != Side::none) break;
    // "a calcified, elongated aortic knob"; "calcification within the renal lesion"
    // "retroverted, posterior wall fibroid"
    const bool lesion_of_part = is_lesion(lexicon_, other.phrase.concept_id) && !other.phrase.site.parts.empty();
    const bool shared =
        (joined && h.phrase.adjective && !lesion_of_part && own_place(lexicon_, h.phrase).organs.empty() &&
         ties_.previous_head(next) == static_cast<int>(i) && other.denied == h.denied) ||
        other.joint == Joint::in || of_it || blocks(c, other) ||
        (joined && place_behind(other.phrase) && !h.phrase.adjective) || in_form;
    // "enlarged, nodular thyroid"
    const bool beside = joined || other.joint == Joint::near;  // "lucency around the left hip stem"
    const Site own = beside && !in_form ? usual_place(lexicon_, other.phrase) : own_place(lexicon_, other.phrase);
    around = joined && place_behind(other.phrase) && other.joint == Joint::list && !other.comma;
    const Tie there = ties_.tie_to_preposition(next);
    const bool side = of_it && other.definite && own.side != Side::none;   // "ulceration of the right-sided plaque"
    if (other.joint == Joint::in && own.organs.empty() && other.run >= 0)  // "reflux into a dilated ureter"
      return fits(places(other.run)) ? places(other.run) : std::vector<Site>{};
    if (shared && there.run < 0 && (!own.organs.empty() || side))
      return fits({own}) ? std::vector<Site>{own} : std::vector<Site>{};
    if (there.run < 0) continue;
    if (is_direction(clause_.runs[static_cast<std::size_t>(there.run)])) continue;
    return !clause_.runs[static_cast<std::size_t>(there.run)].near && fits(places(there.run)) ? places(there.run)
                                                                                              : std::vector<Site>{};
  }
  return {};
}

// "Consolidation adjacent to the effusion": in the lung, and not in the pleura.
bool NextPlace::at_home_near(ConceptId c, const Site& near) const {
  const ConceptId home = lexicon_[c].at != kNone ? lexicon_[c].at : lexicon_[c].home;
  return home != kNone && !near.organs.empty() && same_region(lexicon_, near, home);
}

// Where such a thing mostly is, if that is one of two.
ConceptId NextPlace::paired_home(const Phrase& p) const {
  const ConceptId home = p.concept_id != kNone ? lexicon_[p.concept_id].home : kNone;
  return home != kNone && lexicon_[home].has(Concept::paired) && setting_.on(Rule::located_home) ? home : kNone;
}

// "The hemidiaphragm is raised, with a small left effusion": it has a side of its own, and is where it mostly is.
bool NextPlace::sided_at_home(const Phrase& p, const std::vector<Site>& sites) const {
  const ConceptId home = paired_home(p);
  return home != kNone && p.site.side != Side::none && p.site.organs.empty() &&
         std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
           return !s.organs.empty() && same_region(lexicon_, s, home) &&
                  std::none_of(s.organs.begin(), s.organs.end(), [&](ConceptId o) {
                    return o == home || lexicon_.contains(home, o) || lexicon_.contains(o, home);
                  });
         });
}

}  // namespace fiducial::findings
