// RadFact's two stages as questions to a model: a report as phrases of one finding each, and one phrase against all
// phrases of the other report. What comes out are the same records as the embedded reader's.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fiducial/radfact.h"
#include "llm/engine.h"
#include "llm/prompts.h"

namespace fiducial::llm {

class PhrasesTask {
 public:
  explicit PhrasesTask(Prompt prompt);
  // `sentences` as report_sentences() gives them.
  Question question(const std::string& name, const std::vector<std::string>& sentences) const;
  // Rules: an object of the asked shape; every sentence of the report stands in one place; no phrase is empty; where
  // there are no phrases it is said why.
  Complaint read(const std::string& answer, const std::vector<std::string>& sentences,
                 std::vector<radfact::Parsed>& parsed) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  std::shared_ptr<const Schema> schema_;
};

class VerifyTask {
 public:
  explicit VerifyTask(Prompt prompt);
  // Each hypothesis is a question of its own, as RadFact asks. There must be a premise.
  Question question(const std::string& name, const std::string& hypothesis,
                    std::span<const std::string> premises) const;
  // Rules: an object of the asked shape; all evidence is among the premises; who entails or contradicts is named.
  // Evidence of what is neutral is dropped.
  Complaint read(const std::string& answer, std::size_t premises, radfact::Verdict& verdict) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  std::shared_ptr<const Schema> schema_;
};

}  // namespace fiducial::llm
