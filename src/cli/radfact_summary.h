// The end of `radfact run`: the table of measures with intervals, and the same with all percentiles as JSON.
#pragma once

#include <string>

#include "cli/app.h"
#include "fiducial/radfact.h"

namespace fiducial::cli {

// What the numbers are of.
struct RadfactScale {
  radfact::Kind kind = radfact::Kind::grounded;
  radfact::BoxRules boxes;
};

struct RadfactSummary {
  io::Json json;      // version, input, samples, skipped, bootstrap, measures, counts, signature
  std::string table;  // with the signature below it
};
// The metric with its reader and the program's version.
std::string radfact_signature(const std::string& reader, const RadfactScale& scale);
// `rows` as radfact::row_of makes them, one a sample; `reader` says in the signature who read.
RadfactSummary summarize_radfact(stats::Rows rows, const RadfactScale& scale, std::size_t skipped,
                                 const std::string& reader, const Resampling& how, bool painted);

}  // namespace fiducial::cli
