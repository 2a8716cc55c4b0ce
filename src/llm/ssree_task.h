// SSREE's five levels as a question to a model: atomic sentences in, five reports out, each further from the first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "llm/engine.h"
#include "llm/prompts.h"
#include "ssree/ladder.h"

namespace fiducial::llm {

struct Levels {
  std::optional<ssree::Ladder> ladder;
  std::string unfit;                  // why there is none: the words of ssree::LadderBuilder
  std::vector<std::size_t> abnormal;  // the numbers of the abnormal sentences, ascending from 1
};

class LevelsTask {
 public:
  explicit LevelsTask(Prompt prompt);
  // Which abnormal sentences are turned first: the numbers from 1 to `atoms`, the same for the same seed.
  static std::vector<std::size_t> order_of(std::size_t atoms, std::uint64_t seed);
  Question question(const std::string& name, const std::vector<std::string>& atoms,
                    const std::vector<std::size_t>& order) const;
  // Rules: an object of the asked shape; every sentence is called normal or abnormal; each level turns what it must and
  // speaks of every sentence once, level 5 in a sentence of its own; what is turned has other words; what is not keeps
  // its figures; no two levels are the same. A report with too few findings needs no levels.
  Complaint read(const std::string& answer, const std::vector<std::string>& atoms,
                 const std::vector<std::size_t>& order, Levels& levels) const;
  const Prompt& prompt() const { return prompt_; }

 private:
  Prompt prompt_;
  std::shared_ptr<const Schema> schema_;
};

}  // namespace fiducial::llm
