// The vocabulary that is part of the program: lexicon/lunguage/vocabulary.csv.
#pragma once

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {

const Vocabulary& embedded_vocabulary();

}  // namespace fiducial::lunguage
