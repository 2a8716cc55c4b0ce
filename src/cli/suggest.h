// Did you mean …? The known name that is nearest to a mistyped one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiducial::cli {

// Edits (a letter put in, left out, changed, or two neighbours swapped) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The nearest name, if it is near enough to have been meant.
std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& names);
// " Did you mean 'score'?", or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

}  // namespace fiducial::cli
