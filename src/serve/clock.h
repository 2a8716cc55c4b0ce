// Times and versions of decisions.
#pragma once

#include <string>
#include <string_view>

namespace fiducial::serve {

// "2031-04-05T06:07:08Z"
std::string utc_now();
// 3 of "3" or "\"3\"", as an If-Match has it. ApiError 428 if there is none.
std::size_t version_in(std::string_view if_match);

}  // namespace fiducial::serve
