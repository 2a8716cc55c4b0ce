// What a model is told: versioned text files (prompts/), linked into the program or read from a folder of the user's.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "llm/protocol.h"

namespace fiducial::llm {

// Names and what is put in their places: {{name}}.
using Fillings = std::map<std::string, std::string>;
// A question and its answer, shown before the real one.
using Example = std::pair<std::string, std::string>;

class Prompt {
 public:
  // InputError names the file and the line: no version, no such section, a section twice.
  Prompt(std::string file, std::string_view text);

  // The messages of a question: system, examples (those of the file, then `more`), user.
  std::vector<Message> messages(const Fillings& fillings, const std::vector<Example>& more = {}) const;
  // A section filled in. InputError if there is no such section, or a name that is not among the fillings.
  std::string fill(const std::string& section, const Fillings& fillings) const;

  // "2-1f3a5c7e": the version that the file says, and a digest of all of it.
  const std::string& version() const { return version_; }

 private:
  std::string fill_text(const std::string& text, const Fillings& fillings) const;

  std::string file_, version_;
  std::map<std::string, std::string> sections_;
  std::vector<Example> examples_;
};

// The prompt of a task, from `folder` if it has a file NAME.txt, else the built-in one.
Prompt prompt_for(const std::string& task, const std::string& folder);

// A built-in file by its name without its ending. InputError if there is none.
std::string_view built_in_prompt(const std::string& name);
// All built-in files, one after the other; see cmake/Bundle.cmake.
std::string_view embedded_prompts();

}  // namespace fiducial::llm
