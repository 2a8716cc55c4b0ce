// Heads that are one thing in two pieces: see merging.h.
#include <algorithm>

#include "grammar/merge_devices.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

namespace {

class HeadMerger {
 public:
  explicit HeadMerger(Merging& merging)
      : m_(merging),
        setting_(merging.setting),
        lexicon_(merging.setting.lexicon),
        clause_(merging.clause),
        devices_(merging) {}

  // False: it is a detail after all.
  bool take(std::size_t i) {
    seen_with(i);
    if (unknown_words(i) || margins(i) || size_of_change(i)) return true;
    if (size_of_head(i)) return false;
    if (presupposed(i) || devices_.piece_of_device(i) || said_as_detail(i) || same_thing(i) || inferred_again(i) ||
        inferred_from_lesion(i))
      return true;
    signal_of_inference(i);
    named_by_inference(i);
    absorbed_details(i);
    if (operation(i)) return true;
    Chunk& c = m_.chunk(i);
    bool joins =
        (c.joint == Joint::list || c.listed) && (m_.last == Merging::Last::head || m_.last == Merging::Last::details);
    // "swelling of the neck, with mesh-like low or iso-signal": the second signal comes with the swelling too
    if (joins && i > 0 && m_.chunk(i - 1).phrase.kind == PhraseKind::details && m_.chunk(i - 1).joint == Joint::with &&
        m_.chunk(i - 1).merged_into >= 0) {
      joins = false;
      c.joint = Joint::with;
    }
    if (!joins) ++m_.group;
    c.group = static_cast<std::int16_t>(m_.group);
    absorb_area(i);
    absorb_unknown(i);
    take_loose(i);
    share_amount(i, joins);
    share_adjectives(i, joins);
    m_.heads.push_back(i);
    m_.last = Merging::Last::head;
    return true;
  }

 private:
  // Words that the lexicon does not know go with the head beside them; alone in their clause they are a head.
  bool unknown_words(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const Phrase& p = c.phrase;
    if (p.kind != PhraseKind::head || p.concept_id != kNone || p.attribute != kNone) return false;
    if (c.in_brackets) {
      m_.merge(i, i, Rule::merge_unknown_words);
      return true;
    }
    if (m_.heads.empty() || !setting_.on(Rule::merge_unknown_words)) return false;
    // "no cyanosis or xyz": one more of a list
    if (c.denied && c.joint == Joint::list && m_.last == Merging::Last::head && p.site.empty()) return false;
    // "a protrusion with no xyz of the root": of the root, and denied
    if (c.denied && !m_.last_head()->denied && c.joint == Joint::with && p.site.empty() && governs_place(i))
      return false;
    Phrase& h = m_.last_head()->phrase;
    for (std::uint8_t k = 0; k < p.words.size; ++k) h.words.add(p.words.hashes[k]);
    // "dilating to 4 mm on zyxin", "the lesion is unchanged from zyxin", "sarcoid is a less likely zyxin": what is said
    // beside the word holds
    if (!c.denied && (p.site.empty() || c.verbs > 0)) {
      Merging::copy_details(p, h);
      if (c.joint == Joint::be) m_.last_head()->certainty = std::max(m_.last_head()->certainty, c.certainty);
    }
    if (h.concept_id == kNone && h.kind == PhraseKind::head) h.head.cover(p.head.begin, p.head.end);
    if (!p.site.empty()) {
      c.phrase.kind = PhraseKind::place;
      m_.last = Merging::Last::place;
    } else {
      m_.merge(i, m_.heads.back(), Rule::merge_unknown_words);
      m_.last = Merging::Last::head;
    }
    return true;
  }

  bool governs_place(std::size_t i) const {
    return i + 1 < clause_.chunks.size() && m_.chunk(i + 1).is(PhraseKind::place) && m_.chunk(i + 1).joint == Joint::of;
  }

