// Everything public at once: scoring, reading, the metrics' own stages, the clinical errors, statistics, files.
#pragma once

#include "fiducial/errors.h"
#include "fiducial/files.h"
#include "fiducial/lexical.h"
#include "fiducial/lexicon.h"
#include "fiducial/lunguage.h"
#include "fiducial/metric.h"
#include "fiducial/problem.h"
#include "fiducial/radfact.h"
#include "fiducial/radsem.h"
#include "fiducial/reader.h"
#include "fiducial/score.h"
#include "fiducial/scorer.h"
#include "fiducial/stats.h"
#include "fiducial/tag_reader.h"
