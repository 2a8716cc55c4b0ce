#include "grammar/expand.h"

#include <algorithm>

#include "grammar/limits.h"
#include "text/level.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

bool between_vertebrae(const Lexicon& lexicon, const Site& site) {
  for (ConceptId organ : site.organs) {
    if (lexicon[organ].has(Concept::between)) return true;
  }
  return false;
}

// The levels of a site: vertebrae, or the places between them.
void levels_of(const Lexicon& lexicon, const Site& site, std::vector<Level>& out) {
  out.clear();
  if (site.level != 0) {
    out.push_back(site.level);
  } else if (site.from == 0) {
    out.push_back(0);
  } else if (site.from >= kRib) {
    for (unsigned v = site.from; v <= site.to && out.size() < 12; ++v) out.push_back(static_cast<Level>(v));
  } else if (site.to > site.from && (between_vertebrae(lexicon, site) || (site.pair && site.organs.empty()))) {
    for (unsigned v = site.from; v < site.to && out.size() < 30; ++v) out.push_back(static_cast<Level>(kBetween + v));
  } else if (site.from == site.to && between_vertebrae(lexicon, site)) {
    out.push_back(site.from);
  } else {
    for (unsigned v = site.from; v <= site.to && out.size() < 30; ++v) out.push_back(static_cast<Level>(v));
  }
}

bool same_statement(const Finding& a, const Finding& b) {
  return a.concept_id == b.concept_id && a.attribute == b.attribute && a.absent == b.absent && a.site == b.site &&
         a.words.size == b.words.size &&
         std::equal(a.words.hashes.begin(), a.words.hashes.begin() + a.words.size, b.words.hashes.begin());
}

bool differ_in_size(const Finding& a, const Finding& b) {
  return a.size_count != 0 && b.size_count != 0 && a.sizes[0] != b.sizes[0];
}

// Details that tell two lesions of one kind apart: another shape, density or signal is another lesion.
bool differ_in_kind(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  const auto telling = [&](ConceptId d) {
    const Concept& c = lexicon[d];
    return c.is(ModifierKind::shape) || c.is(ModifierKind::density) || c.is(ModifierKind::signal) ||
           c.is(ModifierKind::sequence);
  };
  for (ConceptId x : a.details) {
    if (!telling(x)) continue;
    bool rival = false;
    for (ConceptId y : b.details) {
      if (x == y) {
        rival = false;
        break;
      }
      rival |= telling(y) && lexicon[y].kind == lexicon[x].kind;
    }
    if (rival) return true;
  }
  return false;
}

void join(Finding& into, const Finding& from) {
  if (into.sentence == from.sentence) into.span.cover(from.span.begin, from.span.end);  // "numbness or tingling"
  for (ConceptId d : from.details) into.details.add(d);
  if (into.size_count == 0) {
    into.sizes = from.sizes;
    into.size_count = from.size_count;
  }
}

}  // namespace

namespace {

// "Striated and patchy shadows" become striated shadows and patchy shadows.
void split_shapes(const Lexicon& lexicon, const std::vector<Finding>& read, std::vector<Finding>& out) {
  out.reserve(read.size() + 2);
  for (const Finding& f : read) {
    ConceptSet<6> shapes;
    for (ConceptId d : f.details) {
      const Concept& c = lexicon[d];
      if (c.is(ModifierKind::shape) && !c.has(Concept::vague)) shapes.add(d);
    }
    if (!f.split || shapes.size < 2) {
      out.push_back(f);
      continue;
    }
    for (ConceptId shape : shapes) {
      Finding one = f;
      for (ConceptId other : shapes) {
        if (other != shape) one.details.remove(other);
      }
      out.push_back(one);
    }
  }
}

}  // namespace

