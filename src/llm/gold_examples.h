// Few-shot examples from the user's gold reports: for each report the gold ones that are most like it by BM25, never
// one of the same patient.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "llm/bm25.h"
#include "llm/lunguage_tasks.h"

namespace fiducial::llm {

class GoldExamples {
 public:
  // Gold rows and the texts that they are of, joined by patient and study. A study without its text, or whose rows
  // break the task's rules, is no example.
  GoldExamples(StructureTask& task, const lunguage::Rows& gold, std::span<const lunguage::StudyText> texts);

  // The most alike last, next to the question.
  std::vector<Example> best(const lunguage::StudyText& study, std::size_t count) const;
  std::size_t size() const { return examples_.size(); }
  std::size_t unused() const { return unused_; }

 private:
  struct Source {
    std::string subject, study;
  };
  Bm25 index_;
  std::vector<Source> sources_;
  std::vector<Example> examples_;
  std::size_t unused_ = 0;
};

}  // namespace fiducial::llm
