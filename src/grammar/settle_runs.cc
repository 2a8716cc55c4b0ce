// Sides, levels and wholes that go without saying: what only one of a list says holds for all ("left frontal and
// parietal lobes"), a bare part is of the organ spoken of ("stones in the neck", of the gallbladder), and a side is
// that of what was named in the same clause, soon before, or examined.
#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

class RunSettler {
 public:
  RunSettler(const Setting& setting, const Context& context, Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), context_(context), clause_(clause) {}

  void run() {
    name_other_side();
    if (clause_.anaphor) name_this_place();
    Site sided_here;
    const std::size_t sided_at = find_sided(sided_here);
    // "Lesions in the white matter, plus a left cerebellar one": the side is of the second alone
    const bool of_another = sided_at < clause_.chunks.size() && clause_.chunks[sided_at].head() &&
                            (clause_.chunks[sided_at].joint == Joint::list || clause_.chunks[sided_at].listed);
    for (PlaceRun& run : clause_.runs) {
      if (setting_.on(Rule::list_completed)) complete_list(run);
      if (setting_.on(Rule::side_shared)) share_side(run);
      for (Site& s : run.sites) {
        if (run.under && setting_.on(Rule::beneath)) run.near = !add_what_lies_beneath(s) && run.near;
        take_implied_side(s, of_another && run.last < sided_at ? Site{} : sided_here);
      }
    }
    for (std::size_t r = 0; r < clause_.runs.size(); ++r) {
      for (Site& s : clause_.runs[r].sites) {
        const auto subject = static_cast<std::size_t>(clause_.subject_run);
        if (clause_.subject_run >= 0 && subject != r) settle_part(s, clause_.runs[subject].sites);
        // "The neck and shoulders": what comes behind has no neck
        settle_part(s, std::span<const Site>(clause_.runs[r].sites)
                           .first(static_cast<std::size_t>(&s - clause_.runs[r].sites.data()) + 1));
        settle_part(s, context_.heading);
        if (context_.focus_sentence == setting_.sentence) settle_part(s, context_.focus);
        if (!paired(lexicon_, s))
          settle_part(s, {&context_.examined, 1});  // "X-ray left femur. Fracture of the shaft."
        settle_other_side(clause_.runs[r], s);
        settle_region(clause_.runs[r], s);
        take_examined_side(s);
      }
    }
    for (Chunk& c : clause_.chunks) {
      if (!c.head()) continue;
      if (c.run < 0) take_implied_side(c.phrase.site, sided_here);
      take_side_of_cause(c, sided_here);
      take_side_of_companion(c, sided_here);
      take_side_of_associate(c);
      take_fronted_side(c);
      take_front_of_list(c);
      take_side_of_list(c);
      take_examined_side(c.phrase.site);
    }
  }

 private:
  // "A clot in the left popliteal vein. This vein is distended", "these nodes are avid": the places that were spoken
  // of.
  void name_this_place() {
    const std::span<const Item> items = clause_.items;
    const std::size_t at = items.front().kind == ItemKind::comma ? 1 : 0;
    if (at + 1 >= items.size() || !is_cue(items[at], lexicon::CueKind::it) ||
        lexicon_[items[at].cue_concept].direction != 0 || clause_.chunks.empty() || context_.focus.empty() ||
        !setting_.on(Rule::part_spoken_of))
      return;
    Chunk& first = clause_.chunks.front();
    if (!names_place(items[at + 1])) return take_side_of_it(first);
    const bool subject = !clause_.runs.empty() && clause_.runs.front().first == 0 && first.run == 0;
    if (!subject && (!first.head() || first.run >= 0)) return;  // "these veins do not compress": one form
    const bool one = !subject || clause_.runs.front().sites.size() == 1;
    Site& said = subject ? clause_.runs.front().sites.front() : first.phrase.site;
    if (!one || said.organs.size != 1 || !said.parts.empty() || said.side != Side::none || said.from != 0) return;
    const ConceptId whole = *said.organs.begin();
    const bool of_these = std::all_of(context_.focus.begin(), context_.focus.end(),
                                      [&](const Site& s) { return is_within(lexicon_, s, whole); });
    if (!of_these) return;
    // "A mass in the right lower lobe. This lung is small": not the lobe
    const bool other = lexicon_[whole].has(Concept::paired) && !context_.focus.front().organs.has(whole);
    if (other && context_.focus.size() == 1) said.side = context_.focus.front().side;
    if (other) return;
    if (!subject) {
      first.phrase.site = Site{};
      first.run = static_cast<std::int16_t>(clause_.runs.size());
      clause_.runs.emplace_back().taken_by = 0;
    }
    PlaceRun& run = clause_.runs[static_cast<std::size_t>(first.run)];
    run.sites = context_.focus;
    run.tails.assign(run.sites.size(), kNone);
  }

