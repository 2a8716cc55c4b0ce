// The end of `radfact run`: the table of measures with intervals, and the same with all percentiles as JSON.
#pragma once

#include <string>
#include <string_view>

#include "cli/app.h"
#include "fiducial/radfact.h"

namespace fiducial::cli {

struct RadfactSummary {
  io::Json json;      // version, input, samples, skipped, bootstrap, measures, counts, signature
  std::string table;  // with the signature below it
};
// `rows` as radfact::row_of makes them, one a sample.
RadfactSummary summarize_radfact(stats::Rows rows, radfact::Kind kind, std::size_t skipped,
                                 std::string_view lexicon_version, const Resampling& how, bool painted);

}  // namespace fiducial::cli
