// Maximum-weight assignment on a full rectangular matrix, by shortest augmenting paths with potentials (the Hungarian
// algorithm as Jonker and Volgenant organised it): O(n² m) for n ≤ m.
//
// Own code and not a library: Debian's candidates are graph libraries (LEMON, Boost) whose matchings are built for
// sparse graphs and need the matrix copied into edges; this is forty lines, tested against all permutations.
//
// Rows enter one at a time. A row's search walks columns in order of reduced cost until it meets a free one; the
// potentials u, v keep all reduced costs at 0 or above and those of assigned pairs at 0, which is the proof that the
// assignment is optimal when the last row is in. Place 0 of each array stands for "none".
//
// The arithmetic is that of the weights: numbers, or pairs of whole numbers that are compared by their first part and,
// where those are equal, by the second. Sums of whole numbers are exact, so which assignment is the heaviest does not
// depend on the order of rows.
#include "stats/exact_weight.h"

namespace fiducial::stats {
namespace {

// For rows ≤ columns; cost(i, j) with i < rows, j < columns.
template <class Weight, class Cost>
std::vector<int> assign_all_rows(std::size_t rows, std::size_t columns, const Cost& cost) {
  constexpr Weight kInfinity = endless<Weight>();
  std::vector<Weight> u(rows + 1, Weight{});
  std::vector<Weight> v(columns + 1, Weight{});
  std::vector<Weight> slack(columns + 1);
  std::vector<std::size_t> row_of(columns + 1, 0);
  std::vector<std::size_t> way(columns + 1, 0);
  std::vector<char> used(columns + 1);
  for (std::size_t i = 1; i <= rows; ++i) {
    slack.assign(columns + 1, kInfinity);
    used.assign(columns + 1, 0);
    row_of[0] = i;
    std::size_t at = 0;
    do {
      used[at] = 1;
      const std::size_t row = row_of[at];
      Weight least = kInfinity;
      std::size_t next = 0;
      for (std::size_t j = 1; j <= columns; ++j) {
        if (used[j] != 0) continue;
        const Weight reduced = cost(row - 1, j - 1) - u[row] - v[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          way[j] = at;
        }
        if (slack[j] < least) {
          least = slack[j];
          next = j;
        }
      }
      for (std::size_t j = 0; j <= columns; ++j) {
        if (used[j] != 0) {
          u[row_of[j]] += least;
          v[j] -= least;
        } else {
          slack[j] -= least;
        }
      }
      at = next;
    } while (row_of[at] != 0);
    for (; at != 0; at = way[at]) row_of[at] = row_of[way[at]];
  }
  std::vector<int> column_of(rows, -1);
  for (std::size_t j = 1; j <= columns; ++j) {
    if (row_of[j] != 0) column_of[row_of[j] - 1] = static_cast<int>(j - 1);
  }
  return column_of;
}

template <class Weight>
std::vector<int> assign_either(std::span<const Weight> weights, std::size_t rows, std::size_t columns) {
  if (rows <= columns)
    return assign_all_rows<Weight>(rows, columns,
                                   [&](std::size_t i, std::size_t j) { return -weights[i * columns + j]; });
  const auto row_of =
      assign_all_rows<Weight>(columns, rows, [&](std::size_t i, std::size_t j) { return -weights[j * columns + i]; });
  std::vector<int> column_of(rows, -1);
  for (std::size_t j = 0; j < columns; ++j) column_of[static_cast<std::size_t>(row_of[j])] = static_cast<int>(j);
  return column_of;
}

}  // namespace

std::vector<int> assign(std::span<const double> weights, std::size_t rows, std::size_t columns) {
  return assign_either(weights, rows, columns);
}

std::vector<int> assign(std::span<const ExactWeight> weights, std::size_t rows, std::size_t columns) {
  return assign_either(weights, rows, columns);
}

}  // namespace fiducial::stats
