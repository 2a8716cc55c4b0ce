#include "explain/finding_outcomes.h"

#include <algorithm>

namespace fiducial::explain {
namespace {

using findings::Finding;
using lexicon::ConceptId;
using lexicon::kNone;

// A pair of weight 1 agrees in everything that RadSEM compares.
constexpr double kWhole = 1.0 - 1e-9;

void add_once(std::vector<ConceptId>& list, ConceptId id) {
  if (id != kNone && std::find(list.begin(), list.end(), id) == list.end()) list.push_back(id);
}

// The part of the body that a place is in: what stands right below the body, by the first way up.
ConceptId region_of(const lexicon::Lexicon& lexicon, ConceptId place) {
  const ConceptId body = lexicon.known().body;
  for (std::size_t steps = 0; steps < 32; ++steps) {
    const auto ancestors = lexicon.ancestors(place);
    if (lexicon[place].parent_count == 0 || ancestors.empty()) return kNone;
    if (ancestors.front() == body) return place;
    place = ancestors.front();
  }
  return kNone;
}

void add_findings(const lexicon::Lexicon& lexicon, const std::vector<Finding>& findings, CaseOverview& out) {
  for (const Finding& finding : findings) {
    if (finding.abnormal && !finding.absent) add_once(out.concepts, finding.concept_id);
    for (const ConceptId organ : finding.site.organs) add_once(out.regions, region_of(lexicon, organ));
  }
}

void count(const std::vector<Finding>& findings, const std::vector<FindingOutcome>& outcomes, bool pairs,
           CaseOverview& out) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const bool paired = outcomes[i] == FindingOutcome::matched || outcomes[i] == FindingOutcome::partly;
    if (paired && !pairs) continue;
    ++(findings[i].abnormal ? out.abnormal : out.normal)[static_cast<std::size_t>(outcomes[i])];
  }
}

}  // namespace

std::string_view name(FindingOutcome outcome) {
  constexpr std::string_view kNames[] = {"matched", "partly", "contradicted", "missing", "invented"};
  return kNames[static_cast<std::size_t>(outcome)];
}

FindingOutcomes outcomes_of(const radsem::Matching& matching, std::size_t refs, std::size_t gens) {
  FindingOutcomes out{std::vector<FindingOutcome>(refs, FindingOutcome::missing),
                      std::vector<FindingOutcome>(gens, FindingOutcome::invented)};
  for (const radsem::Contradiction& clash : matching.contradictions)
    out.ref[clash.ref] = out.gen[clash.gen] = FindingOutcome::contradicted;
  const auto paired = [](FindingOutcome& outcome, double weight) {
    if (outcome != FindingOutcome::matched)
      outcome = weight >= kWhole ? FindingOutcome::matched : FindingOutcome::partly;
  };
  for (const radsem::MatchedPair& pair : matching.pairs) {
    paired(out.ref[pair.ref], pair.weight);
    paired(out.gen[pair.gen], pair.weight);
  }
  return out;
}

CaseOverview overview_of(findings::Reader& reader, std::string_view reference, std::string_view candidate) {
  findings::Reading ref;
  findings::Reading gen;
  radsem::read_report(reader, reference, ref);
  radsem::read_report(reader, candidate, gen);
  radsem::Matching matching;
  radsem::match(reader.lexicon(), ref.findings, gen.findings, radsem::Policy::many_to_many, matching);
  const FindingOutcomes outcomes = outcomes_of(matching, ref.findings.size(), gen.findings.size());
  CaseOverview out;
  count(ref.findings, outcomes.ref, true, out);
  count(gen.findings, outcomes.gen, false, out);
  add_findings(reader.lexicon(), ref.findings, out);
  add_findings(reader.lexicon(), gen.findings, out);
  return out;
}

}  // namespace fiducial::explain
