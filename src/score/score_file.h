// A file of scores, one record a sample: what `score --samples` and `radsem score -o` write, or any other metric's.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "fiducial/io.h"

namespace fiducial {

struct ScoreFile {
  std::string path;
  std::vector<std::string> ids;                                 // in the order of the file
  std::unordered_map<std::string, std::size_t> place;           // id → its place in `ids`
  std::vector<std::string> columns;                             // fields that hold numbers, in the order they are met
  std::unordered_map<std::string, std::vector<double>> scores;  // column → one value a sample; NaN for null or none

  // NaN if there is no such column.
  double at(const std::string& column, std::size_t sample) const;
};

// Reads the whole file. Records without an id (`id`, `name`, `example_id`, `study_id`) or with one that was there
// before go to `failed`. InputError if the file cannot be read or has no scores at all.
ScoreFile read_scores(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed);

}  // namespace fiducial
