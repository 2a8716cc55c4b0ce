// RadSEM's two stages as questions to a model: a report as atomic sentences, and the tags of two lists of sentences.
// Here is what a question says and which rules its answer keeps; what comes out are the same records as the embedded
// reader's.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/radsem.h"
#include "llm/engine.h"
#include "llm/prompts.h"

namespace fiducial::llm {

// The sentences of a report, in order, each on one line.
std::vector<std::string> report_sentences(const std::string& report);
// "[1] One\n[2] Two": how questions show them.
std::string numbered(const std::vector<std::string>& sentences);
// A text with its white space folded, so that it stays on its line.
std::string on_one_line(std::string_view text);
// As the published pipeline keeps them: cut at ". ", trimmed, without the final period, no sentence twice.
std::vector<std::string> atomic_sentences(const std::vector<std::string>& texts);
// "One. Two.": the field rewritten_report.
std::string rewritten_text(const std::vector<std::string>& atoms);

class RewriteTask {
 public:
  explicit RewriteTask(Prompt prompt);
  Question question(const io::Report& report, const std::vector<std::string>& sentences) const;
  // Rules: an object of the asked shape; every sentence of the report is used or left out; no number that is not there.
  // What a text is said to come from has something of it.
  Complaint read(const std::string& answer, const std::vector<std::string>& sentences,
                 std::vector<std::string>& atoms) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  std::shared_ptr<const Schema> schema_;
};

class MatchTask {
 public:
  MatchTask(Prompt prompt, radsem::Policy policy);
  Question question(const std::string& name, const std::vector<std::string>& ref,
                    const std::vector<std::string>& gen) const;
  // Rules: an object of the asked shape; every sentence is in a pair or unmatched, not both; no pair twice; labels that
  // fit the normality; under alt no Gen sentence in two pairs. Fills the pairs and unmatched sentences of the tag.
  Complaint read(const std::string& answer, const std::vector<std::string>& ref, const std::vector<std::string>& gen,
                 radsem::Tag& tag) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  radsem::Policy policy_;
  std::shared_ptr<const Schema> schema_;
};

}  // namespace fiducial::llm
