// A model that knows the gold rows and groups of some reports by heart, and answers LUNGUAGE's questions with them: a
// whole run has known numbers.
#pragma once

#include <map>
#include <string>

#include "server.h"

namespace fiducial::cli_test {

class RecordedLunguage {
 public:
  RecordedLunguage(const std::string& reports, const std::string& gold);

  // The answer to a question of either task; empty if it is about something else.
  std::string answer(const llm_server::Request& request) const;
  std::size_t studies() const { return structures_.size(); }
  // The report's sentences of a question, one a line; of a retrieved example too.
  static std::string sentences_in(const std::string& question);
  // The patient whose sentences these are.
  const std::string& subject_of(const std::string& sentences) const { return subjects_.at(sentences); }

 private:
  std::map<std::string, std::string> structures_, subjects_;  // by sentences
  std::map<std::string, std::string> groups_;                 // by the list of findings
};

}  // namespace fiducial::cli_test
