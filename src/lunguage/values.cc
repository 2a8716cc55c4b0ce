#include "lunguage/values.h"

namespace fiducial::lunguage {

std::string folded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

std::string without_prefixes(const std::string& value) {
  if (value.find(':') == std::string::npos) return value;
  std::string out;
  for (std::size_t i = 0; i < value.size();) {
    const bool start = out.empty() || out.back() == ' ' || out.back() == ',';
    if (start && (value.compare(i, 4, "loc:") == 0 || value.compare(i, 4, "det:") == 0)) {
      i += 4;
      while (i < value.size() && value[i] == ' ') ++i;
    } else {
      out += value[i++];
    }
  }
  return out;
}

std::string value_of(const Row& row, Relation relation) {
  if (relation <= Relation::dx_certainty && !row.states(relation)) return {};
  switch (relation) {
    case Relation::cat:
      return std::string(name(row.category));
    case Relation::dx_status:
      return row.positive ? "positive" : "negative";
    case Relation::dx_certainty:
      return row.definitive ? "definitive" : "tentative";
    case Relation::associate:
    case Relation::evidence:
      return {};
    default:
      return row.text(relation);
  }
}

}  // namespace fiducial::lunguage
