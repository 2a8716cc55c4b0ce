#include "cli/radsem_summary.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/table.h"

namespace fiducial::cli {
namespace {

struct Line {
  const char* name;
  const std::vector<double>* values;
};

}  // namespace

void add_policy(CLI::App& command, RadsemPolicy& policy) {
  value_name(command.add_option("--policy", policy.name, "How credit is allocated: RadSEM or RadSEM-Alt"),
             "many-to-many|alt")
      ->capture_default_str();
}

void RadsemColumns::add(const radsem::CaseScore& result) {
  score.push_back(result.score);
  abnormal.push_back(result.abnormal.present() ? result.abnormal.score : kUndefined);
  normal.push_back(result.normal.present() ? result.normal.score : kUndefined);
}

RadsemSummary summarize_radsem(const RadsemColumns& columns, std::size_t failed, const RadsemPolicy& policy,
                               const std::string& signature, const Resampling& how, bool painted) {
  Table table({{"score", Align::left}, {"mean"}, {interval_head(how.confidence)}, {"n"}});
  io::Json scores = io::Json::object();
  for (const Line& line : {Line{"radsem", &columns.score}, Line{"radsem.abnormal", &columns.abnormal},
                           Line{"radsem.normal", &columns.normal}}) {
    std::vector<double> defined;
    for (const double value : *line.values) {
      if (!std::isnan(value)) defined.push_back(value);
    }
    const Interval interval = interval_of_mean(defined, how);
    table.add({line.name, shown(stats::mean(defined)), shown(interval), with_commas(defined.size())});
    scores[line.name] = {
        {"mean", json_number(stats::mean(defined))}, {"interval", json_interval(interval)}, {"n", defined.size()}};
  }
  return {{{"version", program_version()},
           {"records", columns.score.size()},
           {"failed", failed},
           {"policy", policy.name},
           {"bootstrap", json_resampling(how)},
           {"scores", std::move(scores)},
           {"signature", signature}},
          fmt::format("{}\n{}\n", table.text(Paint(painted)), signature)};
}

}  // namespace fiducial::cli
