// Chunks that are one thing in two pieces, and details that belong to a head: "patchy areas of low signal", "a cystic,
// low-density lesion", "a mass in the hilum, ill-defined". A chunk that is part of another stays in the list and says
// into which it went.
#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

class Merger {
 public:
  Merger(const Setting& setting, Clause& clause) : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  void run() {
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& c = clause_.chunks[i];
      if (!c.live()) continue;
      if (c.phrase.kind == PhraseKind::place)
        place(i);
      else if (c.phrase.kind == PhraseKind::details)
        details(i);
      else
        head(i);
    }
    describe_afterwards();
    remove_all();
  }

 private:
  // "ETT, NGT and right IJ line have been removed": all of them.
  void remove_all() {
    for (std::size_t k = heads_.size(); k-- > 1;) {
      const Chunk& last = chunk(heads_[k]);
      Chunk& before = chunk(heads_[k - 1]);
      if ((last.joint != Joint::list && !last.listed) || last.group != before.group || !is_device(last) ||
          !is_device(before))
        continue;
      for (ConceptId d : last.phrase.details) {
        if (lexicon_[d].is(ModifierKind::change) && lexicon_[d].rank == 0 && !changes(before.phrase))
          before.phrase.details.add(d);
      }
    }
  }

  bool is_device(const Chunk& c) const {
    return c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone &&
           lexicon_[c.phrase.concept_id].has(Concept::device);
  }

  enum class Last : std::uint8_t { none, place, head, details };

  Chunk& chunk(std::size_t i) { return clause_.chunks[i]; }
  Chunk* last_head() { return heads_.empty() ? nullptr : &clause_.chunks[heads_.back()]; }

  void merge(std::size_t from, std::size_t into, Rule rule) {
    chunk(from).merged_into = static_cast<std::int16_t>(into);
    clause_.link(LinkKind::same_as, rule, from, static_cast<std::int16_t>(into));
  }

  static void copy_details(const Phrase& from, Phrase& to) {
    for (ConceptId d : from.details) to.details.add(d);
    for (ConceptId d : from.absent_details) to.absent_details.add(d);
    to.add_sizes(from.sizes, from.size_count);
    to.add_quantities(from.quantities, from.quantity_count);
  }

  // --- places
  void place(std::size_t i) {
    const Chunk& c = chunk(i);
    places_ = true;
    subject_place_ |= !c.prepositional() && c.joint != Joint::list && !c.listed;
    if (!c.phrase.details.empty() && !c.prepositional()) {
      if (c.joint == Joint::be && !heads_.empty())
        copy_details(c.phrase, last_head()->phrase);  // "a tube is in place on the left side"
      else
        loose_.push_back(i);  // "linear parenchymal opacities"
    }
    last_ = Last::place;
  }

  // --- details
  void details(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk* h = last_head();
    if (value_of_place(i) || amount_of_next(i)) return;
    if (c.phrase.site.side != Side::none && h != nullptr && detail_of_side(i)) return;
    if (c.denied && h != nullptr && denied_alone(i)) return head(i);
    if (c.denied && h != nullptr && c.phrase.size_count == 0) {  // "a nodule that is not calcified" is a nodule
      for (ConceptId d : c.phrase.details) {
        // "shows no improvement": it is as it was
        if (lexicon_[d].is(ModifierKind::change) && lexicon_[d].direction != 0)
          h->phrase.details.add(lexicon_.known().change_stable);
        else
          h->phrase.absent_details.add(d);
      }
      merge(i, heads_.back(), Rule::describes_predicate);
      return;
    }
    // "Both lungs are clear, with a few patchy and linear shadows": a normal value has no shape.
    if (h != nullptr && (c.joint == Joint::with || !loose_.empty()) && h->phrase.concept_id != kNone &&
        c.phrase.size_count == 0 && lexicon_[h->phrase.concept_id].has(Concept::normal)) {
      loose_.push_back(i);
      return;
    }
    // "a nodule in the liver, 3 mm", "nodules in the lungs have grown"
    if (h != nullptr && second_of_two(i)) return;
    const bool afterwards =
        last_ == Last::place && (c.phrase.size_count != 0 || c.phrase.quantity_count != 0 || changes(c.phrase));
    if (h != nullptr && (last_ == Last::head || afterwards || c.verbs > 0 || last_ == Last::details ||
                         c.joint == Joint::with || c.one_of_several)) {
      describe(i, c.comma && c.phrase.size_count != 0 ? measured_head() : c.comma ? asserted_head(i) : heads_.back());
      return;
    }
    if (h != nullptr && second_of_two(i)) return;
    if (h == nullptr && clause_.anaphor) return;  // of what was found before: see find_descriptions
    loose_.push_back(i);
    last_ = Last::details;
  }

  // "With 5 degrees of angulation": that much of what comes next.
  bool amount_of_next(std::size_t i) {
    Chunk& c = chunk(i);
    if (c.joint != Joint::with || c.denied || i + 1 >= clause_.chunks.size() || heads_.empty()) return false;
    Chunk& next = chunk(i + 1);
    if (!next.head() || next.joint != Joint::of || next.definite || next.phrase.kind != PhraseKind::head ||
        c.phrase.size_count + c.phrase.quantity_count == 0 || !setting_.on(Rule::describes_before))
      return false;
    copy_details(c.phrase, next.phrase);
    next.phrase.span.cover(c.phrase.span.begin, c.phrase.span.end);
    next.joint = Joint::with;
    merge(i, i + 1, Rule::describes_before);
    return true;
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

  // "An angiomyolipoma with fat, 22 mm": the size is that of what the other comes with.
  std::size_t measured_head() {
    std::size_t k = heads_.size() - 1;
    while (k > 0 && chunk(heads_[k]).joint == Joint::with && chunk(heads_[k - 1]).phrase.size_count == 0 &&
           !chunk(heads_[k]).denied && chunk(heads_[k - 1]).phrase.kind == PhraseKind::head)
      --k;
    return heads_[k];
  }

  // "A nodule without calcification, unchanged": the nodule is.
  std::size_t asserted_head(std::size_t i) {
    std::size_t k = heads_.size() - 1;
    while (k > 0 && changes(chunk(i).phrase) && chunk(heads_[k]).denied && chunk(heads_[k]).joint == Joint::with) --k;
    return heads_[k];
  }

  bool changes(const Phrase& p) const {
    return std::any_of(p.details.begin(), p.details.end(),
                       [&](ConceptId d) { return lexicon_[d].is(ModifierKind::change); });
  }

  void describe(std::size_t i, std::size_t head) {
    const Chunk& c = chunk(i);
    Chunk& h = chunk(head);
    const Rule rule = c.verbs > h.verbs ? Rule::describes_predicate : Rule::describes_behind;
    if (!setting_.on(rule)) return;
    copy_details(c.joint == Joint::be ? as_process(c.phrase) : c.phrase, h.phrase);
    const bool spread = std::all_of(c.phrase.details.begin(), c.phrase.details.end(), [&](ConceptId d) {
      return lexicon_[d].is(ModifierKind::distribution);
    });  // "shadows are scattered in both lungs" are there, not described
    h.described |= c.verbs > 0 && !clause_.existential && h.verbs == 0 && !spread;
    h.phrase.span.cover(c.phrase.span.begin, c.phrase.span.end);
    if (rule == Rule::describes_predicate) change_all(c, h);
    if (c.comma) change_group(c.phrase, head);
    merge(i, head, rule);
    last_ = Last::details;
  }

  // "Hilar and mediastinal lymphadenopathy, stable": all of the list.
  void change_group(const Phrase& how, std::size_t head) {
    for (const std::size_t other : heads_) {
      if (other == head || chunk(other).group != chunk(head).group || chunk(other).denied != chunk(head).denied)
        continue;
      for (ConceptId d : how.details) {
        if (lexicon_[d].is(ModifierKind::change)) chunk(other).phrase.details.add(d);
      }
    }
  }

  // "The nodule in the lung and the mass in the adrenal have grown": both of them.
  void change_all(const Chunk& predicate, const Chunk& last) {
    if (!setting_.on(Rule::change_of_all)) return;
    for (std::size_t k : heads_) {
      Chunk& other = chunk(k);
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
    Chunk& c = chunk(i);
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
    Chunk& c = chunk(i);
    if ((c.joint != Joint::list && !c.listed) || last_ != Last::place || i + 1 >= clause_.chunks.size()) return false;
    const Chunk& next = chunk(i + 1);
    if (!next.is(PhraseKind::place) || !next.prepositional() || !setting_.on(Rule::describes_second)) return false;
    const std::size_t first = heads_.back();
    if (i < 2 || chunk(i - 1).phrase.kind != PhraseKind::place || !chunk(i - 1).prepositional()) return false;
    // the first must have details of the same kind, said before its place
    const Chunk& before = chunk(i - 2);
    if (before.phrase.kind != PhraseKind::details && i - 2 != first) return false;
    if (!same_kinds(before.phrase, c.phrase)) return false;
    Phrase second = c.phrase;
    second.kind = PhraseKind::head;
    second.concept_id = chunk(first).phrase.concept_id;
    second.fused_site = chunk(first).phrase.fused_site;
    second.head = chunk(first).phrase.head;
    second.span.cover(second.head.begin, second.head.end);
    c.phrase = second;
    c.denied = chunk(first).denied;
    c.certainty = chunk(first).certainty;
    c.group = static_cast<std::int16_t>(++group_);
    clause_.link(LinkKind::same_as, Rule::describes_second, i, static_cast<std::int16_t>(first));
    heads_.push_back(i);
    last_ = Last::head;
    return true;
  }

  // "Subdural hematomas, 14 mm thick on the left and 4 mm on the right": the first is on the left, and there is
  // another.
  bool detail_of_side(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk& h = chunk(heads_.back());
    if (h.phrase.kind != PhraseKind::head || h.phrase.concept_id == kNone || !setting_.on(Rule::describes_second))
      return false;
    const Side side = c.phrase.site.side;
    const Side own = h.phrase.site.side;
    // "Bilateral effusions, larger on the right": there is one on the left still
    if (own == Side::both && side != Side::both) {
      h.phrase.site.side = side == Side::left ? Side::right : Side::left;
    } else if (own == Side::none || own == side) {
      h.phrase.site.side = side;
      c.phrase.site = Site{};
      describe(i, heads_.back());
      return true;
    }
    Phrase other = c.phrase;
    other.kind = PhraseKind::head;
    other.concept_id = h.phrase.concept_id;
    other.fused_site = h.phrase.fused_site;
    if (own == Side::both) copy_details(h.phrase, other);
    other.site = h.phrase.site;
    other.site.side = side;
    other.head = h.phrase.head;
    c.phrase = other;
    c.denied = h.denied;
    c.certainty = h.certainty;
    c.group = static_cast<std::int16_t>(++group_);
    clause_.link(LinkKind::same_as, Rule::describes_second, i, static_cast<std::int16_t>(heads_.back()));
    heads_.push_back(i);
    last_ = Last::head;
    return true;
  }

  bool same_kinds(const Phrase& a, const Phrase& b) const {
    if (b.size_count != 0) return a.size_count != 0;
    return !b.details.empty() && std::all_of(b.details.begin(), b.details.end(), [&](ConceptId d) {
      return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId e) {
        return lexicon_[e].section == lexicon_[d].section && lexicon_[e].kind == lexicon_[d].kind;
      });
    });
  }

  // "The kidney is small with a thin cortex": said of the kidney, and all that is.
  bool value_of_place(std::size_t i) {
    Chunk& c = chunk(i);
    const bool first = c.joint == Joint::be && heads_.empty();
    const bool after_denial = c.joint == Joint::with && last_head() != nullptr && last_head()->denied &&
                              last_head()->denied_by != Rule::denied_verb;
    if ((!first && !after_denial) || !subject_place_ || c.phrase.size_count != 0 || c.denied || c.in_denial ||
        !setting_.on(Rule::value_detail))
      return false;
    for (ConceptId d : c.phrase.details) {
      const Named named = named_by(lexicon_, d, kNone);
      if (named.concept_id == kNone || named.denied) continue;
      c.phrase.kind = PhraseKind::head;
      c.phrase.concept_id = named.concept_id;
      c.phrase.head = c.phrase.span;
      head(i);
      return true;
    }
    return false;
  }

  // "A mass in the hilum, ill-defined": details that no head came behind are of the last one.
  void describe_afterwards() {
    Chunk* h = last_head();
    if (h == nullptr || h->phrase.kind != PhraseKind::head || h->phrase.concept_id == kNone ||
        lexicon_[h->phrase.concept_id].has(Concept::normal))
      return;
    for (std::size_t i : loose_) {
      copy_details(chunk(i).phrase, h->phrase);
      if (chunk(i).phrase.kind != PhraseKind::details) continue;
      h->phrase.span.cover(chunk(i).phrase.span.begin, chunk(i).phrase.span.end);
      merge(i, heads_.back(), Rule::describes_behind);
    }
  }

  // --- heads
  void head(std::size_t i) {
    if (unknown_words(i) || margins(i) || size_of_head(i) || presupposed(i) || state_of_break(i)) return;
    if (same_thing(i)) return;
    signal_of_inference(i);
    named_by_inference(i);
    absorbed_details(i);
    if (operation(i)) return;
    Chunk& c = chunk(i);
    bool joins = (c.joint == Joint::list || c.listed) && (last_ == Last::head || last_ == Last::details);
    // "swelling of the neck, with mesh-like low or iso-signal": the second signal comes with the swelling too
    if (joins && i > 0 && chunk(i - 1).phrase.kind == PhraseKind::details && chunk(i - 1).joint == Joint::with &&
        chunk(i - 1).merged_into >= 0) {
      joins = false;
      c.joint = Joint::with;
    }
    if (!joins) ++group_;
    c.group = static_cast<std::int16_t>(group_);
    absorb_area(i);
    absorb_unknown(i);
    take_loose(i);
    share_amount(i, joins);
    share_adjectives(i, joins);
    heads_.push_back(i);
    last_ = Last::head;
  }

  // Words that the lexicon does not know go with the head beside them; alone in their clause they are a head.
  bool unknown_words(std::size_t i) {
    Chunk& c = chunk(i);
    const Phrase& p = c.phrase;
    if (p.kind != PhraseKind::head || p.concept_id != kNone || p.attribute != kNone) return false;
    if (c.in_brackets) {
      merge(i, i, Rule::merge_unknown_words);
      return true;
    }
    if (heads_.empty() || !setting_.on(Rule::merge_unknown_words)) return false;
    // "no cyanosis or xyz": one more of a list
    if (c.denied && c.joint == Joint::list && last_ == Last::head && p.site.empty()) return false;
    Phrase& h = last_head()->phrase;
    for (std::uint8_t k = 0; k < p.words.size; ++k) h.words.add(p.words.hashes[k]);
    if (h.concept_id == kNone && h.kind == PhraseKind::head) h.head.cover(p.head.begin, p.head.end);
    if (!p.site.empty()) {
      c.phrase.kind = PhraseKind::place;
      last_ = Last::place;
    } else {
      merge(i, heads_.back(), Rule::merge_unknown_words);
      last_ = Last::head;
    }
    return true;
  }

  // "…, with blurred margins": of the lesion, not a finding of its own.
  bool margins(std::size_t i) {
    Chunk& c = chunk(i);
    const Phrase& p = c.phrase;
    const Lexicon::Known& k = lexicon_.known();
    if (!p.site.organs.empty() || !p.site.parts.has(k.margin) || !setting_.on(Rule::merge_margins)) return false;
    const ConceptId detail = p.concept_id == k.blurring       ? k.margin_unclear
                             : p.concept_id == k.smooth       ? k.margin_clear
                             : p.concept_id == k.irregularity ? k.shape_irregular
                                                              : kNone;
    if (detail == kNone) return false;
    Chunk* h = last_head();
    if (h != nullptr && h->phrase.kind == PhraseKind::head && is_lesion(lexicon_, h->phrase.concept_id)) {
      for (ConceptId d : p.details) h->phrase.details.add(d);
      h->phrase.details.add(detail);
      merge(i, heads_.back(), Rule::merge_margins);
      return true;
    }
    if (h != nullptr || places_) return false;
    c.phrase.kind = PhraseKind::details;  // of what was found before
    c.phrase.concept_id = kNone;
    c.phrase.details.add(detail);
    clause_.anaphor = true;
    return true;
  }

  // "A fracture with minimal displacement", "the fracture is displaced": a displaced fracture.
  bool state_of_break(std::size_t i) {
    const Chunk& c = chunk(i);
    const Phrase& p = c.phrase;
    Chunk* h = last_head();
    if (h == nullptr || p.kind != PhraseKind::head || p.concept_id == kNone || !p.site.empty() || p.size_count != 0 ||
        h->denied || !setting_.on(Rule::merge_state_of_break))
      return false;
    const ConceptId detail = lexicon_[p.concept_id].has_detail;
    const bool joined = c.joint == Joint::with || c.joint == Joint::be || (c.joint == Joint::list && c.comma);
    if (!joined || detail == kNone || lexicon_[detail].seen != p.concept_id || !may_have(*h, p.concept_id, detail))
      return false;
    if (c.denied) {
      h->phrase.absent_details.add(detail);
    } else {
      h->phrase.details.add(detail);
      copy_details(p, h->phrase);
    }
    h->phrase.span.cover(p.span.begin, p.span.end);
    merge(i, heads_.back(), Rule::merge_state_of_break);
    return true;
  }

  // A break may be displaced, a lesion may take up what was injected.
  bool may_have(const Chunk& h, ConceptId observed, ConceptId detail) const {
    const ConceptId c = h.phrase.concept_id;
    if (c == kNone || h.phrase.kind != PhraseKind::head || lexicon_[c].has(Concept::normal)) return false;
    if (lexicon_[detail].is(ModifierKind::enhancement) || lexicon_[detail].is(ModifierKind::shape))
      return is_lesion(lexicon_, c);
    return lexicon_[detail].is(ModifierKind::position) && lexicon_[c].about != kNone &&
           lexicon_[c].about != lexicon_[observed].about;
  }

  // "3 mm in diameter"
  bool size_of_head(std::size_t i) {
    Chunk& c = chunk(i);
    if (c.phrase.kind != PhraseKind::attribute || heads_.empty() || !c.phrase.site.empty()) return false;
    if (c.phrase.size_count == 0 && !(c.joint == Joint::in && last_head()->phrase.size_count != 0)) return false;
    c.phrase.kind = PhraseKind::details;
    details(i);
    return true;
  }

  // "… without loosening of the plate", "no calcification within the mass": what is not there is not in something that
  // is news.
  bool presupposed(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk* h = last_head();
    if (h == nullptr || c.phrase.concept_id == kNone || !setting_.on(Rule::merge_presupposed)) return false;
    const Concept& k = lexicon_[c.phrase.concept_id];
    const bool device = c.joint == Joint::of && (h->denied || c.definite) && k.has(Concept::device);
    const bool within = (c.joint == Joint::in || (c.joint == Joint::of && c.definite)) && h->denied &&
                        !k.has(Concept::normal) && h->phrase.kind == PhraseKind::head &&
                        h->phrase.concept_id != kNone && !is_area(h->phrase);
    if (device) {
      // "dislocation of the left hip prosthesis": where the prosthesis is
      const Site where = usual_place(lexicon_, c.phrase);
      const Lexicon::Known& known = lexicon_.known();
      if (h->phrase.concept_id == known.fracture) h->phrase.concept_id = known.broken_hardware;
      if (!h->denied && own_place(lexicon_, h->phrase).organs.empty())
        h->phrase.site = findings::within(lexicon_, h->phrase.site, where);
      merge(i, heads_.back(), Rule::merge_presupposed);
      return true;
    }
    if (!within) return false;
    c.presupposed = true;
    c.denied = false;
    return false;
  }

  bool is_area(const Phrase& p) const { return p.concept_id != kNone && lexicon_[p.concept_id].has(Concept::generic); }

  // "A signal indicating effusion" says effusion; "an opacity indicating pneumonia" says opacity.
  void signal_of_inference(std::size_t i) {
    while (chunk(i).joint == Joint::infer && last_head() != nullptr &&
           last_head()->phrase.kind == PhraseKind::attribute && last_head()->phrase.details.empty()) {
      merge(heads_.back(), i, Rule::inferred);
      heads_.pop_back();
      chunk(i).is_inference = !heads_.empty();
    }
  }

  // "Left renal cyst, Bosniak I": the same thing by another name, which may be the more particular.
  bool same_thing(std::size_t i) {
    const Chunk& c = chunk(i);
    Chunk* before = last_head();
    // "a cavum, a normal variant": said of the cavum
    if (before != nullptr && (c.comma || c.joint == Joint::be) && !c.denied && c.phrase.site.empty() &&
        c.phrase.concept_id != kNone && c.phrase.concept_id == lexicon_.known().variant &&
        setting_.on(Rule::merge_adjective)) {
      merge(i, heads_.back(), Rule::merge_adjective);
      return true;
    }
    if (before == nullptr || !c.comma || c.denied || before->denied || c.phrase.concept_id == kNone ||
        !c.phrase.site.empty() || !is_lesion(lexicon_, before->phrase.concept_id) ||
        before->phrase.kind != PhraseKind::head || before->phrase.concept_id == kNone ||
        !setting_.on(Rule::merge_adjective))
      return false;
    const bool placed = i + 1 < clause_.chunks.size() && chunk(i + 1).prepositional();
    const Site own = own_place(lexicon_, c.phrase);
    const Site there = own_place(lexicon_, before->phrase);
    const ConceptId a = before->phrase.concept_id;
    const ConceptId b = c.phrase.concept_id;
    if (placed || own.organs.empty() || there.organs.empty() || !lies_in(lexicon_, there, own) ||
        (a != b && !lexicon_.contains(a, b)))
      return false;
    before->phrase.concept_id = b;
    copy_details(c.phrase, before->phrase);
    merge(i, heads_.back(), Rule::merge_adjective);
    return true;
  }

  // "A 5 cm fatty mass in the thigh, consistent with a lipoma": a lipoma of 5 cm there.
  void named_by_inference(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk* sign = last_head();
    // what is merely possible leaves a mass that is certain
    if (c.joint != Joint::infer || c.certainty > Certainty::probable || sign == nullptr || c.denied || sign->denied ||
        sign->presupposed || c.alternative || !c.phrase.site.organs.empty() || !setting_.on(Rule::merge_inferred))
      return;
    const bool more = i + 1 < clause_.chunks.size() && chunk(i + 1).head() && chunk(i + 1).is_inference;
    if (more || sign->phrase.kind != PhraseKind::head || c.phrase.concept_id == kNone ||
        sign->phrase.concept_id == kNone || !is_sign_of(sign->phrase.concept_id, c.phrase.concept_id))
      return;
    copy_details(sign->phrase, c.phrase);
    c.phrase.site = sign->phrase.site;
    if (c.phrase.fused_site == kNone) c.phrase.fused_site = sign->phrase.fused_site;
    c.phrase.span.cover(sign->phrase.span.begin, sign->phrase.span.end);
    c.follows = sign->follows;
    c.joint = sign->joint;
    c.verbs = sign->verbs;
    merge(heads_.back(), i, Rule::merge_inferred);
    heads_.pop_back();
  }

  // A lesion that the diagnosis is a kind of, or a bare sign that it always has.
  bool is_sign_of(ConceptId sign, ConceptId diagnosis) const {
    if (is_lesion(lexicon_, sign)) return lexicon_.contains(sign, diagnosis);
    const auto& implied = lexicon_[diagnosis].implies;
    return std::find(std::begin(implied), std::end(implied), sign) != std::end(implied);
  }

  // "hypointense on T1 and hyperintense on T2 areas": the second has the details of the first
  void absorbed_details(std::size_t i) {
    Chunk& c = chunk(i);
    if (absorbed_ < 0 || c.joint != Joint::list || !is_area(c.phrase) || !c.phrase.site.empty()) return;
    const Chunk& area = chunk(static_cast<std::size_t>(absorbed_));
    for (ConceptId d : area.phrase.details) c.phrase.details.add(d);
    c.phrase.split |= area.phrase.split;
    c.phrase.site = area.phrase.site;
    c.follows = area.merged_into;
    clause_.link(LinkKind::describes, Rule::merge_area_of, i, absorbed_);
  }

  // "postoperative changes of gastric cancer": where it was; the cancer is history
  bool operation(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk* h = last_head();
    if (h == nullptr || h->phrase.concept_id != lexicon_.known().poststate || c.phrase.kind != PhraseKind::head ||
        c.phrase.concept_id == kNone || !setting_.on(Rule::merge_operation))
      return false;
    if (!c.prepositional() && (c.joint != Joint::start || c.listed)) return false;
    if (std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(heads_.back()),
                    clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Chunk& k) { return k.is(PhraseKind::place); }))
      return false;
    if (h->phrase.site.empty()) h->phrase.site = usual_place(lexicon_, c.phrase);
    // "postsurgical changes of a craniotomy": the operation by its name
    const bool named = lexicon_.contains(lexicon_.known().poststate, c.phrase.concept_id) ||
                       lexicon_[c.phrase.concept_id].has(Concept::device);
    if (named) h->phrase.concept_id = c.phrase.concept_id;
    merge(i, heads_.back(), Rule::merge_operation);
    return true;
  }

  // "patchy areas of low signal", "the lesion is hypointense": what the bare area is, the second head says.
  void absorb_area(std::size_t i) {
    Chunk& c = chunk(i);
    Phrase& p = c.phrase;
    Chunk* before = last_head();
    if (before == nullptr || p.concept_id == kNone || p.kind != PhraseKind::head || before->presupposed ||
        c.presupposed || !setting_.on(Rule::merge_area_of))
      return;
    const bool predicate = c.joint == Joint::be || c.joint == Joint::show;
    if (lexicon_[p.concept_id].has(Concept::normal) || (c.joint != Joint::of && !predicate)) return;
    if (before->phrase.kind != PhraseKind::head || !is_area(before->phrase) || before->phrase.attribute != kNone)
      return;
    const bool change = p.concept_id == lexicon_.known().increase || p.concept_id == lexicon_.known().decrease;
    if (predicate && (change || !lexicon_[p.concept_id].has(Concept::generic))) return;
    if (predicate && opposite_signals(before->phrase, p)) return;
    for (ConceptId d : before->phrase.details) p.details.add(d);
    p.details.add(lexicon_[before->phrase.concept_id].has_detail);
    p.split |= before->phrase.split;
    if (p.site.empty()) {
      p.site = before->phrase.site;
      if (before->phrase.fused_site != kNone) add_place(lexicon_, p.site, before->phrase.fused_site);
    }
    p.add_sizes(before->phrase.sizes, before->phrase.size_count);
    p.span.cover(before->phrase.span.begin, before->phrase.span.end);
    c.follows = before->follows;
    c.denied = c.denied || before->denied;
    c.certainty = std::max(c.certainty, before->certainty);
    c.group = before->group;
    absorbed_ = static_cast<std::int16_t>(heads_.back());
    merge(heads_.back(), i, Rule::merge_area_of);
    heads_.pop_back();
  }

  // "shows hypointense lesions on T1 and hyperintense lesions on T2"
  bool opposite_signals(const Phrase& a, const Phrase& b) const {
    return std::any_of(a.details.begin(), a.details.end(), [&](ConceptId d) {
      return lexicon_[d].is(ModifierKind::signal) && lexicon_[d].opposite != kNone &&
             b.details.has(lexicon_[d].opposite);
    });
  }

  // "osteoid matter … nodule": what was not understood describes what is
  void absorb_unknown(std::size_t i) {
    Chunk& c = chunk(i);
    Chunk* before = last_head();
    if (before == nullptr || c.phrase.concept_id == kNone || before->phrase.kind != PhraseKind::head ||
        before->phrase.concept_id != kNone || !setting_.on(Rule::merge_unknown_words))
      return;
    if (std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(heads_.back()),
                    clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Chunk& k) { return k.is(PhraseKind::place) && k.prepositional(); }))
      return;
    for (std::uint8_t k = 0; k < before->phrase.words.size; ++k) c.phrase.words.add(before->phrase.words.hashes[k]);
    c.phrase.span.cover(before->phrase.span.begin, before->phrase.span.end);
    merge(heads_.back(), i, Rule::merge_unknown_words);
    heads_.pop_back();
  }

  // "striated and patchy shadows": one head that will be split by shape once all is known of it.
  void take_loose(std::size_t i) {
    Chunk& c = chunk(i);
    if (!setting_.on(Rule::describes_before)) return loose_.clear();
    for (std::size_t k : loose_) {
      const Phrase& d = chunk(k).phrase;
      c.phrase.split |= std::any_of(d.details.begin(), d.details.end(),
                                    [&](ConceptId x) { return lexicon_[x].is(ModifierKind::shape); });
      copy_details(d, c.phrase);
      c.phrase.span.cover(d.span.begin, d.span.end);
      if (d.kind == PhraseKind::details) merge(k, i, Rule::describes_before);
    }
    loose_.clear();
  }

  // "A small amount of pericardial and pleural effusion": of either.
  void share_amount(std::size_t i, bool joins) {
    Phrase& p = chunk(i).phrase;
    const Chunk* before = last_head();
    if (!joins || before == nullptr || !before->phrase.completed || before->phrase.concept_id != p.concept_id ||
        !p.details.empty() || p.size_count != 0)
      return;
    for (ConceptId d : before->phrase.details) {
      const Concept& m = lexicon_[d];
      if (m.is(ModifierKind::severity) || m.is(ModifierKind::size) || m.is(ModifierKind::number) ||
          m.is(ModifierKind::onset) || m.is(ModifierKind::change))
        p.details.add(d);
    }
  }

  // "nodular and patchy shadows": "nodular" is a shape here. "patchy T1WI hypointense and T2WI hyperintense lesions":
  // the shape belongs to both.
  void share_adjectives(std::size_t i, bool joins) {
    Chunk& c = chunk(i);
    Chunk* before = last_head();
    if (!joins || before == nullptr || !is_area(c.phrase) || c.phrase.kind != PhraseKind::head ||
        !setting_.on(Rule::merge_adjective))
      return;
    if (before->phrase.kind != PhraseKind::head || !before->phrase.adjective || before->phrase.concept_id == kNone ||
        clause_.chunks[i - 1].phrase.kind == PhraseKind::place)
      return;
    const Concept& k = lexicon_[before->phrase.concept_id];
    if (!k.has(Concept::generic) && k.has_detail != kNone && before->phrase.site.empty()) {
      c.phrase.details.add(k.has_detail);
      for (ConceptId d : before->phrase.details) c.phrase.details.add(d);
      const bool shape = lexicon_[k.has_detail].modifier() == ModifierKind::shape;
      if (c.comma && !shape) {
        c.phrase.details.add(lexicon_[c.phrase.concept_id].has_detail);
        c.phrase.concept_id = before->phrase.concept_id;  // "a cystic, low-density lesion" is one thing
      }
      c.phrase.split = shape;
      c.phrase.span.cover(before->phrase.span.begin, before->phrase.span.end);
      merge(heads_.back(), i, Rule::merge_adjective);
      heads_.pop_back();
      return;
    }
    if (!k.has(Concept::generic)) return;
    for (ConceptId d : before->phrase.details) {
      const Concept& m = lexicon_[d];
      if (m.is(ModifierKind::shape) || m.is(ModifierKind::number) || m.is(ModifierKind::size) ||
          m.is(ModifierKind::distribution))
        c.phrase.details.add(d);
    }
    c.phrase.split |= before->phrase.split;
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
  std::vector<std::size_t> heads_;  // those that are not part of another
  std::vector<std::size_t> loose_;  // details and places with details that wait for a head
  std::int16_t absorbed_ = -1;      // the bare subject of "the lesion is hypointense on T1 and hyperintense on T2"
  Last last_ = Last::none;
  bool places_ = false;
  bool subject_place_ = false;  // one that no preposition stands before
  int group_ = 0;
};

}  // namespace

