// Which of several is the larger: "the larger nodule is in the left lower lobe", of "5 mm in the right upper lobe and
// 16 mm in the left lower lobe".
#pragma once

#include "radfact/align.h"

namespace fiducial::radfact {

enum class Ranked : std::uint8_t {
  none,   // the premise does not say which is the larger
  same,   // the one that the hypothesis says
  other,  // another
};

Ranked rank_by_size(const Aligner& aligner, const Statement& hypothesis, const Statement& premise);

}  // namespace fiducial::radfact
