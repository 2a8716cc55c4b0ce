#include "lunguage/days.h"

#include <charconv>
#include <chrono>

namespace fiducial::lunguage {
namespace {

std::optional<int> digits(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::optional<long> day_of_date(std::string_view text) {
  const bool dashes = text.size() >= 10 && text[4] == '-' && text[7] == '-';
  if (!dashes && text.size() < 8) return std::nullopt;
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(dashes ? 5 : 4, 2));
  const auto day = digits(text.substr(dashes ? 8 : 6, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

}  // namespace fiducial::lunguage