  // "The right diaphragm is high. It moves paradoxically": the right one does.
  void take_side_of_it(Chunk& first) {
    const Site own = own_place(lexicon_, first.phrase);
    const Site& spoken_of = context_.focus.front();
    if (first.head() && context_.focus.size() == 1 && spoken_of.organs.size == 1 && own.organs == spoken_of.organs &&
        own.side == Side::none)
      first.phrase.site.side = spoken_of.side;
  }

  // "A 3 cm cyst in the left kidney and a 2 cm one in the right", "the left kidney is 9 cm and the right 11 cm long":
  // the right kidney.
  void name_other_side() {
    if (!setting_.on(Rule::side_implied)) return;
    const Site* named = nullptr;
    Site of_head;
    for (PlaceRun& run : clause_.runs) {
      // "The left kidney is absent, and the right is large": one form says which
      if (named == nullptr && run.first == 1 && clause_.chunks[0].head()) {
        of_head = usual_place(lexicon_, clause_.chunks[0].phrase);
        if (!of_head.organs.empty() && paired(lexicon_, of_head)) named = &of_head;
      }
      for (Site& s : run.sites) {
        const bool bare = s.only_side();
        if (bare && named == nullptr) take_organ_of_head(run, s);
        if (bare && named != nullptr && sides_clash(named->side, s.side)) {
          s.organs = named->organs;
          s.parts = named->parts;
        }
        if (!bare) named = &s;
      }
    }
  }

  bool is_shift(ConceptId c) const {
    const ConceptId displacement = lexicon_.known().displacement;
    return c != kNone && (c == displacement || lexicon_.contains(displacement, c));
  }

  // "A shift to the left", "left midline shift": whereto, and not where.
  bool is_shifted_to(const Chunk& c) const {
    if (c.head()) return is_shift(c.phrase.concept_id) && !paired(lexicon_, usual_place(lexicon_, c.phrase));
    if (c.joint != Joint::of || !c.is(PhraseKind::place) || !c.phrase.site.only_side()) return false;
    const int before = previous_head(clause_, static_cast<std::size_t>(&c - clause_.chunks.data()));
    return before >= 0 && is_shift(clause_.chunks[static_cast<std::size_t>(before)].phrase.concept_id);
  }

  // "The left sacroiliac joint is fused, whereas the right shows erosions", the first of one form of the lexicon.
  void take_organ_of_head(const PlaceRun& run, Site& site) const {
    const Chunk& first = clause_.chunks[run.first];
    if (run.first == 0 || run.prepositional() || !first.definite || !is_one_side(site.side)) return;
    const Chunk& head = clause_.chunks[run.first - 1U];
    if (!head.head()) return;
    const Site own = own_place(lexicon_, head.phrase);
    if (own.organs.empty() || !paired(lexicon_, own) || !sides_clash(own.side, site.side)) return;
    site.organs = own.organs;
  }

