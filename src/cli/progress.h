// The one progress bar: how far, how fast, how long still. It is drawn on standard error, only on a terminal, at
// most ten times a second, and wiped when it ends, so that what stays on the screen is the result.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace fiducial::cli {

class Progress {
 public:
  // `unit` is what is counted ("pairs"); a total of 0 is not known.
  Progress(std::string label, std::string unit, std::size_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `done` of the total have been finished. If the total is not known, `fraction` (0 … 1) may be given instead.
  // `remark` stands at the end of the line.
  void at(std::size_t done, double fraction = -1.0, const std::string& remark = "");
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_, unit_;
  std::size_t total_;
  bool shown_;
  bool drawn_ = false;
  Clock::time_point start_, last_;
};

// "12,345,678", as the bar and the tables print counts.
std::string with_commas(std::size_t count);
// One line of the bar, apart from the terminal, for tests. A fraction below 0 is not known.
std::string progress_line(const std::string& label, const std::string& unit, std::size_t done, double fraction,
                          double seconds);

}  // namespace fiducial::cli
