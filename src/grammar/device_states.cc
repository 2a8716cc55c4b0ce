#include "grammar/device_states.h"

namespace fiducial::findings {

using lexicon::Concept;

namespace {

class DeviceStates {
 public:
  DeviceStates(const Setting& setting, Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  void run() {
    states_of_devices();
    placed_devices();
  }

 private:
  Chunk& chunk(std::size_t i) { return clause_.chunks[i]; }

  // "A drain is retained in the mediastinum": that it is there, and where.
  void placed_devices() {
    for (std::size_t i = 1; i < clause_.chunks.size(); ++i) {
      Chunk& value = chunk(i);
      const int before = previous_head(clause_, i);
      if (!value.head() || before < 0 || value.joint != Joint::be || value.denied) continue;
      Chunk& subject = chunk(static_cast<std::size_t>(before));
      const ConceptId w = value.phrase.concept_id;
      if (w == kNone || subject.phrase.concept_id == kNone || subject.verbs != 0) continue;
      if (!lexicon_[subject.phrase.concept_id].has(Concept::device) || !lexicon_[w].has(Concept::placed)) continue;
      value.merged_into = static_cast<std::int16_t>(before);
      clause_.link(LinkKind::same_as, Rule::describes_predicate, i, value.merged_into);
    }
  }

  // "Broken" said of a nail has a name of its own.
  ConceptId state_of_device(ConceptId state, ConceptId device) const {
    if (state == kNone || device == kNone || !lexicon_[device].has(Concept::device)) return kNone;
    return lexicon_.composed_within(state, device);
  }

  // "A broken distal screw": the first of its details or states that has a name of its own, said of a device.
  template <class Concepts>
  bool name_by(Phrase& p, Concepts& said) const {
    for (const ConceptId state : said) {
      const ConceptId named = state_of_device(state, p.concept_id);
      if (named == kNone) continue;
      said.remove(state);
      p.concept_id = named;
      return true;
    }
    return false;
  }

  // "The tibial nail has broken", "a broken tibial nail": not the tibia.
  void states_of_devices() {
    if (!setting_.on(Rule::describes_predicate)) return;
    for (std::size_t i = 0; i < clause_.chunks.size(); ++i) {
      Chunk& c = chunk(i);
      if (!c.head()) continue;
      if (!name_by(c.phrase, c.phrase.details)) name_by(c.phrase, c.phrase.states);
      const int before = previous_head(clause_, i);
      const bool predicate = c.joint == Joint::be || c.joint == Joint::show;
      if (before < 0 || !predicate || chunk(static_cast<std::size_t>(before)).verbs != 0) continue;
      const ConceptId named =
          state_of_device(c.phrase.concept_id, chunk(static_cast<std::size_t>(before)).phrase.concept_id);
      if (named != kNone) c.phrase.concept_id = named;
    }
  }

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace

void describe_devices(const Setting& setting, Clause& clause) {
  DeviceStates(setting, clause).run();
}

}  // namespace fiducial::findings
