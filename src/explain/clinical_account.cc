#include "explain/clinical_account.h"

#include <fmt/format.h>

#include <algorithm>

namespace fiducial::explain {
namespace {

using errors::Kind;
using errors::Words;

Statement statement_of(Report report, const Words& words, const findings::Reading& reading) {
  const std::string what = words.concept_name.empty() ? "words that the lexicon does not know" : words.concept_name;
  std::string text = reading.findings[words.finding].absent ? "no " + what : what;
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!words.site.empty()) text += ", " + words.site;
  return {report,          fmt::format("{}{}", report == Report::reference ? 'R' : 'G', words.finding + 1),
          std::move(text), words.text,
          words.begin,     words.end};
}

std::vector<Statement> statements_of(const Words& reference, const Words& candidate,
                                     const errors::Assessor::State& state) {
  std::vector<Statement> out;
  if (reference.present) out.push_back(statement_of(Report::reference, reference, state.reference));
  if (candidate.present) out.push_back(statement_of(Report::candidate, candidate, state.candidate));
  return out;
}

Outcome outcome_of(const errors::Error& error) {
  if (error.kind == Kind::negation) return Outcome::contradicted;
  if (!error.candidate.present) return Outcome::missing;
  return error.reference.present ? Outcome::matched : Outcome::unsupported;
}

Part agreements_of(const errors::Account& account, const errors::Assessor::State& state) {
  Part part{"what both reports say", {}, {}};
  for (const errors::Agreement& a : account.agreements) {
    part.entries.push_back({Outcome::matched, statements_of(a.reference, a.candidate, state),
                            fmt::format("{}, credit {:.4f}", name(a.significance), a.weight)});
  }
  if (!part.entries.empty()) part.notes.push_back(fmt::format("M = {:.4f}", account.matched));
  return part;
}

// Those that one report alone makes stand together, then those of both.
Part errors_of(const errors::Account& account, const errors::Assessor::State& state) {
  Part part{"errors", {}, {}};
  for (const Outcome outcome : {Outcome::missing, Outcome::unsupported, Outcome::contradicted, Outcome::matched}) {
    for (const errors::Error& e : account.errors) {
      if (outcome_of(e) != outcome) continue;
      part.entries.push_back({outcome, statements_of(e.reference, e.candidate, state),
                              fmt::format("{}: {}, costs {:.4f}", name(e.kind), name(e.significance), e.weight)});
    }
  }
  if (!part.entries.empty())
    part.notes.push_back(fmt::format("missed = {:.4f}, false = {:.4f}", account.missed, account.invented));
  return part;
}

std::string abnormal_text(const std::vector<errors::Statement>& statements) {
  const auto abnormal =
      std::count_if(statements.begin(), statements.end(), [](const errors::Statement& s) { return s.asserted; });
  return statements.empty() ? "nothing that can be read as a statement"
                            : fmt::format("{} statement{}, {} of something abnormal", statements.size(),
                                          statements.size() == 1 ? "" : "s", abnormal);
}

std::string sum_of(const errors::Account& account, const errors::Balance& balance) {
  if (balance.reference.empty() != balance.candidate.empty())
    return "one report has nothing that can be read as a statement, and the other has: S = 0";
  if (balance.reference.empty() && account.score == 0)
    return "neither report has anything that can be read as a statement, and their words differ: S = 0";
  const double right = errors::kConstant + account.matched;
  const double wrong = account.missed + account.invented;
  const double nuances = right / account.score - right - wrong;
  const std::string unsaid =
      nuances > 5e-5 ? fmt::format(" + {:.4f} for details and words that only one report has", nuances) : "";
  return fmt::format("S = (0.1 + M) / (0.1 + M + missed + false{0}) = {1:.4f} / {2:.4f} = {3:.4f}", unsaid, right,
                     right / account.score, account.score);
}

}  // namespace

Account clinical_account(const io::Pair& pair, const errors::Assessor::State& state) {
  const errors::Account account = state.account(pair.reference, pair.candidate);
  Account out{pair.id,
              "clinical",
              "",
              account.score,
              abnormal_text(state.balance.reference),
              abnormal_text(state.balance.candidate),
              {},
              {},
              ""};
  if (!pair.age.empty()) out.how = "age " + pair.age;
  if (!pair.indication.empty())
    out.how += (out.how.empty() ? "indication " : ", indication ") + in_quotes(pair.indication);
  out.parts = {agreements_of(account, state), errors_of(account, state)};
  out.sum = sum_of(account, state.balance);
  return out;
}

}  // namespace fiducial::explain
