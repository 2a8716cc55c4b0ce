// How well scores order levels whose right order is known: the measures of SSREE (the RadSEM paper's section 4.4).
#include <cmath>
#include <limits>

#include "fiducial/problem.h"
#include "fiducial/stats.h"

namespace fiducial::stats {

namespace {

void check_levels(std::size_t levels) {
  if (levels < 2) throw Error("ordering: needs two levels or more");
}

std::size_t subjects(std::span<const double> scores, std::size_t levels) {
  check_levels(levels);
  if (scores.size() % levels != 0) throw Error("ordering: some subject lacks a level");
  return scores.size() / levels;
}

// Tau-b against a strict order: only the scores have ties, so P pairs stand under the root once whole and once less T.
double tau_b(double concordant, double discordant, double tied, double pairs) {
  return tied < pairs ? (concordant - discordant) / std::sqrt(pairs * (pairs - tied)) : 0.0;
}

}  // namespace

Ordering ordering(std::span<const double> scores) {
  check_levels(scores.size());
  double concordant = 0;
  double tied = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t j = i + 1; j < scores.size(); ++j) {
      ++pairs;
      if (scores[i] > scores[j]) ++concordant;
      if (scores[i] == scores[j]) ++tied;
    }
  }
  Ordering result;
  result.tau_b = tau_b(concordant, pairs - concordant - tied, tied, pairs);
  result.concordance = (concordant + tied / 2) / pairs;
  double right = 0;
  for (std::size_t i = 0; i + 1 < scores.size(); ++i) {
    result.transitions.push_back(scores[i] > scores[i + 1]);
    if (scores[i] > scores[i + 1]) ++right;
  }
  const auto neighbours = static_cast<double>(result.transitions.size());
  result.adjacent = right / neighbours;
  result.perfect = right == neighbours;
  return result;
}

std::size_t ordering_width(std::size_t levels) {
  check_levels(levels);
  return 4 + levels - 1;
}

std::vector<std::string> ordering_columns(std::size_t levels) {
  std::vector<std::string> columns = {"tau_b", "all_pairs", "adjacent", "perfect"};
  for (std::size_t i = 1; i < levels; ++i) {
    columns.push_back("L" + std::to_string(i) + ">L" + std::to_string(i + 1));
  }
  return columns;
}

void ordering_row(std::span<const double> scores, std::span<double> out) {
  const Ordering o = ordering(scores);
  if (out.size() != ordering_width(scores.size())) throw Error("ordering: the row has another width");
  out[0] = o.tau_b;
  out[1] = o.concordance;
  out[2] = o.adjacent;
  out[3] = o.perfect ? 1.0 : 0.0;
  for (std::size_t i = 0; i < o.transitions.size(); ++i) out[4 + i] = o.transitions[i] ? 1.0 : 0.0;
}

std::vector<double> ordering_rows(std::span<const double> scores, std::size_t levels) {
  const std::size_t n = subjects(scores, levels);
  const std::size_t width = ordering_width(levels);
  std::vector<double> rows(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    ordering_row(scores.subspan(i * levels, levels), std::span(rows).subspan(i * width, width));
  }
  return rows;
}

std::vector<double> ordering_heatmap(std::span<const double> scores, std::size_t levels) {
  const std::size_t n = subjects(scores, levels);
  std::vector<double> map(levels * levels, n > 0 ? 0.0 : std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = scores.subspan(i * levels, levels);
    for (std::size_t a = 0; a < levels; ++a) {
      for (std::size_t b = 0; b < levels; ++b) map[a * levels + b] += row[a] > row[b] ? 1.0 : 0.0;
    }
  }
  for (double& cell : map) cell /= static_cast<double>(n);
  return map;
}

}  // namespace fiducial::stats
