#include "cli/explain_pair.h"

#include <fmt/format.h>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "explain/radsem_case.h"

namespace fiducial::cli {

std::string missing_case(const std::string& path, const std::string& name, const std::vector<std::string>& names) {
  return fmt::format("--explain: {} has no record named '{}'.{}", path, name, did_you_mean(name, names));
}

int explain_pair(const std::string& path, const io::PairColumns& columns, const std::string& id,
                 radsem::Policy policy) {
  constexpr std::size_t kNames = 100000;  // enough to find the one that was meant
  io::PairReader reader(open_input(path), columns);
  std::vector<std::string> names;
  io::Pair pair;
  while (reader.next(pair)) {
    check_interrupt();
    if (pair.id == id) {
      const radsem::Matched matched = radsem::Embedded().match(pair.reference, pair.candidate, policy);
      emit(explain::case_explanation(pair, matched, radsem::score(matched.tag, policy), stdout_paint()));
      return kDone;
    }
    if (names.size() < kNames) names.push_back(pair.id);
  }
  throw UsageError(missing_case(path, id, names));
}

}  // namespace fiducial::cli
