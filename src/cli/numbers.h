// How numbers are shown to people and put into JSON summaries: one way for all commands.
#pragma once

#include <limits>
#include <string>

#include "cli/app.h"
#include "cli/table.h"

namespace fiducial::cli {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// "0.8137"; "–" for what is not defined.
std::string shown(double value, int digits = 4);
// "0.7912 – 0.8350"; empty if there is no interval.
std::string shown(const Interval& interval, int digits = 4);
// "97.8" from 0.978.
std::string percent(double fraction, int digits = 1);
std::string percent(const Interval& interval, int digits = 1);
// "95% interval", "99.5% interval".
std::string interval_head(double confidence);
// p-values: "0.0312", "<0.001".
std::string shown_p(double p);

// null where a number is not defined.
io::Json json_number(double value);
io::Json json_interval(const Interval& interval);
// {"resamples", "seed", "confidence"}: what the intervals were made with.
io::Json json_resampling(const Resampling& resampling);

// Where a table goes: standard output, unless that already carries records (a file named "-").
void print_result(const std::string& text, bool stdout_is_taken);

}  // namespace fiducial::cli