  // "…, with blurred margins": of the lesion, not a finding of its own.
  bool margins(std::size_t i) {
    Chunk& c = m_.chunk(i);
    const Phrase& p = c.phrase;
    const Lexicon::Known& k = lexicon_.known();
    if (!p.site.organs.empty() || !p.site.parts.has(k.margin) || !setting_.on(Rule::merge_margins)) return false;
    const ConceptId detail = p.concept_id == k.blurring       ? k.margin_unclear
                             : p.concept_id == k.smooth       ? k.margin_clear
                             : p.concept_id == k.irregularity ? k.shape_irregular
                                                              : kNone;
    if (detail == kNone) return false;
    Chunk* h = m_.last_head();
    if (h != nullptr && h->phrase.kind == PhraseKind::head && is_lesion(lexicon_, h->phrase.concept_id)) {
      for (ConceptId d : p.details) h->phrase.details.add(d);
      h->phrase.details.add(detail);
      m_.merge(i, m_.heads.back(), Rule::merge_margins);
      return true;
    }
    if (h != nullptr || m_.places) return false;
    c.phrase.kind = PhraseKind::details;  // of what was found before
    c.phrase.concept_id = kNone;
    c.phrase.details.add(detail);
    clause_.anaphor = true;
    return true;
  }

  // "A nodule with FDG uptake", "no fracture or lucency": nothing judges the uptake, so that there is some, or none, is
  // what is said.
  void seen_with(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if (c.phrase.kind != PhraseKind::attribute || c.phrase.seen_as == kNone ||
        c.phrase.quantity_count + c.phrase.size_count != 0 || !(comes_with_thing(i) || one_of_denied(i)) ||
        std::any_of(c.phrase.details.begin(), c.phrase.details.end(),
                    [&](ConceptId d) { return lexicon_[d].direction != 0; }))
      return;
    c.phrase.kind = PhraseKind::head;
    c.phrase.concept_id = c.phrase.seen_as;
    c.phrase.attribute = kNone;
  }

