// Which places a head has, once the clause is over.
#include <algorithm>

#include "findings/clause_reader.h"

namespace fiducial::findings {

using lexicon::Concept;

// "Beneath the right frontal skull": in the subdural space there. False if nothing is known of what lies under it.
bool ClauseReader::go_under(Site& site) const {
  bool any = false;
  const ConceptSet<4> organs = site.organs;
  for (ConceptId organ : organs) {
    ConceptId under = lexicon_[organ].beneath;
    for (ConceptId whole : lexicon_.ancestors(organ)) under = under == kNone ? lexicon_[whole].beneath : under;
    if (under == kNone) continue;
    site.organs.add(under);
    any = true;
  }
  if (any) site.parts.remove(lexicon_.known().surrounding);
  return any;
}

// "The gallbladder is enlarged, with stones in the neck": in its neck, not in the patient's.
void ClauseReader::settle_part(Site& site, const std::vector<Site>& wholes) const {
  if (site.organs.size != 1) return;
  const ConceptId part = *site.organs.begin();
  for (const Site& whole : wholes) {
    for (ConceptId organ : whole.organs) {
      const ConceptId piece = lexicon_.composed(organ, part);
      if (piece == kNone || organ == part || !lexicon_.contains(organ, piece)) continue;
      site.organs = {};
      site.organs.add(piece);
      if (site.side == Side::none) site.side = whole.side;
      return;
    }
  }
}

// "C3/4, C4/5 and C5/6 discs", "left and right kidneys": what only the last one says holds for all.
void ClauseReader::complete_list(Run& run) const {
  for (std::size_t i = run.sites.size(); i-- > 1;) {
    Site& here = run.sites[i - 1];
    const Site& next = run.sites[i];
    if (here.organs.empty() && !next.organs.empty() &&
        (here.from != 0 || here.side != Side::none || !here.parts.empty())) {
      for (ConceptId organ : next.organs) add_place(lexicon_, here, organ);
      if (here.from != 0) {
        for (ConceptId part : next.parts) here.parts.add(part);
      }
      if (here.side == Side::none && here.from != 0) here.side = next.side;
    } else if (run.tails[i] != kNone && run.tails[i - 1] == kNone) {
      add_place(lexicon_, here, run.tails[i]);
      run.tails[i - 1] = run.tails[i];
    }
  }
  // "the left ribs 5 and 6"
  for (std::size_t i = 1; i < run.sites.size(); ++i) {
    Site& here = run.sites[i];
    if (here.from <= kRib || !here.organs.empty()) continue;
    here.organs = run.sites[i - 1].organs;
    if (here.side == Side::none) here.side = run.sites[i - 1].side;
  }
}

// "Left frontal and parietal lobes": a side said once, at the first, holds for the rest of one region. The spleen's own
// side says nothing of the kidneys; that of the middle lobe does of the lower ones.
void ClauseReader::share_side(Run& run) const {
  for (std::size_t i = 1; i < run.sites.size(); ++i) {
    Site& here = run.sites[i];
    const Site& before = run.sites[i - 1];
    const bool said = paired(lexicon_, before) || parts_of_one(before, here);
    if (here.side == Side::none && before.side != Side::none && paired(lexicon_, here) && said &&
        (siblings(before, here) || here.single))
      here.side = before.side;
  }
}

// Of a knee that was examined on one side, everything is on that side.
void ClauseReader::take_examined_side(Site& s) const {
  if (s.side != Side::none || context_.exam.organs.empty() || !paired(lexicon_, s)) return;
  if (lies_in(lexicon_, s, context_.exam) || lies_in(lexicon_, context_.exam, s) || siblings(s, context_.exam))
    s.side = context_.exam.side;
}

void ClauseReader::distribute_runs() {
  // "The costophrenic angle is blunted": that of the side spoken of before.
  const auto take_implied_side = [&](Site& s) {
    if (const Side side = implied_side(s); side != Side::none) s.side = side;
  };
  for (Run& run : runs_) {
    complete_list(run);
    share_side(run);
    for (Site& s : run.sites) {
      if (run.under) run.near = !go_under(s) && run.near;
      take_implied_side(s);
    }
  }
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    for (Site& s : runs_[i].sites) {
      if (subject_run_ >= 0 && static_cast<std::size_t>(subject_run_) != i)
        settle_part(s, runs_[static_cast<std::size_t>(subject_run_)].sites);
      settle_part(s, runs_[i].sites);
      settle_part(s, context_.heading);
      if (context_.focus_sentence == sentence_) settle_part(s, context_.focus);
      take_examined_side(s);
    }
  }
  for (Head& h : heads_) {
    if (h.run < 0) take_implied_side(h.phrase.site);
    take_examined_side(h.phrase.site);
  }
}