  // The place of the clause that has a side, if all that have one have the same; and the first chunk that has it.
  std::size_t find_sided(Site& sided) const {
    bool two = false;
    std::size_t at = clause_.chunks.size();
    for (const Chunk& c : clause_.chunks) {
      if (c.phrase.site.side == Side::none || c.phrase.directed || is_shifted_to(c)) continue;
      Site own = own_place(lexicon_, c.phrase);
      if (own.organs.empty() && c.head()) {  // "right reflux": of the right ureter
        own = usual_place(lexicon_, c.phrase);
        own.side = c.phrase.site.side;
      }
      const bool inborn = std::any_of(own.organs.begin(), own.organs.end(),
                                      [&](ConceptId organ) { return lexicon_[organ].side == own.side; });
      if (inborn && !own.organs.empty() && !paired(lexicon_, own)) continue;  // the splenic vein's says nothing
      two |= own.side == Side::both || (sided.side != Side::none && sided.side != own.side);
      if (sided.organs.empty()) sided = own;
      if (two) sided.side = Side::none;
      at = std::min(at, static_cast<std::size_t>(&c - clause_.chunks.data()));
    }
    return at;
  }

  // In "second and third toe proximal phalanx": the phalanx.
  ConceptId shared_piece(const Site& here, const Site& next) const {
    if (here.organs.size != 1 || next.organs.size != 2) return kNone;
    const ConceptId mine = *here.organs.begin();
    for (ConceptId like : next.organs) {
      if (lexicon_[mine].parent_count == 0 || lexicon_[like].parent_count == 0 || mine == like ||
          lexicon_.ancestors(mine)[0] != lexicon_.ancestors(like)[0])
        continue;
      for (ConceptId piece : next.organs) {
        if (piece != like) return piece;
      }
    }
    return kNone;
  }

  // "The left 5th, 6th and right 2nd ribs": the 6th is a left one.
  static Side side_before(const PlaceRun& run, std::size_t i) {
    while (i > 0 && run.sites[i - 1].side == Side::none) --i;
    return i > 0 ? run.sites[i - 1].side : Side::none;
  }

  // "C3/4, C4/5 and C5/6 discs", "left and right kidneys": what only the last one says holds for all.
  void complete_list(PlaceRun& run) const {
    for (std::size_t i = run.sites.size(); i-- > 1;) {
      Site& here = run.sites[i - 1];
      const Site& next = run.sites[i];
      if (here.from != 0 && here.from < kRib && (!has_levels(lexicon_, next) || next.from > kRib))
        continue;  // "at T6 and in the right ilium", "in T4 and the left 3rd rib"
      // "ribs 6 and 7 and the scapula": the 7th rib
      if (here.from > kRib && here.organs.empty() && next.from == 0 && !names_rib(lexicon_, next)) continue;
      if (i == 1 && here.only_side() && next.from > kRib && next.side == Side::none) {  // "On the left, ribs 6 and 7"
        const Side side = here.side;
        here = next;
        here.side = run.sites[i].side = side;
        continue;
      }
      if (here.organs.empty() && !next.organs.empty() &&
          (here.from != 0 || here.side != Side::none || !here.parts.empty())) {
        for (ConceptId organ : next.organs) add_place(lexicon_, here, organ);
        if (here.from != 0) {
          for (ConceptId part : next.parts) here.parts.add(part);
        }
        if (here.side == Side::none && next.side != Side::none) here.side = side_before(run, i - 1);
        if (here.side == Side::none) here.side = next.side;
      } else if (const ConceptId piece = shared_piece(here, next); piece != kNone) {
        here.organs.add(piece);
      } else if (run.tails[i] != kNone && run.tails[i - 1] == kNone) {
        add_place(lexicon_, here, run.tails[i]);
        run.tails[i - 1] = run.tails[i];
      }
    }
    // "the left ribs 5 and 6", "ribs 5 and 6 on the left"
    for (std::size_t i = 1; i < run.sites.size(); ++i) {
      Site& here = run.sites[i];
      Site& before = run.sites[i - 1];
      if (here.from <= kRib || !here.organs.empty()) continue;
      here.organs = before.organs;
      if (here.side == Side::none) here.side = before.side;
    }
    for (std::size_t i = run.sites.front().side == Side::none ? run.sites.size() : 0; i-- > 1;) {
      Site& before = run.sites[i - 1];
      if (before.from > kRib && run.sites[i].from > kRib && before.side == Side::none) before.side = run.sites[i].side;
    }
    // "the left lateral 7th, 8th and 9th ribs": all of them laterally
    for (std::size_t i = 1; i < run.sites.size(); ++i) {
      Site& here = run.sites[i];
      const Site& before = run.sites[i - 1];
      if (here.from > kRib && before.from > kRib && here.parts.empty()) here.parts = before.parts;
    }
  }

