// RadFact's account of a case: each phrase of either report, and what the other report says of it.
#pragma once

#include "explain/account.h"
#include "fiducial/io.h"
#include "fiducial/radfact.h"

namespace fiducial::explain {

// `narrative` as Verifier::verify_reports gives it for the two texts of `pair`, written and with reasons.
Account radfact_account(const io::Pair& pair, const radfact::Narrative& narrative);

}  // namespace fiducial::explain
