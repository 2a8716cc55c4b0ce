#include "explain/case_record.h"

#include "explain/finding_json.h"
#include "explain/finding_outcomes.h"
#include "explain/radsem_audit.h"
#include "radsem/reading.h"

namespace fiducial::explain {
namespace {

io::Json class_json(const radsem::ClassScore& score) {
  return {{"present", score.present()},
          {"matched", score.matched},
          {"unmatched_reference", score.unmatched_ref},
          {"unmatched_candidate", score.unmatched_gen},
          {"rule", label(score.rule)},
          {"score", score.score},
          {"share", score.mixture_share}};
}

// One side of the case: its findings, each with its outcome, get their partners one after the other.
class RecordSide {
 public:
  RecordSide(const lexicon::Lexicon& lexicon, std::string_view report, const findings::Reading& reading,
             const radsem::Rewritten& rewritten, const std::vector<FindingOutcome>& outcomes) {
    for (std::size_t i = 0; i < reading.findings.size(); ++i) {
      io::Json one = finding_json(lexicon, reading.findings[i], report);
      one["sentence"] = rewritten.atoms[i].sentence;
      one["outcome"] = name(outcomes[i]);
      one["partners"] = io::Json::array();
      one["against"] = io::Json::array();
      list_.push_back(std::move(one));
    }
    for (const radsem::LeftOut& piece : rewritten.left_out)
      left_out_.push_back({{"span", {piece.begin, piece.end}}, {"reason", piece.reason}});
  }

  void partner(std::uint32_t own, std::uint32_t other, const radsem::TagPair& labels, const radsem::PairAudit& audit) {
    list_[own]["partners"].push_back({{"finding", other},
                                      {"site", label(labels.anatomical)},
                                      {"asserted", label(labels.asserted)},
                                      {"negated", label(labels.negated)},
                                      {"details", label(labels.details)},
                                      {"weight", audit.weight},
                                      {"credit", audit.credit},
                                      {"status", label(audit.status)}});
  }
  void against(std::uint32_t own, std::uint32_t other) { list_[own]["against"].push_back(other); }

  io::Json json() { return {{"findings", std::move(list_)}, {"left_out", std::move(left_out_)}}; }

 private:
  io::Json list_ = io::Json::array(), left_out_ = io::Json::array();
};

}  // namespace

io::Json case_record(const lexicon::Lexicon& lexicon, std::string_view reference, std::string_view candidate,
                     radsem::Policy policy) {
  findings::Reader reader(lexicon);
  findings::Reading ref;
  findings::Reading gen;
  radsem::read_report(reader, reference, ref);
  radsem::read_report(reader, candidate, gen);
  radsem::Matching matching;
  radsem::match(lexicon, ref.findings, gen.findings, policy, matching);
  check_shown_pairs(matching.pairs.size());
  const radsem::Matched matched = radsem::matched_of(lexicon, reference, ref, candidate, gen, matching);
  const radsem::Audit audit = radsem::score(matched.tag, policy);

  const FindingOutcomes outcomes = outcomes_of(matching, ref.findings.size(), gen.findings.size());
  RecordSide left(lexicon, reference, ref, matched.ref, outcomes.ref);
  RecordSide right(lexicon, candidate, gen, matched.gen, outcomes.gen);
  for (std::size_t i = 0; i < matching.pairs.size(); ++i) {
    const radsem::MatchedPair& pair = matching.pairs[i];
    left.partner(pair.ref, pair.gen, matched.tag.pairs[i], audit.pairs[i]);
    right.partner(pair.gen, pair.ref, matched.tag.pairs[i], audit.pairs[i]);
  }
  for (const radsem::Clash& clash : matched.clashes) {
    left.against(clash.ref, clash.gen);
    right.against(clash.gen, clash.ref);
  }
  return {{"reference", left.json()},
          {"candidate", right.json()},
          {"radsem",
           {{"score", audit.score},
            {"policy", label(audit.policy)},
            {"abnormal", class_json(audit.abnormal)},
            {"normal", class_json(audit.normal)}}}};
}

}  // namespace fiducial::explain
