#include "explain/weight_json.h"

namespace fiducial::explain {

using lexicon::ConceptId;
using lexicon::kNone;
using lexicon::Section;
using lexicon::Weight;

namespace {

constexpr std::string_view kContext = "context.";

io::Json named_or_null(const lexicon::Lexicon& lexicon, ConceptId id) {
  if (id == kNone) return nullptr;
  return {{"concept", lexicon.name(id)}, {"label", lexicon.label(id)}};
}

io::Json rule_json(const errors::Weigher& weigher, const lexicon::Lexicon& lexicon, const Weight& weight) {
  constexpr std::string_view kKinds[] = {"is", "at least", "at most"};
  const auto level = static_cast<errors::Significance>(weight.significance);
  io::Json rule = {{"from", named_or_null(lexicon, weight.of)},
                   {"kind", kKinds[static_cast<std::size_t>(weight.kind)]},
                   {"significance", name(level)},
                   {"points", weigher.points(level, findings::Certainty::definite)},
                   {"place", named_or_null(lexicon, weight.place)},
                   {"patient", nullptr}};
  if (weight.context != kNone) rule["patient"] = std::string(lexicon.name(weight.context).substr(kContext.size()));
  return rule;
}

// The concept and all that is more general, nearest first.
std::vector<ConceptId> chain_of(const lexicon::Lexicon& lexicon, ConceptId id) {
  std::vector<ConceptId> chain{id};
  for (const ConceptId up : lexicon.ancestors(id)) chain.push_back(up);
  return chain;
}

findings::Finding finding_of(const lexicon::Lexicon& lexicon, const lexicon::Sense& sense) {
  findings::Finding finding;
  finding.concept_id = sense.concept_id;
  const ConceptId place = sense.site != kNone ? sense.site : lexicon[sense.concept_id].at;
  if (place != kNone) finding.site.organs.add(place);
  for (const ConceptId detail : sense.modifiers) {
    if (detail != kNone) finding.details.add(detail);
  }
  return finding;
}

}  // namespace

io::Json weight_json(const errors::Weigher& weigher, const lexicon::Lexicon& lexicon, const lexicon::Sense& sense) {
  const Section section = lexicon[sense.concept_id].section;
  if (section != Section::observation && section != Section::modifier) return nullptr;
  const findings::Finding finding = finding_of(lexicon, sense);
  io::Json rules = io::Json::array();
  bool settled = false;  // an entry that holds at every place and for every patient hides the more general ones
  for (const ConceptId one : chain_of(lexicon, sense.concept_id)) {
    for (const Weight& weight : lexicon.weights(one)) {
      rules.push_back(rule_json(weigher, lexicon, weight));
      settled = settled || (weight.kind == Weight::Kind::is && weight.place == kNone && weight.context == kNone);
    }
    if (settled) break;
  }
  if (section == Section::modifier) {
    if (rules.empty()) return nullptr;
    return {{"significance", nullptr}, {"points", nullptr}, {"from", nullptr}, {"rules", std::move(rules)}};
  }
  const errors::Significance level = weigher.of(finding);
  return {{"significance", name(level)},
          {"points", weigher.points(level, findings::Certainty::definite)},
          {"from", named_or_null(lexicon, weigher.decides(finding))},
          {"rules", std::move(rules)}};
}

}  // namespace fiducial::explain