Site usual_place(const Lexicon& lexicon, const Phrase& phrase) {
  Site site = own_place(lexicon, phrase);
  const ConceptId at = phrase.concept_id != kNone ? lexicon[phrase.concept_id].at : kNone;
  if (site.organs.empty() && at != kNone) add_place(lexicon, site, at);
  return site;
}

bool is_lesion(const Lexicon& lexicon, ConceptId c) {
  return c != kNone && (c == lexicon.known().lesion || lexicon.contains(lexicon.known().lesion, c));
}

// "Increase", "normal", "enlarged": what is said of something, rather than something that is seen.
bool is_value(const Lexicon& lexicon, const Phrase& p) {
  if (p.kind != PhraseKind::head || p.concept_id == kNone) return false;
  const Lexicon::Known& k = lexicon.known();
  const Concept& c = lexicon[p.concept_id];
  if (c.has(Concept::normal) || p.concept_id == k.increase || p.concept_id == k.decrease ||
      p.concept_id == k.abnormality)
    return true;
  return (c.about != kNone || c.direction != 0) && !lexicon.contains(k.lesion, p.concept_id);
}

// What a detail is called when it is all that is said of a place: "the left kidney is small", "soft tissue attenuation
// in the sinus". The least of a scale is none of it.
Named named_by(const Lexicon& lexicon, ConceptId detail, ConceptId attribute) {
  const Concept& m = lexicon[detail];
  if (m.section != lexicon::Section::modifier) return {};
  if (m.direction != 0) return {lexicon.changed(m.about != kNone ? m.about : attribute, m.direction), false};
  return {m.seen, m.rank == 0};
}

ConceptId seen_name(const Lexicon& lexicon, ConceptId organ) {
  if (lexicon[organ].seen != kNone) return lexicon[organ].seen;
  for (ConceptId up : lexicon.ancestors(organ)) {
    if (lexicon[up].seen != kNone) return lexicon[up].seen;
  }
  return kNone;
}

void merge_chunks(const Setting& setting, Clause& clause) {
  Merger(setting, clause).run();
}

}  // namespace fiducial::findings
