// Where something is: the best tie that the clause offers (ties.h) gives the place, and places that fit into one
// another are put together ("the liver shows a nodule in the right lobe"). Behind the ties come what stands next to it,
// and what is not said in the clause (unsaid_places.h).
#include <algorithm>

#include "grammar/companions.h"
#include "grammar/concept_of_place.h"
#include "grammar/next_place.h"
#include "grammar/unsaid_places.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

constexpr int kDeepest = 8;

class Locator {
 public:
  Locator(const Setting& setting, const Context& context, Clause& clause)
      : setting_(setting),
        lexicon_(setting.lexicon),
        context_(context),
        clause_(clause),
        ties_(setting, clause),
        next_(setting, clause),
        unsaid_(setting, context, clause) {}

  Located run(std::size_t i) {
    Located out;
    out.sites = sites_of(i, 0, out.inferred);
    if (is_abnormal_head(chunk(i))) out.sites = at_level_of_clause(i, out.sites);
    if (context_.focus_sentence + 1 == setting_.sentence && context_.heading.empty())
      take_level_spoken_of(setting_, context_, clause_, out.sites);
    keep_place_of_name(chunk(i).phrase, out.sites);
    move_beside(i, out.sites);
    return out;
  }

 private:
  struct Remembered {
    std::size_t chunk;
    int depth;
    bool inferred;
    std::vector<Site> sites;
  };

  const Chunk& chunk(std::size_t i) const { return clause_.chunks[i]; }
  const std::vector<Site>& places(int run) const { return clause_.runs[static_cast<std::size_t>(run)].sites; }

  bool on(Rule rule) const { return setting_.on(rule); }

