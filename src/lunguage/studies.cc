// Raw reports with their place in a timeline.
#include <algorithm>

#include "fiducial/io.h"
#include "fiducial/lunguage.h"
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
    std::string text = first_of(record, {name});
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

}  // namespace

std::vector<StudyText> read_studies(std::unique_ptr<io::ByteSource> source, io::ProblemLog& problems) {
  io::RecordReader reader(std::move(source));
  std::vector<StudyText> studies;
  std::map<std::pair<std::string, std::string>, std::size_t> seen;
  std::map<std::string, long> first_date;  // of each patient whose studies are known by date
  io::Record record;
  while (reader.next(record)) {
    StudyText study;
    study.line = record.line;
    study.study = first_of(record, {"study_id", "id", "name", "example_id", "uid"});
    study.subject = first_of(record, {"subject_id"});
    set_report(record, study);
    if (study.study.empty()) study.study = std::to_string(record.number);
    if (study.subject.empty()) study.subject = study.study;
    const std::string day = first_of(record, {"day_from_first"});
    const std::string date = first_of(record, {"StudyDateTime", "StudyDate"});
    if (!day.empty() && day.find_first_not_of("0123456789") == std::string::npos && day.size() < 10) {
      study.day = std::stol(day);
    } else if (!date.empty()) {
      study.day = day_of_date(date);
      if (study.day) {
        const auto [entry, fresh] = first_date.try_emplace(study.subject, *study.day);
        if (!fresh) entry->second = std::min(entry->second, *study.day);
      }
    }
    if (!study.day && !(day.empty() && date.empty())) {
      reader.reject(record, "expected a day like 12 or a date like 2180-05-07, found something else", study.study);
    } else if (study.report.empty()) {
      reader.reject(record,
                    "expected a field 'report', or 'findings' and 'impression', with a text; " + record.what_it_has(),
                    study.study);
    } else if (!seen.emplace(std::pair(study.subject, study.study), studies.size()).second) {
      reader.reject(record, "expected each study once, found it again", study.study);
    } else {
      studies.push_back(std::move(study));
    }
  }
  for (StudyText& study : studies) {
    const auto first = first_date.find(study.subject);
    if (study.day && first != first_date.end()) *study.day -= first->second;
  }
  problems.add(reader.problems(), reader.problem_count());
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
