#include "lunguage/matching.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::lunguage {
namespace {

// Up to so many pairs each row is compared with each.
constexpr std::size_t kEachWithEach = 10000;
constexpr std::size_t kMostSteps = 1000000000;

// Rows of one report that nothing tells apart.
struct Kinds {
  using Key = std::tuple<Phrases::Id, std::uint32_t, std::array<Phrases::Id, kTexts>, int, int, int>;
  std::vector<const Prepared*> of;               // one row of each kind
  std::vector<std::vector<std::uint32_t>> rows;  // all of them
  std::vector<std::uint32_t> counts;
  std::map<Key, std::uint32_t> numbers;

  Kinds(std::span<const Prepared> all, Setting setting) {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const auto [entry, fresh] = numbers.try_emplace(key(all[i], setting), static_cast<std::uint32_t>(of.size()));
      if (fresh) {
        of.push_back(&all[i]);
        rows.emplace_back();
        counts.push_back(0);
      }
      rows[entry->second].push_back(i);
      ++counts[entry->second];
    }
  }
  static Key key(const Prepared& p, Setting setting) {
    const Row& row = *p.row;
    const bool timed = setting == Setting::sequential;
    const int stated = (row.states(Relation::dx_status) ? 1 : 0) + (row.states(Relation::dx_certainty) ? 2 : 0) +
                       (row.positive ? 4 : 0) + (row.definitive ? 8 : 0);
    return {p.meaning, p.has, p.texts, stated, timed ? row.sequence : 0, timed ? row.episode : 0};
  }
};

// Kinds of rows of the side with fewer rows against those of the other.
class KindMatching {
 public:
  KindMatching(std::span<const Prepared> few, std::span<const Prepared> many, bool swapped, Setting setting,
               Texts& texts)
      : few_(few, setting),
        many_(many, setting),
        swapped_(swapped),
        setting_(setting),
        texts_(texts),
        units_(few.size() + many.size()),
        best_many_(many_.of.size(), kAbsent),
        weights_(few_.of.size()) {}

  std::vector<stats::AlikeCount> run() {
    stats::Alike problem;
    problem.rows = few_.counts;
    problem.columns = many_.counts;
    problem.most = {units_.of(1), -units_.of(1)};
    problem.start = twins();
    problem.most_steps = kMostSteps;
    problem.weights = [this](std::size_t row) { return weights_of(row); };
    const auto found = stats::assign_alike(problem);
    if (!found) too_many();
    return *found;
  }

  double total(std::uint32_t few, std::uint32_t many) {
    if (!table_.empty()) return table_[few * many_.of.size() + many];
    const Prepared& a = *few_.of[few];
    const Prepared& b = *many_.of[many];
    if (++compared_ > 2 * kMostComparisons) too_many();
    return (swapped_ ? compare(b, a, setting_, texts_, false) : compare(a, b, setting_, texts_, false)).total;
  }

  double best_many(std::uint32_t many) {
    double& best = best_many_[many];
    if (!std::isnan(best)) return best;
    best = few_.of.empty() ? 0.0 : -1.0;
    for (std::uint32_t i = 0; i < few_.of.size(); ++i) best = std::max(best, total(i, many));
    return best;
  }

  const Kinds& few() const { return few_; }
  const Kinds& many() const { return many_; }

 private:
  [[noreturn]] void too_many() const { refuse_comparison(few_.of.size(), many_.of.size(), "kinds of rows"); }

  // Rows that are the same on both sides and as alike as rows can be.
  std::vector<stats::AlikeCount> twins() {
    std::vector<stats::AlikeCount> out;
    for (const auto& [key, i] : few_.numbers) {
      const auto twin = many_.numbers.find(key);
      if (twin == many_.numbers.end() || total(i, twin->second) != 1.0) continue;
      best_many_[twin->second] = 1.0;
      out.push_back({i, twin->second, std::min(few_.counts[i], many_.counts[twin->second])});
    }
    return out;
  }

