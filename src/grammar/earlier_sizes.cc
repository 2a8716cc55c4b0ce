#include "grammar/earlier_sizes.h"

#include <algorithm>
#include <cmath>

#include "grammar/steps.h"

namespace fiducial::findings {

using lexicon::CueKind;

bool EarlierSizes::sized_before(std::size_t i) const {
  return std::any_of(clause_.chunks.begin(), clause_.chunks.begin() + static_cast<std::ptrdiff_t>(i),
                     [](const Chunk& c) { return c.phrase.size_count != 0 && c.left_out == LeftOut::no; });
}

bool EarlierSizes::in_brackets(std::size_t i) const {
  const Chunk& c = clause_.chunks[i];
  if (!c.in_brackets || c.phrase.kind != PhraseKind::details) return false;
  // "14 mm (15 mm)": two sizes of one thing
  const auto bare_size = [&](const Chunk& k) { return k.phrase.size_count != 0 && k.phrase.details.empty(); };
  if (i > 0 && bare_size(c) && clause_.chunks[i - 1].phrase.size_count != 0 && !clause_.chunks[i - 1].in_brackets &&
      c.phrase.span.begin <= clause_.chunks[i - 1].phrase.span.end + 3)
    return true;
  // "(31 mm, was 22 mm)": the word stands before the second
  const bool size_behind =
      i + 1 < clause_.chunks.size() && clause_.chunks[i + 1].in_brackets && bare_size(clause_.chunks[i + 1]);
  return std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
    return m.in_brackets && (m.cue == CueKind::prior || m.cue == CueKind::technique || m.cue == CueKind::near) &&
           (m.next == i || (m.next == i + 1 && !size_behind));
  });
}

// "withdrawn by 2 cm": how far, and not how large it was.
bool EarlierSizes::moved_by(std::size_t i) const {
  return std::any_of(clause_.marks.begin(), clause_.marks.end(), [&](const Mark& m) {
    return m.cue == CueKind::prior && m.next == i && lexicon_[m.cue_concept].direction > 0;
  });
}

bool EarlierSizes::stands_behind(const Mark& m) const {
  constexpr std::uint32_t kSpace = 2;
  constexpr std::uint32_t kHowLong = 16;  // "6 mm six months ago"
  if (m.next == 0 || m.comma) return false;
  const std::size_t i = m.next - 1U;
  const Chunk& c = clause_.chunks[i];
  const bool size_behind = m.next < clause_.chunks.size() && clause_.chunks[m.next].phrase.size_count != 0 &&
                           clause_.chunks[m.next].phrase.span.begin <= m.span.end + kSpace;  // "5 cm, previously 7 cm"
  return c.is(PhraseKind::details) && c.phrase.size_count != 0 && c.phrase.details.empty() && !size_behind &&
         (c.comma || c.joint == Joint::in) && m.span.begin <= c.phrase.span.end + kHowLong && sized_before(i);
}

void EarlierSizes::note_change(Phrase& now, const Phrase& then) const {
  const float a = *std::max_element(now.sizes, now.sizes + now.size_count);
  const float b = *std::max_element(then.sizes, then.sizes + then.size_count);
  constexpr float kMillimeters = 1.5F;  // less is within what two people measure
  if (a > b + kMillimeters) now.details.add(lexicon_.known().change_larger);
  if (b > a + kMillimeters) now.details.add(lexicon_.known().change_smaller);
  if (std::abs(a - b) <= kMillimeters) now.details.add(lexicon_.known().change_stable);
}

bool EarlierSizes::is_uptake(const Quantity& q) const {
  return q.unit == Unit::grade && q.of != lexicon::kNone && lexicon_.label(q.of).starts_with("suv");
}

// "SUV 3, previously 9"
void EarlierSizes::note_change_of_uptake(std::size_t i) {
  const Phrase& then = clause_.chunks[i].phrase;
  // of a bare node it would say that it was large
  if (then.quantity_count != 1 || !is_uptake(then.quantities[0]) || !heads_before(clause_, i)) return;
  for (std::size_t k = i; k-- > 0;) {
    Phrase& now = clause_.chunks[k].phrase;
    if (now.quantity_count != 1 || now.quantities[0].of != then.quantities[0].of) continue;
    constexpr float kShare = 0.1F;  // less is within what two scans measure
    const float a = now.quantities[0].value;
    const float b = then.quantities[0].value;
    if (a > b * (1 + kShare)) now.details.add(lexicon_.known().change_larger);
    if (b > a * (1 + kShare)) now.details.add(lexicon_.known().change_smaller);
    return;
  }
}

void EarlierSizes::note_change_since(std::size_t i) {
  note_change_of_uptake(i);
  const Phrase& then = clause_.chunks[i].phrase;
  if (then.size_count == 0 || moved_by(i)) return;
  for (std::size_t k = i; k-- > 0;) {
    Phrase& now = clause_.chunks[k].phrase;
    if (clause_.chunks[k].left_out != LeftOut::no || now.size_count == 0) continue;
    note_change(now, then);
    return;
  }
  for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {  // "previously measured 5 mm and now measures 9 mm"
    if (clause_.chunks[k].is(PhraseKind::place)) return;
    if (measured_by(k, false)) return note_change(clause_.chunks[k].phrase, then);
  }
}

bool EarlierSizes::measured_then(std::size_t i) {
  if (!measured_by(i, true)) return false;
  for (std::size_t k = i + 1; k < clause_.chunks.size(); ++k) {
    if (clause_.chunks[k].is(PhraseKind::place)) return false;  // "… and the right is 11 cm"
    if (!measured_by(k, false)) continue;
    note_change(clause_.chunks[k].phrase, clause_.chunks[i].phrase);
    return true;
  }
  return false;
}

// Is chunk i no more than a size, behind a verb of the past, or of the present?
bool EarlierSizes::measured_by(std::size_t i, bool past) const {
  const Chunk& c = clause_.chunks[i];
  if (c.joint != Joint::be || c.phrase.kind != PhraseKind::details || c.phrase.size_count == 0 || c.in_brackets)
    return false;
  const Item* verb = nullptr;
  for (const Item& item : clause_.items) {
    if (item.begin >= c.words.begin) break;
    if (is_cue(item, CueKind::be)) verb = &item;
  }
  return verb != nullptr && (lexicon_[verb->cue_concept].direction < 0) == past;
}

}  // namespace fiducial::findings
