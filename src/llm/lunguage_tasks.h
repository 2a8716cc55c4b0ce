// LUNGUAGE's two stages as questions to a model: a report as rows, and the rows of a patient in groups and episodes.
// Here is what a question says and which rules its answer keeps; what comes out are the same rows as the embedded
// reader's.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fiducial/lunguage.h"
#include "llm/engine.h"
#include "llm/prompts.h"
#include "lunguage/candidates.h"

namespace fiducial::llm {

// A sentence of a section that LUNGUAGE structures. The model knows it by its place in the list, from 1.
struct SectionSentence {
  std::string section, text;
  int sent_idx = 0;  // in its section, from 1
};
std::vector<SectionSentence> section_sentences(const std::string& report);

// Entities, and kinds of attributes, each with its section.
struct Mentions {
  std::set<std::pair<std::string, std::string>> entities, attributes;
};

class StructureTask {
 public:
  // Candidates are of this vocabulary, which must outlive the task; nullptr: of ours.
  StructureTask(Prompt prompt, const lunguage::Vocabulary* vocabulary, lunguage::CandidateOptions candidates = {});
  Question question(const std::string& id, const std::vector<SectionSentence>& sentences,
                    const std::vector<Example>& retrieved);
  // Rules: an object of the asked shape; names, categories and values of the schema; every entity has Cat, Dx_Status
  // and Dx_Certainty once; words of names stand in their sentence, words of values in their section; the schema's
  // validator finds nothing; every sentence has an entity or is left out. What the schema implies is added: the way
  // back of an Associate, the Associate of an Evidence.
  Complaint read(const std::string& answer, const std::vector<SectionSentence>& sentences, lunguage::Rows& rows) const;
  // The rows of a gold study as a question and its answer; nothing if the answer would break the rules.
  std::optional<Example> example(const std::vector<SectionSentence>& sentences,
                                 std::span<const lunguage::Row* const> rows);
  // What the sentences are likely to have, by all terms found in them.
  Mentions mentions(const std::vector<SectionSentence>& sentences);
  const Prompt& prompt() const { return prompt_; }

 private:
  std::string numbered(const std::vector<SectionSentence>& sentences);

  Prompt prompt_;
  lunguage::CandidateFinder finder_, every_term_;
  std::shared_ptr<const Schema> schema_;
};

// Where a row of a patient belongs.
struct Grouped {
  std::string group, why;
  int episode = 0;
};

// A row as the model sees it: "day 3; findings; PF; positive; definitive: pleural effusion right small".
std::string finding_line(const lunguage::Row& row);

class GroupTask {
 public:
  explicit GroupTask(Prompt prompt);
  // The rows of one patient, in time.
  Question question(const std::string& id, std::span<const lunguage::Row* const> rows) const;
  // Rules: an object of the asked shape; every row in exactly one episode; groups with different names; the negative
  // rows of a group are one episode, which has no positive one. Episodes are numbered by their first rows.
  Complaint read(const std::string& answer, std::span<const lunguage::Row* const> rows,
                 std::vector<Grouped>& grouped) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  std::shared_ptr<const Schema> schema_;
};

}  // namespace fiducial::llm
