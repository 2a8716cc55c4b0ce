// --lexicon FILE, the same in every command that reads reports: a site's own terms, added to the built-in lexicon.
#pragma once

#include <memory>
#include <string>

#include "cli/app.h"
#include "fiducial/radfact.h"
#include "fiducial/radsem.h"
#include "lexicon/lexicon.h"

namespace fiducial::cli {

struct OwnTerms {
  std::string file;                             // empty: none were given
  std::string text;                             // what is in it, after load()
  std::string significance_file, significance;  // the same for the table of weights

  void load();
  bool given() const { return !file.empty() || !significance_file.empty(); }
  // The lexicon with what was given, after load().
  std::unique_ptr<lexicon::Lexicon> lexicon() const;
  // Makes them part of the lexicon that every metric reads with.
  void use();
  // The reader of RadSEM with these terms. Throws for terms that cannot be used, naming file and line.
  radsem::Embedded embedded() const;
  // The same for RadFact.
  radfact::Embedded radfact() const;
};
void add_own_terms(CLI::App& command, OwnTerms& terms);
// --significance FILE, where errors are weighed.
void add_own_significance(CLI::App& command, OwnTerms& terms);

// The program's lexicon, or that with a site's terms.
class ChosenLexicon {
 public:
  explicit ChosenLexicon(OwnTerms& terms);
  const lexicon::Lexicon& operator*() const { return own_ ? *own_ : lexicon::Lexicon::embedded(); }

 private:
  std::unique_ptr<lexicon::Lexicon> own_;
};

// All bytes of a text file, unpacked if it is a gzip file.
std::string read_text(const std::string& path);

}  // namespace fiducial::cli
