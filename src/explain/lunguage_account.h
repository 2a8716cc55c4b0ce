// LunguageScore's account of a case: the entities of both reports, which were put together, and in what they differ.
#pragma once

#include "explain/account.h"
#include "fiducial/io.h"
#include "fiducial/lunguage.h"

namespace fiducial::explain {

// `score` is that of the candidate's rows against the reference's, each report by itself.
Account lunguage_account(const io::Pair& pair, const lunguage::Rows& reference, const lunguage::Rows& candidate,
                         const lunguage::Score& score);

}  // namespace fiducial::explain
