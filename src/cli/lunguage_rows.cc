// Rows of a file on the disk, written as they are or with their groups.
#include <fmt/format.h>

#include <algorithm>

#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/lunguage_lines.h"
#include "cli/lunguage_patients.h"
#include "cli/progress.h"

namespace fiducial::cli {
namespace {

using lunguage::Rows;
using lunguage::RowStore;
using Number = RowStore::Number;

struct GroupedPatient {
  Rows rows;
  std::string lines, reasons;
  std::vector<std::pair<Number, std::string>> csv;
};

// The studies of a patient in time, as far as the first rows tell.
void write_studies(const RowStore& rows, Number patient, io::AtomicFile& file) {
  std::vector<std::pair<int, Number>> studies;
  for (const Number study : rows.studies_of(patient)) {
    const std::vector<Number> blocks = rows.blocks_of(std::span(&study, 1));
    if (!blocks.empty()) studies.emplace_back(rows.load(std::span(blocks).first(1)).front().sequence, study);
  }
  std::stable_sort(studies.begin(), studies.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [sequence, study] : studies)
    file.write(lunguage::to_jsonl(rows.load(rows.blocks_of(std::span(&study, 1)))));
}

}  // namespace

void write_rows(const RowStore& rows, const std::string& out) {
  io::AtomicFile file(out);
  if (is_jsonl(out)) {
    for (Number patient = 0; patient < rows.patients(); ++patient) {
      check_interrupt();
      write_studies(rows, patient, file);
    }
  } else {
    file.write(lunguage::csv_head(rows.other_columns()));
    std::string lines;
    for (Number block = 0; block < rows.blocks(); ++block) {
      check_interrupt();
      lines.clear();
      for (const lunguage::Row& row : rows.load(std::span(&block, 1)))
        lunguage::append_csv(lines, row, rows.other_columns());
      file.write(lines);
    }
  }
  file.commit();
}

void write_grouped(const StoredFile& file, const lunguage::GroupOptions& options, const std::string& out,
                   const std::string& rationale, const Common& common, io::ProblemLog& failed) {
  const RowStore& store = file.rows;
  const bool jsonl = is_jsonl(out);
  io::AtomicFile to(out);
  std::optional<io::AtomicFile> why;
  if (!rationale.empty()) why.emplace(rationale);
  RowsWriter csv(store, folder_of(out));
  Progress bar("grouping", "patients", store.patients(), common.quiet);
  Number next = 0;
  std::size_t done = 0;
  InOrder<Number, GroupedPatient> work;
  work.next = [&](Number& patient) {
    patient = next++;
    return patient < store.patients();
  };
  work.make_worker = [&]() -> std::function<GroupedPatient(const Number&)> {
    return [&](const Number& patient) {
      check_patient(file, patient);
      const std::vector<Number> blocks = store.blocks_of(store.studies_of(patient));
      Rows rows = store.load(blocks);
      std::vector<lunguage::GroupDecision> decisions;
      lunguage::group(rows, options, &decisions);
      GroupedPatient grouped;
      if (!rationale.empty()) {
        for (const auto& [row, reason] : decisions) grouped.reasons += rationale_line(rows[row], reason);
      }
      if (jsonl) grouped.lines = lunguage::to_jsonl(rows);
      std::size_t at = 0;
      for (const Number block : jsonl ? std::vector<Number>() : blocks) {
        std::string& lines = grouped.csv.emplace_back(block, "").second;
        for (std::size_t i = 0; i < store.rows_in(block); ++i)
          lunguage::append_csv(lines, rows[at++], store.other_columns());
      }
      return grouped;
    };
  };
  work.bytes = [&](const Number& patient) { return store.rows_of(patient) << 9; };
  work.deliver = [&](Number&, GroupedPatient& grouped) {
    check_interrupt();
    if (why) why->write(grouped.reasons);
    to.write(grouped.lines);
    for (const auto& [block, lines] : grouped.csv) csv.add(block, lines);
    bar.at(++done);
  };
  work.failed = [&](Number& patient, const std::string& reason) {
    failed.add({file.path, 0, store.subject(patient), reason});
  };
  work.run(common.threads);
  if (!jsonl) csv.write(to);
  to.commit();
  if (why) why->commit();
}

}  // namespace fiducial::cli
