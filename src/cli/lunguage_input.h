// Files of the `lunguage` commands: structured reports as they are, or raw reports that are structured (and grouped)
// when they are opened, so that either side of a comparison may be either.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "cli/app.h"
#include "cli/section.h"
#include "fiducial/lunguage.h"

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
// The same with the rows of the reports, by the embedded reader.
LunguageFile open_lunguage(const std::string& path, const Common& common, io::ProblemLog& failed,
                           const SectionChoice& section = {}, const fiducial::Lexicon& lexicon = {});
// Does a row name its group? Rows that name none beside such are no part of a timeline, as published.
bool has_groups(const LunguageFile& file);
// Groups the rows of a file that has none yet.
void ensure_groups(LunguageFile& file, const lunguage::GroupOptions& options);

// Who read each side, for signatures: "pred:embedded|gold:given|grammar:…|lexicon:…".
std::string sides_signature(const LunguageFile& pred, const LunguageFile& gold, const char* reader,
                            const fiducial::Lexicon& lexicon);

// CSV, or JSONL if the name says so.
std::string written_as(const std::string& path, const lunguage::Rows& rows);

void add_gap(CLI::App& command, lunguage::GroupOptions& options);
void add_lunguage_score(Program& program, CLI::App& group);  // score and run, beside structure, group and evaluate

}  // namespace fiducial::cli
