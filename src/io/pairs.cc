// PairReader and ReportReader: which columns they are, by which names.
#include <utility>

#include "fiducial/io.h"
#include "io/columns.h"

namespace fiducial::io {
namespace {

std::vector<Column> pair_columns(const PairColumns& chosen) {
  return {
      column(chosen.id, {"id", "name", "example_id", "study_id", "uid"}),
      column(chosen.reference, {"reference", "ref", "target", "ground_truth", "gt"}),
      column(chosen.candidate, {"candidate", "cand", "prediction", "pred", "hypothesis", "hyp", "generated", "gen"}),
  };
}

std::vector<Column> report_columns(const ReportColumns& chosen) {
  std::vector<Column> columns = {
      column(chosen.name, {"name", "id", "example_id", "study_id", "uid"}),
      column(chosen.text, {"English_Report", "report", "findings", "text"}),
      {{"Examined_Area"}, false, false},
      {{"Examined_Type"}, false, false},
  };
  if (!chosen.source.empty()) columns.push_back({{chosen.source}, false, false});
  return columns;
}

}  // namespace

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
    : reader_(std::make_unique<ColumnReader>(std::move(source), report_columns(columns), options)) {}
ReportReader::ReportReader(ReportReader&&) noexcept = default;
ReportReader& ReportReader::operator=(ReportReader&&) noexcept = default;
ReportReader::~ReportReader() = default;

bool ReportReader::next(Report& report) {
  if (!reader_->next()) return false;
  std::swap(report.name, reader_->values()[0]);
  std::swap(report.text, reader_->values()[1]);
  std::swap(report.area, reader_->values()[2]);
  std::swap(report.type, reader_->values()[3]);
  if (reader_->values().size() > 4) std::swap(report.source, reader_->values()[4]);
  report.line = reader_->line();
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
