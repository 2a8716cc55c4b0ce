// Files of reports as commands read them: one after the other with a bar, through workers, or whole to align by name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/app.h"
#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/section.h"

namespace fiducial::cli {

// --id-col and --text-col.
void add_report_columns(CLI::App& command, io::ReportColumns& columns);

// What becomes of a report: its line of output, and what to say of it to the user, if anything.
struct ReportLine {
  std::string line;
  std::string remark;
};
using LineOf = std::function<ReportLine(const io::Report&)>;

// Remarks about single records, the first few of them in full; shown on standard error.
class Remarks {
 public:
  void add(const std::string& name, const std::string& remark);
  void show(bool quiet) const;

 private:
  std::vector<std::string> kept_;
  std::size_t count_ = 0;
};

struct ReportJob {
  std::string in, out;  // "-" is a standard stream
  std::string label;    // of the bar: "reading"
  io::ReportColumns columns;
  Common common;
  std::function<LineOf()> make_worker;     // called once in each thread
  const SectionChoice* section = nullptr;  // which part of each is read; said at the end
};
// Writes one line a report, in the order of the input, wholly or not at all; gives the exit code. InputError if the
// file has no report that can be used.
int write_lines(const ReportJob& job);

// A file of reports in memory, in its order.
struct ReportFile {
  std::string path;
  std::vector<io::Report> reports;
  std::unordered_map<std::string, std::size_t> place;  // name → its place in `reports`

  const io::Report* find(const std::string& name) const;
  std::vector<std::string> names() const;
};
ReportFile read_reports(const std::string& path, const io::ReportColumns& columns, bool quiet, io::ProblemLog& failed,
                        const SectionChoice* section = nullptr);

// The names that both files have, sorted by their bytes as the published pipeline does. A name that one file lacks is a
// failed record of that file. InputError if they share none.
std::vector<std::string> shared_names(const ReportFile& ref, const ReportFile& gen, io::ProblemLog& failed);

// Results for 0 … count-1, made on several threads and delivered in order, with a bar.
template <class Result>
void for_each_place(std::size_t count, const char* label, const char* unit, const Common& common,
                    std::function<std::function<Result(const std::size_t&)>()> make_worker,
                    std::function<void(std::size_t, Result&)> deliver,
                    std::function<void(std::size_t, const std::string&)> failed = {}) {
  Progress bar(label, unit, count, common.quiet);
  InOrder<std::size_t, Result> work;
  work.next = [count, at = std::size_t{0}](std::size_t& item) mutable {
    item = at;
    return at++ < count;
  };
  work.make_worker = std::move(make_worker);
  work.bytes = [](const std::size_t&) { return std::size_t{0}; };
  work.deliver = [&](std::size_t item, Result& result) {
    check_interrupt();
    deliver(item, result);
    bar.at(item + 1);
  };
  if (failed) {
    work.failed = [&](std::size_t item, const std::string& why) {
      failed(item, why);
      bar.at(item + 1);
    };
  }
  work.run(common.threads);
}

}  // namespace fiducial::cli
