// Contradictions beside the pairs: what a report asserts and denies itself, a detail of the one report that the other
// denies in a statement of its own, and normal measurements that differ.
#include <algorithm>

#include "compare/details.h"
#include "compare/relate.h"
#include "errors/account.h"
#include "fiducial/problem.h"
#include "text/token.h"

namespace fiducial::errors {

using findings::ConceptId;
using findings::Finding;
using findings::kNone;

// Does a denial contradict an assertion of the same report? Not if it is of a kind that was not asserted ("no acute
// fracture"). It may be of a wider place, if that was said with it.
bool Accountant::takes_back(const Finding& d, const Finding& assertion) const {
  if (d.concept_id != assertion.concept_id) return false;
  const bool of_another_kind = d.size_count != 0 || d.quantity_count != 0 || d.words.size != 0 ||
                               std::any_of(d.details.begin(), d.details.end(), [&](ConceptId detail) {
                                 return detail != lexicon_[d.concept_id].has_detail && !assertion.details.has(detail);
                               });
  if (of_another_kind || !denies(lexicon_, d, assertion)) return false;
  findings::Direction direction{};
  const findings::Likeness place = findings::relate_sites(lexicon_, d.site, assertion.site, direction);
  return place == findings::Likeness::equivalent ||
         (!d.inferred_site && place == findings::Likeness::part_whole && direction == findings::Direction::first_wider);
}

// "No other fracture": is the sentence of a denial about more than what was named?
bool Accountant::speaks_of_others(std::string_view text, const Finding& denial) const {
  if (denial.head.end > text.size()) return false;
  constexpr std::string_view kEnds = ".;\n";
  const std::size_t before = denial.head.begin == 0 ? text.npos : text.find_last_of(kEnds, denial.head.begin - 1);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  std::vector<text::Token> tokens;
  text::tokenize(text.substr(begin, text.find_first_of(kEnds, denial.head.end) - begin), tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const lexicon::Match match = lexicon_.hint(tokens, i);
    if (match.tokens == 0) continue;
    const lexicon::HintKind kind = lexicon_[match.senses[0].concept_id].hint();
    if (kind == lexicon::HintKind::other || kind == lexicon::HintKind::also) return true;
  }
  return false;
}

// What is matched and denied as well by the candidate, in so many words, and not so by the reference.
void Accountant::contradict_itself(std::string_view candidate_text, Balance& b) const {
  for (std::uint32_t j = 0; j < b.candidate.size(); ++j) {
    const Finding& denial = b.candidate[j].finding;
    if (b.candidate[j].asserted || !denial.absent) continue;
    for (const Matched& m : b.matched) {
      const Finding& there = b.reference[m.reference].finding;
      if (!takes_back(denial, there) || !takes_back(denial, b.candidate[m.candidate].finding) ||
          speaks_of_others(candidate_text, denial))
        continue;
      const bool both = std::any_of(b.reference.begin(), b.reference.end(), [&](const Statement& s) {
        return !s.asserted && denies(lexicon_, s.finding, there);
      });
      if (!both)
        b.mistakes.push_back({Kind::negation, b.reference[m.reference].significance, m.weight, m.reference, j});
    }
  }
}

// "Perforated cholecystitis" against "cholecystitis. No perforation.": of two that are matched, a detail of the one
// that the other report denies of that place.
void Accountant::deny_details(const std::vector<Statement>& own, const std::vector<Statement>& other, bool reference,
                              Balance& b) const {
  const auto denials_of = [](const std::vector<Statement>& report) {
    std::vector<const Statement*> out;
    for (const Statement& s : report) {
      if (!s.asserted && s.finding.absent && s.finding.concept_id != kNone) out.push_back(&s);
    }
    return out;
  };
  const std::vector<const Statement*> denied_by_other = denials_of(other);
  if (denied_by_other.empty()) return;
  const std::vector<const Statement*> denied_by_own = denials_of(own);
  for (const Matched& m : b.matched) {
    const std::uint32_t i = reference ? m.reference : m.candidate;
    const Finding& said = own[i].finding;
    const Finding& partner = other[reference ? m.candidate : m.reference].finding;
    for (const ConceptId detail : said.details) {
      if (lexicon_[detail].section != lexicon::Section::observation || partner.details.has(detail)) continue;
      const auto denied_at = [&](const findings::Site& site) {
        return [&, site](const Statement* s) {
          const Finding& f = s->finding;
          findings::Direction direction{};
          return (f.concept_id == detail || lexicon_.contains(f.concept_id, detail)) &&
                 findings::relate_sites(lexicon_, f.site, site, direction) != findings::Likeness::apart;
        };
      };
      const auto denial = std::find_if(denied_by_other.begin(), denied_by_other.end(), denied_at(partner.site));
      // what the report itself denies beside it was never meant so
      if (denial == denied_by_other.end() ||
          std::any_of(denied_by_own.begin(), denied_by_own.end(), denied_at(said.site)))
        continue;
      Finding alone = said;  // what the detail weighs as a finding of its own
      alone.concept_id = detail;
      alone.details = {};
      const Significance level = std::max(Significance::minor, weigher_.of(alone));
      Mistake mistake{Kind::negation, level, weigher_.points(level, said.certainty), i, i};
      (reference ? mistake.candidate : mistake.reference) = static_cast<std::uint32_t>(*denial - other.data());
      b.mistakes.push_back(mistake);
    }
  }
}

// "The common bile duct measures 6 mm" for 12 mm: neither says that this is abnormal, but one is wrong.
void Accountant::compare_measurements(Balance& b) const {
  const auto measured_in = [](const std::vector<Statement>& report) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < report.size(); ++i) {
      const Finding& f = report[i].finding;
      if (!report[i].asserted && !f.absent && f.size_count + f.quantity_count > 0 &&
          (!f.site.organs.empty() || f.attribute != kNone))
        out.push_back(i);
    }
    return out;
  };
  const auto of_one_place = [&](const Finding& x, const Finding& y) {
    findings::Direction direction{};
    return x.concept_id == y.concept_id && x.attribute == y.attribute &&
           findings::relate_sites(lexicon_, x.site, y.site, direction) == findings::Likeness::equivalent;
  };
  const auto agrees = [&](const Finding& x, const Finding& y) {
    return of_one_place(x, y) &&
           !findings::compare_details(lexicon_, x, y).has_conflict(findings::Dimension::quantity) &&
           (x.size_count == 0 || y.size_count == 0 ||
            sizes_agree(weigher_.costs(), weigher_.margin(x.concept_id), x, y));
  };
  const std::vector<std::uint32_t> reference = measured_in(b.reference);
  const std::vector<std::uint32_t> candidate = measured_in(b.candidate);
  check_comparable(reference.size(), candidate.size(), "measurements");
  // What agrees with nothing in the other report, on either side.
  std::vector<bool> reference_agrees(reference.size(), false);
  std::vector<bool> candidate_agrees(candidate.size(), false);
  for (std::size_t i = 0; i < reference.size(); ++i) {
    for (std::size_t j = 0; j < candidate.size(); ++j) {
      if (reference_agrees[i] && candidate_agrees[j]) continue;
      if (agrees(b.reference[reference[i]].finding, b.candidate[candidate[j]].finding))
        reference_agrees[i] = candidate_agrees[j] = true;
    }
  }
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference_agrees[i]) continue;
    const Finding& x = b.reference[reference[i]].finding;
    for (std::size_t j = 0; j < candidate.size(); ++j) {
      if (candidate_agrees[j] || !of_one_place(x, b.candidate[candidate[j]].finding)) continue;
      const double weight = weigher_.points(Significance::minor, x.certainty) * weigher_.costs()[Kind::size].cost;
      b.mistakes.push_back({Kind::size, Significance::minor, weight, reference[i], candidate[j]});
      break;
    }
  }
}

}  // namespace fiducial::errors
