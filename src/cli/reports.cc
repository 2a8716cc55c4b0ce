#include "cli/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "cli/report_source.h"
#include "cli/terminal.h"

namespace fiducial::cli {

namespace {

constexpr std::size_t kShown = 20;

}  // namespace

void add_report_columns(CLI::App& command, io::ReportColumns& columns) {
  command.add_option("--id-col", columns.name, "Column of the id (default: name, id, example_id, study_id, uid)")
      ->type_name("NAME");
  command
      .add_option("--text-col", columns.text, "Column of the report (default: English_Report, report, findings, text)")
      ->type_name("NAME");
}

void Remarks::add(const std::string& name, const std::string& remark) {
  if (++count_ <= kShown) kept_.push_back(fmt::format("{}: {}", name, remark));
}

void Remarks::show(bool quiet) const {
  if (quiet) return;
  for (const std::string& remark : kept_) note(remark);
  if (count_ > kShown) note(fmt::format("… and {} more of this kind", with_commas(count_ - kShown)));
}

int write_lines(const ReportJob& job) {
  io::ReportReader reader(open_reports(job.in), job.columns);
  io::AtomicFile out(job.out);
  Progress bar(job.label, "reports", 0, job.common.quiet);
  std::atomic<double> fraction{-1.0};
  std::size_t done = 0;
  Remarks remarks;
  InOrder<io::Report, ReportLine> work;
  work.next = [&](io::Report& report) {
    const bool more = reader.next(report);
    if (more && job.section != nullptr) job.section->apply(report);
    if (reader.total_bytes() > 0)
      fraction = static_cast<double>(reader.bytes_read()) / static_cast<double>(reader.total_bytes());
    return more;
  };
  work.make_worker = job.make_worker;
  work.bytes = [](const io::Report& report) { return report.text.size(); };
  work.deliver = [&](const io::Report& report, const ReportLine& made) {
    check_interrupt();
    out.write(made.line);
    if (!made.remark.empty()) remarks.add(report.name, made.remark);
    bar.at(++done, fraction);
  };
  work.run(job.common.threads);
  bar.finish();
  check_interrupt();
  const int code = list_failed(reader.problems(), reader.problem_count());
  if (done == 0) throw InputError({job.in, 0, "", "expected reports, found none that can be used"});
  out.commit();
  remarks.show(job.common.quiet);
  if (job.section != nullptr) job.section->say(job.common.quiet);
  return code;
}

const io::Report* ReportFile::find(const std::string& name) const {
  const auto found = place.find(name);
  return found == place.end() ? nullptr : &reports[found->second];
}

std::vector<std::string> ReportFile::names() const {
  std::vector<std::string> out;
  out.reserve(reports.size());
  for (const io::Report& report : reports) out.push_back(report.name);
  return out;
}

ReportFile read_reports(const std::string& path, const io::ReportColumns& columns, bool quiet, io::ProblemLog& failed,
                        const SectionChoice* section) {
  ReportFile file;
  file.path = path;
  io::ReportReader reader(open_reports(path), columns);
  Progress bar("reading", "reports", 0, quiet);
  io::Report report;
  while (reader.next(report)) {
    check_interrupt();
    if (section != nullptr) section->apply(report);
    file.place.emplace(report.name, file.reports.size());
    file.reports.push_back(std::move(report));
    bar.at(file.reports.size());
  }
  failed.add(reader.problems(), reader.problem_count());
  if (file.reports.empty()) {
    (void)list_failed(failed);
    throw InputError({path, 0, "", "expected reports, found none that can be used"});
  }
  return file;
}

std::vector<std::string> shared_names(const ReportFile& ref, const ReportFile& gen, io::ProblemLog& failed) {
  const auto lacks = [&](const ReportFile& file, const std::string& name) {
    if (file.find(name) != nullptr) return false;
    failed.add({file.path, 0, name, "expected the same names on both sides, but this one is not here"});
    return true;
  };
  std::vector<std::string> names;
  for (const io::Report& report : ref.reports) {
    if (!lacks(gen, report.name)) names.push_back(report.name);
  }
  for (const io::Report& report : gen.reports) (void)lacks(ref, report.name);
  if (names.empty()) {
    (void)list_failed(failed);
    throw InputError({gen.path, 0, "", "expected names that " + ref.path + " has too, found none"});
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace fiducial::cli
