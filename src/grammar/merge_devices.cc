#include "grammar/merge_devices.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;

// "No displacement of the stent": it is there, and not displaced.
bool DeviceMerger::denied_of_device(Chunk& moved, const Chunk& device) const {
  const ConceptId detail = lexicon_[moved.phrase.concept_id].has_detail;
  if (!moved.denied || detail == kNone || !lexicon_[detail].is(ModifierKind::position)) return false;
  const Phrase said = moved.phrase;
  moved.phrase = device.phrase;
  moved.phrase.details.remove(detail);
  moved.phrase.absent_details.add(detail);
  moved.phrase.span.cover(said.span.begin, said.span.end);
  moved.denied = false;
  return true;
}

// "Loosening of the left knee replacement": what it is called of a device, and where that is.
void DeviceMerger::said_of_device(const Chunk& device, Chunk& h) const {
  const Site where = usual_place(lexicon_, device.phrase);
  const ConceptId thing = device.phrase.concept_id;
  if (h.phrase.concept_id == lexicon_.known().fracture) h.phrase.concept_id = lexicon_.known().broken_hardware;
  // "the side hole of the nasogastric tube": the tube is there
  if (lexicon_.contains(h.phrase.concept_id, thing)) h.phrase.concept_id = thing;
  const ConceptId named = h.phrase.concept_id != kNone ? lexicon_.composed_within(h.phrase.concept_id, thing) : kNone;
  if (named != kNone) h.phrase.concept_id = named;
  // "no loosening of the left hip prosthesis": of the left one
  const bool told = !h.denied || !device.phrase.site.empty() || !systemic(lexicon_, where);
  if (told && own_place(lexicon_, h.phrase).organs.empty())
    h.phrase.site = findings::within(lexicon_, h.phrase.site, where);
  else if (h.phrase.site.side == Side::none)  // "broken femoral stem of the left hip replacement"
    h.phrase.site.side = device.phrase.site.side;
}

// "The tip of the screw": the place before the device is a piece of it, and not of the patient. -1: there is none.
int DeviceMerger::piece_before(std::size_t i) const {
  if (i == 0 || m_.chunk(i).joint != Joint::of) return -1;
  const Chunk& piece = m_.chunk(i - 1);
  const bool bare = piece.is(PhraseKind::place) && piece.phrase.site.anywhere() && !piece.phrase.site.parts.empty();
  return bare && piece.prepositional() ? static_cast<int>(i) - 1 : -1;
}

// "Lucency around the left S1 screw", "… around the tip of the screw": one thing, that has a name. Where it is denied
// that is all.
bool DeviceMerger::around_device(std::size_t i) {
  const Chunk& c = m_.chunk(i);
  Chunk* h = m_.last_head();
  const int piece = piece_before(i);
  const Joint joint = piece < 0 ? c.joint : m_.chunk(static_cast<std::size_t>(piece)).joint;
  if (joint != Joint::near || c.listed || !lexicon_[c.phrase.concept_id].has(Concept::device) ||
      h->phrase.kind != PhraseKind::head || !m_.is_area(h->phrase) ||
      lexicon_.composed_within(h->phrase.concept_id, c.phrase.concept_id) == kNone)
    return false;
  said_of_device(c, *h);
  if (piece >= 0) m_.merge(static_cast<std::size_t>(piece), m_.heads.back(), Rule::merge_presupposed);
  if (h->denied) m_.merge(i, m_.heads.back(), Rule::merge_presupposed);
  return h->denied;
}

// "A fracture around the distal end of the femoral stem": of the bone that the stem is in.
bool DeviceMerger::beside_piece_of_device(std::size_t i) {
  const int piece = piece_before(i);
  if (piece < 0 || m_.chunk(static_cast<std::size_t>(piece)).joint != Joint::near) return false;
  Chunk& h = *m_.last_head();
  if (own_place(lexicon_, h.phrase).organs.empty())
    h.phrase.site = findings::within(lexicon_, h.phrase.site, usual_place(lexicon_, m_.chunk(i).phrase));
  m_.merge(static_cast<std::size_t>(piece), m_.heads.back(), Rule::merge_presupposed);
  return true;
}

// "A left chest port, catheter ending in the cava": the catheter is the port's.
bool DeviceMerger::piece_of_device(std::size_t i) {
  const Chunk& c = m_.chunk(i);
  Chunk* h = m_.last_head();
  const bool joined = c.comma || c.joint == Joint::with || (c.joint == Joint::show && c.definite);
  const bool tip = c.phrase.site.organs.empty() && c.phrase.site.parts.has(lexicon_.known().tip);
  if (h == nullptr || i == 0 || m_.heads.back() + 1 != i || !joined || c.denied || h->denied ||
      !(c.phrase.site.empty() || tip) || c.phrase.concept_id == kNone || h->phrase.concept_id == kNone ||
      i + 1 >= clause_.chunks.size() || !setting_.on(Rule::merge_presupposed))
    return false;
  const bool placed = m_.chunk(i + 1).is(PhraseKind::place) && m_.chunk(i + 1).prepositional();
  if (!placed || !lexicon_[h->phrase.concept_id].has(Concept::device) ||
      !lexicon_[c.phrase.concept_id].has(Concept::device) ||
      !lexicon_.contains(c.phrase.concept_id, h->phrase.concept_id))
    return false;
  m_.merge(i, m_.heads.back(), Rule::merge_presupposed);
  m_.last = Merging::Last::head;
  return true;
}

// "Loosening of the plate", "no displacement of the stent"
void DeviceMerger::of_device(std::size_t i) {
  const Chunk& device = m_.chunk(i);
  Chunk& h = *m_.last_head();
  if (!denied_of_device(h, device)) said_of_device(device, h);
  m_.merge(i, m_.heads.back(), Rule::merge_presupposed);
}

}  // namespace fiducial::findings