// Parts of one organ, and not merely of one region of the body.
bool ClauseReader::parts_of_one(const Site& a, const Site& b) const {
  for (ConceptId x : a.organs) {
    for (ConceptId whole : lexicon_.ancestors(x).first(lexicon_[x].parent_count)) {
      Site organ;
      organ.organs.add(whole);
      if (!systemic(lexicon_, organ) && lies_in(lexicon_, b, organ)) return true;
    }
  }
  return false;
}

// Parts of one whole: lobes of the lung, lobes of the brain.
bool ClauseReader::siblings(const Site& a, const Site& b) const {
  for (ConceptId x : a.organs) {
    for (ConceptId y : b.organs) {
      for (ConceptId up : lexicon_.ancestors(x).first(lexicon_[x].parent_count)) {
        for (ConceptId other : lexicon_.ancestors(y).first(lexicon_[y].parent_count)) {
          if (up == other && up != lexicon_.known().body) return true;
        }
      }
    }
  }
  return false;
}

// "The medial meniscus has a tear of its posterior horn": the two words name one place.
bool ClauseReader::makes_a_place(const Site& a, const Site& b) const {
  return std::any_of(a.organs.begin(), a.organs.end(), [&](ConceptId x) {
    return std::any_of(b.organs.begin(), b.organs.end(), [&](ConceptId y) { return lexicon_.composed(x, y) != kNone; });
  });
}

std::vector<Site> ClauseReader::carried(const Site& inner) const {
  if (inner.parts.has(lexicon_.known().operative_area) && !context_.operated.empty()) return context_.operated;
  return context_.heading.empty() ? context_.focus : context_.heading;
}

// "L4/5 disc protrusion with compression of the dural sac": the sac is compressed at that level.
std::vector<Site> ClauseReader::at_levels_of(const std::vector<Site>& places, const std::vector<Site>& levels) const {
  std::vector<Site> out;
  for (const Site& place : places) {
    bool spinal = place.from == 0 && !place.organs.empty();
    for (ConceptId organ : place.organs) spinal = spinal && lexicon_.contains(lexicon_.known().spine, organ);
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

// "A cyst with a calcified wall arises from the right kidney": the first head is where what comes with it is, unless
// its own word says where it is.
std::vector<Site> ClauseReader::place_of_next(const Head& h) const {
  const ConceptId c = h.phrase.concept_id;
  if (c == kNone || lexicon_[c].has(Concept::normal)) return {};
  Site usual = own_place(lexicon_, h.phrase);
  if (usual.organs.empty() && lexicon_[c].at != kNone) add_place(lexicon_, usual, lexicon_[c].at);
  const auto fits = [&](const std::vector<Site>& sites) {
    return std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
      return !s.parts.has(lexicon_.known().surrounding) && !s.parts.has(lexicon_.known().operative_area) &&
             (usual.organs.empty() || lies_in(lexicon_, s, usual));
    });
  };
  for (std::size_t next = 1; next < heads_.size(); ++next) {
    const Head& other = heads_[next];
    const bool joined = other.joint == Joint::coordination || (other.joint == Joint::start && other.group == h.group);
    if (other.joint != Joint::with && other.joint != Joint::show && other.joint != Joint::in && !joined) break;
    // "a calcified, elongated aortic knob"; "calcification within the renal lesion"
    const bool shared =
        (joined && h.phrase.adjective && next == 1 && other.negated == h.negated) || other.joint == Joint::in;
    const Site own = own_place(lexicon_, other.phrase);
    if (shared && other.run < 0 && !own.organs.empty())
      return fits({own}) ? std::vector<Site>{own} : std::vector<Site>{};
    if (other.run < 0) continue;
    const Run& there = runs_[static_cast<std::size_t>(other.run)];
    return !there.near && fits(there.sites) ? there.sites : std::vector<Site>{};
  }
  return {};
}