  // "Severe pancreatitis, biliary": of the pancreas, whatever it is due to.
  void keep_place_of_name(const Phrase& p, std::vector<Site>& sites) const {
    if (p.concept_id == kNone || sites.empty() || !lexicon_[p.concept_id].has(Concept::named_by_place) ||
        lexicon_[p.concept_id].at == kNone || !on(Rule::located_name))
      return;
    Site own;
    add_place(lexicon_, own, lexicon_[p.concept_id].at);
    const bool elsewhere = std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
      return !s.organs.empty() && !systemic(lexicon_, s) && !lies_in(lexicon_, s, own) && !lies_in(lexicon_, own, s);
    });
    if (!elsewhere) return;
    own.side = sites.size() == 1 && paired(lexicon_, own) ? sites.front().side : Side::none;
    sites = {own};
  }

  // "Cardiomegaly with edema": of the lungs.
  void move_beside(std::size_t i, std::vector<Site>& sites) const {
    const Phrase& p = chunk(i).phrase;
    if (p.concept_id == kNone || !own_place(lexicon_, p).empty() || ties_.tie_to_preposition(i).run >= 0 ||
        !context_.heading.empty() || !on(Rule::located_home))
      return;
    for (Site& s : sites) {
      if (s.organs.size != 1) continue;
      const ConceptId organ = *s.organs.begin(), at = beside_what(lexicon_, p.concept_id, organ);
      if (at == kNone) continue;
      s = {};
      add_place(lexicon_, s, at);
    }
  }

  // "The gallbladder with a thick wall of 5 mm contains a stone": the gallbladder does, and not its wall.
  void out_of_wall(const Phrase& companion, std::vector<Site>& sites) const {
    const bool with_wall = std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& item) {
      return item.begins_with_with && item.begin == companion.head.begin;
    });
    if (!with_wall) return;
    for (Site& s : sites) s.parts.remove(lexicon_.known().wall);
  }

  // --- the places of the clause
  std::vector<Site> said_places(std::size_t i, int depth, bool& inferred) {
    const Chunk& c = chunk(i);
    if (const int run = place_that_holds(i); run >= 0)
      return note(i, {Rule::located_subject, 7, run, -1}, last_if_singular(clause_, i, places(run)));
    const Tie tie = ties_.best_tie(i);
    std::vector<Site> out;
    // "A cyst in the liver. Increase of the right effusion": the effusion is not where the increase is
    if (tie.chunk >= 0 && chunk(static_cast<std::size_t>(tie.chunk)).merged_into == static_cast<int>(i) &&
        is_one_side(c.phrase.site.side) && !context_.focus.empty() && !paired(lexicon_, context_.focus.front()))
      return {};
    if (tie.chunk >= 0 && depth < kDeepest && !denied_anew(i, chunk(static_cast<std::size_t>(tie.chunk)))) {
      out = sites_of(static_cast<std::size_t>(tie.chunk), depth + 1, inferred);
      beyond_root(c, static_cast<std::size_t>(tie.chunk), depth, inferred, out);
      if (c.joint == Joint::show) out_of_wall(chunk(static_cast<std::size_t>(tie.chunk)).phrase, out);
      if (!out.empty() && (c.owner >= 0 || ties_.plausible(c.phrase, out))) {
        inside_what_is_near(c.phrase, out);
        if (does_it_from_beside(i, chunk(static_cast<std::size_t>(tie.chunk)))) {
          // a mass in a renal vein is a tumor thrombus; one that compresses it is none
          if (std::any_of(out.begin(), out.end(),
                          [&](const Site& s) { return has_name_in(lexicon_, c.phrase.concept_id, s); }))
            return {};
          for (Site& s : out) s.parts.add(lexicon_.known().surrounding);
        }
        return note(i, tie,
                    c.owner >= 0 ? out : beside(c.phrase, chunk(static_cast<std::size_t>(tie.chunk)).phrase, out));
      }
      if (!out.empty() && means_another(c.phrase, out)) return note(i, tie, out);
      if (const std::vector<Site> beside = home_on_side_of(c, out); !beside.empty()) return note(i, tie, beside);
      if (!out.empty())
        return c.is_inference || c.joint == Joint::infer ? where_the_sign_is(i, tie, out) : std::vector<Site>{};
      if (const int subject = ties_.subject_of(i); subject >= 0)
        return note(i, {Rule::located_subject, 7, subject, -1}, places(subject));
      if (clause_.front_run >= 0)
        return note(i, {Rule::located_front, 6, clause_.front_run, -1}, places(clause_.front_run));
    }
    if (tie.run >= 0) {
      if (tie.rule == Rule::located_subject && (c.joint == Joint::with || c.joint == Joint::list) &&
          next_.sided_at_home(c.phrase, places(tie.run)))
        return {};
      out = within_outer(i, tie, places(tie.run));
      if (tie.rule == Rule::located_tip) out = {places(tie.run).back()};
      if (c.is_inference && tie.rule == Rule::located_shared) in_organ_of_sign(i, out);
      if (c.run >= 0) within_preposition(i, out);
      if (const int with = comes_with(i); with >= 0 && depth < kDeepest)
        out = at_levels_of(setting_, out, sites_of(static_cast<std::size_t>(with), depth + 1, inferred));
      return note(i, tie, out);
    }
    if (out = place_of_most(i); !out.empty()) return note(i, {Rule::located_largest, 3, -1, -1}, out);
    // "an enlarged uterus with a polyp in the cervix": the uterus is
    const bool judged = c.phrase.fused_site != kNone && c.phrase.concept_id != kNone &&
                        lexicon_[c.phrase.concept_id].direction != 0 && lexicon_[c.phrase.concept_id].about != kNone;
    if (ties_.previous_head(i) < 0 && !judged && on(Rule::located_next)) {
      out = next_.find(i);
      if (!out.empty() && in_heading(out)) return note(i, {Rule::located_next, 3, -1, -1}, out);
    }
    return place_of_previous(i, depth, inferred);
  }

  // "A protrusion at L5-S1 contacting the S1 root, without canal stenosis": at the level of the protrusion.
  void beyond_root(const Chunk& c, std::size_t before, int depth, bool& inferred, std::vector<Site>& out) {
    const std::int16_t first = chunk(before).follows;
    const ConceptId root = lexicon_.known().spinal_nerve_root;
    const auto of_root = [&](const Site& s) { return s.organs.has(root); };
    const Site own = own_place(lexicon_, c.phrase);
    if (first < 0 || c.owner >= 0 || own.organs.empty() || of_root(own) || out.empty() ||
        !std::all_of(out.begin(), out.end(), of_root))
      return;
    std::vector<Site> sites = sites_of(static_cast<std::size_t>(first), depth + 1, inferred);
    if (!sites.empty()) out = std::move(sites);
  }

  // What it comes with, also as one of a list: "a fracture of T12 with loss of height and retropulsion into the canal".
  int comes_with(std::size_t i) const {
    const Chunk& c = chunk(i);
    const int before = c.follows < 0 && c.joint == Joint::list && !c.comma ? ties_.previous_head(i) : -1;
    return before >= 0 ? chunk(static_cast<std::size_t>(before)).follows : c.follows;
  }

  // "No lymphadenopathy, no ascites", "no nodes, no bone lesions": what has a place of its own would not be in the
  // nodes.
  bool denied_anew(std::size_t i, const Chunk& before) const {
    const ConceptId c = chunk(i).phrase.concept_id;
    return c != kNone && lexicon_[c].at != kNone && before.denied && chunk(i).denied &&
           std::any_of(clause_.marks.begin(), clause_.marks.end(),
                       [&](const Mark& m) { return m.cue == lexicon::CueKind::neg && m.next == i; });
  }

  // "A left pleural effusion and consolidation": an effusion always is in the pleura, and the lung of that side is
  // beside it.
  std::vector<Site> beside(const Phrase& p, const Phrase& named, std::vector<Site> sites) const {
    if (p.concept_id == kNone || named.concept_id == kNone) return sites;
    const Concept& said = lexicon_[p.concept_id];
    const ConceptId at = said.at != kNone ? said.at : said.has(Concept::only_there) ? said.home : kNone;
    if (at == kNone) return sites;
    const ConceptId own = lexicon_.representative(at);
    const Concept& other = lexicon_[named.concept_id];
    const ConceptId usual = other.at != kNone ? other.at : other.home;
    if (usual == kNone || lexicon_[own].has(Concept::tissue)) return sites;
    for (Site& s : sites) {
      const ConceptId organ = s.organs.size == 1 ? *s.organs.begin() : kNone;
      if (organ == kNone || organ != lexicon_.representative(usual) || !lexicon_.contains(own, organ)) continue;
      s.organs.remove(organ);
      s.organs.add(own);
    }
    return sites;
  }

  // "Arthritis is worse in the right knee than in the left": no other place is said.
  std::vector<Site> place_of_most(std::size_t i) const {
    if (!clause_.runs.empty() || i + 1 >= clause_.chunks.size() || !on(Rule::located_largest) ||
        !own_place(lexicon_, chunk(i).phrase).empty())
      return {};
    const Chunk& place = chunk(i + 1);
    const bool said = place.is(PhraseKind::place) && place.one_of_several && place.verbs > chunk(i).verbs &&
                      !place.phrase.site.organs.empty() && !chunk(i).denied;
    return said ? std::vector<Site>{place.phrase.site} : std::vector<Site>{};
  }

  // "Dilatation of the esophagus, which contains fluid": the esophagus does; of a cyst in the kidney it is the cyst.
  int place_that_holds(std::size_t i) const {
    const Chunk& c = chunk(i);
    const int before = ties_.previous_head(i);
    if (i == 0 || c.joint != Joint::show || before < 0 || !own_place(lexicon_, c.phrase).empty() ||
        !chunk(i - 1).is(PhraseKind::place) || !is_value(lexicon_, chunk(static_cast<std::size_t>(before)).phrase) ||
        !on(Rule::located_subject))
      return -1;
    const bool which = std::any_of(clause_.marks.begin(), clause_.marks.end(),
                                   [&](const Mark& m) { return m.cue == lexicon::CueKind::which && m.next == i; });
    return which && ties_.tie_to_preposition(i).run < 0 ? chunk(i - 1).run : -1;
  }

  // "Opacity at the left base with a small effusion": on the same side.
  std::vector<Site> home_on_side_of(const Chunk& c, const std::vector<Site>& sites) const {
    const ConceptId home = next_.paired_home(c.phrase);
    if (home == kNone || sites.size() != 1 || !c.phrase.site.empty() || c.denied) return {};
    Site near = sites.front();
    if (near.side != Side::left && near.side != Side::right) return {};
    if (const ConceptId whole = near.organs.empty() ? unsaid_.whole_of_piece(near) : kNone; whole != kNone)
      add_place(lexicon_, near, whole);
    if (near.organs.empty() || !same_region(lexicon_, near, home)) return {};
    Site out;
    add_place(lexicon_, out, home);
    out.side = near.side;
    return {out};
  }

  // "Pancreas: enlarged, with fluid in the pararenal space": what is below the heading is of the pancreas.
  bool in_heading(const std::vector<Site>& sites) const {
    if (!context_.headed || context_.heading.size() != 1 || context_.heading[0].organs.empty()) return true;
    return std::all_of(sites.begin(), sites.end(), [&](const Site& s) {
      return s.organs.empty() || lies_in(lexicon_, s, context_.heading[0]) || lies_in(lexicon_, context_.heading[0], s);
    });
  }

  // "Stranding around the sigmoid with diverticula": what is said to be near is the stranding alone.
  void inside_what_is_near(const Phrase& p, std::vector<Site>& sites) const {
    if (p.concept_id == kNone) return;
    const ConceptId at = lexicon_[p.concept_id].at != kNone ? lexicon_[p.concept_id].at : lexicon_[p.concept_id].home;
    if (at == kNone || lexicon_[at].has(Concept::part) || lexicon_[at].has(Concept::tissue)) return;
    for (Site& s : sites) {
      const bool there = std::any_of(s.organs.begin(), s.organs.end(),
                                     [&](ConceptId organ) { return organ == at || lexicon_.contains(at, organ); });
      if (there) s.parts.remove(lexicon_.known().surrounding);
    }
  }

  // "An extra-axial mass over the left convexity, likely a meningioma": where the sign is, if such a thing may be
  // there.
  std::vector<Site> where_the_sign_is(std::size_t i, const Tie& tie, const std::vector<Site>& sites) {
    const ConceptId c = chunk(i).phrase.concept_id;
    const ConceptId sign = chunk(static_cast<std::size_t>(tie.chunk)).phrase.concept_id;
    const bool said = std::all_of(sites.begin(), sites.end(), [](const Site& s) { return !s.organs.empty(); });
    if (!said || !is_lesion(lexicon_, sign) || !is_lesion(lexicon_, c)) return {};
    return note(i, tie, sites);
  }

  // "Liver lesions in the right lobe, likely metastases": in that lobe of the liver.
  void in_organ_of_sign(std::size_t i, std::vector<Site>& sites) const {
    const int sign = ties_.previous_head(i);
    if (sign < 0) return;
    const Site own = own_place(lexicon_, chunk(static_cast<std::size_t>(sign)).phrase);
    for (Site& site : sites) {
      if (site.organs.empty() && !own.organs.empty()) site = within(lexicon_, site, own);
    }
  }

  // "Necrosis of the femoral head without collapse": the word means of the lungs what it does not mean here.
  bool means_another(const Phrase& p, const std::vector<Site>& sites) const {
    if (p.concept_id == kNone || !lexicon_[p.concept_id].has(Concept::only_there) ||
        !own_place(lexicon_, p).organs.empty())
      return false;
    return std::none_of(sites.begin(), sites.end(), [&](const Site& s) {
      return s.organs.empty() || systemic(lexicon_, s) || same_region(lexicon_, s, lexicon_[p.concept_id].at);
    });
  }

  std::vector<Site> note(std::size_t i, const Tie& tie, std::vector<Site> sites) {
    const auto already = std::any_of(clause_.links.begin(), clause_.links.end(), [&](const Link& l) {
      return l.kind == LinkKind::located && l.from == static_cast<int>(i);
    });
    const int to = tie.run >= 0 ? clause_.runs[static_cast<std::size_t>(tie.run)].first : tie.chunk;
    if (!already) clause_.link(LinkKind::located, tie.rule, i, static_cast<std::int16_t>(to), tie.weight);
    return sites;
  }

  // A place that a preposition gives lies in the subject, or the subject in it.
  std::vector<Site> within_outer(std::size_t i, const Tie& tie, std::vector<Site> out) const {
    const int subject = ties_.subject_of(i);
    const int outer = subject >= 0 ? subject : clause_.front_run;
    const bool front_apart = clause_.front_run >= 0 && clause_.front_run != tie.run && behind_front();
    if (outer >= 0 && outer != tie.run &&
        clause_.runs[static_cast<std::size_t>(outer)].first < clause_.runs[static_cast<std::size_t>(tie.run)].first) {
      const std::vector<Site>& wholes = places(outer);
      if (wholes.size() == 1) {
        for (Site& s : out) fit(s, wholes[0], outer == subject && chunk(i).joint != Joint::with);
      } else if (out.size() == 1 && out[0].anywhere()) {
        std::vector<Site> nested;
        nested.reserve(wholes.size());
        for (const Site& w : wholes) nested.push_back(within(lexicon_, out[0], w));
        return nested;
      }
    }
    if (front_apart) out = at_levels_of(setting_, out, places(clause_.front_run));
    return out;
  }

  // "mediastinal and hilar nodes in the left chest": all of the list are there
  void within_preposition(std::size_t i, std::vector<Site>& sites) const {
    const Tie there = ties_.tie_to_preposition(i);
    if (there.run < 0 || places(there.run).size() != 1) return;
    const Site& whole = places(there.run).front();
    const bool fits =
        std::all_of(sites.begin(), sites.end(), [&](const Site& s) { return near_each_other(lexicon_, s, whole); });
    if (!fits) return;
    for (Site& s : sites) s = within(lexicon_, s, whole);
  }

  void fit(Site& s, const Site& whole, bool subject) const {
    if (lies_in(lexicon_, s, whole) || s.anywhere() || makes_a_place(lexicon_, s, whole))
      s = within(lexicon_, s, whole);
    // "markings are increased in both lungs", "the skin is thickened over the heel"
    else if (subject && (lies_in(lexicon_, whole, s) || (systemic(lexicon_, whole) && !systemic(lexicon_, s))))
      s = within(lexicon_, whole, s);
  }

  bool behind_front() const {
    return std::any_of(clause_.runs.begin(), clause_.runs.end(), [](const PlaceRun& r) { return r.behind_front; });
  }

  // "L4/5 disc protrusion with compression of the dural sac": the sac is compressed at that level.
  // "A disc bulge indenting the thecal sac at C4-5": the bulge is there too, if that is the only level behind it.
  // But "a disc bulge compressing the L5 root": the number is the root's, and the disc may be the one above.
  std::vector<Site> at_level_of_clause(std::size_t i, const std::vector<Site>& sites) const {
    const PlaceRun* level = nullptr;
    for (const PlaceRun& run : clause_.runs) {
      if (run.sites.front().from == 0 || run.sites.front().from >= kRib) continue;
      if (run.sites.front().organs.has(lexicon_.known().spinal_nerve_root)) continue;
      if (level != nullptr || !run.prepositional() || run.sites.size() != 1 || run.first < i) return sites;
      level = &run;
    }
    return level == nullptr ? sites : at_levels_of(setting_, sites, level->sites);
  }

  // "The left ureter is compressed by the tumor": that is beside the ureter. What infiltrates a place is there.
  bool does_it_from_beside(std::size_t i, const Chunk& deed) const {
    const ConceptId what = deed.phrase.concept_id;
    const ConceptId doer = chunk(i).phrase.concept_id;
    const bool home = doer != kNone && (lexicon_[doer].at != kNone || lexicon_[doer].home != kNone);
    const bool done = !home && what != kNone && acts_elsewhere(lexicon_, what) &&
                      what != lexicon_.known().infiltration && !lexicon_.contains(lexicon_.known().infiltration, what);
    return done && chunk(i).joint == Joint::with && on(Rule::located_with) &&
           std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
             return m.next == i && m.cue == lexicon::CueKind::with && lexicon_[m.cue_concept].direction < 0;
           });
  }

  // "A nodule in the thalamus, hypointense on T1 and hyperintense on T2": where the head before it is.
  std::vector<Site> place_of_previous(std::size_t i, int depth, bool& inferred) {
    int before = ties_.previous_head(i);
    // "thickening of the gastric wall with perigastric nodes and an ulcer": not in the nodes
    if (before > 0 && is_named_node(lexicon_, chunk(static_cast<std::size_t>(before))) && chunk(i).joint == Joint::list)
      before = chunk(static_cast<std::size_t>(before)).follows;
    if (before > 0 && depth < kDeepest && joins_companion(lexicon_, clause_, i, static_cast<std::size_t>(before)))
      before = chunk(static_cast<std::size_t>(before)).follows;
    if (before < 0 || depth >= kDeepest || !on(Rule::located_before)) return {};
    const Phrase& p = chunk(i).phrase;
    const Tie tie{Rule::located_before, 3, -1, before};
    // "heart size and shape are normal": the shape of the heart
    const Chunk& named = chunk(static_cast<std::size_t>(before));
    if (p.kind == PhraseKind::attribute && named.phrase.kind == PhraseKind::attribute && p.site.empty() &&
        chunk(i).joint == Joint::list && static_cast<std::size_t>(before) + 1 == i)
      return note(i, tie, sites_of(static_cast<std::size_t>(before), depth + 1, inferred));
    if (p.concept_id == kNone || !own_place(lexicon_, p).anywhere()) return {};
    const ConceptId at = lexicon_[p.concept_id].at;
    if (denied_anew(i, named) || ties_.apart_from_device(chunk(i), static_cast<std::size_t>(before))) return {};
    // "pleural fluid or thickening": a place in words holds for the list. "Adenopathy or effusion": one that only the
    // first word implies does not.
    const Chunk& b = chunk(static_cast<std::size_t>(before));
    const bool list = b.group == chunk(i).group && b.group >= 0;
    const bool in_words = !b.phrase.site.empty() || b.phrase.site_in_words;
    if (list && !in_words && b.phrase.fused_site != kNone &&
        ties_.tie_to_preposition(static_cast<std::size_t>(before)).run < 0)
      return {};
    // "No hemorrhage, skull fracture or mass effect": that is not of the bone
    if (list && b.denied && chunk(i).denied && b.phrase.concept_id == lexicon_.known().fracture &&
        acts_elsewhere(lexicon_, p.concept_id) && p.concept_id != lexicon_.known().displacement &&
        !lexicon_.contains(lexicon_.known().displacement, p.concept_id))
      return {};
    if (at == kNone) {
      if (!p.site.anywhere()) return {};
      bool guessed = false;
      const std::vector<Site> there = sites_of(static_cast<std::size_t>(before), depth + 1, guessed);
      if (list && !ties_.plausible(p, there)) return {};  // "venous congestion and effusions"
      const bool all_over =
          std::all_of(there.begin(), there.end(), [&](const Site& s) { return systemic(lexicon_, s); });
      if (named.denied && chunk(i).denied && all_over && lexicon_[p.concept_id].home != kNone) return {};  // "no nodes"
      inferred = inferred || guessed;
      return note(i, tie, beside(p, named.phrase, there));
    }
    // "a cyst in the right adnexa with T2 shading": what is mostly in an ovary is in that one
    bool unused = false;
    std::vector<Site> sites = sites_of(static_cast<std::size_t>(before), depth + 1, unused);
    const bool companion = list && b.joint == Joint::with && b.follows >= 0 && !chunk(i).comma;
    const auto there = [&](const Site& s) {
      return std::any_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) {
        // "left basal collapse and consolidation": in that part of the lung
        const bool may_be_part =
            companion || chunk(i).certainty != Certainty::definite || (list && in_words && !chunk(i).comma);
        return organ == at || lexicon_.contains(organ, at) || (may_be_part && lexicon_.contains(at, organ));
      });
    };
    if (sites.empty()) return {};
    if (std::all_of(sites.begin(), sites.end(), there)) return note(i, tie, beside(p, b.phrase, sites));
    return chunk(i).certainty != Certainty::definite ? where_the_sign_is(i, tie, sites) : std::vector<Site>{};
  }

  // "A mass in the left kidney with thinning of the cortex": the cortex of that kidney.
  void pieces_of_owner(std::size_t i, int depth, std::vector<Site>& base) {
    std::int16_t owner = chunk(i).follows;
    // "pancreatitis with fluid and necrosis of the tail"
    if (owner < 0 && !base.empty() && unsaid_.whole_of_piece(base.front()) == kNone)
      owner = owner_of_list(lexicon_, clause_, i, ties_.tie_to_preposition(i).run);
    bool sided = false;  // "a fatty liver with a cyst in the right lobe"
    const auto alone = [&](const Site& s) {
      const bool operated = s.parts.has(lexicon_.known().operative_area) && !context_.operated.empty();
      sided |= s.side != Side::none;
      return s.anywhere() && !s.parts.empty() && !operated;
    };
    if (owner < 0 || depth >= kDeepest || !on(Rule::part_spoken_of) || !std::all_of(base.begin(), base.end(), alone))
      return;
    bool guessed = false;
    const std::vector<Site> there = sites_of(static_cast<std::size_t>(owner), depth + 1, guessed);
    if (guessed || there.size() != 1 || there.front().organs.empty()) return;
    if (sided && (there.front().side != Side::none || paired(lexicon_, there.front()))) return;
    for (Site& s : base) s = within(lexicon_, s, there.front());
  }

  // "Status post rectal surgery, a dense shadow at the surgical site": where the clause itself says that it was.
  bool complete_in_operated(std::size_t i, int depth, const Site& own, std::vector<Site>& base) {
    if (!own.organs.empty() || base.size() != 1 || !base[0].anywhere() || depth >= kDeepest ||
        !base[0].parts.has(lexicon_.known().operative_area))
      return false;
    for (std::size_t k = 0; k < i; ++k) {
      const Chunk& c = chunk(k);
      if (!c.is(PhraseKind::head) || c.denied || !is_operation(lexicon_, c.phrase.concept_id)) continue;
      bool guessed = false;
      std::vector<Site> there = sites_of(k, depth + 1, guessed);
      if (there.empty() || there[0].organs.empty()) continue;
      for (Site& s : there) s = within(lexicon_, base[0], s);
      base = std::move(there);
      return true;
    }
    return false;
  }

  // "Postoperative review of a fracture of the tibia shows a plate at the fracture site": in the tibia, not somewhere
  // in the skeleton.
  bool complete_in_region(std::size_t i, int depth, const Site& own, std::vector<Site>& base) {
    const Chunk& c = chunk(i);
    const ConceptId at = c.phrase.concept_id != kNone ? lexicon_[c.phrase.concept_id].at : kNone;
    if (at == kNone || !own.organs.empty() || base.size() != 1 || base[0].parts.empty() || !base[0].anywhere())
      return false;
    const auto wholes = lexicon_.ancestors(at).first(lexicon_[at].parent_count);
    if (std::find(wholes.begin(), wholes.end(), lexicon_.known().body) == wholes.end()) return false;
    bool guessed = false;
    std::vector<Site> spoken = unsaid_.carried(base[0]);
    if (c.follows >= 0 && depth < kDeepest) {
      std::vector<Site> with = sites_of(static_cast<std::size_t>(c.follows), depth + 1, guessed);
      if (!with.empty()) spoken = std::move(with);
    }
    Site region;
    add_place(lexicon_, region, at);
    const auto there = [&](const Site& s) {
      return !s.organs.empty() && s.organs != region.organs && lies_in(lexicon_, s, region);
    };
    if (spoken.empty() || !std::all_of(spoken.begin(), spoken.end(), there)) return false;
    for (Site& s : spoken) s = within(lexicon_, base[0], s);
    base = std::move(spoken);
    return true;
  }

  // What always has its own place there: hydronephrosis of a kidney is in its collecting system.
  void place_within(const Phrase& p, std::vector<Site>& base) const {
    ConceptId at = p.concept_id != kNone ? lexicon_[p.concept_id].at : kNone;
    if (at == kNone && p.concept_id != kNone) at = lexicon_[p.concept_id].home;
    if (at == kNone || lexicon_[at].has(Concept::part)) return;
    for (Site& s : base) {
      for (ConceptId organ : s.organs) {
        // "… of the temporal lobe, with a defect of the skull": of the temporal bone
        if (!lexicon_.contains(organ, at) && lexicon_.composed(organ, at) == kNone) continue;
        add_place(lexicon_, s, at);
        break;
      }
    }
  }

  // What a head comes with and what stands before it may both lead back along one chain: a place that was asked for
  // once is remembered, or a long chain would be walked in every way there is.
  std::vector<Site> sites_of(std::size_t i, int depth, bool& inferred) {
    if (depth == 0) return found_sites(i, depth, inferred);
    for (const Remembered& one : remembered_) {
      if (one.chunk != i || one.depth != depth) continue;
      inferred = inferred || one.inferred;
      return one.sites;
    }
    bool guessed = false;
    std::vector<Site> sites = found_sites(i, depth, guessed);
    inferred = inferred || guessed;
    remembered_.push_back({i, depth, guessed, sites});
    return sites;
  }

  std::vector<Site> unsaid(std::size_t i, const Site& own, bool& inferred) {
    UnsaidPlaces::Guess guess = unsaid_.find(i, own, inferred);
    return guess.tie.rule == Rule::none ? guess.sites : note(i, guess.tie, std::move(guess.sites));
  }

  std::vector<Site> found_sites(std::size_t i, int depth, bool& inferred) {
    const Chunk& c = chunk(i);
    const Phrase& p = c.phrase;
    std::vector<Site> base = said_places(i, depth, inferred);
    const Site own = own_place(lexicon_, p);
    if (base.empty()) {
      if (own.empty() || own.anywhere() || !on(Rule::located_inside))
        return unsaid(i, on(Rule::located_inside) ? own : Site{}, inferred);
      if (piece_of_heading(own))
        return note(i, {Rule::located_heading, 10, -1, -1}, {within(lexicon_, own, context_.heading[0])});
      return note(i, {Rule::located_inside, 10, -1, -1}, {own});
    }
    if (own.organs.empty()) pieces_of_owner(i, depth, base);
    if (!complete_in_operated(i, depth, own, base) && !complete_in_region(i, depth, own, base))
      unsaid_.complete_pieces(p, own, base, inferred);
    if (context_.focus_sentence == setting_.sentence && context_.heading.empty() && is_abnormal_head(c))
      base = at_levels_of(setting_, base, context_.focus);
    if (own.empty() || !on(Rule::located_inside)) {
      place_within(p, base);
      return base;
    }
    put_together(c, own, base);
    if (own.organs.empty() && own.parts.empty()) place_within(p, base);
    base.erase(std::unique(base.begin(), base.end(),
                           [](const Site& a, const Site& b) { return a == b && a.from == b.from && a.to == b.to; }),
               base.end());
    return base;
  }

  // "Right ankle: soft tissue swelling.", "Medial meniscus: posterior horn tear."
  bool piece_of_heading(const Site& own) const {
    if (own.side != Side::none || context_.heading.size() != 1 || !on(Rule::located_heading)) return false;
    const Site& heading = context_.heading.front();
    if (systemic(lexicon_, own)) return !systemic(lexicon_, heading);
    return makes_a_place(lexicon_, own, heading);
  }

  bool of_tissue(const Site& site) const {
    return std::any_of(site.organs.begin(), site.organs.end(),
                       [&](ConceptId organ) { return lexicon_[organ].has(Concept::tissue); });
  }

  // Soft tissue, bone, vessels: not a region of the body, in which something else may be apart ("a mass of the ovary
  // with ascites").
  bool found_all_over(const Site& site) const {
    return systemic(lexicon_, site) && std::all_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
             return lexicon_[organ].has(Concept::tissue) || lexicon_[lexicon_.ancestors(organ)[0]].has(Concept::tissue);
           });
  }

  bool is_abnormal_head(const Chunk& c) const {
    return c.phrase.concept_id != kNone && !lexicon_[c.phrase.concept_id].has(Concept::normal) && !c.denied &&
           !lexicon_[c.phrase.concept_id].has(Concept::device);
  }

  // "A hiatal hernia containing most of the stomach": what it holds, and not where it is.
  bool holds(const Chunk& c) const {
    const int r = ties_.tie_to_preposition(static_cast<std::size_t>(&c - clause_.chunks.data())).run;
    return r >= 0 && clause_.runs[static_cast<std::size_t>(r)].joint == Joint::of &&
           clause_.runs[static_cast<std::size_t>(r)].verbs > c.verbs &&
           lexicon_[c.phrase.concept_id].has(Concept::through);
  }

  // "A right femoral venous cannula with its tip in the cava": it came in on the right.
  void take_side_of_vein(const Site& entry, Site& tip) const {
    const bool vein =
        !entry.organs.empty() && lexicon_.contains(lexicon_.known().vascular_system, *entry.organs.begin());
    const bool inborn = std::any_of(tip.organs.begin(), tip.organs.end(),
                                    [&](ConceptId organ) { return lexicon_[organ].side != Side::none; });
    if (vein && tip.side == Side::none && !inborn) tip.side = entry.side;
  }

  // The place in the head's own words, and those that the clause gives it.
  void put_together(const Chunk& c, const Site& said, std::vector<Site>& base) const {
    const Phrase& p = c.phrase;
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    const bool has_run = c.run >= 0 || ties_.tie_to_preposition(i).run >= 0 || ties_.run_of_tip(c) >= 0;
    // "A left pneumothorax with compression of the lung": what comes with it has its own place.
    bool comes_with = c.follows >= 0 && !said.organs.empty() && !p.usual_site && !has_run;
    if (comes_with) {
      const auto first = static_cast<std::size_t>(c.follows);
      comes_with =
          ties_.tie_to_preposition(first).run < 0 && chunk(first).run < 0 && chunk(first).phrase.site.organs.empty();
    }
    comes_with |= c.follows >= 0 && p.site_in_words && !p.usual_site && !has_run;
    const bool device = p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::device);
    const auto inborn = [&](ConceptId organ) { return lexicon_[organ].side != Side::none; };
    const bool bare_node = said.organs.has(lexicon_.known().lymph_node);
    // "a zygoma fracture through its arch, the orbital wall and the maxilla"
    const bool one_fits =
        base.size() > 1 && has_run && !said.organs.empty() &&
        std::any_of(base.begin(), base.end(), [&](const Site& s) { return lies_in(lexicon_, s, said); });
    if (is_named_node(lexicon_, c) && !has_run && !bare_node) base.assign(1, said);
    for (Site& s : base) {
      // "a left-sided pacemaker with leads in the right atrium": it came in on the left
      Site own = said;
      if (device && (own.organs.empty() || lies_in(lexicon_, s, own)) &&
          std::any_of(s.organs.begin(), s.organs.end(), inborn))
        own.side = Side::none;
      // "a right parietal shunt with its tip in the body of the left lateral ventricle"
      if (device && !s.organs.empty() && ties_.run_of_tip(c) >= 0 && !lies_in(lexicon_, s, own)) {
        take_side_of_vein(own, s);
        continue;
      }
      // "the tip of the left port lies in the right jugular vein"
      if (device && has_run && TieFinder::other_side(p, s) && paired(lexicon_, s)) continue;
      if (comes_with && lies_in(lexicon_, s, own) && !lies_in(lexicon_, own, s)) {
        const bool has_side = std::any_of(s.organs.begin(), s.organs.end(), inborn);
        const Side side = s.side;
        s = own;
        // "left hydronephrosis due to a pelvic mass": nodes and vessels are on a side, the pelvis is not
        const bool sided = paired(lexicon_, own) || !is_lesion(lexicon_, p.concept_id) || of_tissue(own);
        if (s.side == Side::none && !has_side && sided) s.side = side;
      } else if (s.anywhere() || lies_in(lexicon_, own, s) || lies_in(lexicon_, s, own) ||
                 makes_a_place(lexicon_, own, s) || found_all_over(own) || systemic(lexicon_, s) ||
                 (has_run && (of_one_organ(lexicon_, own, s) || vessel_of_division(lexicon_, own, s)))) {
        s = within(lexicon_, own, s);
      } else if (p.usual_site && p.site.organs.empty() && !s.organs.empty() &&
                 !same_region(lexicon_, s, p.fused_site)) {
        for (ConceptId part : p.site.parts) s.parts.add(part);  // "the kidney is small with cortical thinning"
      } else if (p.concept_id != kNone && has_run && !s.organs.empty() &&
                 (lexicon_[p.concept_id].has(Concept::through) || lexicon_[p.concept_id].has(Concept::device)) &&
                 !holds(c)) {
        if (device) take_side_of_vein(own, s);
        continue;  // a hernia is where something comes through, a right frontal drain where it ends
      } else if (one_fits && !s.organs.empty() && same_region(lexicon_, s, *said.organs.begin())) {
        if (s.side == Side::none && paired(lexicon_, s)) s.side = own.side;
      } else {
        Site joined = own;  // two unrelated places: the head's own word decides, the other gives side and level
        // "pneumonia in the right lung and cardiomegaly": the side is the lung's
        const bool of_its_own = c.joint == Joint::list && p.fused_site != kNone && paired(lexicon_, s);
        // "an aortic dissection from the left subclavian artery": the aorta has no side
        const bool vessel =
            !s.organs.empty() && std::all_of(joined.organs.begin(), joined.organs.end(), [&](ConceptId o) {
              return lexicon_.contains(lexicon_.known().vascular_system, o);
            });
        const bool shares_side = paired(lexicon_, joined) || (has_run && !of_its_own && !vessel);
        if (joined.side == Side::none && shares_side) joined.side = s.side;
        if (joined.from == 0 && s.from < kRib) {  // "rib fractures 3-7 with a hemothorax"
          joined.from = s.from;
          joined.to = s.to;
          joined.pair = s.pair;
        }
        s = joined;
      }
    }
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Context& context_;
  Clause& clause_;
  const TieFinder ties_;
  NextPlace next_;
  const UnsaidPlaces unsaid_;
  std::vector<Remembered> remembered_;
};

}  // namespace

Located locate(const Setting& setting, const Context& context, Clause& clause, std::size_t i) {
  return Locator(setting, context, clause).run(i);
}

}  // namespace fiducial::findings
