// The measures of the published program, as it counts them; see docs/lunguage.md for where they differ from ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

// 0 to 100, rounded: the ratio of matching blocks, as Python's difflib finds them. 0 if one is empty.
int block_ratio(std::string_view a, std::string_view b);

// Entity-relation pairs and triplets of all studies, section by section.
void count_published(const Rows& pred, const Rows& gold, PublishedEvaluation& out);

// A row that both sides have, with its labels.
struct LabelledRow {
  std::string subject;
  std::string pred_group, gold_group;
  int pred_episode = 0, gold_episode = 0;
};
void compare_groups(const std::vector<LabelledRow>& rows, PublishedEvaluation& out);

}  // namespace fiducial::lunguage
