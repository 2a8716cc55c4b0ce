// Did you mean …? The known name that is nearest to a mistyped one: of a command, a metric, a field of a configuration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiducial::io {

// Edits (a letter put in, left out, changed, or two neighbours swapped) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The nearest name, if it is near enough to have been meant.
std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& names);
// " Did you mean 'score'?", or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

}  // namespace fiducial::io