  // "Left frontal and parietal lobes": a side said once, at the first, holds for the rest of one region. The spleen's
  // own side says nothing of the kidneys; that of the middle lobe does of the lower ones.
  void share_side(PlaceRun& run) const {
    for (std::size_t i = 1; i < run.sites.size(); ++i) {
      Site& here = run.sites[i];
      const Site& before = run.sites[i - 1];
      const bool said = paired(lexicon_, before) || parts_of_one(before, here);
      if (here.side == Side::none && before.side != Side::none && paired(lexicon_, here) && said &&
          (siblings(lexicon_, before, here) || siblings(lexicon_, before, wholes(here)) || here.single ||
           is_stretch_of(before, here)))
        here.side = before.side;
    }
  }

  // "The right common femoral and femoral veins": the first is a stretch of the second, of which there is one a side.
  bool is_stretch_of(const Site& piece, const Site& whole) const {
    return !piece.organs.empty() && !whole.organs.empty() && lies_in(lexicon_, piece, whole) &&
           std::none_of(whole.organs.begin(), whole.organs.end(),
                        [&](ConceptId organ) { return lexicon_[organ].has(Concept::whole); });
  }

  // "The left popliteal and distal femoral veins": the second is a stretch of the first one's neighbour.
  Site wholes(const Site& piece) const {
    Site out;
    for (ConceptId organ : piece.organs) {
      for (ConceptId whole : lexicon_.ancestors(organ).first(lexicon_[organ].parent_count)) {
        if (lexicon_[whole].has(Concept::paired)) out.organs.add(whole);
      }
    }
    return out;
  }

  // Parts of one organ, and not merely of one region of the body.
  bool parts_of_one(const Site& a, const Site& b) const {
    for (ConceptId x : a.organs) {
      for (ConceptId whole : lexicon_.ancestors(x).first(lexicon_[x].parent_count)) {
        Site organ;
        organ.organs.add(whole);
        if (!systemic(lexicon_, organ) && lies_in(lexicon_, b, organ)) return true;
      }
    }
    return false;
  }

