// RadSEM behind the interface that every metric has: one number a pair, and its parts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fiducial/metric.h"
#include "fiducial/radsem.h"

namespace fiducial::radsem {

// Reads two reports and scores them; nothing if they could not be read, and then no value is defined. Thread-safe.
using ScorePair = std::function<std::optional<CaseScore>(std::string_view reference, std::string_view candidate)>;

// Columns radsem, radsem.abnormal, radsem.normal; named radsem_alt under the alternative policy. Read by the embedded
// reader.
std::unique_ptr<Metric> make_metric(Policy policy, const fiducial::Lexicon& lexicon = {});
// The same, whoever reads; `reader` says who in the signature.
std::unique_ptr<Metric> make_metric(Policy policy, const std::string& reader, ScorePair score);

// "radsem|READER|policy:…|weights:0.9,0.1"
std::string signature(const std::string& reader, Policy policy);

}  // namespace fiducial::radsem
