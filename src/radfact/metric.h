// RadFact behind the interface that every metric has: the logical F1 of a pair of narrative reports, and its parts.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fiducial/metric.h"
#include "fiducial/radfact.h"

namespace fiducial::radfact {

// Columns radfact, radfact.logical_precision, radfact.logical_recall, and the shares of phrases that are contradicted.
// The corpus value of `radfact` is the F1 of the mean precision and recall, as RadFact aggregates; the mean over pairs
// is that of the pairs' own F1s.
std::unique_ptr<Metric> make_metric();

// "radfact|reader:embedded|lexicon:…|input:narrative"; grounded input adds mask and threshold.
std::string signature(std::string_view lexicon_version, Kind kind);

}  // namespace fiducial::radfact
