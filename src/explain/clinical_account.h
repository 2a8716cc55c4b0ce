// The account of `clinical`: what both reports say, the errors with their weights, and how the score follows.
#pragma once

#include "errors/assessor.h"
#include "explain/account.h"

namespace fiducial::explain {

// `state` has run on the pair.
Account clinical_account(const io::Pair& pair, const errors::Assessor::State& state);

}  // namespace fiducial::explain
