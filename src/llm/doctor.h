// Tries every endpoint with a few known cases of every task, and says in plain words what is wrong: the key, the
// certificate, the model's name, answers that break the rules, or a model that does not know present from absent.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "llm/config.h"

namespace fiducial::llm {

struct Diagnosis {
  enum class Kind { good, remark, bad };
  std::string endpoint;
  std::string what;  // "key", "radsem_match: left against right"
  Kind kind = Kind::good;
  std::string words;  // what was seen, and what to do about it
};

// The prompts are those of the folder `prompts`, if it is not empty. `found` is called for each as it is found, `tick`
// often. Nothing is cached.
void examine(const Config& config, const std::string& prompts, const std::function<void(const Diagnosis&)>& found,
             const std::function<void()>& tick);

}  // namespace fiducial::llm