  // "Beneath the right frontal skull": in the subdural space there. False if nothing is known of what lies under it.
  bool add_what_lies_beneath(Site& site) const {
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

  // "The pancreas is well seen. The head and tail are atrophic."
  bool follows_focus(const PlaceRun& run) const {
    return context_.focus_sentence + 1 == setting_.sentence && clause_.chunks[run.first].definite &&
           context_.heading.empty();
  }

  // "The head", "the body": a region of the patient, by a word that organs have too.
  bool names_region(ConceptId place) const {
    const ConceptId body = lexicon_.known().body;
    const auto& wholes = lexicon_.ancestors(place);
    return place == body || std::all_of(wholes.begin(), wholes.end(), [&](ConceptId up) { return up == body; });
  }

  // Of the pancreas: "the head is atrophic, and the body is normal". Of a hip: "the screw lies in the head".
  void settle_region(const PlaceRun& run, Site& site) const {
    if (site.organs.size != 1 || !names_region(*site.organs.begin()) || !setting_.on(Rule::part_of_subject)) return;
    const bool near = context_.focus_sentence == setting_.sentence || follows_focus(run);
    if (near && !context_.focus.empty() && settle_region_of(context_.focus.front(), site)) return;
    if (!clause_.chunks[run.first].definite || !context_.heading.empty()) return;
    for (const Chunk& c : clause_.chunks) {
      const ConceptId at = c.head() && c.phrase.concept_id != kNone ? lexicon_[c.phrase.concept_id].at : kNone;
      Site usual;
      if (at != kNone) usual.organs.add(at);
      if (settle_region_of(usual, site)) return;
    }
    settle_region_of(context_.examined, site);
  }

  bool settle_region_of(const Site& owner, Site& site) const {
    const ConceptId region = *site.organs.begin();
    const auto settle = [&](ConceptId whole) {
      const ConceptId piece = lexicon_.composed(whole, region);
      if (piece == kNone || lexicon_.contains(region, piece) != (region == lexicon_.known().body) ||
          !lexicon_.contains(whole, piece))
        return false;
      site.organs = {};
      site.organs.add(piece);
      if (site.side == Side::none) site.side = owner.side;
      return true;
    };
    if (owner.organs.empty()) return false;
    const ConceptId organ = *owner.organs.begin();
    if (settle(organ)) return true;
    const auto wholes = lexicon_.ancestors(organ);
    return std::any_of(wholes.begin(), wholes.end(), settle);
  }

  // "The gallbladder is enlarged, with stones in the neck": in its neck, not in the patient's.
  void settle_part(Site& site, std::span<const Site> wholes) const {
    if (site.organs.size != 1 || !setting_.on(Rule::part_of_subject)) return;
    const ConceptId part = *site.organs.begin();
    for (const Site& whole : wholes) {
      for (ConceptId organ : whole.organs) {
        const ConceptId piece = lexicon_.composed(organ, part);
        // the aortic arch is one of the vessels that were examined, and no piece that needs one
        if (piece == kNone || organ == part || !lexicon_.contains(organ, piece) || lexicon_.contains(organ, part))
          continue;
        site.organs = {};
        site.organs.add(lexicon_.representative(piece));
        if (site.side == Side::none) site.side = whole.side;
        return;
      }
    }
  }

  // "The right kidney is normal, whereas the left is small"
  void settle_other_side(const PlaceRun& run, Site& site) const {
    const Chunk& first = clause_.chunks[run.first];
    // "The left hip is normal. The right shows osteoarthritis."
    const bool measured = clause_.chunks.size() > 1 && clause_.chunks[1].phrase.size_count != 0;
    const bool next = context_.focus_sentence + 1 == setting_.sentence && context_.heading.empty() &&
                      (clause_.verb || measured) && context_.focus.size() == 1 &&
                      sides_clash(context_.focus.front().side, site.side);
    if (!site.only_side() || run.first != 0 || !first.definite || first.prepositional() || context_.focus.size() != 1 ||
        (context_.focus_sentence != setting_.sentence && !next) || !paired(lexicon_, context_.focus.front()) ||
        !setting_.on(Rule::side_implied))
      return;
    site.organs = context_.focus.front().organs;
  }

  // Is a place near one that was spoken of, and another one?
  bool near_sided(const Site& site, const Site& sided, bool same) const {
    const ConceptId body = lexicon_.known().body;
    for (ConceptId x : site.organs) {
      for (ConceptId y : sided.organs) {
        if (x == y) return same;
        for (ConceptId up : lexicon_.ancestors(x)) {
          if (up != body && (up == y || lexicon_.contains(up, y))) return true;
        }
      }
    }
    return false;
  }

  // A bare side at the beginning of the clause.
  Side side_in_front() const {
    const auto first =
        std::find_if(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.live(); });
    if (first == clause_.chunks.end() || !first->is(PhraseKind::place)) return Side::none;
    const Site& site = first->phrase.site;
    const bool bare = site.only_side();
    return bare && site.side != Side::both ? site.side : Side::none;
  }

