// Details that belong to a head: see merging.h.
#include <algorithm>

#include "grammar/amount.h"
#include "grammar/merging.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

class DetailMerger {
 public:
  explicit DetailMerger(Merging& merging)
      : m_(merging), setting_(merging.setting), lexicon_(merging.setting.lexicon), clause_(merging.clause) {}

  // False: it is a head after all.
  bool take(std::size_t i) {
    Chunk& c = m_.chunk(i);
    Chunk* h = m_.last_head();
    if (value_of_place(i) || position_of_place(i) || size_of_place(i)) return false;
    if (amount_of_next(i)) return true;
    if (h != nullptr) take_side_of_subject(i);
    if (c.phrase.site.side != Side::none && h != nullptr && detail_of_side(i)) return true;
    if (c.denied && h != nullptr && denied_alone(i)) return false;
    if (c.denied && h != nullptr && c.phrase.size_count == 0) {  // "a nodule that is not calcified" is a nodule
      for (ConceptId d : c.phrase.details) {
        // "shows no improvement": it is as it was
        if (lexicon_[d].is(ModifierKind::change) && lexicon_[d].direction != 0)
          h->phrase.details.add(lexicon_.known().change_stable);
        else
          h->phrase.absent_details.add(d);
      }
      m_.merge(i, m_.heads.back(), Rule::describes_predicate);
      return true;
    }
    // "Both lungs are clear, with a few patchy and linear shadows": a normal value has no shape.
    if (h != nullptr && (c.joint == Joint::with || !m_.loose.empty()) && h->phrase.concept_id != kNone &&
        c.phrase.size_count == 0 && lexicon_[h->phrase.concept_id].has(Concept::normal)) {
      m_.loose.push_back(i);
      return true;
    }
    if (h != nullptr && first_of_adjectives(i)) {
      m_.chunk(i + 1).joint = Joint::with;
      m_.loose.push_back(i);
      m_.last = Merging::Last::details;
      return true;
    }
    // "a nodule in the liver, 3 mm", "nodules in the lungs have grown"
    if (h != nullptr && second_of_two(i)) return true;
    const bool afterwards =
        m_.last == Merging::Last::place &&
        (c.phrase.size_count != 0 || c.phrase.quantity_count != 0 || says_change(lexicon_, c.phrase));
    if (h != nullptr &&
        (m_.last == Merging::Last::head || afterwards || c.verbs > 0 || m_.last == Merging::Last::details ||
         c.joint == Joint::with || c.one_of_several || (c.in_brackets && !c.phrase.details.empty()))) {
      describe(i, c.one_of_several                      ? several_head()
                  : c.comma && c.phrase.size_count != 0 ? measured_head()
                  : c.comma && only_stable(c.phrase)    ? whole_head()
                  : c.comma || c.in_brackets            ? asserted_head()
                                                        : subject_head(c));
      return true;
    }
    if (h != nullptr && second_of_two(i)) return true;
    if (h == nullptr && before_denial(i)) clause_.anaphor = true;
    if (h == nullptr && clause_.anaphor) return true;  // of what was found before: see find_descriptions
    m_.loose.push_back(i);
    m_.last = Merging::Last::details;
    return true;
  }

  // "A mass in the hilum, ill-defined": details that no head came behind are of the last one.
  void describe_afterwards() {
    Chunk* h = m_.last_head();
    if (h == nullptr || h->phrase.kind != PhraseKind::head || h->phrase.concept_id == kNone ||
        lexicon_[h->phrase.concept_id].has(Concept::normal))
      return;
    for (std::size_t i : m_.loose) {
      m_.copy_details(m_.chunk(i).phrase, h->phrase);
      if (m_.chunk(i).phrase.kind != PhraseKind::details) continue;
      h->phrase.span.cover(m_.chunk(i).phrase.span.begin, m_.chunk(i).phrase.span.end);
      m_.merge(i, m_.heads.back(), Rule::describes_behind);
    }
  }

