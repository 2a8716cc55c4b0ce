#include "io/suggest.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace fiducial::io {

// Optimal string alignment: three rows of the usual table, the third for the swaps.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

namespace {

using Letters = std::array<int, 32>;

Letters letters_of(std::string_view word) {
  Letters counts{};
  for (const char c : word) ++counts[static_cast<unsigned char>(c) % std::tuple_size_v<Letters>];
  return counts;
}

// Fewer edits cannot turn the one into the other: every edit changes at most one letter for another.
std::size_t least_edits(const Letters& a, std::string_view b) {
  const Letters counts = letters_of(b);
  std::size_t more = 0;
  std::size_t fewer = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const int difference = counts[i] - a[i];
    (difference > 0 ? more : fewer) += static_cast<std::size_t>(std::abs(difference));
  }
  return std::max(more, fewer);
}

}  // namespace

std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& names) {
  constexpr std::size_t kLongestTyped = 120;
  if (typed.size() > kLongestTyped) return std::nullopt;
  const Letters letters = letters_of(typed);
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const std::string& name : names) {
    // Three edits turn any three letters into any others: allow one edit for about every three letters typed.
    const std::size_t most = std::max<std::size_t>(1, std::min(typed.size(), name.size()) / 3);
    const std::size_t least = least_edits(letters, name);
    if (least > most || (best && least >= best_distance)) continue;
    const std::size_t distance = edit_distance(typed, name);
    if (distance > most || (best && distance >= best_distance)) continue;
    best = name;
    best_distance = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
  const auto name = nearest(typed, names);
  return name ? " Did you mean '" + *name + "'?" : std::string();
}

}  // namespace fiducial::io
