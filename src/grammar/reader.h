// The embedded reader: a report's text to its Findings, with no model.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/finding.h"
#include "grammar/items.h"
#include "grammar/parse.h"
#include "text/sentence.h"

namespace fiducial::findings {

// Reads reports one after another, reusing its memory. Not for use by two threads at once; make one a thread.
class Reader {
 public:
  explicit Reader(const Lexicon& lexicon, RuleSet off = {}) : lexicon_(lexicon), off_(off) {}
  const Lexicon& lexicon() const { return lexicon_; }

  // What the report says, in its order; each proposition once, paired organs by side, ranges by level.
  void read(std::string_view report, Reading& out);

 private:
  bool only_denies(std::string_view report, std::span<const text::Token> tokens) const;

  const Lexicon& lexicon_;
  RuleSet off_;
  Clause clause_;
  std::vector<text::Token> tokens_, joined_;
  std::vector<text::Sentence> sentences_;
  std::vector<Item> items_;
  std::vector<Finding> raw_;
};

}  // namespace fiducial::findings
