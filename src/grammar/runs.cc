// Places to runs: which stand side by side, which lie within which, and on which side and level each of them is.
#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

class RunFinder {
 public:
  RunFinder(const Setting& setting, const Context& context, Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), context_(context), clause_(clause) {}

  void run() {
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& c = clause_.chunks[i];
      if (!c.live() || is_missing_piece(i)) continue;
      if (c.phrase.kind == PhraseKind::place && (!c.one_of_several || only_place_said(i)))
        place(i);
      else if (c.phrase.kind == PhraseKind::head)
        list_before(i);
    }
    list_behind();
    ways_in();
    levels();
    name_roles();
    seen_in_places();
    settle_runs(setting_, context_, clause_);
  }

 private:
  // "A cyst with no septa in the left kidney": the cyst is in the kidney, and not in septa.
  bool is_missing_piece(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    return c.phrase.kind == PhraseKind::place && c.denied && c.joint == Joint::with && c.phrase.site.organs.empty() &&
           c.phrase.site.side == Side::none && i > 0 && clause_.chunks[i - 1].head() && !clause_.chunks[i - 1].denied &&
           setting_.on(Rule::part_of);
  }

  // "Nodules, most marked in the right upper lobe": where they are, if nothing else says it.
  bool only_place_said(std::size_t i) const {
    const auto nowhere = [&](const Chunk& c) {
      const bool of_itself =
          c.phrase.fused_site != kNone || (c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].at != kNone);
      return !c.live() || (!of_itself && c.phrase.site.empty() && c.phrase.size_count == 0 && !c.denied);
    };
    const auto before = clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i);
    return clause_.chunks[i].joint == Joint::in && head_before(i) &&
           std::all_of(clause_.chunks.begin(), before, nowhere) &&
           std::all_of(before, clause_.chunks.end(), [](const Chunk& c) { return c.phrase.size_count == 0; });
  }

  // "The pancreatic head and body": the body of the pancreas.
  void piece_of_same(const Site& before, Site& site) const {
    if (site.organs.size == 1 && *site.organs.begin() == lexicon_.known().body) piece_of_whole(before, site);
  }

  // "Edema of the femoral head extending into the neck": the neck of the femur.
  void piece_reached(std::size_t i, Site& site) const {
    const int before = previous(i);
    if (site.organs.size != 1 || before < 0 || !extended_into(clause_.chunks[i])) return;
    const auto wholes = lexicon_.ancestors(*site.organs.begin());
    const ConceptId body = lexicon_.known().body;
    if (std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) { return whole != body; })) return;
    const Chunk& c = clause_.chunks[static_cast<std::size_t>(before)];
    piece_of_whole(c.is(PhraseKind::place) ? c.phrase.site : own_place(lexicon_, c.phrase), site);
  }

  void piece_of_whole(const Site& before, Site& site) const {
    const ConceptId region = *site.organs.begin();
    for (const ConceptId organ : before.organs) {
      for (const ConceptId whole : lexicon_.ancestors(organ)) {
        const ConceptId piece = lexicon_.composed(region, whole);
        // the hyoid is a bone of the neck, and not the neck of a bone
        const bool inside = lexicon_.contains(region, piece) && region != lexicon_.known().body;
        if (piece == kNone || piece == region || inside) continue;
        site.organs = {};
        add_place(lexicon_, site, piece);
        return;
      }
    }
  }

  int previous(std::size_t i) const {
    while (i-- > 0) {
      const Chunk& c = clause_.chunks[i];
      // "in the left lobe (IM67) and the right lobe", "in a 17 mm node of the left groin"
      const bool aside = c.merged_into >= 0 && (c.in_brackets || size_within_place(clause_, i));
      if (c.left_out == LeftOut::no && !aside) return static_cast<int>(i);
    }
    return -1;
  }

  bool head_before(std::size_t i) const {
    return std::any_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                       [](const Chunk& c) { return c.head(); });
  }

  PlaceRun* run_of(int chunk) {
    if (chunk < 0) return nullptr;
    const Chunk& c = clause_.chunks[static_cast<std::size_t>(chunk)];
    if (!c.is(PhraseKind::place) || c.run < 0) return nullptr;
    return &clause_.runs[static_cast<std::size_t>(c.run)];
  }

  void place(std::size_t i) {
    Chunk& c = clause_.chunks[i];
    Site site = c.phrase.site;
    if (side_behind(i) || only_place_denied(i)) return;
    const bool beside = c.joint == Joint::near || c.joint == Joint::under;
    if (beside && !site.organs.empty()) site.parts.add(lexicon_.known().surrounding);
    piece_reached(i, site);
    if (PlaceRun* run = run_of(previous(i)); run != nullptr && joins_run(i, *run, site)) {
      c.run = static_cast<std::int16_t>(run - clause_.runs.data());
      run->last = static_cast<std::uint16_t>(i);
      return;
    }
    const bool side_alone = c.prepositional() && site.only_side();
    if (side_alone && side_of_run(i)) return;
    new_run(i, site);
  }

  // "A coil lies in the cavity and does not penetrate the wall": it is not in the wall.
  bool only_place_denied(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    return c.denied && c.joint == Joint::list && setting_.on(Rule::denied_relative) && head_before(i) &&
           std::none_of(clause_.chunks.begin(), clause_.chunks.end(),
                        [](const Chunk& k) { return k.head() && k.denied; });
  }

  // "A disc herniation at L4-L5, left", "a lung nodule (left)": a bare side at the end is that of what stands before.
  bool side_behind(std::size_t i) {
    const Chunk& c = clause_.chunks[i];
    const Site& site = c.phrase.site;
    const bool bare = site.only_side() && site.side != Side::none;
    const int before = previous(i);
    if (!bare || !(c.comma || c.in_brackets) || i + 1 != clause_.chunks.size() || before < 0 || c.prepositional() ||
        !setting_.on(Rule::side_shared))
      return false;
    Chunk& b = clause_.chunks[static_cast<std::size_t>(before)];
    if (PlaceRun* run = run_of(before);
        run != nullptr && head_before(run->first) && run->sites.size() == 1 && run->sites.front().side == Side::none) {
      run->sites.front().side = site.side;
      return true;
    }
    if (!b.is(PhraseKind::head) || b.phrase.concept_id == kNone || b.phrase.site.side != Side::none) return false;
    b.phrase.site.side = site.side;
    return true;
  }

  void push(PlaceRun& run, const Site& site, std::size_t i) {
    run.sites.push_back(site);
    run.tails.push_back(clause_.chunks[i].phrase.tail);
  }

  // Are there sizes, and nothing that is seen?
  bool only_measures() const {
    return std::none_of(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.head(); }) &&
           std::any_of(clause_.chunks.begin(), clause_.chunks.end(),
                       [](const Chunk& c) { return c.live() && c.phrase.size_count != 0; });
  }

  // Does the place at i go on with the run before it, as one more of a list or as what the last one is part of?
  // "In the right lower lobe (superior segment)", "at the dome (segment 8)": the place again, more exactly.
  bool same_place_in_brackets(std::size_t i, const PlaceRun& run, const Site& site) const {
    const Chunk& c = clause_.chunks[i];
    const Site& before = run.sites.back();
    if (!c.in_brackets || i == 0 || clause_.chunks[i - 1].in_brackets || run.sites.size() != 1 ||
        (site.side != Side::none && before.side != Side::none && site.side != before.side))
      return false;
    const bool place = site.side == Side::none || !site.organs.empty() || !site.parts.empty();
    return place && site.from == 0 &&
           (site.anywhere() || before.anywhere() || lies_in(lexicon_, site, before) || lies_in(lexicon_, before, site));
  }

  bool joins_run(std::size_t i, PlaceRun& run, Site& site) {
    const Chunk& c = clause_.chunks[i];
    if (c.behind_front || (c.denied && c.comma && !clause_.chunks[run.last].denied)) return false;
    if (site.parts.has(lexicon_.known().tip) && (c.joint == Joint::list || c.listed || c.comma) &&
        setting_.on(Rule::located_tip))
      return false;  // "below the diaphragm and its tip is in the duodenum": another place
    // "A node in the left axilla with a cortex of 5 mm"
    if (c.joint == Joint::with && site.anywhere() && !site.parts.empty() && site.side == Side::none &&
        run.sites.size() == 1 && !run.sites.front().organs.empty() && only_measures() && setting_.on(Rule::part_of)) {
      run.sites.back() = within(lexicon_, site, run.sites.back());
      clause_.link(LinkKind::part_of, Rule::part_of, i, static_cast<std::int16_t>(run.first));
      return true;
    }
    if (within_last(c, run, site)) {
      run.sites.back() = within(lexicon_, site, run.sites.back());
      clause_.link(LinkKind::part_of, Rule::part_of, i, static_cast<std::int16_t>(run.first));
      return true;
    }
    if (same_place_in_brackets(i, run, site)) {
      run.sites.back() = within(lexicon_, site, run.sites.back());
      clause_.link(LinkKind::part_of, Rule::part_of, i, static_cast<std::int16_t>(run.first));
      return true;
    }
    if (c.joint == Joint::list || c.listed) {
      if (!run.tissue.organs.empty()) site = within(lexicon_, run.tissue, site);
      // "the proximal phalanges of the second and third toes", "the transverse processes of L2 and L3"
      const bool levels = bare_level(site) && bare_level(run.outer);
      if (!run.inner.empty() && !c.definite && (levels || siblings(lexicon_, site, run.outer)))
        site = within(lexicon_, run.inner, site);
      piece_of_same(run.sites.back(), site);
      // "between the ovary and the uterus": beside either
      if (run.near && !site.organs.empty() && c.joint == Joint::list) site.parts.add(lexicon_.known().surrounding);
      push(run, site, i);
      return true;
    }
    if (listed_again(i, run, site)) {
      push(run, site, i);
      return true;
    }
    if (nests(c, run, site)) {
      const bool of_list = systemic(lexicon_, run.sites.back()) ||
                           (c.joint == Joint::in && makes_a_place(lexicon_, run.sites.back(), site));
      if (of_list && run.sites.size() == 1) run.tissue = run.sites.back();
      if ((c.joint == Joint::of || bare_level(site)) && run.sites.size() == 1) {
        run.inner = run.sites.back();
        run.outer = site;
      }
      nest(run, site);
      clause_.link(LinkKind::part_of, Rule::part_of, i, static_cast<std::int16_t>(run.first));
      return true;
    }
    if (c.joint == Joint::near || c.joint == Joint::under) return beside(run.sites.back(), site);
    if (c.joint == Joint::start) {  // two places side by side: one within the other
      run.sites.back() = within(lexicon_, run.sites.back(), site);
      clause_.link(LinkKind::part_of, Rule::part_of, i, static_cast<std::int16_t>(run.first));
      return true;
    }
    if (c.joint == Joint::in && run.near && !site.organs.empty()) {
      // "beside the spine in the upper lobes": it is in the lobes
      run.sites.assign(1, site);
      run.tails.assign(1, c.phrase.tail);
      run.near = false;
      return true;
    }
    // "foci are seen in the frontal lobe and are noted in the periventricular regions"
    if (c.again && c.prepositional() && run.prepositional() && head_before(run.first)) {
      if (site.anywhere() && site.side == Side::none) site = within(lexicon_, site, run.sites.back());
      push(run, site, i);
      return true;
    }
    return false;
  }

  // "In the liver, | in the left adrenal and in L2": each of a list has its own preposition.
  bool listed_again(std::size_t i, const PlaceRun& run, const Site& site) const {
    constexpr std::size_t kFew = 8;
    const Chunk& c = clause_.chunks[i];
    const bool again = c.joint == Joint::in && c.comma && !c.denied && run.joint == Joint::in && !run.near;
    if (!again || site.organs.empty() || !head_before(run.first) || extended_into(c) ||
        !setting_.on(Rule::list_completed))
      return false;
    const Site& last = run.sites.back();
    const bool level = last.from != 0 && last.from < kRib;
    const bool apart = last.from != 0 && last.organs.empty()
                           ? site.from != 0 || (level ? !has_levels(lexicon_, site) : !names_rib(lexicon_, site))
                           : !lies_in(lexicon_, site, last) && !lies_in(lexicon_, last, site);
    if (!apart) return false;
    for (std::size_t k = i + 1; k < clause_.chunks.size() && k < i + kFew; ++k) {
      const Chunk& next = clause_.chunks[k];
      if (!next.is(PhraseKind::place) || next.denied || next.joint != Joint::in || !(next.comma || next.listed))
        return false;
      if (next.listed) return true;
    }
    return false;
  }

  static bool bare_level(const Site& site) {
    return site.from != 0 && site.from < kRib && site.organs.empty() && site.parts.empty();
  }

  // "A tumor of the kidney extending into the renal vein": another place than where it began.
  bool extended_into(const Chunk& c) const {
    return setting_.on(Rule::located_extends) &&
           led_to(lexicon_, clause_, static_cast<std::size_t>(&c - clause_.chunks.data()), lexicon::CueKind::in);
  }

  // "In the left breast, upper outer quadrant": where in the breast.
  bool within_last(const Chunk& c, const PlaceRun& run, const Site& site) const {
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    const bool more = i + 1 < clause_.chunks.size() && clause_.chunks[i + 1].is(PhraseKind::place) &&
                      (clause_.chunks[i + 1].joint == Joint::list || clause_.chunks[i + 1].listed);
    const bool heading = std::none_of(clause_.chunks.begin(), clause_.chunks.end(),
                                      [](const Chunk& k) { return k.phrase.kind != PhraseKind::place; });
    if (!c.comma || more || run.sites.size() != 1 || !(run.prepositional() || heading) || !setting_.on(Rule::part_of))
      return false;
    const Site& last = run.sites.back();
    // "of the distal radius, dorsal cortex": a piece of it, and not what something else is said of
    const Chunk* next = i + 1 < clause_.chunks.size() ? &clause_.chunks[i + 1] : nullptr;
    const bool said_of = next != nullptr && next->head() && next->joint != Joint::with && !next->comma;
    const bool sided = site.side != Side::none && (last.side != Side::none || site.parts.empty());
    if (site.anywhere() && !sided && !said_of && head_before(run.first) && !last.organs.empty())
      return site.from == 0 && !systemic(lexicon_, last);
    const bool piece = lies_in(lexicon_, site, last) || makes_a_place(lexicon_, site, last);
    return !site.organs.empty() && !last.organs.empty() && piece && !lies_in(lexicon_, last, site) &&
           (site.side == Side::none || site.side == last.side) && !systemic(lexicon_, last);
  }

  bool nests(const Chunk& c, const PlaceRun& run, const Site& site) const {
    if (!setting_.on(Rule::part_of) || extended_into(c)) return false;
    if (c.joint == Joint::of) return true;
    if (c.joint != Joint::in) return false;
    const Site& last = run.sites.back();
    return lies_in(lexicon_, last, site) || lies_in(lexicon_, site, last) || last.anywhere() ||
           (!run.near && !c.again && site.side == Side::none && of_one_organ(lexicon_, last, site)) ||
           (!run.near && !c.again && makes_a_place(lexicon_, last, site)) ||  // "of the scalp over the frontal bone"
           (!run.near && systemic(lexicon_, last) && !systemic(lexicon_, site)) || subject_there(c, run, site);
  }

  // "The bronchi in the right lower lobe are dilated": a subject and where it is.
  bool subject_there(const Chunk& c, const PlaceRun& run, const Site& site) const {
    return !run.near && !c.again && !c.comma && run.sites.size() == 1 && run.sites.back().side == Side::none &&
           !head_before(run.first) && !site.organs.empty() &&
           same_region(lexicon_, run.sites.back(), *site.organs.begin());
  }

  bool beside(Site& before, Site site) const {
    const bool light = std::all_of(before.parts.begin(), before.parts.end(),
                                   [&](ConceptId part) { return lexicon_[part].has(Concept::light); });
    if (before.organs.empty() && light) before = within(lexicon_, before, site);  // "the area around the kidney"
    if (systemic(lexicon_, before) && before.parts.empty()) {                     // "the soft tissue around the knee"
      site.parts.remove(lexicon_.known().surrounding);
      before = within(lexicon_, before, site);
    }
    return true;
  }

  void nest(PlaceRun& run, const Site& outer) const {
    for (std::size_t i = run.nested; i < run.sites.size(); ++i) {
      Site& site = run.sites[i];
      // "the zygomatic arch and the wall of the sinus", "the femoral condyle and the back of the tibia": not the
      // sinus's
      const bool apart = i + 1 < run.sites.size() && !site.organs.empty() && !lies_in(lexicon_, site, outer) &&
                         !lies_in(lexicon_, outer, site) &&
                         (run.sites.back().organs.empty() || !makes_a_place(lexicon_, site, outer));
      if (!apart) site = within(lexicon_, site, outer);
    }
    // "the tip of the frontal horn of the right lateral ventricle", "dorsally in the cord at C3/4": side and level of
    // the whole that is named last
    if (run.nested == run.sites.size() && lies_in(lexicon_, run.sites.back(), outer))
      run.sites.back() = with_side_and_level(run.sites.back(), outer);
    if (!outer.organs.empty()) run.nested = run.sites.size();
  }

  Site with_side_and_level(Site site, const Site& outer) const {
    if (site.side == Side::none && paired(lexicon_, site)) site.side = outer.side;
    if (site.from != 0 || !has_levels(lexicon_, site)) return site;
    site.from = outer.from;
    site.to = outer.to;
    site.pair = outer.pair;
    site.level = outer.level;
    return site;
  }

  // "in the kidney, on the left": of the places before it that have no side
  bool side_of_run(std::size_t i) {
    const int before = previous(i);
    if (PlaceRun* run = run_of(before); run != nullptr && run->prepositional() && head_before(run->first)) {
      for (Site& s : run->sites) {
        if (s.side == Side::none) s.side = clause_.chunks[i].phrase.site.side;
      }
      return true;
    }
    if (before < 0) return false;
    Chunk& h = clause_.chunks[static_cast<std::size_t>(before)];
    if (h.verbs > 0 && h.is(PhraseKind::head) && head_before(static_cast<std::size_t>(before)) &&
        !own_place(lexicon_, h.phrase).organs.empty()) {
      if (h.phrase.site.side == Side::none) h.phrase.site.side = clause_.chunks[i].phrase.site.side;
      return true;  // "a nodule that displaces the trachea to the left"
    }
    return false;
  }

  void new_run(std::size_t i, const Site& site) {
    Chunk& c = clause_.chunks[i];
    PlaceRun run;
    run.first = run.last = static_cast<std::uint16_t>(i);
    run.joint = c.joint;
    run.verbs = c.verbs;
    run.under = c.joint == Joint::under;
    run.near = c.joint == Joint::near || run.under;
    run.behind_front = c.behind_front;
    const PlaceRun* outer = nullptr;
    if (site.anywhere() && !c.prepositional()) outer = outer_run(i);  // "in the thalamus, there is a cystic region"
    if (outer != nullptr) {
      for (const Site& whole : outer->sites) {
        run.sites.push_back(within(lexicon_, site, whole));
        run.tails.push_back(kNone);
      }
    } else {
      run.sites.push_back(site);
      run.tails.push_back(c.phrase.tail);
    }
    c.run = static_cast<std::int16_t>(clause_.runs.size());
    clause_.runs.push_back(std::move(run));
  }

  const PlaceRun* outer_run(std::size_t i) const {
    const PlaceRun* subject = nullptr;
    for (const PlaceRun& run : clause_.runs) {
      if (run.prepositional() && !head_before(run.first)) return &run;
      if (!run.prepositional() && head_before(i)) subject = &run;
    }
    return subject;
  }

  // "C3/4, C4/5 and C5/6 disc protrusion", "there is pericardial and pleural effusion"
  void list_before(std::size_t i) {
    Chunk& c = clause_.chunks[i];
    if ((c.phrase.site.empty() && c.phrase.fused_site == kNone) || !setting_.on(Rule::located_list_before)) return;
    // "Heart, pulmonary vessels within normal limits"
    const bool normal = c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::normal);
    const bool values = c.joint == Joint::start && c.comma && normal && c.verbs == 0;
    PlaceRun* run = run_of(previous(i));
    if (run == nullptr || run->prepositional() || (head_before(run->first) && !comes_with(*run, c))) return;
    if (c.joint != Joint::list && !values && !ends_list(c, *run)) return;
    const bool with = head_before(run->first);
    if (!with && (c.verbs > 0 ? run->verbs == 0 || clause_.runs.size() != 1 : run->verbs != 0)) return;
    Site own = own_place(lexicon_, c.phrase);
    // "the left diaphragm and costophrenic angle are blurred": the left angle
    if (own.side == Side::none && !c.definite && paired(lexicon_, own) && setting_.on(Rule::side_shared))
      own.side = run->sites.back().side;
    piece_of_same(run->sites.back(), own);
    run->sites.push_back(own);
    run->tails.push_back(c.phrase.tail);
    run->taken_by = static_cast<std::int16_t>(i);
    c.run = static_cast<std::int16_t>(run - clause_.runs.data());
    c.phrase.site = Site{};
    c.phrase.fused_site = kNone;
    clause_.link(LinkKind::located, Rule::located_list_before, i, c.run, 10);
  }

  // "Elbow dislocation with radial head and coronoid fractures": the list is of what comes with it. But nodes that are
  // named ("with nodes and a pleural effusion") are one more thing.
  bool comes_with(const PlaceRun& run, const Chunk& c) const {
    const Chunk& first = clause_.chunks[run.first];
    if (run.joint != Joint::with || run.verbs != c.verbs || c.joint != Joint::list || c.definite || c.comma ||
        first.denied != c.denied || c.phrase.concept_id == kNone || c.phrase.kind != PhraseKind::head ||
        lexicon_[c.phrase.concept_id].has(Concept::normal) ||
        (c.phrase.span.begin == c.phrase.head.begin && !c.phrase.site_in_words))
      return false;
    return std::all_of(run.sites.begin(), run.sites.end(), [&](const Site& s) {
      return (!s.organs.empty() || s.from != 0) &&
             std::none_of(s.organs.begin(), s.organs.end(), [&](ConceptId organ) { return is_node(lexicon_, organ); });
    });
  }

  // "Liver, spleen, pancreas unremarkable": three places and one predicate, without an "and".
  bool ends_list(const Chunk& c, const PlaceRun& run) const {
    return c.joint == Joint::start && c.comma && c.verbs == 0 && run.sites.size() > 1 && c.phrase.size_count == 0 &&
           c.phrase.head.begin > c.phrase.span.begin && c.phrase.fused_site == kNone &&
           (c.phrase.adjective || is_value(lexicon_, c.phrase)) &&
           std::none_of(run.sites.begin(), run.sites.end(), [](const Site& s) { return s.organs.empty(); });
  }

  // "Widened sulci and cisterns", "normal liver, spleen, and pancreas": all of them are, if nothing else is said of
  // those that come behind.
  void list_behind() {
    int head = -1;
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      if (!clause_.chunks[i].head()) continue;
      // "dilatation of both renal pelves and ureters with stones", "clear middle ear and mastoid, ossicles normal"
      const Chunk& c = clause_.chunks[i];
      const bool apart = c.comma && !c.phrase.site.empty() && (c.joint == Joint::list || c.joint == Joint::start);
      // "calcified hilar and mediastinal nodes consistent with granulomatous disease"
      if (head >= 0 && (c.joint == Joint::with || c.joint == Joint::infer || apart)) list_behind(head, i);
      head = static_cast<int>(i);
    }
    if (head >= 0) list_behind(head, clause_.chunks.size());
  }

  // "Gas in the wall of the stomach": one form of several words.
  bool names_place_in(const Chunk& h) const {
    return h.phrase.site_in_words && std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& item) {
             return item.tokens > 2 && item.observation != nullptr && item.observation->site == h.phrase.fused_site &&
                    item.begin >= h.words.begin && item.end <= h.words.end;
           });
  }

  // … of the head, in the chunks before `end`
  void list_behind(int head, std::size_t end) {
    if (!setting_.on(Rule::located_list_behind)) return;
    Chunk& h = clause_.chunks[static_cast<std::size_t>(head)];
    const Site own = own_place(lexicon_, h.phrase);
    const bool rib = own.from > kRib;  // "fractures left 6th and 7th ribs"
    if (h.run >= 0 || (own.organs.empty() && !rib)) return;
    for (PlaceRun& run : clause_.runs) {
      const Chunk& first = clause_.chunks[run.first];
      const bool next = first.joint == Joint::list || (first.listed && first.verbs == 0);
      const bool last = end == clause_.chunks.size();
      if (run.last >= end || (!last && (run.last + 1U != end || first.comma))) continue;
      // "thrombosis of the portal vein and of the splenic vein", the first of one form
      const bool behind = (!h.phrase.site.organs.empty() && h.phrase.span.end > h.phrase.head.end) || names_place_in(h);
      const bool again =
          (first.joint == Joint::of || ((first.joint == Joint::in || first.joint == Joint::under) && behind)) &&
          first.listed && !first.comma;
      if ((run.prepositional() ? !again : !next) || previous(run.first) != head || (first.comma && first.verbs != 0))
        continue;
      if (first.denied && !h.denied) continue;                          // "a hernia containing fat, no bowel"
      if (run.sites.front().parts.has(lexicon_.known().tip)) continue;  // "via a burr hole, tip in the ventricle"
      // "a renal mass, left interpolar region": where in the kidney, and not one more
      if (run.sites.size() == 1 && first.comma && within_own(run.sites.front(), own)) {
        run.sites.front() = within(lexicon_, run.sites.front(), own);
      } else {
        // "a defect in the anterior wall of the heart and the apex": its apex
        for (Site& site : run.sites) {
          if (const Site piece = other_piece(lexicon_, site, own); !piece.organs.empty()) site = piece;
        }
        run.sites.insert(run.sites.begin(), own);
        run.tails.insert(run.tails.begin(), kNone);
      }
      run.taken_by = static_cast<std::int16_t>(head);
      h.phrase.site = Site{};
      h.phrase.fused_site = kNone;
      h.run = static_cast<std::int16_t>(&run - clause_.runs.data());
      clause_.link(LinkKind::located, Rule::located_list_behind, static_cast<std::size_t>(head), h.run, 10);
      return;
    }
  }

  // "A line via the left jugular vein with its tip in the atrium": it came in on the left, and is in the atrium.
  void ways_in() {
    for (const Mark& m : clause_.marks) {
      const bool way = m.cue == lexicon::CueKind::in && lexicon_[m.cue_concept].direction < 0;
      if (!way || m.next >= clause_.chunks.size() || clause_.chunks[m.next].run < 0 || m.next == 0) continue;
      const auto r = static_cast<std::size_t>(clause_.chunks[m.next].run);
      Chunk& h = clause_.chunks[m.next - 1U];
      const bool device =
          h.is(PhraseKind::head) && h.phrase.concept_id != kNone && lexicon_[h.phrase.concept_id].has(Concept::device);
      if (!device || r + 1 >= clause_.runs.size() || !setting_.on(Rule::located_tip)) continue;
      if (h.phrase.site.side == Side::none) h.phrase.site.side = clause_.runs[r].sites.front().side;
      clause_.runs[r].taken_by = static_cast<std::int16_t>(m.next - 1);
    }
  }

  bool within_own(const Site& site, const Site& own) const {
    return !(site == own) && (site.side == own.side || own.side == Side::none || site.side == Side::none) &&
           lies_in(lexicon_, site, own);
  }

  // "At clavicular level in the esophagus", "at mid-gland level in the peripheral zone": the level says how high in the
  // place behind it.
  void levels() {
    for (std::size_t r = 0; r + 1 < clause_.runs.size(); ++r) {
      PlaceRun& level = clause_.runs[r];
      const PlaceRun& place = clause_.runs[r + 1];
      if (level.joint != Joint::in || place.joint != Joint::in || place.first != level.last + 1U ||
          level.sites.size() != 1 || !level.sites[0].parts.has(lexicon_.known().region) || !setting_.on(Rule::part_of))
        continue;
      Site height = level.sites[0];
      height.parts.remove(lexicon_.known().region);
      const bool inside = of_one_organ(lexicon_, height, place.sites.front());
      level.sites = place.sites;
      if (inside) {
        for (Site& site : level.sites) site = within(lexicon_, site, height);
      }
    }
  }

  void name_roles() {
    for (std::size_t r = 0; r < clause_.runs.size(); ++r) {
      const PlaceRun& run = clause_.runs[r];
      if (run.taken_by >= 0) continue;
      if (run.prepositional()) {
        if (!head_before(run.first) && clause_.front_run < 0) clause_.front_run = static_cast<std::int16_t>(r);
      } else {
        clause_.subject_run = static_cast<std::int16_t>(r);
      }
    }
  }

  // "In the left axilla there is | a node with a thick cortex": an axillary node.
  bool bare_node(const PlaceRun& run) const {
    return run.sites.size() == 1 && run.sites[0].organs.size == 1 && run.sites[0].parts.empty() &&
           *run.sites[0].organs.begin() == lexicon_.known().lymph_node;
  }

  // "Lymph nodes are seen in the left axilla and groin": the subject is in each of the places behind the verb.
  void seen_in_places() {
    const bool front_first = clause_.front_run >= 0 && clause_.front_run < clause_.subject_run;
    if (front_first && !bare_node(clause_.runs[static_cast<std::size_t>(clause_.subject_run)])) return;
    if (clause_.front_run < 0 || clause_.subject_run < 0 || !clause_.existential) return;
    PlaceRun& subject = clause_.runs[static_cast<std::size_t>(clause_.subject_run)];
    std::vector<Site> located;
    for (const Site& site : subject.sites) {
      if (!systemic(lexicon_, site)) return;
      for (const Site& whole : clause_.runs[static_cast<std::size_t>(clause_.front_run)].sites)
        located.push_back(within(lexicon_, site, whole));
    }
    subject.sites = std::move(located);
    subject.tails.assign(subject.sites.size(), kNone);
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Context& context_;
  Clause& clause_;
};

}  // namespace

void find_runs(const Setting& setting, const Context& context, Clause& clause) {
  RunFinder(setting, context, clause).run();
}

}  // namespace fiducial::findings
