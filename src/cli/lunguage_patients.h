// Two files of rows compared patient by patient: one patient's rows are in memory at a time, and what comes of them
// goes to files in the order of the whole (study by study, then patient by patient; rows as their file had them).
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "cli/lunguage_input.h"
#include "io/spool.h"

namespace fiducial::cli {

// Both sides of a comparison, and what a language model could not group.
struct Sides {
  StoredFile pred, gold;
  std::set<std::string> ungrouped;  // patients

  std::size_t missing_studies() const;  // that only gold has
  bool predicts(lunguage::RowStore::Number gold_study) const;
};

// What is made of them.
struct Comparison {
  std::vector<lunguage::Setting> settings;
  bool drop_missing = false;  // studies without a prediction are left out
  bool group = false;         // rows of a file that has no groups get them
  lunguage::GroupOptions grouping;
  const lunguage::Encoder* encoder = nullptr;
};

// Precision, recall and F1 of every study or patient of a setting.
struct SettingScores {
  std::vector<double> precision, recall, f1;
};

// Lines that are made in the order of the patients and belong after each other by setting.
class SettingLines {
 public:
  SettingLines(std::vector<io::AtomicFile*> files, const std::string& beside)
      : files_(std::move(files)), later_(beside) {}
  bool wanted() const { return !files_.empty(); }
  void add(std::string_view lines, bool last_setting);
  void finish();  // what was held back follows

 private:
  std::vector<io::AtomicFile*> files_;
  io::Spool later_;
};

// The rows of one side as CSV, as they are after grouping, in the order of their file.
class RowsWriter {
 public:
  RowsWriter(const lunguage::RowStore& rows, const std::string& beside);
  void add(lunguage::RowStore::Number block, std::string_view csv);
  void write(io::AtomicFile& file);

 private:
  struct Place {
    std::uint64_t at = 0;
    std::uint32_t bytes = 0;
  };
  const lunguage::RowStore& rows_;
  io::Spool spool_;
  std::vector<Place> places_;  // of each block
};

struct ComparisonOutput {
  SettingLines* samples = nullptr;
  SettingLines* pairs = nullptr;
  RowsWriter* pred = nullptr;
  RowsWriter* gold = nullptr;
  std::array<SettingScores, 2> scores;  // by setting
  std::size_t scored = 0;               // studies and patients
};

// Studies or patients with more rows than can be compared go to `failed` and are in no result.
void compare_sides(const Sides& sides, const Comparison& how, const Common& common, ComparisonOutput& out,
                   io::ProblemLog& failed);

// All that the comparison will have encoded.
std::vector<std::string> phrases_of(const Sides& sides, const Comparison& how);

// The rows of a file as they are, CSV or JSONL by the name of `out`; a line a study has its patients in their order.
void write_rows(const lunguage::RowStore& rows, const std::string& out);
// The same with groups and episodes; the reasons, one a row, to `rationale` if it is not empty.
void write_grouped(const StoredFile& file, const lunguage::GroupOptions& options, const std::string& out,
                   const std::string& rationale, const Common& common, io::ProblemLog& failed);

}  // namespace fiducial::cli
