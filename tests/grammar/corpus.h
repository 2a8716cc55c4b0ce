// The corpus of the grammar: text files in tests/grammar/data/corpus that a radiologist could correct. A case is a
// title between two lines of "=", a report, a line "---", and its Findings, one a line with every field that says
// something (grammar/trace.h, show). FIDUCIAL_UPDATE_CORPUS=1 rewrites the expectations, for review.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fiducial::findings {

struct CorpusCase {
  std::string title, report;
  std::vector<std::string> findings;
};

std::vector<CorpusCase> read_corpus(const std::filesystem::path& file);
void write_corpus(const std::filesystem::path& file, const std::vector<CorpusCase>& cases);

}  // namespace fiducial::findings
