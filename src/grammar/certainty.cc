// How sure the report is of what it says: hedges and inferences to certainties.
//
// A hedge reaches to the end of the phrase behind it, or, if nothing comes, back to what stands before it; between two
// commas it is an aside, which the second closes.
#include <algorithm>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

Certainty level(const Lexicon& lexicon, const Mark& mark, Certainty otherwise) {
  switch (lexicon[mark.cue_concept].rank) {
    case 0:
      return Certainty::definite;
    case 1:
      return Certainty::probable;
    case 2:
      return Certainty::possible;
    case 3:
      return Certainty::not_excluded;
    default:
      return otherwise;
  }
}

class CertaintyFinder {
 public:
  CertaintyFinder(const Setting& setting, Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  void run() {
    hedges();
    alternatives();
  }

 private:
  void hedges() {
    for (std::size_t at = 0; at < clause_.marks.size(); ++at) {
      const Mark& m = clause_.marks[at];
      if (m.cue != CueKind::hedge && m.cue != CueKind::infer) continue;
      if (m.cue == CueKind::infer)
        infer(at);
      else
        hedge(at);
    }
  }

  // The chunks that a word ahead of them reaches: the next head, and what is joined to it by "or" and "and".
  std::size_t reach(const Mark& m) const {
    const std::size_t first = m.next;
    const bool aside = m.comma && heads_before(clause_, first);
    std::size_t i = first;
    while (i < clause_.chunks.size() && !clause_.chunks[i].head() && !ends_reach(i, first)) ++i;
    if (i >= clause_.chunks.size() || !clause_.chunks[i].head() || ends_reach(i, first)) return first;
    ++i;
    while (i < clause_.chunks.size()) {
      const Chunk& c = clause_.chunks[i];
      const bool goes_on = c.joint == Joint::list || c.prepositional() || (!c.head() && c.joint == Joint::start) ||
                           (c.listed && c.alternative) || in_list_of_alternatives(m, i);
      if (!goes_on || (aside && behind_comma_and(i))) break;
      ++i;
    }
    return i;
  }

  // "Suggestive of infection, inflammation or malignancy", "the differential includes pneumonia, aspiration and
  // hemorrhage": commas lead to the last of them, behind "or", or behind "and" where nothing but such a list can come.
  bool in_list_of_alternatives(const Mark& m, std::size_t i) const {
    if (m.cue != CueKind::infer) return false;
    while (i < clause_.chunks.size() && clause_.chunks[i].is(PhraseKind::head) && clause_.chunks[i].comma &&
           clause_.chunks[i].joint == Joint::start)
      ++i;
    if (i == clause_.chunks.size() || !clause_.chunks[i].is(PhraseKind::head)) return false;
    const Chunk& last = clause_.chunks[i];
    const bool lists_all = m.next == 0 || lexicon_[m.cue_concept].direction > 0;
    return last.alternative || (lists_all && last.joint == Joint::list);
  }

  // "A nodule, possibly a granuloma, and an effusion": the second comma closes what the first began.
  bool behind_comma_and(std::size_t i) const {
    const std::uint32_t begin = clause_.chunks[i].words.begin;
    for (std::size_t k = 1; k < clause_.items.size() && clause_.items[k].begin < begin; ++k) {
      if (is_cue(clause_.items[k], CueKind::and_) && clause_.items[k - 1].kind == ItemKind::comma &&
          clause_.items[k].begin > clause_.chunks[i - 1].words.begin)
        return true;
    }
    return false;
  }

  bool ends_reach(std::size_t i, std::size_t first) const {
    return i > first && (clause_.chunks[i].joint == Joint::with || clause_.chunks[i].comma);
  }

  // "A fracture, likely old", "a nodule, probably benign": that it is there is not in doubt.
  bool says_nature(const Phrase& p, bool aside) const {
    return p.kind == PhraseKind::details && !p.details.empty() &&
           std::all_of(p.details.begin(), p.details.end(), [&](ConceptId d) {
             return lexicon_[d].is(lexicon::ModifierKind::onset) ||
                    (aside && lexicon_[d].is(lexicon::ModifierKind::texture));
           });
  }

  // "Perhaps the lesion is a hemangioma": what it is, and not whether there is one.
  std::size_t named_by_predicate(const Mark& m) const {
    const bool ahead = m.next == 0 && !clause_.items.empty() && clause_.items.front().begin == m.span.begin;
    if (!ahead || !clause_.chunks.front().head() || !clause_.chunks.front().definite) return m.next;
    for (std::size_t k = 1; k < clause_.chunks.size(); ++k) {
      if (clause_.chunks[k].head() && clause_.chunks[k].joint == Joint::be) return k;
    }
    return m.next;
  }

  void hedge(std::size_t at) {
    const Mark& m = clause_.marks[at];
    const Certainty how = level(lexicon_, m, Certainty::possible);
    if (m.next < clause_.chunks.size() && says_nature(clause_.chunks[m.next].phrase, m.comma)) return;
    // "A fracture is suspected, with swelling": the swelling is not
    const bool with_behind = m.next < clause_.chunks.size() && clause_.chunks[m.next].joint == Joint::with &&
                             clause_.chunks[m.next].comma && !m.comma && heads_before(clause_, m.next);
    const bool only_behind = lexicon_[m.cue_concept].direction < 0 || with_behind;
    const std::size_t end = only_behind ? m.next : reach(m);
    if (end > m.next) {
      const std::size_t first = named_by_predicate(m);
      doubt(first, std::max(end, first + 1), at, how, Rule::hedged_ahead);
      return;
    }
    // "The nodule is probably benign": that it is there is not in doubt
    if (!only_behind && m.next < clause_.chunks.size() && clause_.chunks[m.next].joint == Joint::be &&
        clause_.chunks[m.next].is(PhraseKind::details) && !clause_.chunks[m.next].phrase.details.empty())
      return;
    std::size_t first = m.next;
    while (first > 0 && !clause_.chunks[first - 1].head()) --first;
    while (first > 0 && (clause_.chunks[first - 1].head() || clause_.chunks[first - 1].prepositional()) &&
           clause_.chunks[first - 1].joint == Joint::list)
      --first;
    doubt(first > 0 ? first - 1 : 0, m.next, at, how, Rule::hedged_behind);
  }

  // "An opacity, atelectasis or pneumonia": it is one of them.
  void alternatives() {
    if (!setting_.on(Rule::hedged_alternative)) return;
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      if (!is_disease(i) || !clause_.chunks[i].alternative || !is_disease(i - 1)) continue;
      // "no change in the nodule or the effusion": two that were named before
      if (clause_.chunks[i].definite && clause_.chunks[i - 1].definite) continue;
      for (const std::size_t k : {i - 1, i}) {
        clause_.chunks[k].certainty = std::max(clause_.chunks[k].certainty, Certainty::possible);
        scope(Rule::hedged_alternative, -1, k);
      }
    }
  }

