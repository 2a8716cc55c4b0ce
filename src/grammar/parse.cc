#include "grammar/parse.h"

namespace fiducial::findings {

std::string_view name(Joint joint) {
  constexpr std::string_view kNames[] = {"", ",", "of", "in", "near", "under", "with", "be", "show", "seen", "infer"};
  return kNames[static_cast<std::size_t>(joint)];
}

void Clause::clear() {
  items = {};
  heading = {};
  chunks.clear();
  marks.clear();
  runs.clear();
  links.clear();
  scopes.clear();
  dropped = Dropped::no;
  too_many = verb = existential = compared = behind_colon = anaphor = false;
  spoken_of = kNone;
  subject_run = front_run = -1;
}

}  // namespace fiducial::findings
