// One HTML file that needs nothing: the tables, charts and worst cases of one run or several.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "serve/runs.h"

namespace fiducial::serve {

struct ReportOptions {
  bool anonymous = false;  // no texts, and numbers for ids
  std::size_t worst = 10;  // cases shown whole, of each run
  std::string command;     // how to repeat it
};

// The runs' records, the comparisons of each with the first, the worst cases with their accounts: what the page draws.
io::Json report_data(const std::vector<std::shared_ptr<const MeasuredRun>>& runs, const ReportOptions& options);
// The file: style, script and data inside; without scripts there is still the table of means.
std::string report_html(const io::Json& data);

// What is shown of two runs on the cases that both have; nothing in common or no such column: null.
io::Json compared(const MeasuredRun& a, const MeasuredRun& b, const std::string& column, unsigned threads);

}  // namespace fiducial::serve
