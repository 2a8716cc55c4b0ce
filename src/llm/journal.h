// The journal of a run: one JSON line a request, appended as they end, over all sessions of the run. It says when, who,
// how long and how it ended, and nothing of what was said.
#pragma once

#include <string>

#include "llm/engine.h"

namespace fiducial::llm {

class Journal {
 public:
  // InputError if the file cannot be written.
  explicit Journal(std::string path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void write(const JournalEntry& entry);

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace fiducial::llm
