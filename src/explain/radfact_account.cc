// RadFact's account of a case: each phrase of either report, and what the other report says of it.
#include "explain/radfact_account.h"

#include <fmt/format.h>

#include <cmath>

namespace fiducial::explain {
namespace {

using radfact::Status;
using radfact::Verdict;

Statement phrase_of(Report report, std::size_t i, const std::vector<std::string>& phrases) {
  return {report, fmt::format("{}{}", report == Report::reference ? 'R' : 'G', i + 1), phrases[i], "", 0, 0};
}

// "phrase 3: …" of the other report is what is marked R3 or G3 here.
std::string marked(const std::string& reason, char letter) {
  constexpr std::string_view kPhrase = "phrase ";
  std::string out;
  for (std::size_t i = 0; i < reason.size();) {
    const bool number = reason.compare(i, kPhrase.size(), kPhrase) == 0 && i + kPhrase.size() < reason.size() &&
                        reason[i + kPhrase.size()] >= '0' && reason[i + kPhrase.size()] <= '9';
    if (number) {
      out += letter;
      i += kPhrase.size();
    } else {
      out += reason[i++];
    }
  }
  return out;
}

struct Direction {
  Report report;      // whose phrases are judged
  const char* title;  // of the part
  const char* share;  // what the entailed phrases give: precision or recall
  Outcome if_neutral;
};

Part part_of(const Direction& way, const std::vector<std::string>& phrases, const std::vector<std::string>& premises,
             const std::vector<Verdict>& verdicts, const radfact::Counts& counts) {
  const Report other = way.report == Report::reference ? Report::candidate : Report::reference;
  const char letter = other == Report::reference ? 'R' : 'G';
  Part part{way.title, {}, {}};
  // Those that follow first, then those contradicted, then those that nothing is said of: each in the report's order.
  for (const Status status : {Status::entailment, Status::contradiction, Status::neutral}) {
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      if (verdicts[i].status != status) continue;
      Entry entry{status == Status::entailment
                      ? Outcome::matched
                      : (status == Status::contradiction ? Outcome::contradicted : way.if_neutral),
                  {phrase_of(way.report, i, phrases)},
                  ""};
      for (const std::uint32_t premise : verdicts[i].evidence)
        entry.statements.push_back(phrase_of(other, premise, premises));
      if (status != Status::neutral)
        entry.remark = fmt::format("{}: {}", status == Status::entailment ? "follows" : "contradicted",
                                   marked(verdicts[i].reason, letter));
      part.entries.push_back(std::move(entry));
    }
  }
  part.notes.push_back(counts.phrases == 0
                           ? fmt::format("no phrase: {} is not defined", way.share)
                           : fmt::format("{} = {} of {} phrases follow = {:.4f}; {} contradicted", way.share,
                                         counts.entailed, counts.phrases,
                                         static_cast<double>(counts.entailed) / static_cast<double>(counts.phrases),
                                         counts.contradicted));
  return part;
}

radfact::Counts counts_of(const std::vector<Verdict>& verdicts) {
  radfact::Counts out;
  for (const Verdict& verdict : verdicts) {
    ++out.phrases;
    if (verdict.status == Status::entailment) ++out.entailed;
    if (verdict.status == Status::contradiction) ++out.contradicted;
  }
  return out;
}

std::string phrases_text(std::size_t count) {
  return count == 0 ? "no phrase that can be verified" : fmt::format("{} phrase{}", count, count == 1 ? "" : "s");
}

}  // namespace

Account radfact_account(const io::Pair& pair, const radfact::Narrative& narrative) {
  const radfact::Counts candidate = counts_of(narrative.verified.candidate);
  const radfact::Counts reference = counts_of(narrative.verified.reference);
  const radfact::Measures measures = radfact::measure(candidate, reference);
  Account out{pair.id,
              "RadFact",
              "logical F1",
              radfact::pair_f1(measures),
              phrases_text(reference.phrases),
              phrases_text(candidate.phrases),
              {},
              {},
              ""};
  out.parts = {
      part_of({Report::candidate, "the candidate's phrases, by the reference", "precision", Outcome::unsupported},
              narrative.candidate, narrative.reference, narrative.verified.candidate, candidate),
      part_of({Report::reference, "the reference's phrases, by the candidate", "recall", Outcome::missing},
              narrative.reference, narrative.candidate, narrative.verified.reference, reference)};
  const auto shown = [](double value) { return std::isnan(value) ? std::string("0") : fmt::format("{:.4f}", value); };
  const double precision = measures[static_cast<std::size_t>(radfact::Measure::logical_precision)];
  const double recall = measures[static_cast<std::size_t>(radfact::Measure::logical_recall)];
  out.sum = std::isnan(out.score)
                ? "neither report has a phrase: nothing is defined"
                : fmt::format("F1 = 2 x {0} x {1} / ({0} + {1}) = {2:.4f}", shown(precision), shown(recall), out.score);
  return out;
}

}  // namespace fiducial::explain
