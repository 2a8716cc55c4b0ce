// Evidence as somebody wrote it, matched to the premise that it stands for.
#include <algorithm>

#include "fiducial/radfact.h"

namespace fiducial::radfact {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Lower case, single spaces, no dashes, no punctuation at the end.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-') continue;
    if (is_space(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  while (!out.empty() && std::string_view(" .,;:!?").find(out.back()) != std::string_view::npos) out.pop_back();
  return out;
}

std::size_t longest_common_substring(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  std::size_t best = 0;
  for (const char c : a) {
    for (std::size_t j = b.size(); j > 0; --j) {
      row[j] = c == b[j - 1] ? row[j - 1] + 1 : 0;
      best = std::max(best, row[j]);
    }
  }
  return best;
}

}  // namespace

std::size_t premise_of_evidence(std::string_view evidence, std::span<const std::string> premises) {
  const std::string wanted = folded(evidence);
  for (std::size_t i = 0; i < premises.size(); ++i) {
    if (premises[i] == evidence) return i;
  }
  for (std::size_t i = 0; i < premises.size(); ++i) {
    if (folded(premises[i]) == wanted) return i;
  }
  std::size_t best = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const std::size_t common = longest_common_substring(evidence, premises[i]);
    if (common > length) {
      length = common;
      best = i;
    }
  }
  return best;
}

}  // namespace fiducial::radfact