namespace {

// "An epidural hematoma at T10": in the spinal epidural space.
void name_at_level(const Lexicon& lexicon, Site& site) {
  const ConceptSet<4> organs = site.organs;
  for (ConceptId organ : organs) {
    // the lumbar canal at L3 is the canal at L3
    const auto wholes = lexicon.ancestors(organ).first(lexicon[organ].parent_count);
    const bool of_region = wholes.size() == 2 && lexicon.contains(lexicon.known().spine, wholes[0]) &&
                           lexicon.contains(lexicon.known().spine, wholes[1]) && lexicon[wholes[1]].parent_count == 1 &&
                           lexicon.ancestors(wholes[1])[0] == lexicon.known().spine &&
                           !lexicon.contains(wholes[1], wholes[0]);
    if (of_region) {
      site.organs.remove(organ);
      site.organs.add(wholes[0]);
      continue;
    }
    const ConceptId spinal = lexicon.composed(organ, lexicon.known().spine);
    if (spinal == kNone || !lexicon.contains(lexicon.known().spine, spinal)) continue;
    site.organs.remove(organ);
    site.organs.add(spinal);
  }
}

// "Effusions at both lung bases": beside the lung, and not in it.
void move_to_pleura(const Lexicon& lexicon, Site& site) {
  const ConceptId lung = lexicon.known().lung;
  const auto in_lung = [&](ConceptId organ) {
    return (organ == lung || lexicon.contains(lung, organ)) && !lexicon.contains(lexicon.known().pleura, organ) &&
           organ != lexicon.known().pleura;
  };
  if (site.organs.empty() || !std::all_of(site.organs.begin(), site.organs.end(), in_lung)) return;
  site.organs = {};
  site.organs.add(lexicon.known().pleura);
}

// "The tube passes below the diaphragm": it is in the abdomen, and not in a space below the diaphragm.
void move_to_abdomen(const Lexicon& lexicon, Site& site) {
  const Lexicon::Known& k = lexicon.known();
  if (!site.organs.has(k.subdiaphragmatic)) return;
  site.organs.remove(k.subdiaphragmatic);
  site.organs.remove(k.diaphragm);
  if (site.organs.empty()) site.organs.add(k.abdomen);
  site.side = Side::none;
}

// "The lumbosacral disc": at L5/S1.
void number_lumbosacral_disc(const Lexicon& lexicon, Site& site) {
  if (!site.organs.has(lexicon.known().lumbosacral_disc)) return;
  site.organs.remove(lexicon.known().lumbosacral_disc);
  site.organs.add(lexicon.known().disc);
  site.from = text::vertebra('L', 5);
  site.to = text::vertebra('S', 1);
  site.pair = true;
}

// "A sprain of the ankle ligaments", "thinned cartilage of the hip": a sprain always is one of a ligament.
void drop_implied_tissue(const Lexicon& lexicon, Finding& f) {
  const ConceptId at = f.concept_id != kNone ? lexicon[f.concept_id].at : kNone;
  if (at == kNone || f.site.organs.size < 2) return;
  const ConceptSet<4> organs = f.site.organs;
  for (ConceptId organ : organs) {
    if (organ == lexicon.representative(at) && f.site.organs.size > 1) f.site.organs.remove(organ);
  }
}

// "No nodule in the left lobe. The nodule in the left lobe is not calcified.": what is described was denied.
void drop_denied_mentions(const Lexicon& lexicon, std::vector<Finding>& findings) {
  const auto denied = [&](const Finding& f) {
    if (!f.mention || f.absent || f.concept_id == kNone || lexicon[f.concept_id].has(Concept::normal)) return false;
    for (const Finding& g : findings) {
      if (!g.absent || g.concept_id == kNone || lexicon[g.concept_id].has(Concept::normal)) continue;
      // "The nodule is unchanged. No new nodule.", "the mass involves the cecum but not the appendix"
      if (g.span.begin > f.span.begin) continue;
      // "No tube. The pacemaker is in place.": another device than the one that is not there
      const bool wider = lexicon.contains(g.concept_id, f.concept_id) && !f.device;
      const bool same = g.concept_id == f.concept_id || wider || lexicon.contains(f.concept_id, g.concept_id);
      if (same && g.site.side == f.site.side && g.site.level == f.site.level &&
          (lies_in(lexicon, f.site, g.site) || lies_in(lexicon, g.site, f.site)))
        return true;
    }
    return false;
  };
  std::vector<bool> drop(findings.size());
  bool any = false;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    drop[i] = denied(findings[i]);
    any |= drop[i];
  }
  if (!any) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!drop[i]) findings[kept++] = findings[i];
  }
  findings.resize(kept);
}

// "The tube ends at the second thoracic vertebra": how far it reaches. A screw is in the bone.
bool passes_spine(const Lexicon& lexicon, ConceptId at, const Site& site) {
  const ConceptId spine = lexicon.known().spine;
  const ConceptId joint = lexicon.known().joint;
  if (lexicon.contains(at, spine) || at == joint || lexicon.contains(joint, at)) return false;
  return !site.organs.empty() && std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    return organ == spine || lexicon.contains(spine, organ);
  });
}

// Of one arm or leg all is on the one side that the report names.
class SideOfLimb {
 public:
  SideOfLimb(const Lexicon& lexicon, ConceptId limb, const Site& exam) : lexicon_(lexicon), limb_(limb) {
    if (lies_in_limb(exam)) side_ = exam.side;
    examined_ = is_one_side(side_);
  }

  void settle(std::vector<Finding>& findings) {
    for (const Finding& f : findings) {
      // "Right leg not examined.", "pain in the right thigh": no side of what the image shows
      if (f.concept_id != kNone && f.concept_id != lexicon_.known().poorly_seen && !lexicon_.is_symptom(f.concept_id))
        note(f.site);
    }
    if (two_ || side_ == Side::none) return;
    for (Finding& f : findings) {
      const bool here = lies_in_limb(f.site) || (examined_ && of_any_joint(f.site));
      if (f.site.side == Side::none && here && paired(lexicon_, f.site) && of_one_side(f.site)) f.site.side = side_;
    }
  }

