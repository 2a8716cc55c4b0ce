// Reports in which nothing can be read: what is said of them, so that no score comes of them in silence.
#pragma once

#include <string>

#include "cli/reports.h"
#include "fiducial/io.h"
#include "fiducial/lexicon.h"
#include "grammar/reader.h"
#include "text/pool.h"

namespace fiducial::cli {

class Unread {
 public:
  explicit Unread(const fiducial::Lexicon& lexicon)
      : readers_([lexicon] { return std::make_unique<findings::Reader>(lexicon.tables()); }) {}

  // What to say of the pair; empty if there is something in both. Thread-safe.
  std::string remark(const io::Pair& pair);
  // One after the other.
  void add(const io::Pair& pair, const std::string& remark);
  void show(bool quiet) const { remarks_.show(quiet); }
  // {"reference": n, "candidate": n}
  io::Json json() const { return {{"reference", reference_}, {"candidate", candidate_}}; }

 private:
  bool says_nothing(std::string_view report);

  text::Pool<findings::Reader> readers_;
  Remarks remarks_;
  std::size_t reference_ = 0, candidate_ = 0;
};

}  // namespace fiducial::cli
