// Which metrics can explain themselves, and their account of a pair as the embedded reader reads it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/account.h"
#include "fiducial/io.h"
#include "fiducial/lexicon.h"

namespace fiducial::explain {

// By the names of the registry, in its order.
const std::vector<std::string>& explained_metrics();
// The account of one pair; nothing for a metric that is not among those. Its score is the one that the metric gives.
std::optional<Account> explain(std::string_view metric, const io::Pair& pair, const Lexicon& lexicon = {});

}  // namespace fiducial::explain