  // "Right hilum in normal position": said of the hilum.
  bool position_of_place(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const Phrase& p = c.phrase;
    const bool behind_place = i > 0 && m_.last == Merging::Last::place &&
                              m_.chunk(i - 1).phrase.kind == PhraseKind::place && !m_.chunk(i - 1).prepositional() &&
                              !m_.chunk(i - 1).phrase.site.organs.empty();
    const bool in_place = !p.details.empty() && p.size_count + p.quantity_count == 0 &&
                          std::all_of(p.details.begin(), p.details.end(), [&](ConceptId d) {
                            return lexicon_[d].is(ModifierKind::position) && lexicon_[d].has(Concept::vague);
                          });
    if (c.joint != Joint::in || c.denied || !behind_place || !in_place || !setting_.on(Rule::value_detail))
      return false;
    c.phrase.kind = PhraseKind::head;
    c.phrase.concept_id = lexicon_.known().normal;
    c.phrase.attribute = lexicon_.known().position;
    c.phrase.details = {};
    c.phrase.head = p.span;
    c.joint = Joint::be;
    return true;
  }

 private:
  // "ARDS with severe, diffuse opacities": two adjectives of what comes next.
  bool first_of_adjectives(std::size_t i) const {
    if (i + 1 >= clause_.chunks.size() || !setting_.on(Rule::describes_before)) return false;
    const Chunk& c = m_.chunk(i);
    const Chunk& next = m_.chunk(i + 1);
    const bool how_much = std::all_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
      return lexicon_[d].is(ModifierKind::severity) || lexicon_[d].is(ModifierKind::size) ||
             lexicon_[d].is(ModifierKind::number) || lexicon_[d].is(ModifierKind::distribution);
    });
    return c.joint == Joint::with && !c.listed && !c.denied && (how_much || names_thing(next)) &&
           c.phrase.size_count + c.phrase.quantity_count == 0 && next.is(PhraseKind::head) && next.comma &&
           !next.alternative;
  }

  // "The spleen is large, with a lobulated, hypoechoic mass": a noun, which the adjective can be of.
  bool names_thing(const Chunk& next) const {
    return (next.joint == Joint::list || next.joint == Joint::start) && !next.phrase.adjective &&
           !next.phrase.details.empty() && is_lesion(lexicon_, next.phrase.concept_id);
  }

  // "The duct is dilated, measuring 11 mm, without a stone": what is not there has no size.
  bool before_denial(std::size_t i) const {
    const Chunk& c = m_.chunk(i);
    if (i != 0 || !c.comma || c.denied || c.phrase.size_count == 0 || !setting_.on(Rule::describes_spoken_of))
      return false;
    const auto next =
        std::find_if(clause_.chunks.begin() + 1, clause_.chunks.end(), [](const Chunk& k) { return k.head(); });
    return next != clause_.chunks.end() && next->denied;
  }

  // "A smaller nodule" is small; "the nodule is smaller" has changed.
  Phrase as_process(Phrase p) const {
    const ConceptSet<12> details = p.details;
    for (ConceptId d : details) {
      if (!lexicon_[d].is(ModifierKind::size) || lexicon_[d].going == kNone) continue;
      p.details.remove(d);
      p.details.add(lexicon_[d].going);
    }
    return p;
  }

  // "Effusions on both sides, the right being large and the left small": the side is the subject of what is said.
  void take_side_of_subject(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if (i == 0 || c.joint != Joint::be || !c.phrase.site.empty() || m_.last_head()->joint == Joint::be ||
        !setting_.on(Rule::describes_second))
      return;
    const Chunk& before = m_.chunk(i - 1);
    const Site& site = before.phrase.site;
    const bool side = site.side == Side::left || site.side == Side::right;
    if (!before.is(PhraseKind::place) || before.prepositional() || !before.definite || !side || !site.organs.empty() ||
        !site.parts.empty() || site.from != 0)
      return;
    c.phrase.site.side = site.side;
    m_.merge(i - 1, i, Rule::describes_second);
  }

  // "With 5 degrees of angulation": that much of what comes next.
  bool amount_of_next(std::size_t i) {
    Chunk& c = m_.chunk(i);
    // "a fracture, 15 degrees of angulation"
    const bool behind = c.comma && c.phrase.quantity_count != 0 && c.phrase.size_count == 0 && c.phrase.details.empty();
    if ((c.joint != Joint::with && !behind) || c.denied || i + 1 >= clause_.chunks.size() || m_.heads.empty())
      return false;
    Chunk& next = m_.chunk(i + 1);
    if (!next.head() || next.joint != Joint::of || next.definite || next.phrase.kind != PhraseKind::head ||
        c.phrase.size_count + c.phrase.quantity_count == 0 || !setting_.on(Rule::describes_before))
      return false;
    m_.copy_details(c.phrase, next.phrase);
    next.phrase.span.cover(c.phrase.span.begin, c.phrase.span.end);
    next.joint = Joint::with;
    m_.merge(i, i + 1, Rule::describes_before);
    return true;
  }

  // "A large uterus with two fibroids, the larger 4 cm": of the fibroids.
  std::size_t several_head() {
    for (std::size_t k = m_.heads.size(); k-- > 0;) {
      if (says_several(lexicon_, m_.chunk(m_.heads[k]).phrase.details)) return m_.heads[k];
    }
    return m_.heads.back();
  }

  // "An angiomyolipoma with fat, 22 mm": the size is that of what the other comes with.
  std::size_t measured_head() {
    std::size_t k = m_.heads.size() - 1;
    // "a cyst without septa, 4 cm"
    while (k > 0 && m_.chunk(m_.heads[k]).denied && !m_.chunk(m_.heads[0]).denied) --k;
    // "pars defects with anterolisthesis of L5, 6 mm": how far it has slipped
    const ConceptId last = m_.chunk(m_.heads[k]).phrase.concept_id;
    if (k > 0 && last != kNone && lexicon_.contains(lexicon_.known().displacement, last) &&
        !is_lesion(lexicon_, m_.chunk(m_.heads[k - 1]).phrase.concept_id))
      return m_.heads[k];
    while (k > 0 && (comes_with(k) || says_without(m_.chunk(m_.heads[k]))) &&
           m_.chunk(m_.heads[k - 1]).phrase.size_count == 0 && !m_.chunk(m_.heads[k]).denied &&
           m_.chunk(m_.heads[k - 1]).phrase.kind == PhraseKind::head)
      --k;
    return m_.heads[k];
  }

  // "A nodule with irregular margins and calcifications", "a mass with a cyst and calcifications": they come with it.
  bool comes_with(std::size_t k) const {
    const Chunk& c = m_.chunk(m_.heads[k]);
    // "a nodule of endometriosis, 3 cm"
    if (c.joint == Joint::of && !c.definite) return is_lesion(lexicon_, m_.chunk(m_.heads[k - 1]).phrase.concept_id);
    if (c.joint != Joint::list || c.comma || c.alternative || k + 1 < m_.heads.size() || c.phrase.size_count != 0)
      return c.joint == Joint::with;
    const auto at = std::lower_bound(clause_.items.begin(), clause_.items.end(), c.words.begin,
                                     [](const Item& item, std::uint32_t begin) { return item.begin < begin; });
    if (at == clause_.items.end() || at - clause_.items.begin() < 2 || !is_cue(*(at - 1), lexicon::CueKind::and_))
      return false;
    if (!is_lesion(lexicon_, m_.chunk(m_.heads[0]).phrase.concept_id)) return false;
    return (at - 2)->begins_with_with || (k > 1 && m_.chunk(m_.heads[k - 1]).joint == Joint::with);
  }

  // "Nodes, round and without a hilum, measuring up to 24 mm"
  bool says_without(const Chunk& c) const {
    return std::any_of(clause_.items.begin(), clause_.items.end(),
                       [&](const Item& item) { return item.begins_with_without && item.begin == c.phrase.head.begin; });
  }

  bool only_stable(const Phrase& p) const {
    return p.details.size == 1 && p.details.has(lexicon_.known().change_stable);
  }

  // "A fracture with loss of height, unchanged": the fracture is.
  std::size_t whole_head() {
    std::size_t k = m_.heads.size() - 1;
    while (k > 0 && m_.chunk(m_.heads[k]).joint == Joint::with && !m_.chunk(m_.heads[k - 1]).denied &&
           m_.chunk(m_.heads[k - 1]).joint != Joint::be && m_.chunk(m_.heads[k - 1]).phrase.kind == PhraseKind::head)
      --k;
    return m_.heads[k];
  }

  // "A nodule without calcification, unchanged", "a hemorrhage without extension (grade 1)": the nodule is.
  std::size_t asserted_head() {
    std::size_t k = m_.heads.size() - 1;
    while (k > 0 && m_.chunk(m_.heads[k]).denied && m_.chunk(m_.heads[k]).joint == Joint::with &&
           !m_.chunk(m_.heads[0]).denied)
      --k;
    return m_.heads[k];
  }

  // "The cavitation of the nodule has resolved": not the nodule.
  bool gone_from(const Chunk& c, std::size_t k) {
    const Chunk& whole = m_.chunk(m_.heads[k]);
    const Chunk& before = m_.chunk(m_.heads[k - 1]);
    return whole.joint == Joint::of && whole.definite && before.phrase.kind == PhraseKind::head &&
           before.phrase.concept_id != kNone && whole.phrase.concept_id != kNone &&
           std::any_of(c.phrase.details.begin(), c.phrase.details.end(),
                       [&](ConceptId d) { return lexicon_[d].is(ModifierKind::change); });
  }

  // "Edema around the mass is less marked": a predicate is said of the subject.
  // "Abuts the pleura": a verb of the thing before it.
  bool is_deed(const Chunk& c) const {
    return c.phrase.concept_id != kNone && lexicon_[c.phrase.concept_id].has(Concept::acts_elsewhere) &&
           std::any_of(clause_.items.begin(), clause_.items.end(), [&](const Item& item) {
             return item.begin == c.phrase.head.begin && item.plural && item.observation != nullptr;
           });
  }

  // "… and is new": a second verb of the same subject.
  bool behind_and(const Chunk& c) const {
    const auto next = std::find_if(clause_.items.begin(), clause_.items.end(),
                                   [&](const Item& i) { return i.begin >= c.words.begin; });
    auto verb = next;
    while (verb != clause_.items.begin() && !is_clause_verb(*(verb - 1)) && !joins(*(verb - 1))) --verb;
    return verb - clause_.items.begin() > 1 && is_clause_verb(*(verb - 1)) &&
           is_cue(*(verb - 2), lexicon::CueKind::and_);
  }

  std::size_t subject_head(const Chunk& c) {
    std::size_t k = m_.heads.size() - 1;
    if (k > 0 && c.verbs > m_.chunk(m_.heads[k]).verbs && gone_from(c, k)) return m_.heads[k - 1];
    while (k > 0 && c.verbs > 0 && (c.joint == Joint::be || c.joint == Joint::show) &&
           (m_.chunk(m_.heads[k]).joint == Joint::near || m_.chunk(m_.heads[k]).joint == Joint::infer ||
            (m_.chunk(m_.heads[k]).joint == Joint::with && is_deed(m_.chunk(m_.heads[k])) && behind_and(c))) &&
           m_.chunk(m_.heads[k]).verbs < c.verbs)
      --k;
    return m_.heads[k];
  }

  void describe(std::size_t i, std::size_t head) {
    const Chunk& c = m_.chunk(i);
    Chunk& h = m_.chunk(head);
    const Rule rule = c.verbs > h.verbs ? Rule::describes_predicate : Rule::describes_behind;
    if (!setting_.on(rule)) return;
    m_.copy_details(c.joint == Joint::be ? as_process(c.phrase) : c.phrase, h.phrase);
    const bool spread = std::all_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
      return lexicon_[d].is(ModifierKind::distribution);
    });  // "shadows are scattered in both lungs" are there, not described
    h.described |= c.verbs > 0 && !clause_.existential && h.verbs == 0 && !spread;
    h.phrase.span.cover(c.phrase.span.begin, c.phrase.span.end);
    if (rule == Rule::describes_predicate) change_all(c, h);
    if (c.comma) change_group(c.phrase, head);
    m_.merge(i, head, rule);
    m_.last = Merging::Last::details;
  }

  // "Hilar and mediastinal lymphadenopathy, stable": all of the list.
  void change_group(const Phrase& how, std::size_t head) {
    for (const std::size_t other : m_.heads) {
      if (other == head || m_.chunk(other).group != m_.chunk(head).group ||
          m_.chunk(other).denied != m_.chunk(head).denied)
        continue;
      for (ConceptId d : how.details) {
        if (lexicon_[d].is(ModifierKind::change)) m_.chunk(other).phrase.details.add(d);
      }
    }
  }

  // "The nodule in the lung and the mass in the adrenal have grown": both of them.
  void change_all(const Chunk& predicate, const Chunk& last) {
    if (!setting_.on(Rule::change_of_all)) return;
    for (std::size_t k : m_.heads) {
      Chunk& other = m_.chunk(k);
      const bool subject = &other != &last && other.verbs == last.verbs && other.denied == last.denied &&
                           other.phrase.kind == PhraseKind::head && last.joint == Joint::list && !last.comma;
      if (!subject) continue;
      for (ConceptId d : predicate.phrase.details) {
        if (lexicon_[d].is(ModifierKind::change)) other.phrase.details.add(d);
      }
    }
  }

  // "…, without ground glass": no such opacity, rather than a detail that the last thing lacks.
  bool denied_alone(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const bool ahead = std::any_of(clause_.marks.begin(), clause_.marks.end(),
                                   [&](const Mark& m) { return m.cue == lexicon::CueKind::neg && m.next == i; });
    if (!ahead || c.joint != Joint::with || !setting_.on(Rule::value_detail)) return false;
    for (ConceptId d : c.phrase.details) {
      const Named named = named_by(lexicon_, d, kNone);
      if (!lexicon_[d].is(ModifierKind::density) || named.concept_id == kNone || named.denied) continue;
      c.phrase.kind = PhraseKind::head;
      c.phrase.concept_id = named.concept_id;
      c.phrase.head = c.phrase.span;
      return true;
    }
    return false;
  }

  // "Fractures that are mild at T6 and severe at T9", "14 mm thick on the left and 4 mm on the right": the details
  // before the second place are those of a second one of the same kind.
  bool second_of_two(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if ((c.joint != Joint::list && !c.listed) || m_.last != Merging::Last::place || i + 1 >= clause_.chunks.size())
      return false;
    const Chunk& next = m_.chunk(i + 1);
    if (!next.is(PhraseKind::place) || !next.prepositional() || !setting_.on(Rule::describes_second)) return false;
    const std::size_t first = m_.heads.back();
    // the first must have details of the same kind, said before its place
    std::size_t place = i;
    while (place > 0 && m_.chunk(place - 1).is(PhraseKind::place) && m_.chunk(place - 1).prepositional()) --place;
    if (place == i || place == 0) return false;
    const Chunk& before = m_.chunk(place - 1);
    if (before.phrase.kind != PhraseKind::details && place - 1 != first) return false;
    if (!same_kinds(before.phrase, c.phrase)) return false;
    name_again(i, first);
    // "severe right foraminal narrowing at C5-6 and moderate at C6-7": on the right too
    const Site& there = next.phrase.site;
    if (there.from != 0 && there.organs.empty() && there.side == Side::none && c.phrase.site.empty())
      c.phrase.site.side = m_.chunk(first).phrase.site.side;
    c.phrase.span.cover(c.phrase.head.begin, c.phrase.head.end);
    return true;
  }

  // Chunk i is one more of what the head `first` is.
  void name_again(std::size_t i, std::size_t first) {
    Chunk& c = m_.chunk(i);
    const Chunk& h = m_.chunk(first);
    c.phrase.kind = h.phrase.kind;
    c.phrase.concept_id = h.phrase.concept_id;
    c.phrase.attribute = h.phrase.attribute;
    c.phrase.fused_site = h.phrase.fused_site;
    c.phrase.head = h.phrase.head;
    c.denied = h.denied;
    c.certainty = h.certainty;
    c.group = static_cast<std::int16_t>(++m_.group);
    clause_.link(LinkKind::same_as, Rule::describes_second, i, static_cast<std::int16_t>(first));
    m_.heads.push_back(i);
    m_.last = Merging::Last::head;
  }

  // "Subdural hematomas, 14 mm thick on the left and 4 mm on the right": the first is on the left, and there is
  // another.
  bool detail_of_side(std::size_t i) {
    Chunk& c = m_.chunk(i);
    std::size_t k = m_.heads.size() - 1;
    const auto judged = [&](const Phrase& p) {
      return p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::normal);
    };
    while (k > 0 && c.phrase.size_count != 0 && judged(m_.chunk(m_.heads[k]).phrase)) --k;  // "which is normal"
    Chunk& h = m_.chunk(m_.heads[k]);
    const bool attribute = h.phrase.kind == PhraseKind::attribute && c.phrase.size_count + c.phrase.quantity_count != 0;
    const bool thing = h.phrase.kind == PhraseKind::head && h.phrase.concept_id != kNone;
    if (!(thing || attribute) || !setting_.on(Rule::describes_second)) return false;
    const Side side = c.phrase.site.side;
    const Side own = h.phrase.site.side != Side::none ? h.phrase.site.side : h.phrase.fused_side;
    // "Bilateral effusions, smaller on the right and larger on the left": the left one has its own already
    for (const std::size_t other : m_.heads) {
      const Phrase& p = m_.chunk(other).phrase;
      if (own == side || &p == &h.phrase || p.concept_id != h.phrase.concept_id || p.site.side != side) continue;
      c.phrase.site = Site{};
      describe(i, other);
      return true;
    }
    if (Chunk* both = own == Side::none ? both_sides_between(m_.heads[k], i) : nullptr; both != nullptr) {
      m_.copy_details(h.phrase, c.phrase);
      c.phrase.site = both->phrase.site;
      c.phrase.site.side = side;
      both->phrase.site.side = opposite(side);
      name_again(i, m_.heads[k]);
      return true;
    }
    // "Bilateral effusions, larger on the right": there is one on the left still
    if (own == Side::both && side != Side::both) {
      h.phrase.site.side = opposite(side);
    } else if (own == Side::none || own == side) {
      h.phrase.site.side = side;
      c.phrase.site = Site{};
      describe(i, m_.heads[k]);
      return true;
    }
    if (own == Side::both) m_.copy_details(h.phrase, c.phrase);
    c.phrase.site = h.phrase.site;
    c.phrase.site.side = side;
    name_again(i, m_.heads[k]);
    return true;
  }

  // "Stones in both kidneys, the largest 9 mm on the right": where they are, before one side is told.
  Chunk* both_sides_between(std::size_t head, std::size_t end) {
    for (std::size_t k = head + 1; k < end; ++k) {
      Chunk& c = m_.chunk(k);
      if (c.is(PhraseKind::place) && c.phrase.site.side == Side::both && !c.phrase.site.organs.empty()) return &c;
    }
    return nullptr;
  }

  bool same_kinds(const Phrase& a, const Phrase& b) const {
    if (b.size_count != 0) return a.size_count != 0;
    if (b.quantity_count != 0) return a.quantity_count != 0;
    return !b.details.empty() && std::all_of(b.details.begin(), b.details.end(), [&](ConceptId d) {
      return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId e) {
        return lexicon_[e].section == lexicon_[d].section && lexicon_[e].kind == lexicon_[d].kind;
      });
    });
  }

  // Something that is there, and not how its place is.
  bool is_thing(const Chunk& c) const {
    return c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone &&
           lexicon_[c.phrase.concept_id].about == kNone && !is_value(lexicon_, c.phrase);
  }

  // "The uterus lies to the left, measures 7 cm and has …": its verb stands right before it.
  bool behind_own_verb(const Chunk& c) const {
    const auto at = std::find_if(clause_.items.begin(), clause_.items.end(),
                                 [&](const Item& item) { return item.begin >= c.words.begin; });
    return at != clause_.items.begin() && at != clause_.items.end() && (at - 1)->kind == ItemKind::cue &&
           lexicon_[(at - 1)->cue_concept].has(Concept::finite_verb);
  }

  // "CBD 13 mm, intrahepatic ducts dilated": the ducts have no size.
  static bool has_own_place(const Chunk& c) { return !c.phrase.site.organs.empty() || c.phrase.fused_site != kNone; }

  // How a place is otherwise than in size: "heterogeneous", "irregular".
  bool judges_inside(const Phrase& p) const {
    ConceptId value = p.concept_id;
    if (p.kind == PhraseKind::details && p.size_count + p.quantity_count == 0 && !p.details.empty())
      value = named_by(lexicon_, *p.details.begin(), kNone).concept_id;  // "and echogenic"
    else if (p.kind != PhraseKind::head || !is_value(lexicon_, p))
      return false;
    if (value == kNone) return false;
    const ConceptId about = lexicon_[value].about;
    return about != kNone && about != lexicon_.known().size && about != lexicon_.known().thickness &&
           !lexicon_[value].has(Concept::normal);
  }

  // "The uterus is 7 cm long and has a thick endometrium", "right kidney 11 cm with a cyst": the size of the organ.
  bool size_of_place(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const auto behind = clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    const bool predicate =
        (c.joint == Joint::be || behind_own_verb(c)) && std::any_of(behind, clause_.chunks.end(), [&](const Chunk& k) {
          return k.phrase.kind == PhraseKind::head && k.verbs > c.verbs;
        });
    const bool beside =
        c.joint == Joint::start && size_within_place(clause_, i) && !m_.chunk(i - 1).prepositional() &&
        behind != clause_.chunks.end() && behind->phrase.kind == PhraseKind::head &&
        (behind->joint == Joint::with || (behind->comma && (is_thing(*behind) || has_own_place(*behind))));
    // "the left kidney (11 cm) shows mild hydronephrosis"
    const bool in_brackets = c.in_brackets && i > 0 && m_.chunk(i - 1).is(PhraseKind::place) &&
                             !m_.chunk(i - 1).in_brackets && behind != clause_.chunks.end() && behind->verbs > 0 &&
                             is_thing(*behind);
    // "the kidney is 11 cm long, its collecting system dilated": nor this
    const bool beside_piece = c.joint == Joint::be && i > 0 && behind != clause_.chunks.end() && behind->comma &&
                              behind->phrase.kind == PhraseKind::head && !behind->phrase.site.organs.empty() &&
                              behind->phrase.site.organs != m_.chunk(i - 1).phrase.site.organs;
    // "the spleen is 14 cm long and heterogeneous"
    const bool beside_value = c.joint == Joint::be && behind != clause_.chunks.end() && behind->listed &&
                              !behind->comma && judges_inside(behind->phrase);
    if (!(predicate || beside || beside_piece || beside_value || in_brackets) || !m_.heads.empty() ||
        !m_.subject_place || c.phrase.size_count == 0 || !c.phrase.details.empty() || c.denied ||
        !setting_.on(Rule::measured_place))
      return false;
    c.phrase.kind = PhraseKind::head;
    c.phrase.concept_id = lexicon_.known().measured;
    c.phrase.head = c.phrase.span;
    return true;
  }

  // "The kidney is small with a thin cortex": said of the kidney, and all that is.
  bool value_of_place(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const bool first = c.joint == Joint::be && m_.heads.empty();
    const bool after_denial = c.joint == Joint::with && m_.last_head() != nullptr && m_.last_head()->denied &&
                              m_.last_head()->denied_by != Rule::denied_verb;
    // "the kidney is 9 cm long and echogenic"
    const bool after_size = c.listed && !c.comma && i > 0 && m_.heads.size() == 1 && m_.heads.back() + 1 == i &&
                            m_.chunk(i - 1).joint == Joint::be &&
                            m_.chunk(i - 1).phrase.concept_id == lexicon_.known().measured;
    if ((!first && !after_denial && !after_size) || !m_.subject_place || c.phrase.size_count != 0 || c.denied ||
        c.in_denial || !setting_.on(Rule::value_detail))
      return false;
    for (ConceptId d : c.phrase.details) {
      const Named named = named_by(lexicon_, d, kNone);
      if (named.concept_id == kNone || named.denied) continue;
      c.phrase.kind = PhraseKind::head;
      c.phrase.concept_id = named.concept_id;
      c.phrase.head = c.phrase.span;
      return true;
    }
    return false;
  }

  Merging& m_;
  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace

bool merge_details(Merging& merging, std::size_t i) {
  return DetailMerger(merging).take(i);
}

void merge_loose_details(Merging& merging) {
  DetailMerger(merging).describe_afterwards();
}

}  // namespace fiducial::findings
