#include "cli/explain_pair.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "explain/explain.h"

namespace fiducial::cli {
namespace {

std::vector<std::string> explained_by(const std::string& list) {
  const std::vector<std::string>& known = explain::explained_metrics();
  std::vector<std::string> out;
  for (std::string& name : CLI::detail::split(list, ',')) {
    CLI::detail::trim(name);
    if (name.empty()) continue;
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw UsageError(fmt::format("--explain: expected --metrics {}, found '{}'.{}", fmt::join(known, ", "), name,
                                   did_you_mean(name, known)));
    out.push_back(std::move(name));
  }
  if (out.empty()) throw UsageError("--metrics: expected at least one metric, found none");
  return out;
}

}  // namespace

std::string missing_case(const std::string& path, const std::string& name, const std::vector<std::string>& names) {
  return fmt::format("--explain: {} has no record named '{}'.{}", path, name, did_you_mean(name, names));
}

int explain_pair(const std::string& path, const io::PairColumns& columns, const std::string& id,
                 const std::string& metrics, const SectionChoice& section, const fiducial::Lexicon& lexicon) {
  constexpr std::size_t kNames = 100000;  // enough to find the one that was meant
  const std::vector<std::string> chosen = explained_by(metrics);
  io::PairColumns wanted = columns;
  wanted.patient = std::find(chosen.begin(), chosen.end(), "clinical") != chosen.end();
  io::PairReader reader(open_input(path), wanted);
  std::vector<std::string> names;
  io::Pair pair;
  while (reader.next(pair)) {
    check_interrupt();
    if (pair.id == id) {
      section.apply(pair);
      std::string text;
      for (const std::string& metric : chosen)
        text += (text.empty() ? "" : "\n") + explain::text(*explain::explain(metric, pair, lexicon), stdout_paint());
      emit(text);
      return kDone;
    }
    if (names.size() < kNames) names.push_back(pair.id);
  }
  throw UsageError(missing_case(path, id, names));
}

}  // namespace fiducial::cli