  // The side of a place that has none: that of what was spoken of in the same clause ("a mass in the left kidney with
  // invasion of the renal vein"), in the same sentence, or of the same region soon after.
  void take_implied_side(Site& site, const Site& sided_here) const {
    if (site.side != Side::none || !setting_.on(Rule::side_implied)) return;
    if (site.single && sided_here.side != Side::none && paired(lexicon_, site) && near_sided(site, sided_here, true)) {
      site.side = sided_here.side;
      return;
    }
    // "whereas on the left there is swelling at the ankle", "On the left, a rib is broken and the pleura is thick"
    const Side here = side_in_front();
    if (const Side front = here != Side::none ? here : clause_.fronted; front != Side::none && paired(lexicon_, site)) {
      site.side = front;
      return;
    }
    if (clause_.side_before == Side::none || setting_.sentence > clause_.sided_sentence_before + 1) return;
    // "the left 3rd to 8th ribs are broken, among them the 5th and 6th in two places"
    const bool some_of_them = site.from != 0 && setting_.sentence == clause_.sided_sentence_before;
    if (!site.single && !some_of_them) return;
    // "The left kidney is enlarged. The kidney contains a stone.", but what is denied is denied of both
    const bool same =
        setting_.sentence == clause_.sided_sentence_before ||
        std::none_of(clause_.chunks.begin(), clause_.chunks.end(), [](const Chunk& c) { return c.denied; });
    // "The left breast is normal. No axillary nodes.": on neither side
    if (!same && is_within(lexicon_, site, lexicon_.known().lymph_node)) return;
    if (near_sided(site, clause_.sided_before, same)) site.side = clause_.side_before;
  }

  // "A stone in the right ureter with hydronephrosis": what comes with it, at its own place nearby, is on that side.
  void take_side_of_cause(Chunk& c, const Site& sided_here) const {
    // "blunting on the left may be due to effusion or pleural thickening"
    const bool inferred = c.joint == Joint::infer || (c.joint == Joint::list && c.is_inference);
    if ((c.joint != Joint::with && !inferred && !joins_what_comes_with(c)) || c.denied || !c.phrase.site.empty() ||
        sided_here.side == Side::none || c.phrase.concept_id == kNone || !setting_.on(Rule::side_implied))
      return;
    const Site own = usual_place(lexicon_, c.phrase);
    // "a swollen left kidney, consistent with pyelonephritis": of that kidney
    if (own.side == Side::none && paired(lexicon_, own) && near_sided(own, sided_here, inferred))
      c.phrase.site.side = sided_here.side;
  }

  // "A right pneumothorax with a rib fracture and collapse of the lung"
  bool joins_what_comes_with(const Chunk& c) const {
    const int before = previous_head(clause_, static_cast<std::size_t>(&c - clause_.chunks.data()));
    return c.joint == Joint::list && !c.comma && !c.alternative && before >= 0 &&
           clause_.chunks[static_cast<std::size_t>(before)].joint == Joint::with &&
           !clause_.chunks[static_cast<std::size_t>(before)].denied;
  }

