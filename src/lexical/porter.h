// Porter's stemmer with the extensions that NLTK's PorterStemmer has by default; stem() is in fiducial/lexical.h.
#pragma once

#include "fiducial/lexical.h"
