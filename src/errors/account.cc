#include "errors/account.h"

#include <algorithm>
#include <numeric>

#include "compare/kinds.h"
#include "compare/relate.h"
#include "errors/neighbours.h"
#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::errors {

using findings::Finding;

namespace {

// From so many pairs on, what is alike is matched before the rest is compared.
constexpr std::size_t kLong = 250000;

std::uint32_t root_of(std::vector<std::uint32_t>& root, std::uint32_t i) {
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

bool elsewhere(const Difference& d) {
  return d.has(Kind::side) || d.has(Kind::place) || d.has(Kind::organ);
}

}  // namespace

Accountant::Accountant(const findings::Lexicon& lexicon, const Weigher& weigher)
    : lexicon_(lexicon), weigher_(weigher) {}
Accountant::~Accountant() = default;

void Accountant::run(std::span<const Finding> reference, std::span<const Finding> candidate, Balance& out,
                     std::string_view candidate_text) {
  states(reference, out.reference);
  states(candidate, out.candidate);
  out.matched.clear();
  out.mistakes.clear();
  find_candidates(out);
  choose(out);
  contradict_places(out);
  explain_pairs(out);
  attribute(out);
  explain_alone(out);
  contradict_itself(candidate_text, out);
  deny_details(out.reference, out.candidate, true, out);
  deny_details(out.candidate, out.reference, false, out);
  compare_measurements(out);
  total(out);
  merge(out);
}

void Accountant::find_candidates(Balance& b) {
  candidates_.clear();
  partner_of_reference_.assign(b.reference.size(), kNobody);
  partner_of_candidate_.assign(b.candidate.size(), kNobody);
  denied_reference_.assign(b.reference.size(), Denied::unknown);
  denied_candidate_.assign(b.candidate.size(), Denied::unknown);
  near_reference_.reset();
  near_candidate_.reset();
  if (b.reference.size() * b.candidate.size() > kLong) match_alike(b);
  const auto left =
      static_cast<std::size_t>(std::count(partner_of_reference_.begin(), partner_of_reference_.end(), kNobody));
  Neighbours neighbours(lexicon_, b.candidate, left, &partner_of_candidate_);
  for (std::uint32_t i = 0; i < b.reference.size(); ++i) {
    if (!b.reference[i].asserted || partner_of_reference_[i] != kNobody) continue;
    for (const std::uint32_t j : neighbours.of(b.reference[i])) {
      if (b.candidate[j].asserted) consider(b, i, j);
    }
  }
}

// Of reports that are too long to look at all pairs, what both say in the same words is matched first: the first of its
// like with the first, and so on.
void Accountant::match_alike(Balance& b) {
  std::vector<Finding> findings;
  for (const auto* side : {&b.reference, &b.candidate}) {
    for (const Statement& s : *side) findings.push_back(s.finding);
  }
  const findings::Alike alike(findings);
  const auto n = static_cast<std::uint32_t>(b.reference.size());
  for (const std::vector<std::uint32_t>& members : alike.members) {
    const auto middle = std::lower_bound(members.begin(), members.end(), n);
    auto own = members.begin();
    for (auto other = middle; own != middle && other != members.end(); ++own, ++other) {
      const std::uint32_t j = *other - n;
      if (!b.reference[*own].asserted || !b.candidate[j].asserted) break;
      const Difference d = compare(lexicon_, weigher_, b.reference[*own].finding, b.candidate[j].finding);
      if (!d.of_one_thing || d.cost > 0) break;
      keep(b, {*own, j, 0, d});
    }
  }
}

void Accountant::consider(const Balance& b, std::uint32_t i, std::uint32_t j) {
  const Statement& x = b.reference[i];
  const Statement& y = b.candidate[j];
  const Difference d = compare(lexicon_, weigher_, x.finding, y.finding);
  if (!d.of_one_thing) return;
  if (d.has(Kind::finding) && two_things(b, i, j, d)) return;
  const double larger = std::max(x.weight, y.weight);
  const double saved = x.weight + y.weight - larger * d.distance;
  // What they share, and in what they differ a little, decides among pairs that save the same.
  const double little = kNuance * larger * d.nuances;
  if (saved > 0) candidates_.push_back({i, j, saved * (1 + 0.01 * d.closeness) - little, d});
}

// Does the other report say that this is not there, or that all is well there?
bool Accountant::denied(const Balance& b, std::uint32_t i, bool reference) {
  Denied& known = (reference ? denied_reference_ : denied_candidate_)[i];
  if (known == Denied::unknown) {
    const std::vector<Statement>& own = reference ? b.reference : b.candidate;
    const std::vector<Statement>& other = reference ? b.candidate : b.reference;
    std::unique_ptr<Neighbours>& near = reference ? near_reference_ : near_candidate_;
    if (!near) near = std::make_unique<Neighbours>(lexicon_, other, own.size());
    const auto& candidates = near->of(own[i]);
    const bool yes = std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t k) {
      return !other[k].asserted && findings::relate(lexicon_, other[k].finding, own[i].finding).contradictory;
    });
    known = yes ? Denied::yes : Denied::no;
  }
  return known == Denied::yes;
}