  bool is_disease(std::size_t i) const {
    const Chunk& c = clause_.chunks[i];
    return c.is(PhraseKind::head) && !c.denied && !c.in_denial && c.phrase.concept_id != kNone && !c.phrase.adjective &&
           !lexicon_[c.phrase.concept_id].has(Concept::normal) &&
           !lexicon_[c.phrase.concept_id].has(Concept::generic) && !lexicon_[c.phrase.concept_id].has(Concept::device);
  }

  // "A suspicious nodule", "an indeterminate lesion": that it is there is not in doubt.
  bool of_doubtful_nature(const Chunk& c, std::size_t at) const {
    const ConceptId what = c.phrase.concept_id;
    const bool measured =
        what != kNone && lexicon_[what].about != kNone && c.phrase.size_count != 0;  // "a hypodensity"
    return lexicon_[clause_.marks[at].cue_concept].direction > 0 && (measured || is_lesion(lexicon_, what));
  }

  void doubt(std::size_t first, std::size_t last, std::size_t at, Certainty how, Rule rule) {
    if (!setting_.on(rule)) return;
    for (std::size_t i = first; i < last; ++i) {
      Chunk& c = clause_.chunks[i];
      if (!c.head() || is_category(lexicon_, c.phrase)) continue;  // "BI-RADS 4, suspicious"
      if (of_doubtful_nature(c, at)) {
        if (!c.denied && !c.in_denial) c.phrase.details.add(lexicon_[clause_.marks[at].cue_concept].seen);
        continue;
      }
      if (c.denied && behind_denial(at)) continue;  // "no suspicious lesion": there is none, and no doubt
      c.certainty = std::max(c.certainty, how);
      scope(rule, static_cast<std::int16_t>(at), i);
    }
  }

  bool behind_denial(std::size_t at) const {
    return std::any_of(clause_.marks.begin(), clause_.marks.begin() + static_cast<std::ptrdiff_t>(at),
                       [](const Mark& m) { return m.cue == CueKind::neg; });
  }

  void infer(std::size_t at) {
    const Mark& m = clause_.marks[at];
    if (!setting_.on(Rule::inferred)) return;
    const std::size_t end = reach(m);
    const bool after = heads_before(clause_, m.next);
    for (std::size_t i = m.next; i < end; ++i) {
      Chunk& c = clause_.chunks[i];
      if (!c.head()) continue;
      c.is_inference = after;
      c.certainty = std::max(c.certainty, level(lexicon_, m, Certainty::probable));
      scope(Rule::inferred, static_cast<std::int16_t>(at), i);
    }
  }

  void scope(Rule rule, std::int16_t mark, std::size_t chunk) {
    clause_.scopes.push_back({rule, mark, static_cast<std::int16_t>(chunk)});
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace

std::string_view name(Certainty certainty) {
  constexpr std::string_view kNames[] = {"definite", "probable", "possible", "cannot be excluded"};
  return kNames[static_cast<std::size_t>(certainty)];
}

void find_certainty(const Setting& setting, Clause& clause) {
  CertaintyFinder(setting, clause).run();
}

}  // namespace fiducial::findings
