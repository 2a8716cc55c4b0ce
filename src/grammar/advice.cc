#include "grammar/advice.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::CueKind;

namespace {

// Another word of the same advice stands before it, with nothing between.
bool behind_same(const Clause& clause, const Mark& m) {
  return std::any_of(static_cast<const Mark*>(clause.marks.data()), &m,
                     [&](const Mark& other) { return other.cue == m.cue && other.next == m.next; });
}

bool described(const Lexicon& lexicon, const Phrase& p) {
  if (p.kind != PhraseKind::head || p.concept_id == kNone) return false;
  return p.size_count != 0 || std::any_of(p.details.begin(), p.details.end(), [&](ConceptId d) {
           return lexicon[d].is(lexicon::ModifierKind::change) || lexicon[d].is(lexicon::ModifierKind::number);
         });
}

}  // namespace

std::size_t segment_of(const Clause& clause, const Mark& m) {
  std::uint32_t boundary = 0;
  for (const Item& item : clause.items) {
    if (item.begin >= m.span.begin) break;
    const bool ends = item.kind == ItemKind::comma || item.kind == ItemKind::dash || is_cue(item, CueKind::and_) ||
                      is_cue(item, CueKind::which) || is_cue(item, CueKind::contrast);
    if (ends) boundary = item.end;
  }
  std::size_t first = 0;
  while (first < clause.chunks.size() && clause.chunks[first].phrase.span.begin < boundary) ++first;
  return first;
}

void leave_out_advice(const Setting& setting, Clause& clause) {
  for (const Mark& m : clause.marks) {
    const bool recommends = m.cue == CueKind::recommend;
    if (!recommends && m.cue != CueKind::person) continue;
    if (&m != clause.marks.data() && behind_same(clause, m)) continue;  // "follow-up is recommended": one advice
    const Rule rule = recommends ? Rule::left_advice : Rule::left_person;
    if (!setting.on(rule)) continue;
    for (std::size_t i = segment_of(clause, m); i < clause.chunks.size(); ++i) {
      Chunk& c = clause.chunks[i];
      if (i >= m.next && described(setting.lexicon, c.phrase)) break;
      const bool known = c.phrase.kind == PhraseKind::head && c.phrase.concept_id != kNone;
      if (!recommends && known) continue;                    // "a pneumothorax was discussed with …"
      if (is_category(setting.lexicon, c.phrase)) continue;  // "biopsy is advised, BI-RADS 5"
      if (c.left_out != LeftOut::no) continue;
      c.left_out = recommends ? LeftOut::advice : LeftOut::communication;
      clause.scopes.push_back({rule, -1, static_cast<std::int16_t>(i)});
    }
  }
}

}  // namespace fiducial::findings