  bool comes_with_thing(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    const Chunk* const h = m_.last_head();
    return (c.joint == Joint::with || c.joint == Joint::show) && h != nullptr && h->phrase.kind == PhraseKind::head &&
           std::none_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i) + 1, clause_.chunks.end(),
                        [](const Chunk& k) { return k.head(); });
  }

  // One of a list of things that are denied.
  bool one_of_denied(std::size_t i) const {
    const auto listed = [&](std::size_t k) {
      const Chunk& c = m_.chunk(k);
      return c.joint == Joint::list || c.alternative;
    };
    const auto thing = [&](std::size_t k) {
      const Chunk& c = m_.chunk(k);
      return c.denied && c.is(PhraseKind::head) && c.phrase.concept_id != kNone &&
             !lexicon_[c.phrase.concept_id].has(Concept::normal);
    };
    if (!m_.chunk(i).denied) return false;
    return (i > 0 && listed(i) && thing(i - 1)) || (i + 1 < clause_.chunks.size() && listed(i + 1) && thing(i + 1));
  }

  // "A fracture with minimal displacement", "a nodule with FDG uptake", "the fracture is displaced": a displaced
  // fracture, an avid nodule.
  bool said_as_detail(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    const Phrase& p = c.phrase;
    Chunk* h = m_.last_head();
    const bool behind_comma = c.comma && p.adjective && (c.joint == Joint::list || c.joint == Joint::start);
    const bool joined = c.joint == Joint::with || c.joint == Joint::be || c.joint == Joint::show || behind_comma;
    if (h == nullptr || !joined || p.kind != PhraseKind::head || p.concept_id == kNone || !p.site.empty() ||
        p.concept_id == h->phrase.concept_id ||  // "a mass in the bladder but not in the rectum"
        (p.size_count != 0 && !behind_comma) || h->denied || h->phrase.kind != PhraseKind::head ||
        !setting_.on(Rule::merge_said_as_detail))
      return false;
    // "volume loss with mediastinal shift", "edema, but no shift of the midline"
    if (p.fused_site != kNone && (!p.usual_site || c.denied)) return false;
    const ConceptId detail = lexicon_[p.concept_id].has_detail;
    if (detail == kNone || lexicon_[detail].seen != p.concept_id ||
        !may_have_detail(lexicon_, h->phrase.concept_id, detail))
      return false;
    // "a cyst with a nodule", "calcifications accompanied by a mass": two things
    if (c.joint == Joint::with && !p.adjective && lexicon_[detail].is(ModifierKind::shape)) return false;
    if (c.denied) {
      h->phrase.absent_details.add(detail);
    } else {
      h->phrase.details.add(detail);
      m_.copy_details(p, h->phrase);
    }
    h->phrase.span.cover(p.span.begin, p.span.end);
    m_.merge(i, m_.heads.back(), Rule::merge_said_as_detail);
    return true;
  }

  // "It has not changed in size"
  bool size_of_change(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    if (i == 0 || c.joint != Joint::in || c.phrase.kind != PhraseKind::attribute || !c.phrase.site.empty() ||
        !m_.heads.empty() || !clause_.anaphor || m_.chunk(i - 1).phrase.kind != PhraseKind::details ||
        !says_change(lexicon_, m_.chunk(i - 1).phrase))
      return false;
    m_.merge(i, i - 1, Rule::describes_behind);
    return true;
  }

  // "3 mm in diameter"
  bool size_of_head(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if (c.phrase.kind != PhraseKind::attribute || m_.heads.empty() || !c.phrase.site.empty()) return false;
    const bool sized = m_.last_head()->phrase.size_count != 0 || (i > 0 && m_.chunk(i - 1).phrase.size_count != 0);
    if (c.phrase.size_count == 0 && !(c.joint == Joint::in && sized)) return false;
    c.phrase.kind = PhraseKind::details;
    return true;
  }

  // "… without loosening of the plate", "no calcification within the mass": what is not there is not in something that
  // is news.
  bool presupposed(std::size_t i) {
    Chunk& c = m_.chunk(i);
    Chunk* h = m_.last_head();
    if (h == nullptr || c.phrase.concept_id == kNone || !setting_.on(Rule::merge_presupposed)) return false;
    const Concept& k = lexicon_[c.phrase.concept_id];
    const bool device = c.joint == Joint::of && (h->denied || c.definite) && k.has(Concept::device);
    const bool beside = (c.joint == Joint::of || c.joint == Joint::near) && c.definite;  // "beyond the fibrosis"
    const bool within = (c.joint == Joint::in || beside) && h->denied && !k.has(Concept::normal) &&
                        h->phrase.kind == PhraseKind::head && h->phrase.concept_id != kNone &&
                        (!m_.is_area(h->phrase) || c.joint == Joint::near || c.definite);  // "no uptake in the nodule"
    if (devices_.around_device(i)) return true;
    if (device && devices_.beside_piece_of_device(i)) return false;
    if (device) {
      devices_.of_device(i);
      return true;
    }
    // "no fracture beneath a scalp hematoma": the hematoma is there
    const bool next_to = (c.joint == Joint::under || c.joint == Joint::near) && !c.definite && !c.listed;
    if (!within && next_to && h->denied && is_lesion_or_injury(c.phrase)) c.denied = false;
    if (!within) return false;
    c.presupposed = true;
    c.denied = false;
    return false;
  }

  bool is_lesion_or_injury(const Phrase& p) const {
    const Concept& k = lexicon_[p.concept_id];
    return p.kind == PhraseKind::head && !k.has(Concept::normal) && !k.has(Concept::vague) &&
           !own_place(lexicon_, p).organs.empty();
  }

  // "A signal indicating effusion" says effusion; "an opacity indicating pneumonia" says opacity.
  void signal_of_inference(std::size_t i) {
    while (m_.chunk(i).joint == Joint::infer && m_.last_head() != nullptr &&
           m_.last_head()->phrase.kind == PhraseKind::attribute && m_.last_head()->phrase.details.empty()) {
      m_.merge(m_.heads.back(), i, Rule::inferred);
      m_.heads.pop_back();
      m_.chunk(i).is_inference = !m_.heads.empty();
    }
  }

  // "Left renal cyst, Bosniak I": the same thing by another name, which may be the more particular.
  bool same_thing(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    Chunk* before = m_.last_head();
    // "a cavum, a normal variant": said of the cavum
    if (before != nullptr && (c.comma || c.joint == Joint::be) && !c.denied && c.phrase.site.empty() &&
        c.phrase.concept_id != kNone && c.phrase.concept_id == lexicon_.known().variant &&
        setting_.on(Rule::merge_adjective)) {
      m_.merge(i, m_.heads.back(), Rule::merge_adjective);
      return true;
    }
    if (before == nullptr || !c.comma || c.denied || before->denied || c.phrase.concept_id == kNone ||
        !c.phrase.site.empty() || !is_lesion(lexicon_, before->phrase.concept_id) ||
        before->phrase.kind != PhraseKind::head || before->phrase.concept_id == kNone ||
        !setting_.on(Rule::merge_adjective))
      return false;
    const bool placed = i + 1 < clause_.chunks.size() && m_.chunk(i + 1).prepositional();
    const Site own = own_place(lexicon_, c.phrase);
    const Site there = own_place(lexicon_, before->phrase);
    const ConceptId a = before->phrase.concept_id;
    const ConceptId b = c.phrase.concept_id;
    // "a fatty mediastinal mass, teratoma": where such things mostly are does not count
    const bool named = own.organs.empty() && a != b && is_lesion(lexicon_, b) && c.certainty < Certainty::possible &&
                       (c.joint == Joint::list || c.joint == Joint::start);
    const bool placed_before =
        named && i > 0 && m_.chunk(i - 1).is(PhraseKind::place) && m_.chunk(i - 1).prepositional();
    if (placed || (there.organs.empty() && !placed_before) ||
        (!named && (own.organs.empty() || !lies_in(lexicon_, there, own))) || (a != b && !lexicon_.contains(a, b)))
      return false;
    if (a != b && c.certainty >= Certainty::possible) return false;
    before->phrase.concept_id = b;
    before->certainty = std::max(before->certainty, c.certainty);  // "a lesion with washout, likely a hepatoma"
    before->certainty = std::max(before->certainty, c.certainty);  // "a lesion, hemangioma being most likely"
    m_.copy_details(c.phrase, before->phrase);
    m_.merge(i, m_.heads.back(), Rule::merge_adjective);
    return true;
  }

  // What a patient feels, or that something is there.
  bool says_little(ConceptId c) const {
    return c != kNone && (lexicon_.is_symptom(c) || lexicon_[c].has(Concept::vague) || c == lexicon_.known().swelling);
  }

  // "The swelling behind the knee is a cyst": what it is. "The mass is a cyst" says that there is a mass, too.
  bool is_named_by(const Chunk& subject, const Chunk& c) const {
    if (c.joint != Joint::be || c.listed || c.phrase.adjective || c.phrase.kind != PhraseKind::head ||
        !subject.definite || subject.phrase.adjective || !says_little(subject.phrase.concept_id))
      return false;
    const auto first = std::find_if(clause_.items.begin(), clause_.items.end(),
                                    [&](const Item& item) { return item.begin >= c.words.begin; });
    return first != clause_.items.begin() && is_indefinite_article(*(first - 1));
  }

  // "A 5 cm fatty mass in the thigh, consistent with a lipoma": a lipoma of 5 cm there.
  void named_by_inference(std::size_t i) {
    Chunk& c = m_.chunk(i);
    Chunk* sign = m_.last_head();
    // what is merely possible leaves a mass that is certain
    const bool identity = sign != nullptr && is_named_by(*sign, c);
    if ((c.joint != Joint::infer && !identity) || c.certainty > Certainty::probable || sign == nullptr || c.denied ||
        sign->denied || sign->presupposed || c.alternative || !c.phrase.site.organs.empty() ||
        !setting_.on(Rule::merge_inferred))
      return;
    // "an enlarged ovary with no flow, concerning for torsion": one of several signs stays one
    if (m_.heads.size() > 1 && !is_lesion(lexicon_, sign->phrase.concept_id) && !identity) return;
    const bool more = i + 1 < clause_.chunks.size() && m_.chunk(i + 1).head() && m_.chunk(i + 1).is_inference;
    if (more || sign->phrase.kind != PhraseKind::head || c.phrase.concept_id == kNone ||
        sign->phrase.concept_id == kNone ||
        (!identity && !is_sign_of(lexicon_, sign->phrase.concept_id, c.phrase.concept_id)))
      return;
    // "a lytic lesion of the femur with a soft tissue mass, suspicious for metastasis"
    if (sign->joint == Joint::with && c.comma && m_.heads.size() > 1 && lies_apart(lexicon_, sign->phrase, c.phrase))
      return;
    // "absent flow, concerning for torsion": what is wrong with the flow is no thing that the torsion could be
    if (lexicon_[sign->phrase.concept_id].direction < 0 && is_value(lexicon_, sign->phrase) &&
        lexicon_[c.phrase.concept_id].about == kNone)
      return;
    m_.copy_details(sign->phrase, c.phrase);
    c.phrase.site = sign->phrase.site;
    if (c.phrase.fused_site == kNone) c.phrase.fused_site = sign->phrase.fused_site;
    c.phrase.span.cover(sign->phrase.span.begin, sign->phrase.span.end);
    c.follows = sign->follows;
    c.joint = sign->joint;
    c.verbs = sign->verbs;
    m_.merge(m_.heads.back(), i, Rule::merge_inferred);
    m_.heads.pop_back();
  }

  // "A T12 compression fracture with edema, consistent with an acute fracture": the same fracture, and it is acute.
  bool inferred_again(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    const ConceptId what = c.phrase.concept_id;
    if (c.joint != Joint::infer || c.certainty > Certainty::probable || c.denied || c.alternative || what == kNone ||
        !c.phrase.site.empty() || c.phrase.kind != PhraseKind::head || !setting_.on(Rule::merge_inferred) ||
        lexicon_[what].has(Concept::generic) || lexicon_[what].has(Concept::vague))
      return false;
    for (const std::size_t k : m_.heads) {
      Chunk& h = m_.chunk(k);
      const bool same = h.phrase.concept_id == what || lexicon_.contains(what, h.phrase.concept_id);
      if (h.denied || h.presupposed || h.phrase.kind != PhraseKind::head || h.phrase.concept_id == kNone || !same)
        continue;
      m_.copy_details(c.phrase, h.phrase);
      m_.merge(i, k, Rule::merge_inferred);
      return true;
    }
    return false;
  }

  // "A dural mass with a tail, in keeping with meningioma": what is inferred is the mass, and not the tail named last.
  bool inferred_from_lesion(std::size_t i) {
    const Chunk& c = m_.chunk(i);
    if (c.joint != Joint::infer || c.certainty > Certainty::probable || c.denied || c.alternative ||
        c.phrase.concept_id == kNone || !c.phrase.site.empty() || c.phrase.kind != PhraseKind::head ||
        m_.heads.size() < 2 || !setting_.on(Rule::merge_inferred))
      return false;
    const Chunk& last = *m_.last_head();
    const bool apart = last.joint == Joint::with && c.comma && lies_apart(lexicon_, last.phrase, c.phrase);
    const auto lesion = [&](std::size_t k) {
      const Chunk& h = m_.chunk(k);
      // "a renal mass with a thrombus of the vein, consistent with carcinoma": the mass
      const bool other = &h == &last && (apart || (last.joint == Joint::with && c.comma &&
                                                   !is_sign_of(lexicon_, h.phrase.concept_id, c.phrase.concept_id)));
      return h.phrase.kind == PhraseKind::head && is_lesion(lexicon_, h.phrase.concept_id) && !other;
    };
    if (std::count_if(m_.heads.begin(), m_.heads.end(), lesion) != 1 || lesion(m_.heads.back())) return false;
    const std::size_t k = *std::find_if(m_.heads.begin(), m_.heads.end(), lesion);
    Chunk& sign = m_.chunk(k);
    const bool more = i + 1 < clause_.chunks.size() && m_.chunk(i + 1).head() && m_.chunk(i + 1).is_inference;
    if (more || sign.denied || sign.presupposed || sign.definite || sign.merged_into >= 0 ||
        (!apart && is_sign_of(lexicon_, last.phrase.concept_id, c.phrase.concept_id)) ||
        !is_sign_of(lexicon_, sign.phrase.concept_id, c.phrase.concept_id))
      return false;
    sign.phrase.concept_id = c.phrase.concept_id;
    sign.certainty = c.certainty;
    m_.copy_details(c.phrase, sign.phrase);
    m_.merge(i, k, Rule::merge_inferred);
    return true;
  }

  // "hypointense on T1 and hyperintense on T2 areas": the second has the details of the first
  void absorbed_details(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if (m_.absorbed < 0 || c.joint != Joint::list || !m_.is_area(c.phrase) || !c.phrase.site.empty()) return;
    const Chunk& area = m_.chunk(static_cast<std::size_t>(m_.absorbed));
    for (ConceptId d : area.phrase.details) c.phrase.details.add(d);
    c.phrase.split |= area.phrase.split;
    c.phrase.site = area.phrase.site;
    c.follows = area.merged_into;
    clause_.link(LinkKind::describes, Rule::merge_area_of, i, m_.absorbed);
  }

  // "Fusion for spondylolisthesis"
  bool behind_for(const Chunk& c) const {
    const auto i = static_cast<std::size_t>(&c - clause_.chunks.data());
    const bool placed = i + 1 < clause_.chunks.size() && clause_.chunks[i + 1].prepositional();
    return !placed && std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
      return m.cue == lexicon::CueKind::in && m.next == i && lexicon_[m.cue_concept].direction < 0;
    });
  }

  // "Nephrectomy for a renal carcinoma", "thyroidectomy (papillary carcinoma)": the carcinoma is history.
  bool operated_for(const Chunk& c, const Chunk& operation) const {
    const ConceptId poststate = lexicon_.known().poststate;
    return operation.phrase.kind == PhraseKind::head && operation.phrase.concept_id != kNone && !operation.denied &&
           lexicon_.contains(poststate, operation.phrase.concept_id) && c.phrase.kind == PhraseKind::head &&
           (is_lesion(lexicon_, c.phrase.concept_id) || behind_for(c)) && !c.definite && c.phrase.size_count == 0 &&
           (c.in_brackets || c.joint == Joint::in) && setting_.on(Rule::merge_operation);
  }

  // "postoperative changes of gastric cancer": where it was; the cancer is history
  bool operation(std::size_t i) {
    Chunk& c = m_.chunk(i);
    Chunk* h = m_.last_head();
    if (h != nullptr && operated_for(c, *h)) {
      m_.merge(i, m_.heads.back(), Rule::merge_operation);
      return true;
    }
    if (h == nullptr || h->phrase.concept_id != lexicon_.known().poststate || c.phrase.kind != PhraseKind::head ||
        c.phrase.concept_id == kNone || !setting_.on(Rule::merge_operation))
      return false;
    if (!c.prepositional() && (c.joint != Joint::start || c.listed)) return false;
    if (std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(m_.heads.back()),
                    clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Chunk& k) { return k.is(PhraseKind::place); }))
      return false;
    if (h->phrase.site.empty()) h->phrase.site = usual_place(lexicon_, c.phrase);
    // "postsurgical changes of a craniotomy": the operation by its name
    const bool named = lexicon_.contains(lexicon_.known().poststate, c.phrase.concept_id) ||
                       lexicon_[c.phrase.concept_id].has(Concept::device);
    if (named) h->phrase.concept_id = c.phrase.concept_id;
    m_.merge(i, m_.heads.back(), Rule::merge_operation);
    return true;
  }

  // "The lobe shows T1 hypointensity, shows foci of T2 hyperintensity, and shows no restricted diffusion": each verb
  // says something else of the lobe.
  bool says_more(const Chunk& before, const Chunk& c) const {
    return c.joint == Joint::show && c.verbs > before.verbs && before.joint != Joint::start && m_.subject_place &&
           !is_lesion(lexicon_, before.phrase.concept_id);
  }

  // "patchy areas of low signal", "the lesion is hypointense": what the bare area is, the second head says.
  void absorb_area(std::size_t i) {
    Chunk& c = m_.chunk(i);
    Phrase& p = c.phrase;
    Chunk* before = m_.last_head();
    if (before == nullptr || p.concept_id == kNone || p.kind != PhraseKind::head || before->presupposed ||
        c.presupposed || !setting_.on(Rule::merge_area_of))
      return;
    // "a lesion in the pancreas, 56 mm, hyperattenuating"
    const bool behind = c.comma && p.adjective && is_lesion(lexicon_, before->phrase.concept_id) && p.site.empty() &&
                        p.fused_site == kNone && !c.denied && !before->denied;
    const bool predicate = c.joint == Joint::be || c.joint == Joint::show || behind;
    // "a lesion in the right lobe of a fatty liver": of the lobe, and not of the lesion
    if (c.joint == Joint::of && i > 0 && m_.chunk(i - 1).is(PhraseKind::place) && m_.chunk(i - 1).prepositional() &&
        !usual_place(lexicon_, p).organs.empty())
      return;
    if (lexicon_[p.concept_id].has(Concept::normal) || (c.joint != Joint::of && !predicate)) return;
    if (before->phrase.kind != PhraseKind::head || !m_.is_area(before->phrase) || before->phrase.attribute != kNone)
      return;
    const bool change = p.concept_id == lexicon_.known().increase || p.concept_id == lexicon_.known().decrease;
    if (predicate && (change || !lexicon_[p.concept_id].has(Concept::generic))) return;
    if (predicate && (opposite_signals(before->phrase, p) || says_more(*before, c))) return;
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
    if (before->joint == Joint::with)
      c.joint = Joint::with;  // "lesions with isointense to low signal on T1 are seen in …"
    c.denied = c.denied || before->denied;
    c.certainty = std::max(c.certainty, before->certainty);
    c.group = before->group;
    m_.absorbed = static_cast<std::int16_t>(m_.heads.back());
    m_.merge(m_.heads.back(), i, Rule::merge_area_of);
    m_.heads.pop_back();
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
    Chunk& c = m_.chunk(i);
    Chunk* before = m_.last_head();
    if (before == nullptr || c.phrase.concept_id == kNone || before->phrase.kind != PhraseKind::head ||
        before->phrase.concept_id != kNone || !setting_.on(Rule::merge_unknown_words))
      return;
    if (std::any_of(clause_.chunks.begin() + static_cast<std::ptrdiff_t>(m_.heads.back()),
                    clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                    [](const Chunk& k) { return k.is(PhraseKind::place) && k.prepositional(); }))
      return;
    for (std::uint8_t k = 0; k < before->phrase.words.size; ++k) c.phrase.words.add(before->phrase.words.hashes[k]);
    if (before->denied == c.denied) Merging::copy_details(before->phrase, c.phrase);
    c.phrase.span.cover(before->phrase.span.begin, before->phrase.span.end);
    m_.merge(m_.heads.back(), i, Rule::merge_unknown_words);
    m_.heads.pop_back();
  }

  // "A dissection of the aorta, acute, with an effusion": the detail ends what is said of the dissection.
  bool ends_statement(std::size_t k, std::size_t i) {
    const Chunk& c = m_.chunk(i);
    const Chunk& detail = m_.chunk(k);
    return c.joint == Joint::with && c.comma && detail.comma && detail.joint != Joint::with &&
           detail.is(PhraseKind::details) && !m_.heads.empty() && m_.chunk(m_.heads.back()).is(PhraseKind::head) &&
           setting_.on(Rule::describes_behind);
  }

  // "With a smooth wall and no filling defects": no smooth ones.
  bool denied_by_itself(std::size_t k, std::size_t i) const {
    return m_.chunk(i).denied && !m_.chunk(k).denied && m_.chunk(k).joint == Joint::with &&
           m_.chunk(i).joint == Joint::list &&
           std::any_of(clause_.marks.begin(), clause_.marks.end(),
                       [&](const Mark& mark) { return mark.cue == lexicon::CueKind::neg && mark.next == i; });
  }

  // "The duct is 11 mm wide and tapers smoothly": that it is well shaped says nothing of how wide it is.
  bool measures_subject(std::size_t k, std::size_t i) {
    Chunk& size = m_.chunk(k);
    const Phrase& p = m_.chunk(i).phrase;
    if (!(size.joint == Joint::be || size_within_place(clause_, k)) || size.phrase.size_count == 0 ||
        !size.phrase.details.empty() || !m_.subject_place || m_.chunk(i).joint != Joint::list ||
        p.concept_id == kNone || !lexicon_[p.concept_id].has(Concept::normal) ||
        lexicon_[p.concept_id].about == lexicon_[lexicon_.known().measured].about)
      return false;
    size.phrase.kind = PhraseKind::head;
    size.phrase.concept_id = lexicon_.known().measured;
    size.phrase.head = size.phrase.span;
    return true;
  }

  // "striated and patchy shadows": one head that will be split by shape once all is known of it.
  void take_loose(std::size_t i) {
    Chunk& c = m_.chunk(i);
    if (!setting_.on(Rule::describes_before)) return m_.loose.clear();
    for (std::size_t k : m_.loose) {
      if (measures_subject(k, i) || denied_by_itself(k, i)) continue;
      if (ends_statement(k, i)) {
        m_.copy_details(m_.chunk(k).phrase, m_.chunk(m_.heads.back()).phrase);
        m_.merge(k, m_.heads.back(), Rule::describes_behind);
        continue;
      }
      const Phrase& d = m_.chunk(k).phrase;
      c.phrase.split |= std::any_of(d.details.begin(), d.details.end(),
                                    [&](ConceptId x) { return lexicon_[x].is(ModifierKind::shape); });
      m_.copy_details(d, c.phrase);
      c.phrase.span.cover(d.span.begin, d.span.end);
      if (d.kind == PhraseKind::details) m_.merge(k, i, Rule::describes_before);
    }
    m_.loose.clear();
  }

  // "A small amount of pericardial and pleural effusion": of either.
  void share_amount(std::size_t i, bool joins) {
    Phrase& p = m_.chunk(i).phrase;
    const Chunk* before = m_.last_head();
    if (!joins || before == nullptr || p.size_count != 0) return;
    const bool same = before->phrase.completed && before->phrase.concept_id == p.concept_id;
    if (!same && !is_other_kind(before->phrase, p)) return;
    const auto amount = [&](ConceptId d) {
      const Concept& m = lexicon_[d];
      return m.is(ModifierKind::severity) || m.is(ModifierKind::size) || m.is(ModifierKind::number) ||
             m.is(ModifierKind::onset) || m.is(ModifierKind::change);
    };
    if (std::any_of(p.details.begin(), p.details.end(), amount)) return;
    for (ConceptId d : before->phrase.details) {
      if (amount(d)) p.details.add(d);
    }
  }

  // "Severe | paraseptal and | centrilobular emphysema": two kinds of one thing, the first without its noun.
  bool is_other_kind(const Phrase& first, const Phrase& second) const {
    if (!first.adjective || first.concept_id == kNone || second.concept_id == kNone) return false;
    const auto of_one_kind = [&](ConceptId up) {
      return up != lexicon_.known().lesion && up != lexicon_.known().abnormality &&
             lexicon_.contains(up, first.concept_id);
    };
    const auto ups = lexicon_.ancestors(second.concept_id);
    return first.concept_id != second.concept_id && std::any_of(ups.begin(), ups.end(), of_one_kind);
  }

  // "nodular and patchy shadows": "nodular" is a shape here. "patchy T1WI hypointense and T2WI hyperintense lesions":
  // the shape belongs to both.
  void share_adjectives(std::size_t i, bool joins) {
    Chunk& c = m_.chunk(i);
    Chunk* before = m_.last_head();
    if (!joins || before == nullptr || !m_.is_area(c.phrase) || c.phrase.kind != PhraseKind::head ||
        !setting_.on(Rule::merge_adjective))
      return;
    // "no bleed, no lesion": two things
    const bool denied_by_itself = std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& mark) {
      return mark.cue == lexicon::CueKind::neg && mark.next == i;
    });
    if (before->phrase.kind != PhraseKind::head || !before->phrase.adjective || before->phrase.concept_id == kNone ||
        clause_.chunks[i - 1].phrase.kind == PhraseKind::place || denied_by_itself)
      return;
    const Concept& k = lexicon_[before->phrase.concept_id];
    if (before->denied && !c.denied && k.has_detail != kNone) {  // "a solid, not cystic, lesion"
      Merging::copy_details(before->phrase, c.phrase);
      c.phrase.absent_details.add(k.has_detail);
      m_.merge(m_.heads.back(), i, Rule::merge_adjective);
      m_.heads.pop_back();
      return;
    }
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
      m_.merge(m_.heads.back(), i, Rule::merge_adjective);
      m_.heads.pop_back();
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

  Merging& m_;
  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
  DeviceMerger devices_;
};

}  // namespace

bool merge_head(Merging& merging, std::size_t i) {
  return HeadMerger(merging).take(i);
}

}  // namespace fiducial::findings
