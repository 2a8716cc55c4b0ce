// PairReader and ReportReader: which columns they are, by which names.
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "fiducial/io.h"
#include "io/columns.h"

namespace fiducial::io {
namespace {

std::string check_age(std::string_view text) {
  if (text.empty() || !std::isnan(age_in_years(text))) return {};
  return "expected an age such as 45, \"45 years\" or 045Y, found something else";
}

// A record may lack it, but a file may not lack one that the user named.
Column patient_column(const std::string& chosen, const char* usual, std::string (*check)(std::string_view)) {
  return {{chosen.empty() ? usual : chosen}, false, !chosen.empty(), check};
}

std::vector<Column> pair_columns(const PairColumns& chosen) {
  std::vector<Column> columns{
      column(chosen.id, {"id", "name", "example_id", "study_id", "uid"}),
      column(chosen.reference, {"reference", "ref", "target", "ground_truth", "gt"}),
      column(chosen.candidate, {"candidate", "cand", "prediction", "pred", "hypothesis", "hyp", "generated", "gen"}),
  };
  if (chosen.patient) {
    columns.push_back(patient_column(chosen.age, "age", check_age));
    columns.push_back(patient_column(chosen.indication, "indication", nullptr));
  }
  return columns;
}

std::vector<Column> report_columns(const ReportColumns& chosen) {
  std::vector<Column> columns = {
      column(chosen.name, {"name", "id", "example_id", "study_id", "uid"}),
      column(chosen.text, {"English_Report", "report", "findings", "text", "impression"}),
      {{"Examined_Area"}, false, false, nullptr},
      {{"Examined_Type"}, false, false, nullptr},
  };
  for (const char* section : {"findings", "impression"}) columns.push_back({{section}, false, false, nullptr});
  if (!chosen.source.empty()) columns.push_back({{chosen.source}, false, false});
  return columns;
}

}  // namespace

double age_in_years(std::string_view text) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  if (end == copy.c_str() || !(value >= 0) || value > 1000) return kNone;
  std::string_view rest(end);
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '-')) rest.remove_prefix(1);
  if (rest.empty()) return value;
  switch (rest.front() | 0x20) {
    case 'y':
      return value;
    case 'm':
      return value / 12;
    case 'w':
      return value * 7 / 365.25;
    case 'd':
      return value / 365.25;
    default:
      return kNone;
  }
}

PairReader::PairReader(const std::string& path, const PairColumns& columns, ReadOptions options)
    : PairReader(open_source(path), columns, options) {}
PairReader::PairReader(std::unique_ptr<ByteSource> source, const PairColumns& columns, ReadOptions options)
    : reader_(std::make_unique<ColumnReader>(std::move(source), pair_columns(columns), options)) {}
PairReader::PairReader(PairReader&&) noexcept = default;
PairReader& PairReader::operator=(PairReader&&) noexcept = default;
PairReader::~PairReader() = default;

bool PairReader::next(Pair& pair) {
  if (!reader_->next()) return false;
  // Swapped, not copied: both sides keep their memory for the records to come.
  std::swap(pair.id, reader_->values()[0]);
  std::swap(pair.reference, reader_->values()[1]);
  std::swap(pair.candidate, reader_->values()[2]);
  if (reader_->values().size() > 3) {
    std::swap(pair.age, reader_->values()[3]);
    std::swap(pair.indication, reader_->values()[4]);
  }
  pair.line = reader_->line();
  return true;
}

const std::vector<Problem>& PairReader::problems() const {
  return reader_->stream().problems().kept();
}
std::size_t PairReader::problem_count() const {
  return reader_->stream().problems().count();
}
std::uint64_t PairReader::bytes_read() const {
  return reader_->stream().source().bytes_read();
}
std::uint64_t PairReader::total_bytes() const {
  return reader_->stream().source().total_bytes();
}

ReportReader::ReportReader(const std::string& path, const ReportColumns& columns, ReadOptions options)
    : ReportReader(open_source(path), columns, options) {}
ReportReader::ReportReader(std::unique_ptr<ByteSource> source, const ReportColumns& columns, ReadOptions options)
    : reader_(std::make_unique<ColumnReader>(std::move(source), report_columns(columns), options)),
      own_text_(!columns.text.empty()) {}
ReportReader::ReportReader(ReportReader&&) noexcept = default;
ReportReader& ReportReader::operator=(ReportReader&&) noexcept = default;
ReportReader::~ReportReader() = default;

bool ReportReader::next(Report& report) {
  if (!reader_->next()) return false;
  std::swap(report.name, reader_->values()[0]);
  std::swap(report.text, reader_->values()[1]);
  std::swap(report.area, reader_->values()[2]);
  std::swap(report.type, reader_->values()[3]);
  std::swap(report.findings, reader_->values()[4]);
  std::swap(report.impression, reader_->values()[5]);
  if (reader_->values().size() > 6) std::swap(report.source, reader_->values()[6]);
  report.line = reader_->line();
  const auto blank = [](std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; };
  report.in_columns =
      !own_text_ && !blank(report.impression) && (report.text == report.findings || report.text == report.impression);
  if (report.in_columns && blank(report.text)) report.text = report.impression;
  return true;
}

const std::vector<Problem>& ReportReader::problems() const {
  return reader_->stream().problems().kept();
}
std::size_t ReportReader::problem_count() const {
  return reader_->stream().problems().count();
}
std::uint64_t ReportReader::bytes_read() const {
  return reader_->stream().source().bytes_read();
}
std::uint64_t ReportReader::total_bytes() const {
  return reader_->stream().source().total_bytes();
}

}  // namespace fiducial::io
