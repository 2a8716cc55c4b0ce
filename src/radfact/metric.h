// RadFact behind the interface that every metric has: the logical F1 of a pair of narrative reports, and its parts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fiducial/metric.h"
#include "fiducial/radfact.h"

namespace fiducial::radfact {

// Reads two reports and verifies their phrases; nothing if they could not be read, and then no value is defined.
// Thread-safe.
using VerifyPair = std::function<std::optional<Verified>(std::string_view reference, std::string_view candidate)>;

// Columns radfact, radfact.logical_precision, radfact.logical_recall, and the shares of phrases that are contradicted.
// The corpus value of `radfact` is the F1 of the mean precision and recall, as RadFact aggregates; the mean over pairs
// is that of the pairs' own F1s.
std::unique_ptr<Metric> make_metric(const fiducial::Lexicon& lexicon = {});
// The same, whoever reads; `reader` says who in the signature.
std::unique_ptr<Metric> make_metric(const std::string& reader, VerifyPair verify);

// "reader:embedded|grammar:…|lexicon:…"
std::string embedded_reader(std::string_view lexicon_version);
// "radfact|READER|input:narrative"; grounded input adds mask and threshold.
std::string signature(const std::string& reader, Kind kind, const BoxRules& rules = {});

}  // namespace fiducial::radfact
