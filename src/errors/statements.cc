// From Findings to statements: the first step of the account.
#include <algorithm>

#include "errors/account.h"

namespace fiducial::errors {

using findings::Finding;
using findings::kNone;

namespace {

// Words that the lexicon does not know may be anything, and are often nothing.
constexpr double kUnknown = 0.3;

bool of_one_phrase(const Finding& a, const Finding& b) {
  return a.concept_id == b.concept_id && a.absent == b.absent && a.head.begin == b.head.begin &&
         a.head.end == b.head.end && a.sentence == b.sentence;
}

// The two sides of an organ of which no side was said.
bool twins(const Finding& a, const Finding& b) {
  return a.any_side && b.any_side && a.site.organs == b.site.organs && a.site.parts == b.site.parts &&
         a.site.level == b.site.level && a.site.side != b.site.side;
}

bool says_something(const findings::Lexicon& lexicon, const Finding& f) {
  return f.abnormal && !lexicon.is_symptom(f.concept_id);
}

}  // namespace

void Accountant::states(std::span<const Finding> report, std::vector<Statement>& out) const {
  constexpr std::size_t kLookBack = 16;  // what one phrase says stands together
  out.clear();
  std::uint32_t phrases = 0;
  for (std::uint32_t n = 0; n < report.size(); ++n) {
    const Finding& f = report[n];
    const std::size_t first = out.size() > kLookBack ? out.size() - kLookBack : 0;
    std::uint32_t phrase = kNobody;
    bool merged = false;
    for (std::size_t k = out.size(); k-- > first && !merged;) {
      if (!of_one_phrase(out[k].finding, f)) continue;
      phrase = out[k].phrase;
      if (twins(out[k].finding, f)) {
        out[k].finding.site.side = lexicon::Side::none;
        merged = true;
      }
    }
    if (merged) continue;
    Statement s;
    s.finding = f;
    s.number = n;
    s.phrase = phrase == kNobody ? phrases++ : phrase;
    s.asserted = says_something(lexicon_, f);
    out.push_back(s);
  }
  weigh(out);
}

// The Findings of a phrase share what it weighs.
void Accountant::weigh(std::vector<Statement>& statements) const {
  std::vector<std::uint32_t> members(statements.size() + 1, 0);
  for (const Statement& s : statements) {
    if (s.asserted) ++members[s.phrase];
  }
  for (Statement& s : statements) {
    s.significance = weigher_.of(s.finding);
    s.weight = weigher_.points(s.significance, s.finding.certainty);
    if (s.finding.is_inference) s.weight /= 2;  // what it was read from weighs already
    if (s.finding.concept_id == kNone) s.weight *= kUnknown;
    if (s.asserted) s.weight /= members[s.phrase];
  }
}

}  // namespace fiducial::errors
