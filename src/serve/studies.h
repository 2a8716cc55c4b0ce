// Reports to annotate by LUNGUAGE's schema: each study with its rows, as the reader made them or as people decided.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fiducial/lunguage.h"
#include "serve/adjudication.h"

namespace fiducial::serve {

// A row as a record, and back. Files, API and page use the same names.
io::Json row_json(const lunguage::Row& row);
// `problems` get the rows that cannot be used, and what is wrong with those that can; a problem's line is the row's
// number, from 1.
lunguage::Rows rows_from_json(const io::Json& list, std::vector<Problem>& problems);

class Studies {
 public:
  // InputError: a file that has no reports. Decisions are kept beside it, in FILE.annotated.
  explicit Studies(const std::string& path, const Lexicon& lexicon = {});

  std::size_t size() const { return studies_.size(); }
  const lunguage::StudyText& study(std::size_t number) const { return studies_[number]; }
  // Of the report, as the rows number them.
  const std::vector<lunguage::SentencePlace>& sentences(std::size_t number) const { return sentences_[number]; }
  int sequence(std::size_t number) const { return sequence_[number]; }
  const io::ProblemLog& problems() const { return problems_; }
  // In force: decided, or read and grouped over the patient's studies.
  lunguage::Rows rows(std::size_t number) const;
  std::vector<Decision> decisions(std::size_t number) const;
  // As Adjudication::decide; afterwards rows.csv has all studies.
  bool decide(std::size_t number, std::size_t seen, const std::string& who, const std::string& why,
              const std::string& time, const lunguage::Rows& rows);
  // The published CSV: every study, as decided or as read.
  std::string csv() const;

 private:
  std::string key(std::size_t number) const;

  std::vector<lunguage::StudyText> studies_;
  std::vector<std::vector<lunguage::SentencePlace>> sentences_;
  std::vector<int> sequence_;
  std::vector<lunguage::Rows> read_;  // one a study
  io::ProblemLog problems_;
  std::unique_ptr<Adjudication> decided_;
};

}  // namespace fiducial::serve
