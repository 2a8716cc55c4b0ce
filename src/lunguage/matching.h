// The best assignment between the rows of two reports.
#pragma once

#include <span>
#include <vector>

#include "lunguage/similarity.h"

namespace fiducial::lunguage {

struct RowMatching {
  std::vector<int> column;                    // of each row of the left side its partner, or -1
  std::vector<double> totals;                 // how alike they are
  std::vector<double> best_left, best_right;  // of each row without one: how alike the row is that is most like it
};

// The heaviest assignment. Of several as heavy, one that leaves over what is most like something: all of these give the
// same counts, so that the order of rows does not matter. Long reports are assigned by kinds of rows; one that takes
// too long even so is a RecordError.
RowMatching match_rows(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts);

// The two ways to the same counts: each row with each, and kinds of rows.
RowMatching match_each(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts);
RowMatching match_kinds(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts);

}  // namespace fiducial::lunguage
