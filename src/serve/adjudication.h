// What people changed of a run's matches: a journal beside the run, one line a decision, never rewritten.
//
// A decision is the whole tag record of a case as it is from then on, with who made it and why, and a version: the
// number of decisions on that case. Whoever decides names the version that he saw; if another came first, nothing is
// kept and he is told. A line is written and on the disk before the decision is confirmed. A program that is killed
// while it writes leaves part of a last line, which is cut off at the next start: at most that decision is lost. One
// program at a time decides: who comes second is told, or reads first what the other left.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "fiducial/io.h"

namespace fiducial::serve {

struct Decision {
  std::string who, why, time;
  std::string tag;  // the record, as JSON on one line
};

class Adjudication {
 public:
  // The folder need not be there: it is made with the first decision. InputError: a journal that is none of ours.
  explicit Adjudication(std::string folder);
  ~Adjudication();
  Adjudication(const Adjudication&) = delete;
  Adjudication& operator=(const Adjudication&) = delete;

  std::vector<Decision> of(const std::string& id) const;
  // The tag that is in force, if somebody decided.
  std::optional<std::string> tag(const std::string& id) const;
  std::size_t decided() const;  // cases
  // What is in force of every case that somebody decided on.
  std::map<std::string, Decision> all() const;
  // False: the case has another version than `seen` by now, and nothing is kept. InputError: it cannot be written.
  bool decide(const std::string& id, std::size_t seen, Decision decision);
  // Writes a file of the folder, whole or not at all, as `text` gives it: one after the other, so that the newest is
  // what stays. InputError: it cannot be written.
  void publish(const std::string& name, const std::function<std::string()>& text) const;
  const std::string& folder() const { return folder_; }

 private:
  void load();
  void take_file();
  void append(const std::string& line);

  std::string folder_, path_;
  mutable std::mutex mutex_;
  std::map<std::string, std::vector<Decision>, std::less<>> decisions_;  // under the mutex
  std::uintmax_t size_ = 0;                                              // of the journal as we know it
  int file_ = -1;                                                        // under the mutex
  mutable std::mutex publishing_;
};

}  // namespace fiducial::serve