std::vector<Site> ClauseReader::base_sites(std::size_t index, int depth) {
  const Head& h = heads_[index];
  if (h.owner >= 0 && depth < 8) {
    std::vector<Site> out = sites_of(static_cast<std::size_t>(h.owner), depth + 1);
    if (!out.empty()) return out;
  }
  const auto run_sites = [&](int run) { return runs_[static_cast<std::size_t>(run)].sites; };
  const int outer = subject_run_ >= 0 ? subject_run_ : front_run_;
  if (h.run >= 0) {
    // "the segment shows a nodule adjacent to the pleura": it is in the segment
    if (outer >= 0 && outer != h.run && runs_[static_cast<std::size_t>(h.run)].near) return run_sites(outer);
    std::vector<Site> out = run_sites(h.run);
    if (outer >= 0 && outer < h.run) {
      const std::vector<Site> wholes = run_sites(outer);
      if (wholes.size() == 1) {
        for (Site& s : out) {
          if (lies_in(lexicon_, s, wholes[0]) || s.anywhere() || makes_a_place(s, wholes[0]))
            s = within(lexicon_, s, wholes[0]);
          else if (outer == subject_run_ && lies_in(lexicon_, wholes[0], s))
            s = within(lexicon_, wholes[0], s);  // "markings are increased in both lungs"
        }
      } else if (out.size() == 1 && out[0].anywhere()) {
        std::vector<Site> nested;
        nested.reserve(wholes.size());
        for (const Site& w : wholes) nested.push_back(within(lexicon_, out[0], w));
        return nested;
      }
    }
    if (h.follows >= 0 && depth < 8) out = at_levels_of(out, sites_of(static_cast<std::size_t>(h.follows), depth + 1));
    if (front_run_ >= 0 && front_run_ != h.run && front_comma_ != nullptr)
      out = at_levels_of(out, run_sites(front_run_));
    return out;
  }
  if (h.follows >= 0 && depth < 8) {
    std::vector<Site> out = sites_of(static_cast<std::size_t>(h.follows), depth + 1);
    if (!out.empty()) return out;
  }
  if (outer >= 0 && outer == subject_run_ && front_run_ >= 0 && front_comma_ != nullptr)
    return at_levels_of(run_sites(outer), run_sites(front_run_));
  if (outer >= 0) return run_sites(outer);
  if (last_run_ >= 0 && runs_[static_cast<std::size_t>(last_run_)].use == Run::Use::object) return run_sites(last_run_);
  if (index == 0) {
    if (std::vector<Site> out = place_of_next(h); !out.empty()) return out;
  }
  // "A nodule in the thalamus, hypointense on T1 and hyperintense on T2": where the head before it is.
  const bool bare = h.phrase.site.anywhere() && h.phrase.fused_site == kNone && h.phrase.concept_id != kNone &&
                    lexicon_[h.phrase.concept_id].at == kNone;
  if (bare && index > 0 && depth < 8) return sites_of(index - 1, depth + 1);
  // "a cyst in the right adnexa with T2 shading": what is mostly in an ovary is in that one
  if (index > 0 && depth < 8 && own_place(lexicon_, h.phrase).anywhere() && h.phrase.concept_id != kNone) {
    const ConceptId at = lexicon_[h.phrase.concept_id].at;
    std::vector<Site> before = sites_of(index - 1, depth + 1);
    const auto there = [&](const Site& s) {
      return std::any_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) {
        return organ == at || lexicon_.contains(organ, at) || (h.tentative && lexicon_.contains(at, organ));
      });
    };
    if (!before.empty() && std::all_of(before.begin(), before.end(), there)) return before;
  }
  return {};
}

// "The heart is normal. No consolidation or effusion.": of the lungs and the pleura, not of the heart.
void ClauseReader::bring_home(const Phrase& p, std::vector<Site>& carried_over) const {
  const ConceptId home = p.concept_id != kNone ? lexicon_[p.concept_id].home : kNone;
  if (home == kNone) return;
  bool away = false;
  for (const Site& s : carried_over) {
    if (!lexicon_[home].has(Concept::tissue) && !same_region(lexicon_, s, home)) return;
    for (ConceptId organ : s.organs) away |= organ != home && !lexicon_.contains(home, organ);
  }
  if (!away) return;
  const Side side = carried_over.size() == 1 && paired(lexicon_, carried_over[0]) ? carried_over[0].side : Side::none;
  carried_over.assign(1, Site{});
  add_place(lexicon_, carried_over[0], home);
  carried_over[0].side = side;
}

