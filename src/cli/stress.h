// What the two stress tests, SSREE and contrast, share as commands: a bar while metrics are asked, cells with their
// interval, the pictures.
#pragma once

#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/heatmap.h"
#include "ssree/scoring.h"

namespace fiducial::cli {

// Calls `work` with a Scoring that moves a bar over `pairs` and ends when a signal comes.
void with_scoring(std::size_t pairs, const Common& common, const std::function<void(const ssree::Scoring&)>& work);

// "97.8 [97.2, 98.3]"; without the brackets if there is no interval.
std::string with_interval(double value, const Interval& interval, double scale, int digits);

// A folder gets one picture a map; a file gets all of them as panels.
void write_heatmaps(const std::string& where, const std::vector<Heatmap>& maps, const std::string& caption);

// The signatures, one a line; those of one metric's columns are one.
std::string signatures_of(const std::vector<std::string>& all);

}  // namespace fiducial::cli
