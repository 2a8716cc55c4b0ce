// --lexicon FILE, the same in every command that reads reports: a site's own terms, added to the built-in lexicon.
#pragma once

#include <memory>
#include <string>

#include "cli/app.h"
#include "fiducial/lexicon.h"
#include "lexicon/lexicon.h"

namespace fiducial::cli {

struct OwnTerms {
  std::string file;                             // empty: none were given
  std::string text;                             // what is in it, after load()
  std::string significance_file, significance;  // the same for the table of weights
  fiducial::Lexicon lexicon;                    // the built-in one, with what was given after load()

  // Throws for terms that cannot be used, naming file and line.
  void load();
  bool given() const { return !file.empty() || !significance_file.empty(); }
};
void add_own_terms(CLI::App& command, OwnTerms& terms);
// --significance FILE, where errors are weighed.
void add_own_significance(CLI::App& command, OwnTerms& terms);

// The program's lexicon, or that with a site's terms.
class ChosenLexicon {
 public:
  explicit ChosenLexicon(OwnTerms& terms) : own_((terms.load(), terms.lexicon)) {}
  const lexicon::Lexicon& operator*() const { return own_.tables(); }

 private:
  fiducial::Lexicon own_;
};

// All bytes of a text file, unpacked if it is a gzip file.
std::string read_text(const std::string& path);

}  // namespace fiducial::cli
