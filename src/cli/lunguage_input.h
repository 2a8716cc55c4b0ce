// Files of the `lunguage` commands: structured reports as they are, or raw reports that are structured (and grouped)
// when they are opened, so that either side of a comparison may be either.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "cli/app.h"
#include "cli/section.h"
#include "fiducial/lunguage.h"
#include "lunguage/row_store.h"

namespace fiducial::cli {

using StudyKey = std::pair<std::string, std::string>;  // subject, study

struct LunguageFile {
  std::string path;
  bool structured = false;  // as opened
  lunguage::Rows rows;
  std::set<StudyKey> studies;              // also those in which nothing was found
  std::vector<lunguage::StudyText> texts;  // of raw reports
};

// The rows, or the reports that have no rows yet. Problems of single records and broken rules of the schema go to
// `failed`.
LunguageFile read_lunguage(const std::string& path, io::ProblemLog& failed, const SectionChoice& section = {});
// Adds the rows of a report, which say nothing yet of whose they are.
void add_rows(LunguageFile& file, std::size_t text, int sequence, lunguage::Rows rows);
// Does a row name its group? Rows that name none beside such are no part of a timeline, as published.
bool has_groups(const LunguageFile& file);

// A file whose rows are on the disk, however large it is.
struct StoredFile {
  std::string path;
  bool structured = false;  // as opened
  lunguage::RowStore rows;

  bool has_groups() const { return rows.rows() == 0 || rows.ungrouped() < rows.rows(); }
};
// The rows, or the reports as the embedded reader structures them. They are kept on the file system of the folder
// `beside`.
StoredFile store_lunguage(const std::string& path, const std::string& beside, const Common& common,
                          io::ProblemLog& failed, const SectionChoice& section, const fiducial::Lexicon& lexicon);
StoredFile stored(LunguageFile file, const std::string& beside);
// A patient with more rows is not grouped and not scored as one; the studies are.
inline constexpr std::size_t kMostRowsOfPatient = 10'000;
void check_patient(const StoredFile& file, lunguage::RowStore::Number patient);  // RecordError for such a one
// The studies of one file that the other has not, as problems of the other; sorted.
void report_missing(const StoredFile& all, const StoredFile& some, const std::string& message, io::ProblemLog& failed);
// The folder of a file that is written, for what is kept beside it; nothing for standard output.
std::string folder_of(const std::string& out);
// Who read each side, for signatures: "pred:embedded|gold:given|grammar:…|lexicon:…".
std::string sides_signature(bool pred_given, bool gold_given, const char* reader, const fiducial::Lexicon& lexicon);

// CSV, or JSONL if the name says so.
bool is_jsonl(const std::string& path);
std::string written_as(const std::string& path, const lunguage::Rows& rows);

void add_gap(CLI::App& command, lunguage::GroupOptions& options);
void add_lunguage_score(Program& program, CLI::App& group);  // score and run, beside structure, group and evaluate

}  // namespace fiducial::cli