std::vector<Site> ClauseReader::sites_of(std::size_t index, int depth) {
  const Head& h = heads_[index];
  const Phrase& p = h.phrase;
  std::vector<Site> base = base_sites(index, depth);
  Site own = own_place(lexicon_, p);
  const bool own_empty = own.empty();
  if (base.empty()) {
    if (own_empty || own.anywhere()) {
      const ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
      if (at != kNone) {
        // Under "Right upper lobe:" a pneumonia is there, not in the lungs at large.
        std::vector<Site> there;
        for (const Site& s : context_.heading) {
          for (ConceptId organ : s.organs) {
            if (own_empty && lexicon_.contains(at, organ)) there.push_back(s);
          }
        }
        if (!there.empty()) return there;
        add_place(lexicon_, own, at);
        return {own};
      }
      // A tube may run anywhere: it is not where the sentence before was.
      const bool device = p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::device);
      std::vector<Site> carried_over = device && context_.heading.empty() ? std::vector<Site>{} : carried(own);
      inferred_ = true;
      bring_home(p, carried_over);
      if (carried_over.empty()) return own_empty ? std::vector<Site>{} : std::vector<Site>{own};
      for (Site& s : carried_over) s = own_empty ? s : within(lexicon_, own, s);
      return carried_over;
    }
    return {own};
  }
  // A run of pieces alone ("in the lower pole") lies in what was spoken of.
  if (own.organs.empty()) {
    const ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
    for (Site& s : base) {
      if (!s.anywhere() || !own.organs.empty()) continue;
      if (at != kNone) {
        add_place(lexicon_, s, at);
      } else if (const std::vector<Site> outer = carried(s); !outer.empty() && s.organs.empty()) {
        s = within(lexicon_, s, outer[0]);
        inferred_ = true;
      }
    }
  }
  if (own_empty) {
    // What always has its own place there: hydronephrosis of a kidney is in its collecting system.
    ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
    if (at == kNone && p.concept_id != kNone) at = lexicon_[p.concept_id].home;
    if (at == kNone || lexicon_[at].has(Concept::part)) return base;
    for (Site& s : base) {
      for (ConceptId organ : s.organs) {
        // "… of the temporal lobe, with a defect of the skull": of the temporal bone
        if (!lexicon_.contains(organ, at) && lexicon_.composed(organ, at) == kNone) continue;
        add_place(lexicon_, s, at);
        break;
      }
    }
    return base;
  }
  // "A left pneumothorax with compression of the lung": what comes with it has its own place.
  const bool comes_with = h.follows >= 0 && !own.organs.empty() && !p.usual_site && h.run < 0 &&
                          heads_[static_cast<std::size_t>(h.follows)].run < 0 &&
                          heads_[static_cast<std::size_t>(h.follows)].phrase.site.organs.empty();
  for (Site& s : base) {
    if (comes_with && lies_in(lexicon_, s, own) && !lies_in(lexicon_, own, s)) {
      const Side side = s.side;
      s = own;
      if (s.side == Side::none) s.side = side;
      continue;
    }
    if (s.anywhere() || lies_in(lexicon_, own, s) || lies_in(lexicon_, s, own) || systemic(lexicon_, own) ||
        systemic(lexicon_, s)) {
      s = within(lexicon_, own, s);
    } else if (p.usual_site && p.site.organs.empty() && !s.organs.empty() && !same_region(lexicon_, s, p.fused_site)) {
      for (ConceptId part : p.site.parts) s.parts.add(part);  // "the kidney is small with cortical thinning"
    } else if (p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::through) && h.run >= 0 &&
               !s.organs.empty()) {
      continue;  // "the stomach herniates through the hiatus": a hernia is where something comes through
    } else {
      Site joined = own;  // two unrelated places: the head's own word decides, the other gives side and level
      if (joined.side == Side::none) joined.side = s.side;
      if (joined.from == 0) {
        joined.from = s.from;
        joined.to = s.to;
        joined.pair = s.pair;
      }
      s = joined;
    }
  }
  base.erase(std::unique(base.begin(), base.end(),
                         [](const Site& a, const Site& b) { return a == b && a.from == b.from && a.to == b.to; }),
             base.end());
  return base;
}

}  // namespace fiducial::findings
