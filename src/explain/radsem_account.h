// RadSEM's account of a case: which findings of the two match and how well, which contradict, which are missing or
// unsupported, where each stands in its report, what was left out and why, and the sum.
#pragma once

#include <string>
#include <string_view>

#include "explain/account.h"
#include "fiducial/io.h"
#include "fiducial/radsem.h"

namespace fiducial::explain {

// `matched` as Matcher::match gives it for the two texts of `pair`; `audit` is the score of its tag.
Account radsem_account(const io::Pair& pair, const radsem::Matched& matched, const radsem::Audit& audit);

// What `rewritten` says of a report as a whole: "3 findings, 1 abnormal", "empty", "no finding that can be scored".
std::string overview(std::string_view report, const radsem::Rewritten& rewritten);

}  // namespace fiducial::explain
