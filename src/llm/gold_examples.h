// Few-shot examples from the user's gold reports: for each report gold ones that are like it by BM25, never one of the
// same patient.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "llm/bm25.h"
#include "llm/lunguage_tasks.h"

namespace fiducial::llm {

// How examples are chosen: those most like the report, or such that between them they have its entities and its kinds
// of attributes, section by section, and of those the most alike (as published).
enum class Choice { alike, diverse };

class GoldExamples {
 public:
  // Gold rows and the texts that they are of, joined by patient and study. A study without its text, or whose rows
  // break the task's rules, is no example.
  GoldExamples(StructureTask& task, const lunguage::Rows& gold, std::span<const lunguage::StudyText> texts);

  // The most alike last, next to the question.
  std::vector<Example> best(const lunguage::StudyText& study, std::size_t count, Choice choice) const;
  std::size_t size() const { return examples_.size(); }
  std::size_t unused() const { return unused_; }

 private:
  struct Source {
    std::string subject, study;
    Mentions has;
  };
  std::vector<std::size_t> diverse(const Mentions& wanted, const std::vector<std::size_t>& order,
                                   std::size_t count) const;

  StructureTask& task_;
  Bm25 index_;
  std::vector<Source> sources_;
  std::vector<Example> examples_;
  std::size_t unused_ = 0;
};

}  // namespace fiducial::llm