  // "Hydronephrosis with a stone in the right ureter": the first is on that side too; several may be on both.
  void take_side_of_companion(Chunk& c, const Site& sided_here) const {
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    if (c.joint != Joint::start || c.verbs != 0 || c.denied || !c.phrase.site.empty() || c.run >= 0 ||
        c.phrase.concept_id == kNone || i + 1 >= clause_.chunks.size() || !setting_.on(Rule::side_implied) ||
        (sided_here.side != Side::left && sided_here.side != Side::right))
      return;
    const Chunk& next = clause_.chunks[i + 1];
    const bool comes_with = next.head() && !next.denied && !next.comma &&
                            (next.joint == Joint::with || next.joint == Joint::infer) && !next.phrase.adjective;
    const bool several = std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& item) {
      return item.observation != nullptr && item.plural && item.begin >= c.words.begin && item.end <= c.words.end;
    });
    const Site own = usual_place(lexicon_, c.phrase);
    if (comes_with && !several && own.side == Side::none && paired(lexicon_, own) && near_sided(own, sided_here, true))
      c.phrase.site.side = sided_here.side;
  }

  // "A stone in the right ureter. There is associated stranding around the kidney."
  void take_side_of_associate(Chunk& c) const {
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    const bool associated = std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
      return m.cue == lexicon::CueKind::include && m.next == i && i == 0;
    });
    if (!associated || c.denied || c.phrase.concept_id == kNone || clause_.side_before == Side::none ||
        setting_.sentence > clause_.sided_sentence_before + 1 || !setting_.on(Rule::side_implied))
      return;
    const Site own = usual_place(lexicon_, c.phrase);
    if (own.side == Side::none && paired(lexicon_, own) && near_sided(own, clause_.sided_before, false))
      c.phrase.site.side = clause_.side_before;
  }

  // "No left-sided stone or hydronephrosis"
  void take_side_of_list(Chunk& c) const {
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    if (!c.alternative || !c.denied || i == 0 || !c.phrase.site.empty() || c.run >= 0 || c.phrase.concept_id == kNone ||
        !setting_.on(Rule::side_implied))
      return;
    const Chunk& before = clause_.chunks[i - 1];
    if (before.head() && before.phrase.site.only_side()) take_side_at_home(c, before.phrase.site.side);
  }

  // "At the left base atelectasis and a little fluid": the fluid is at home on that side.
  void take_front_of_list(Chunk& c) const {
    const Chunk& first = clause_.chunks.front();
    if (&c == &first || first.joint != Joint::in || !first.head() || !is_one_side(first.phrase.site.side) ||
        c.joint != Joint::list || c.denied || c.verbs != 0 || c.run >= 0 || !own_place(lexicon_, c.phrase).empty() ||
        !setting_.on(Rule::side_implied))
      return;
    Site home = home_place(lexicon_, c.phrase);
    const Site front = usual_place(lexicon_, first.phrase);
    if (home.organs.empty() || !paired(lexicon_, home) || !paired(lexicon_, front) ||
        !same_region(lexicon_, front, *home.organs.begin()))
      return;
    home.side = first.phrase.site.side;
    c.phrase.site = home;
  }

  // "On the left, two ribs are broken and there is a pneumothorax"
  void take_fronted_side(Chunk& c) const {
    if (clause_.fronted == Side::none || c.denied || !c.phrase.site.empty() || c.run >= 0 ||
        c.phrase.concept_id == kNone || !setting_.on(Rule::side_implied))
      return;
    take_side_at_home(c, clause_.fronted);
  }

  // … where such things usually are.
  void take_side_at_home(Chunk& c, Side side) const {
    const Site own = usual_place(lexicon_, c.phrase);
    if (own.side == Side::none && paired(lexicon_, own)) c.phrase.site.side = side;
  }

  bool in_limb(const Site& site) const {
    return is_within(lexicon_, site, lexicon_.known().upper_limb) ||
           is_within(lexicon_, site, lexicon_.known().lower_limb);
  }

  // Of a knee that was examined on one side, everything is on that side.
  void take_examined_side(Site& s) const {
    // "Left knee. Both menisci are intact.": the medial and the lateral one
    if (s.side == Side::both && in_limb(context_.exam) && lies_in(lexicon_, s, context_.exam) &&
        !(s.organs == context_.exam.organs) && setting_.on(Rule::side_examined))
      s.side = context_.exam.side;
    if (s.side != Side::none || context_.exam.organs.empty() || !paired(lexicon_, s) ||
        !setting_.on(Rule::side_examined))
      return;
    if (near_each_other(lexicon_, s, context_.exam)) s.side = context_.exam.side;
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Context& context_;
  Clause& clause_;
};

}  // namespace

void settle_runs(const Setting& setting, const Context& context, Clause& clause) {
  RunSettler(setting, context, clause).run();
}

}  // namespace fiducial::findings
