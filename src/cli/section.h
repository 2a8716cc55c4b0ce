// --section findings|impression|both, the same in every command that reads reports: which part of a report is read.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "cli/app.h"
#include "fiducial/io.h"

namespace fiducial::cli {

class SectionChoice {
 public:
  void add_to(CLI::App& command);
  bool wanted() const { return !word_.empty(); }

  // The text with all but the chosen part blanked out, of the same length, so that spans stay true. Without the option,
  // and for a text that no heading divides, the text as it is. Thread-safe.
  std::string of(std::string_view report) const;
  void apply(std::string& report) const {
    if (wanted()) report = of(report);
  }
  // Of a record with a column for each section, that column; both, one after the other.
  void apply(io::Report& report) const;
  void apply(io::Pair& pair) const {
    apply(pair.reference);
    apply(pair.candidate);
  }
  // "|section:both", for the signatures of what was made of it; empty without the option.
  std::string signature() const { return wanted() ? "|section:" + word_ : std::string(); }
  // Begins to count anew: for a file that is read twice.
  void forget() { counts_->whole = counts_->without = 0; }
  // Says once how many reports had no sections, or not the one asked for.
  void say(bool quiet) const;

 private:
  std::string word_;  // empty: as the reader reads by itself
  struct Counts {
    std::atomic<std::size_t> whole{0}, without{0};
  };
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace fiducial::cli