  // Of the rows that have no twin and of those that must make room for them.
  std::span<const stats::ExactWeight> weights_of(std::size_t row) {
    if (table_.empty()) fill_table();
    std::vector<stats::ExactWeight>& out = weights_[row];
    for (std::uint32_t j = 0; out.size() < many_.of.size(); ++j)
      out.push_back({units_.of(total(static_cast<std::uint32_t>(row), j)), -units_.of(best_many(j))});
    return out;
  }

  void fill_table() {
    check_comparable(few_.of.size(), many_.of.size(), "kinds of rows");
    std::vector<double> table;
    table.reserve(few_.of.size() * many_.of.size());
    for (std::uint32_t i = 0; i < few_.of.size(); ++i) {
      for (std::uint32_t j = 0; j < many_.of.size(); ++j) table.push_back(total(i, j));
    }
    table_ = std::move(table);
  }

  Kinds few_, many_;
  bool swapped_;
  Setting setting_;
  Texts& texts_;
  Units units_;
  std::vector<double> best_many_;
  std::vector<double> table_;  // every kind with every other, once it is needed
  std::vector<std::vector<stats::ExactWeight>> weights_;
  std::size_t compared_ = 0;
};

}  // namespace

RowMatching match_each(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts) {
  const std::size_t rows = left.size();
  const std::size_t columns = right.size();
  std::vector<double> totals(rows * columns);
  RowMatching out{std::vector<int>(rows, -1), std::vector<double>(rows, 0.0),
                  std::vector<double>(rows, columns > 0 ? -1.0 : 0.0),
                  std::vector<double>(columns, rows > 0 ? -1.0 : 0.0)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double total = compare(left[i], right[j], setting, texts, false).total;
      totals[i * columns + j] = total;
      out.best_left[i] = std::max(out.best_left[i], total);
      out.best_right[j] = std::max(out.best_right[j], total);
    }
  }
  if (rows == 0 || columns == 0) return out;
  const Units units(rows + columns);
  std::vector<stats::ExactWeight> weights(totals.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const double best = rows > columns ? out.best_left[i] : out.best_right[j];
      weights[i * columns + j] = {units.of(totals[i * columns + j]), -units.of(best)};
    }
  }
  out.column = stats::assign(weights, rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    if (out.column[i] >= 0) out.totals[i] = totals[i * columns + static_cast<std::size_t>(out.column[i])];
  }
  return out;
}

RowMatching match_kinds(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting,
                        Texts& texts) {
  const bool swapped = left.size() > right.size();
  KindMatching kinds(swapped ? right : left, swapped ? left : right, swapped, setting, texts);
  RowMatching out{std::vector<int>(left.size(), -1), std::vector<double>(left.size(), 0.0),
                  std::vector<double>(left.size(), 0.0), std::vector<double>(right.size(), 0.0)};
  std::vector<std::uint32_t> next_few(kinds.few().of.size(), 0);
  std::vector<std::uint32_t> next_many(kinds.many().of.size(), 0);
  for (const stats::AlikeCount& c : kinds.run()) {
    const double total = kinds.total(c.row, c.column);
    for (std::uint32_t n = 0; n < c.count; ++n) {
      const std::uint32_t few = kinds.few().rows[c.row][next_few[c.row]++];
      const std::uint32_t many = kinds.many().rows[c.column][next_many[c.column]++];
      out.column[swapped ? many : few] = static_cast<int>(swapped ? few : many);
      out.totals[swapped ? many : few] = total;
    }
  }
  // Only what is left over is asked for its best, and that is of the side with more rows.
  for (std::uint32_t j = 0; j < next_many.size(); ++j) {
    for (std::uint32_t n = next_many[j]; n < kinds.many().rows[j].size(); ++n)
      (swapped ? out.best_left : out.best_right)[kinds.many().rows[j][n]] = kinds.best_many(j);
  }
  return out;
}

RowMatching match_rows(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts) {
  const bool few = left.size() * right.size() <= kEachWithEach;
  return few ? match_each(left, right, setting, texts) : match_kinds(left, right, setting, texts);
}

}  // namespace fiducial::lunguage