 private:
  void note(const Site& site) {
    if (site.side == Side::none || !lies_in_limb(site)) return;
    two_ |= site.side == Side::both || (side_ != Side::none && site.side != side_);
    side_ = site.side;
  }

  bool lies_in_limb(const Site& site) const { return is_within(lexicon_, site, limb_); }

  // "MRI of the right shoulder. No labral tear.": a piece that several joints have.
  bool of_any_joint(const Site& site) const {
    const ConceptId joint = lexicon_.known().joint;
    return std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
      const auto wholes = lexicon_.ancestors(organ).first(lexicon_[organ].parent_count);
      return wholes.size() == 1 && wholes.front() == joint;
    });
  }

  // "The hips" are two; the menisci of a knee that was examined are not.
  bool of_one_side(const Site& site) const {
    if (!site.several) return true;
    return examined_ && std::none_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
             const auto wholes = lexicon_.ancestors(organ).first(lexicon_[organ].parent_count);
             return std::find(wholes.begin(), wholes.end(), limb_) != wholes.end();
           });
  }

  const Lexicon& lexicon_;
  ConceptId limb_;
  Side side_ = Side::none;
  bool examined_ = false, two_ = false;
};

}  // namespace

void expand(const Lexicon& lexicon, const std::vector<Finding>& as_read, const Site& exam, std::vector<Finding>& out) {
  std::vector<Level> levels;
  std::vector<Finding> read;
  split_shapes(lexicon, as_read, read);
  for (const ConceptId limb : {lexicon.known().upper_limb, lexicon.known().lower_limb})
    SideOfLimb(lexicon, limb, exam).settle(read);
  for (Finding& f : read) {
    drop_implied_tissue(lexicon, f);
    judge_beyond_normal(lexicon, f);
    if (f.site.from == 0) number_lumbosacral_disc(lexicon, f.site);
    if (f.concept_id == lexicon.known().fluid) move_to_pleura(lexicon, f.site);
    const ConceptId tube = lexicon.known().enteric_tube;
    if (f.device && (f.concept_id == tube || lexicon.contains(tube, f.concept_id))) move_to_abdomen(lexicon, f.site);
    if (f.site.from != 0 && f.site.from < kRib) name_at_level(lexicon, f.site);
    // The level says how far a tube reaches, not where it is; but screws and cement are in the vertebra.
    const ConceptId at = f.concept_id != kNone ? lexicon[f.concept_id].at : kNone;
    const bool in_spine = at != kNone && (at == lexicon.known().spine || lexicon.contains(lexicon.known().spine, at));
    const bool reaches = f.device && !in_spine;
    if (reaches && f.site.from != 0 && f.site.from < kRib && at != kNone && passes_spine(lexicon, at, f.site))
      f.site.organs = {};
    if (reaches && f.site.from != 0 && f.site.organs.empty() && at != kNone) f.site.organs.add(at);
    const bool whole = f.concept_id != kNone && lexicon[f.concept_id].has(Concept::whole);
    if (whole && f.site.side == Side::both) f.site.side = Side::none;
    Side sides[2] = {f.site.side, Side::none};
    int side_count = 1;
    f.any_side = !whole && f.site.side == Side::none && paired(lexicon, f.site);
    if (!whole && (f.site.side == Side::both || f.any_side)) {  // "both sides are symmetrical" is one statement
      sides[0] = Side::left;
      sides[1] = Side::right;
      side_count = 2;
    }
    levels_of(lexicon, f.site, levels);
    for (Level level : levels) {
      for (int s = 0; s < side_count; ++s) {
        Finding one = f;
        one.site.side = sides[s];
        one.site.level = level;
        if (level != 0 && one.site.organs.empty() && !reaches) {
          const Lexicon::Known& k = lexicon.known();
          // "a compression fracture of L1" is one of its body, "a lesion in L1" one of the vertebra
          const bool own_part = in_spine && !lexicon[at].has(Concept::between) && !lexicon[at].has(Concept::spanning);
          const bool of_bone = !in_spine && f.abnormal;
          const ConceptId bone = own_part ? at : of_bone ? k.vertebra : k.spine;
          one.site.organs.add(level >= kRib ? k.rib : level > kBetween ? k.disc : bone);
        }
        one.site.from = one.site.to = 0;
        one.site.pair = false;
        // Of text without end only the neighbourhood is searched, so that reading stays linear.
        const auto near = out.end() - std::min<std::ptrdiff_t>(out.end() - out.begin(), 1000);
        const auto twin = std::find_if(near, out.end(), [&](const Finding& g) {
          return same_statement(g, one) && !differ_in_size(g, one) && !differ_in_kind(lexicon, g, one);
        });
        if (twin != out.end()) {
          join(*twin, one);
        } else {
          out.push_back(one);
        }
      }
    }
  }
  drop_denied_mentions(lexicon, out);
}

}  // namespace fiducial::findings
