// "Apart from a cyst, the liver is normal", "a cyst in an otherwise normal liver": a rule and its exception, told as
// two clauses in the order in which the grammar reads them: "the liver is normal apart from a cyst"; and a norm that is
// gone: "the normal folds are lost".
#pragma once

#include <vector>

#include "grammar/item_kinds.h"
#include "grammar/items.h"

namespace fiducial::findings {

void tell_exceptions(const lexicon::Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items);

}  // namespace fiducial::findings
