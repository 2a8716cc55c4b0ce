#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/terminal.h"

namespace fiducial::cli {
namespace {

std::string clock_time(double seconds) {
  const auto s = static_cast<long>(std::ceil(std::clamp(seconds, 0.0, 359999.0)));
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string bar(double fraction) {
  constexpr int kCells = 20;
  const int full = std::clamp(static_cast<int>(fraction * kCells), 0, kCells);
  std::string cells;
  for (int i = 0; i < kCells; ++i) cells += i < full ? "█" : "░";
  return cells;
}

}  // namespace

std::string with_commas(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string progress_line(const std::string& label, const std::string& unit, std::size_t done, double fraction,
                          double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0.0;
  std::string line = label + "  ";
  if (fraction >= 0) line += fmt::format("{} {:3.0f}%  ", bar(fraction), 100.0 * std::min(fraction, 1.0));
  line += fmt::format("{} {}  {}/s", with_commas(done), unit, with_commas(static_cast<std::size_t>(rate)));
  if (fraction > 0) line += fmt::format("  {} left", clock_time(seconds * (1.0 - fraction) / fraction));
  return line;
}

Progress::Progress(std::string label, std::string unit, std::size_t total, bool quiet)
    : label_(std::move(label)),
      unit_(std::move(unit)),
      total_(total),
      shown_(!quiet && stderr_is_terminal()),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  finish();
}

void Progress::at(std::size_t done, double fraction, const std::string& remark) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  if (fraction < 0 && total_ > 0) fraction = static_cast<double>(done) / static_cast<double>(total_);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = "\r\x1b[2K" + shown_safely(progress_line(label_, unit_, done, fraction, seconds));
  if (!remark.empty()) line += "  " + shown_safely(remark);
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
  drawn_ = true;
}

void Progress::finish() {
  if (drawn_) (void)std::fputs("\r\x1b[2K", stderr);
  drawn_ = false;
  shown_ = false;
}

}  // namespace fiducial::cli
