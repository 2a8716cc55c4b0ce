// Raw reports with their place in a timeline.
#include <fmt/format.h>

#include <algorithm>

#include "fiducial/io.h"
#include "fiducial/lunguage.h"
#include "io/id_set.h"
#include "io/show.h"
#include "lunguage/days.h"

namespace fiducial::lunguage {
namespace {

// The first of these fields that is there, as text.
std::string first_of(const io::Record& record, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const io::Json* value = record.find(name);
    if (value == nullptr) continue;
    if (value->is_string()) return value->get<std::string>();
    if (value->is_number_integer() || value->is_number_unsigned()) return value->dump();
  }
  return {};
}

// The first of these columns that has a text.
std::pair<std::string, std::string> first_column(const io::Record& record,
                                                 std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    std::string text(record.text(name));  // a number is no report
    if (!text.empty()) return {std::string(name), std::move(text)};
  }
  return {};
}

// One text, with headings where the sections come in columns of their own.
void set_report(const io::Record& record, StudyText& study) {
  const auto add = [&](const char* heading, const std::pair<std::string, std::string>& column) {
    if (column.second.empty()) return;
    study.report += heading;
    study.pieces.push_back({column.first, study.report.size(), study.report.size() + column.second.size()});
    study.report += column.second;
    if (*heading != '\0') study.report += "\n\n";
  };
  add("", first_column(record, {"report", "English_Report", "text"}));
  if (!study.report.empty()) return;
  add("HISTORY: ", first_column(record, {"history", "indication", "hist"}));
  const auto findings = first_column(record, {"findings"});
  const auto impression = first_column(record, {"impression"});
  // An empty heading says where a history of several sentences ends.
  if (findings.second.empty() && !impression.second.empty() && !study.report.empty()) study.report += "FINDINGS:\n\n";
  add("FINDINGS: ", findings);
  add("IMPRESSION: ", impression);
}

// By day_from_first, else by the date.
void set_day(const std::string& day, const std::string& date, StudyText& study) {
  if (!day.empty() && day.find_first_not_of("0123456789") == std::string::npos && day.size() < 10) {
    study.day = std::stol(day);
  } else if (!date.empty()) {
    study.day = day_of_date(date);
    study.dated = study.day.has_value();
  }
}

}  // namespace

struct StudyReader::State {
  io::RecordReader reader;
  io::IdSet seen;

  // What is wrong with it; empty if nothing is.
  std::string fault(const io::Record& record, const StudyText& study, bool day_said) {
    if (!study.day && day_said) return "expected a day like 12 or a date like 2180-05-07, found something else";
    if (study.report.empty())
      return "expected a field 'report', or 'findings' and 'impression', with a text; " + record.what_it_has();
    if (study.report.size() > kMostReport)
      return fmt::format("expected a report of at most {} bytes, found {}", kMostReport, study.report.size());
    if (seen.insert(study.subject + '\0' + study.study, study.line) != 0)
      return "expected each study once, found it again";
    return {};
  }
};

StudyReader::StudyReader(std::unique_ptr<io::ByteSource> source)
    : state_(std::make_unique<State>(State{io::RecordReader(std::move(source)), {}})) {}
StudyReader::~StudyReader() = default;
StudyReader::StudyReader(StudyReader&&) noexcept = default;
StudyReader& StudyReader::operator=(StudyReader&&) noexcept = default;

bool StudyReader::next(StudyText& study) {
  io::Record record;
  while (state_->reader.next(record)) {
    study = StudyText();
    study.line = record.line;
    study.study = first_of(record, {"study_id", "id", "name", "example_id", "uid"});
    study.subject = first_of(record, {"subject_id"});
    set_report(record, study);
    if (study.study.empty()) study.study = std::to_string(record.number);
    if (study.subject.empty()) study.subject = study.study;
    const std::string day = first_of(record, {"day_from_first"});
    const std::string date = first_of(record, {"StudyDateTime", "StudyDate"});
    set_day(day, date, study);
    std::string fault = state_->fault(record, study, !(day.empty() && date.empty()));
    if (fault.empty()) return true;
    state_->reader.reject(record, std::move(fault), study.study);
  }
  return false;
}

const io::RecordReader& StudyReader::records() const {
  return state_->reader;
}

std::vector<StudyText> read_studies(std::unique_ptr<io::ByteSource> source, io::ProblemLog& problems) {
  StudyReader reader(std::move(source));
  std::vector<StudyText> studies;
  std::map<std::string, long> first_date;  // of each patient whose studies are known by date
  StudyText study;
  while (reader.next(study)) {
    if (study.dated) {
      const auto [entry, fresh] = first_date.try_emplace(study.subject, *study.day);
      if (!fresh) entry->second = std::min(entry->second, *study.day);
    }
    studies.push_back(std::move(study));
  }
  for (StudyText& one : studies) {
    if (one.dated) *one.day -= first_date[one.subject];
    one.dated = false;
  }
  problems.add(reader.records().problems(), reader.records().problem_count());
  return studies;
}

std::vector<int> sequence_of(std::span<const StudyText> studies) {
  std::map<std::string, std::vector<std::size_t>> by_subject;
  for (std::size_t i = 0; i < studies.size(); ++i) by_subject[studies[i].subject].push_back(i);
  std::vector<int> out(studies.size(), 1);
  for (auto& [subject, list] : by_subject) {
    const bool dated = std::all_of(list.begin(), list.end(), [&](std::size_t i) { return studies[i].day.has_value(); });
    if (dated) {
      std::stable_sort(list.begin(), list.end(),
                       [&](std::size_t a, std::size_t b) { return studies[a].day < studies[b].day; });
    }
    for (std::size_t i = 0; i < list.size(); ++i) out[list[i]] = static_cast<int>(i) + 1;
  }
  return out;
}

}  // namespace fiducial::lunguage
