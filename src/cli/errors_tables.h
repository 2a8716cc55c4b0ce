// The tables of `fiducial errors`, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "fiducial/errors.h"

namespace fiducial::cli {

// Of each pair: how many errors of each kind, and of each significance.
inline constexpr std::size_t kErrorColumns =
    static_cast<std::size_t>(errors::kKinds) + static_cast<std::size_t>(errors::kSignificances);
std::vector<double> error_row(const errors::Account& account);
// Of errors per 100 reports, in the order of the columns.
std::vector<Interval> error_intervals(const RowStore& rows, const Resampling& how);

struct WorstCase {
  std::string id;
  double weight = 0;
  errors::Account account;
};

// What the command prints: --markdown, --latex and --csv give the tables alone.
struct ErrorsShown {
  std::size_t least = 5;  // by finding: concepts that are said at least so often
  double confidence = 95;
  TableFormat format = TableFormat::text;
  bool scored = true;     // false: of parts of one report, which have no score, precision or recall
  std::string signature;  // with its newline
};
std::string errors_text(const errors::Tally& tally, const std::vector<Interval>& spread,
                        const std::vector<WorstCase>& worst, const ErrorsShown& how, const Paint& paint);
io::Json errors_json(const errors::Tally& tally, const std::vector<Interval>& spread,
                     const std::vector<WorstCase>& worst, bool scored);

}  // namespace fiducial::cli
