// From two texts to the account, and the account in words.
#include "errors/assessor.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/token.h"

namespace fiducial::errors {

using findings::Finding;
using findings::kNone;
using findings::Lexicon;

void Assessor::State::read(std::string_view report, findings::Reading& reading, findings::ContentWords& words) {
  words.clear();
  reader.read(report, reading,
              [&](const findings::Clause& clause, std::span<const Finding> /*found*/) { words.add(clause); });
}

namespace {

// The Findings of a report without those that are part of a mistake: of these not all was compared, and their words are
// left over.
std::vector<Finding> agreed(const std::vector<Finding>& report, const Balance& b, bool reference) {
  const auto mistaken = [&](const Finding& f) {
    return std::any_of(b.mistakes.begin(), b.mistakes.end(), [&](const Mistake& m) {
      const std::uint32_t i = reference ? m.reference : m.candidate;
      if (i == kNobody) return false;
      const Finding& part = (reference ? b.reference : b.candidate)[i].finding;
      return part.concept_id == f.concept_id && part.head.begin == f.head.begin && part.sentence == f.sentence;
    });
  };
  std::vector<Finding> out;
  std::remove_copy_if(report.begin(), report.end(), std::back_inserter(out), mistaken);
  return out;
}

}  // namespace

void Assessor::State::run(std::string_view reference_report, std::string_view candidate_report,
                          const PatientContext& patient) {
  if (reference_text != reference_report) {
    reference_text.reset();
    read(reference_report, reference, reference_words);
    reference_text = reference_report;
  }
  read(candidate_report, candidate, candidate_words);
  weigher.set_patient(patient);
  accountant.run(reference.findings, candidate.findings, balance, candidate_report);
  reference_words.place(agreed(reference.findings, balance, true));
  candidate_words.place(agreed(candidate.findings, balance, false));
  accountant.count_left_over(count_unshared(reference_words.words(), candidate_words.words()), balance);
  // Nothing could be read on either side: the same words are the same report, others are not.
  if (reference.findings.empty() && candidate.findings.empty() && !text::same_words(reference_report, candidate_report))
    balance.score = 0;
}

namespace {

// The part of the body that a place lies in: what is directly in the body, and no tissue that is everywhere.
std::string region_of(const Lexicon& lexicon, findings::ConceptId place) {
  const findings::ConceptId body = lexicon.known().body;
  const auto is_region = [&](findings::ConceptId id) {
    const auto up = lexicon.ancestors(id);
    return lexicon[id].parent_count == 1 && !up.empty() && up[0] == body && !lexicon[id].has(lexicon::Concept::tissue);
  };
  if (is_region(place)) return std::string(lexicon.label(place));
  for (const findings::ConceptId up : lexicon.ancestors(place)) {
    if (is_region(up)) return std::string(lexicon.label(up));
  }
  return std::string(lexicon.label(place));
}

Words words_of(const Lexicon& lexicon, const std::vector<Statement>& statements, std::uint32_t i,
               std::string_view report) {
  Words out;
  if (i == kNobody) return out;
  const Finding& f = statements[i].finding;
  findings::Span span = f.span;
  if (f.head.end > f.head.begin) span.cover(f.head.begin, f.head.end);
  const auto size = static_cast<std::uint32_t>(report.size());
  out.present = true;
  out.asserted = statements[i].asserted;
  out.finding = statements[i].number;
  out.end = std::min(span.end, size);
  out.begin = std::min(span.begin, out.end);
  out.text = std::string(report.substr(out.begin, out.end - out.begin));
  if (f.concept_id != kNone) out.concept_name = std::string(lexicon.name(f.concept_id));
  out.site = describe(lexicon, f.site);
  if (!f.site.organs.empty()) out.region = region_of(lexicon, *f.site.organs.begin());
  return out;
}

// How the two texts are called.
struct Names {
  std::string_view reference = "the reference", candidate = "the candidate";
};

std::string sentence_of(const Error& e, const Names& names = {}) {
  constexpr std::string_view kWhat[] = {"Missing",
                                        "Invented",
                                        "Asserted and denied",
                                        "Wrong side",
                                        "Wrong place",
                                        "Called something else",
                                        "Wrong severity",
                                        "Wrong size",
                                        "Wrong number",
                                        "Wrong acuity",
                                        "Wrong change",
                                        "Device lies elsewhere",
                                        "Wrong certainty",
                                        "Attributes exchanged",
                                        "Wrong appearance",
                                        "Wrong organ"};
  std::string out(kWhat[static_cast<std::size_t>(e.kind)]);
  if (e.reference.present && e.candidate.present)
    return out + fmt::format(": \"{}\" in {}, \"{}\" in {}", e.reference.text, names.reference, e.candidate.text,
                             names.candidate);
  return out + fmt::format(": \"{}\"", e.reference.present ? e.reference.text : e.candidate.text);
}

}  // namespace

void keep_disagreements(Account& account) {
  std::erase_if(account.errors, [](const Error& e) { return e.kind == Kind::missing; });
  account.counts = {};
  account.missed = account.invented = 0;
  for (Error& e : account.errors) {
    ++account.counts[static_cast<std::size_t>(e.kind)];
    account.invented += e.weight;
    e.text = e.kind == Kind::invented ? fmt::format("Only in the impression: \"{}\"", e.candidate.text)
                                      : sentence_of(e, {"the findings", "the impression"});
  }
}

Assessor::Assessor(const fiducial::Lexicon& lexicon) : state_(std::make_unique<State>(lexicon)) {}
Assessor::~Assessor() = default;
Assessor::Assessor(Assessor&&) noexcept = default;
Assessor& Assessor::operator=(Assessor&&) noexcept = default;

std::string_view Assessor::lexicon_version() const {
  return state_->lexicon.version();
}

Account Assessor::State::account(std::string_view reference_report, std::string_view candidate_report) const {
  const auto statement_of = [&](const std::vector<Statement>& list, std::uint32_t i, std::string_view report) {
    return words_of(lexicon, list, i, report);
  };
  Account out;
  out.score = balance.score;
  out.matched = balance.credit;
  out.missed = balance.missed;
  out.invented = balance.invented;
  for (const Mistake& m : balance.mistakes) {
    Error e;
    e.kind = m.kind;
    e.significance = m.significance;
    e.weight = m.weight;
    e.reference = statement_of(balance.reference, m.reference, reference_report);
    e.candidate = statement_of(balance.candidate, m.candidate, candidate_report);
    e.alone = m.alone;
    e.text = sentence_of(e);
    ++out.counts[static_cast<std::size_t>(m.kind)];
    out.errors.push_back(std::move(e));
  }
  for (const Matched& m : balance.matched) {
    const Significance level =
        std::max(balance.reference[m.reference].significance, balance.candidate[m.candidate].significance);
    out.agreements.push_back({level, m.weight * (1 - std::min(1.0, m.difference.cost)),
                              statement_of(balance.reference, m.reference, reference_report),
                              statement_of(balance.candidate, m.candidate, candidate_report)});
  }
  return out;
}

Account Assessor::account(std::string_view reference, std::string_view candidate, const PatientContext& patient) {
  state_->run(reference, candidate, patient);
  return state_->account(reference, candidate);
}

Assessor::Numbers Assessor::score(std::string_view reference, std::string_view candidate,
                                  const PatientContext& patient) {
  state_->run(reference, candidate, patient);
  Numbers out;
  out.score = state_->balance.score;
  for (const Mistake& m : state_->balance.mistakes) ++out.counts[static_cast<std::size_t>(m.kind)];
  return out;
}

}  // namespace fiducial::errors