// Two names of which each report denies the other's, or one of them if they are at two places, are two things.
bool Accountant::two_things(const Balance& b, std::uint32_t i, std::uint32_t j, const Difference& d) {
  const bool one = denied(b, i, true);
  const bool other = (one || elsewhere(d)) && denied(b, j, false);
  return elsewhere(d) ? one || other : one && other;
}

// "The medial meniscus is torn, the lateral one is intact" the other way round: a tear at the wrong place, and each
// report contradicts the other twice.
void Accountant::contradict_places(Balance& b) {
  for (Matched& m : b.matched) {
    Difference& d = m.difference;
    if (!elsewhere(d) || d.cost >= 1 || !denied(b, m.reference, true) || !denied(b, m.candidate, false)) continue;
    for (float& cost : d.costs) cost = static_cast<float>(static_cast<double>(cost) / d.cost);
    d.cost = 1;
  }
}

// Components of the graph of candidates, each with its own assignment.
void Accountant::choose(Balance& b) {
  const auto n = static_cast<std::uint32_t>(b.reference.size());
  root_.resize(n + b.candidate.size());
  std::iota(root_.begin(), root_.end(), 0U);
  for (const Candidate& c : candidates_) root_[root_of(root_, c.reference)] = root_of(root_, n + c.candidate);
  std::vector<std::uint32_t> order(candidates_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::vector<std::uint32_t> component(candidates_.size());
  for (std::size_t k = 0; k < candidates_.size(); ++k) component[k] = root_of(root_, candidates_[k].reference);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return component[x] < component[y]; });
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last < order.size() && component[order[last]] == component[order[first]]) ++last;
    choose_component(b, std::span(order).subspan(first, last - first));
    first = last;
  }
  std::sort(b.matched.begin(), b.matched.end(),
            [](const Matched& x, const Matched& y) { return x.reference < y.reference; });
}

void Accountant::choose_component(Balance& b, std::span<const std::uint32_t> links) {
  if (links.size() == 1) return keep(b, candidates_[links[0]]);
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
  for (const std::uint32_t k : links) {
    rows.push_back(candidates_[k].reference);
    columns.push_back(candidates_[k].candidate);
  }
  const auto place = [](std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  place(rows);
  place(columns);
  constexpr std::size_t kSteps = 250;  // of the assignment, for one comparison
  check_comparable(rows.size() * std::min(rows.size(), columns.size()) / kSteps, columns.size(), "statements");
  check_comparable(rows.size(), columns.size(), "statements");
  const auto at = [](const std::vector<std::uint32_t>& list, std::uint32_t value) {
    return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), value) - list.begin());
  };
  std::vector<double> saved(rows.size() * columns.size(), 0.0);
  std::vector<std::uint32_t> link(saved.size(), kNobody);
  for (const std::uint32_t k : links) {
    const std::size_t cell =
        at(rows, candidates_[k].reference) * columns.size() + at(columns, candidates_[k].candidate);
    saved[cell] = candidates_[k].saved;
    link[cell] = k;
  }
  const std::vector<int> column = stats::assign(saved, rows.size(), columns.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (column[r] < 0) continue;
    const std::uint32_t k = link[r * columns.size() + static_cast<std::size_t>(column[r])];
    if (k != kNobody) keep(b, candidates_[k]);
  }
}

void Accountant::keep(Balance& b, const Candidate& c) {
  partner_of_reference_[c.reference] = c.candidate;
  partner_of_candidate_[c.candidate] = c.reference;
  const double weight = std::max(b.reference[c.reference].weight, b.candidate[c.candidate].weight);
  b.matched.push_back({c.reference, c.candidate, weight, c.difference});
}

void Accountant::total(Balance& b) const {
  b.credit = b.missed = b.invented = b.nuances = 0;
  for (const Matched& m : b.matched) {
    b.credit += m.weight * (1 - std::min(1.0, m.difference.cost));
    b.nuances += kNuance * m.weight * m.difference.nuances;
  }
  for (const Mistake& m : b.mistakes) {
    if (m.candidate == kNobody) {
      b.missed += m.weight;
    } else if (m.reference == kNobody) {
      b.invented += m.weight;
    } else {  // a wrong statement is missed in the one and false in the other
      b.missed += m.weight / 2;
      b.invented += m.weight / 2;
    }
  }
  score(b);
}

void Accountant::count_left_over(std::size_t words, Balance& b) {
  b.score *= 1 - kLeftOver * static_cast<double>(std::min(words, kMostLeftOver));
}

void Accountant::score(Balance& b) {
  const bool nothing_read = b.reference.empty() != b.candidate.empty();
  const double right = kConstant + b.credit;
  b.score = nothing_read ? 0 : right / (right + b.missed + b.invented + b.nuances);
}

}  // namespace fiducial::errors
