// How far the raters of two systems agree, and what they say of the systems.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "fiducial/stats.h"
#include "serve/ratings.h"

namespace fiducial::serve {
namespace {

constexpr double kNotRated = std::numeric_limits<double>::quiet_NaN();

io::Json number_or_null(double value) {
  return std::isnan(value) ? io::Json(nullptr) : io::Json(value);
}

// A row a candidate of a case, a column a rater.
struct RatingTable {
  std::vector<std::string> raters;
  std::vector<const Judgement*> cells;  // null: not rated

  std::size_t rows() const { return raters.empty() ? 0 : cells.size() / raters.size(); }
};

bool compares(const Rated& one, const std::array<std::string, 2>& systems) {
  const auto is = [&](const std::string& a, const std::string& b) {
    return one.shown[0].system == a && one.shown[1].system == b;
  };
  return is(systems[0], systems[1]) || is(systems[1], systems[0]);
}

RatingTable table_of(const std::vector<Rated>& rated, const std::array<std::string, 2>& systems) {
  RatingTable table;
  std::map<std::string, std::size_t> raters;
  std::map<std::pair<std::string, std::string>, std::size_t> candidates;
  for (const Rated& one : rated) {
    raters.emplace(one.rater, 0);
    for (const std::string& system : systems) candidates.emplace(std::pair(one.id, system), 0);
  }
  for (auto& [name, at] : raters) {
    at = table.raters.size();
    table.raters.push_back(name);
  }
  std::size_t row = 0;
  for (auto& [name, at] : candidates) at = row++;
  table.cells.assign(row * raters.size(), nullptr);
  for (const Rated& one : rated) {
    for (const Judgement& judgement : one.shown)
      table.cells[candidates.at({one.id, judgement.system}) * raters.size() + raters.at(one.rater)] = &judgement;
  }
  return table;
}

template <class Value>
std::vector<double> values_of_table(const RatingTable& table, const Value& value) {
  std::vector<double> list;
  for (const Judgement* one : table.cells) list.push_back(one == nullptr ? kNotRated : value(*one));
  return list;
}

io::Json alpha_json(const std::vector<double>& ratings, std::size_t raters, stats::Scale scale) {
  const double alpha = raters < 2 ? kNotRated : stats::krippendorff_alpha(ratings, raters, scale);
  if (std::isnan(alpha)) return {{"alpha", nullptr}, {"interval", {nullptr, nullptr}}};
  std::vector<double> resampled;
  std::mutex guard;
  constexpr std::size_t kResamples = 500;
  stats::bootstrap(ratings.size() / raters, {kResamples, 0, 1}, [&](std::size_t, std::span<const std::uint32_t> rows) {
    std::vector<double> drawn;
    for (const std::uint32_t row : rows)
      drawn.insert(drawn.end(), ratings.begin() + static_cast<std::ptrdiff_t>(row * raters),
                   ratings.begin() + static_cast<std::ptrdiff_t>((row + 1) * raters));
    const double one = stats::krippendorff_alpha(drawn, raters, scale);
    const std::lock_guard lock(guard);
    if (!std::isnan(one)) resampled.push_back(one);
  });
  std::sort(resampled.begin(), resampled.end());
  return {{"alpha", alpha},
          {"interval",
           {number_or_null(resampled.empty() ? kNotRated : stats::percentile(resampled, 2.5)),
            number_or_null(resampled.empty() ? kNotRated : stats::percentile(resampled, 97.5))}}};
}

// Two raters on the candidates that both rated.
io::Json pair_json(const RatingTable& table, std::size_t a, std::size_t b) {
  std::vector<double> x, y;
  std::size_t same = 0, near = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Judgement* const one = table.cells[row * table.raters.size() + a];
    const Judgement* const other = table.cells[row * table.raters.size() + b];
    if (one == nullptr || other == nullptr) continue;
    x.push_back(one->points);
    y.push_back(other->points);
    same += one->points == other->points ? 1 : 0;
    near += std::abs(one->points - other->points) <= 1 ? 1 : 0;
  }
  return {{"raters", {table.raters[a], table.raters[b]}},
          {"n", x.size()},
          {"kappa", number_or_null(stats::weighted_kappa(x, y))},
          {"tau", number_or_null(stats::kendall_tau_b(x, y))},
          {"same", same},
          {"within_one", near}};
}

io::Json kinds_json(const RatingTable& table) {
  io::Json kinds = io::Json::object();
  for (int k = 0; k < errors::kKinds; ++k) {
    const auto counts = values_of_table(
        table, [&](const Judgement& one) { return static_cast<double>(one.errors[static_cast<std::size_t>(k)]); });
    if (std::none_of(counts.begin(), counts.end(), [](double count) { return count > 0; })) continue;
    const double alpha = table.raters.size() < 2
                             ? kNotRated
                             : stats::krippendorff_alpha(counts, table.raters.size(), stats::Scale::interval);
    kinds[std::string(name(static_cast<errors::Kind>(k)))] = number_or_null(alpha);
  }
  return kinds;
}

// How many comparisons each system won, and its means.
io::Json result_json(const std::vector<Rated>& rated, const std::array<std::string, 2>& systems) {
  std::array<int, 2> preferred{};
  std::array<double, 2> points{}, counted{};
  int alike = 0;
  for (const Rated& one : rated) {
    const std::size_t first = one.shown[0].system == systems[0] ? 0 : 1;
    for (std::size_t i = 0; i < 2; ++i) {
      points[i == 0 ? first : 1 - first] += one.shown[i].points;
      counted[i == 0 ? first : 1 - first] += one.shown[i].total();
    }
    if (one.shown[0].points == one.shown[1].points)
      ++alike;
    else
      ++preferred[one.shown[0].points > one.shown[1].points ? first : 1 - first];
  }
  io::Json list = io::Json::array();
  const auto n = static_cast<double>(rated.size());
  for (std::size_t i = 0; i < 2; ++i)
    list.push_back({{"system", systems[i]},
                    {"preferred", preferred[i]},
                    {"mean_rating", rated.empty() ? io::Json(nullptr) : io::Json(points[i] / n)},
                    {"mean_errors", rated.empty() ? io::Json(nullptr) : io::Json(counted[i] / n)}});
  return {{"alike", alike}, {"systems", std::move(list)}};
}

}  // namespace

io::Json agreement_json(const std::vector<Rated>& all, const std::array<std::string, 2>& systems) {
  std::vector<Rated> rated;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rated),
               [&](const Rated& one) { return compares(one, systems); });
  const RatingTable table = table_of(rated, systems);
  const std::size_t raters = table.raters.size();
  const auto points = values_of_table(table, [](const Judgement& one) { return static_cast<double>(one.points); });
  const auto counts = values_of_table(table, [](const Judgement& one) { return static_cast<double>(one.total()); });
  io::Json pairs = io::Json::array(), counted = io::Json::array();
  for (std::size_t a = 0; a < raters; ++a) {
    const auto by = [&](const Rated& one) { return one.rater == table.raters[a]; };
    counted.push_back({{"who", table.raters[a]}, {"rated", std::count_if(rated.begin(), rated.end(), by)}});
    for (std::size_t b = a + 1; b < raters; ++b) pairs.push_back(pair_json(table, a, b));
  }
  return {{"raters", std::move(counted)},
          {"rating", alpha_json(points, raters, stats::Scale::ordinal)},
          {"errors", alpha_json(counts, raters, stats::Scale::interval)},
          {"kinds", kinds_json(table)},
          {"pairs", std::move(pairs)},
          {"result", result_json(rated, systems)}};
}

}  // namespace fiducial::serve
