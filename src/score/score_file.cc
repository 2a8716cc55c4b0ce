#include "score/score_file.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace fiducial {
namespace {

constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

// CSV holds numbers as text.
double number_in(const io::Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return kNoScore;
  const std::string text = value.get<std::string>();
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return text.empty() || end != text.c_str() + text.size() ? kNoScore : number;
}

void add_record(ScoreFile& file, const io::Record& record) {
  const std::size_t sample = file.ids.size() - 1;
  for (const auto& [name, value] : record.fields.items()) {
    if (name == "id" || name == "name" || name == "example_id" || name == "study_id" || name == "uid") continue;
    const double score = number_in(value);
    const auto column = file.scores.find(name);
    if (column == file.scores.end() && std::isnan(score)) continue;
    if (column == file.scores.end()) file.columns.push_back(name);
    auto& list = file.scores[name];
    list.resize(sample, kNoScore);
    list.push_back(score);
  }
}

}  // namespace

double ScoreFile::at(const std::string& column, std::size_t sample) const {
  const auto list = scores.find(column);
  return list == scores.end() || sample >= list->second.size() ? kNoScore : list->second[sample];
}

ScoreFile read_scores(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed) {
  ScoreFile file;
  file.path = source->name();
  io::RecordReader reader(std::move(source));
  io::Record record;
  std::string first;  // what the first record has
  while (reader.next(record)) {
    if (first.empty()) first = record.what_it_has();
    std::string id = record.id();
    if (id.empty()) {
      reader.reject(record, "expected an id (id, name, example_id, study_id or uid), found none; " + first);
    } else if (!file.place.emplace(id, file.ids.size()).second) {
      reader.reject(record, "expected each id once, found it again", id);
    } else {
      file.ids.push_back(std::move(id));
      add_record(file, record);
    }
  }
  failed.add(reader.problems(), reader.problem_count());
  if (file.columns.empty()) {
    throw InputError({file.path, 0, "",
                      "expected records with an id and scores, found none that can be used" +
                          (first.empty() ? first : "; " + first)});
  }
  return file;
}

}  // namespace fiducial
