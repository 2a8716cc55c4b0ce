#include "cli/numbers.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/terminal.h"

namespace fiducial::cli {

std::string shown(double value, int digits) {
  return std::isnan(value) ? "–" : fmt::format("{:.{}f}", value, digits);
}

std::string shown(const Interval& interval, int digits) {
  if (std::isnan(interval.low)) return "";
  return fmt::format("{:.{}f} – {:.{}f}", interval.low, digits, interval.high, digits);
}

std::string percent(double fraction, int digits) {
  return shown(100.0 * fraction, digits);
}

std::string percent(const Interval& interval, int digits) {
  return shown(Interval{100.0 * interval.low, 100.0 * interval.high}, digits);
}

std::string interval_head(double confidence) {
  return fmt::format("{}% interval", confidence);
}

std::string shown_p(double p) {
  if (std::isnan(p)) return "–";
  return p < 0.001 ? "<0.001" : fmt::format("{:.4f}", p);
}

io::Json json_number(double value) {
  return std::isfinite(value) ? io::Json(value) : io::Json(nullptr);
}

io::Json json_interval(const Interval& interval) {
  if (std::isnan(interval.low)) return nullptr;
  return io::Json::array({interval.low, interval.high});
}

io::Json json_resampling(const Resampling& resampling) {
  return {{"resamples", resampling.resamples}, {"seed", resampling.seed}, {"confidence", resampling.confidence}};
}

void print_result(const std::string& text, bool stdout_is_taken) {
  if (!stdout_is_taken) {
    emit(text);
  } else {
    note(std::string_view(text).substr(0, text.find_last_not_of('\n') + 1));
  }
}

}  // namespace fiducial::cli
