// Verdicts of RadFact as records, in the shape of its own example files.
#pragma once

#include <span>
#include <string>

#include "fiducial/io.h"
#include "fiducial/radfact.h"

namespace fiducial::explain {

// [{"phrase", "status", "evidence": [premises word for word], "reason" and "nearest" if there are such}]
io::Json evidenced(std::span<const std::string> phrases, std::span<const radfact::Verdict> verdicts,
                   std::span<const std::string> premises);

// The same of phrases that may have boxes: each also has them, and "spatially_entailed", null for a phrase without.
// With boxes on both sides it has "box_precision", "box_recall" and "box_iou" too.
io::Json grounded(std::span<const radfact::Phrase> phrases, std::span<const radfact::Verdict> verdicts,
                  std::span<const radfact::Phrase> premises, const radfact::BoxRules& rules = {});

}  // namespace fiducial::explain
