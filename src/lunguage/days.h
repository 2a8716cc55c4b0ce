// Dates as numbers of days.
#pragma once

#include <optional>
#include <string_view>

namespace fiducial::lunguage {

// "2180-05-07", "2180-05-07 21:34:00" or "21800507": the day's number on a scale of days. Nothing if it is no date.
std::optional<long> day_of_date(std::string_view text);

}  // namespace fiducial::lunguage
