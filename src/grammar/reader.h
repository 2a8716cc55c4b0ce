// The embedded reader: a report's text to its Findings, with no model.
#pragma once

#include <string_view>
#include <vector>

#include "grammar/clause.h"
#include "grammar/finding.h"
#include "grammar/items.h"
#include "grammar/parse.h"
#include "text/sentence.h"

namespace fiducial::findings {

// Which sections are read: those that say what this examination shows, or whatever a clause can be read from. In the
// second case each clause says which it stands in, and what one section speaks of means nothing to the others.
enum class Sections : std::uint8_t { findings, all };

// Reads reports one after another, reusing its memory. Not for use by two threads at once; make one a thread.
class Reader {
 public:
  explicit Reader(const Lexicon& lexicon, RuleSet off = {}) : lexicon_(lexicon), off_(off) {}
  const Lexicon& lexicon() const { return lexicon_; }

  // What the report says, in its order; each proposition once, paired organs by side, ranges by level.
  // `watch`, if it is set, sees the parse of each clause.
  void read(std::string_view report, Reading& out, const ClauseWatcher& watch = {},
            Sections sections = Sections::findings);
  // Is there anything in the report that read() gives a Finding of? Reads no farther than it must.
  bool finds_anything(std::string_view report);

 private:
  enum class Until : std::uint8_t { end, first_finding };
  void read_until(std::string_view report, Until until, Reading& out, const ClauseWatcher& watch, Sections sections);

  struct Outline {
    std::size_t findings_from = 0;  // the last sentence whose heading says that findings begin
    bool findings = false, text_before_impression = false, skip_impression = false;
  };
  struct State {
    lexicon::HeadingKind section = lexicon::HeadingKind::none;
    int sentences = 0;  // of the section so far
  };
  struct Conclusion {  // a sentence of the impression
    std::size_t sentence, note;
    std::vector<text::Token> tokens;  // without the heading
  };
  Outline outline() const;
  void heading(std::string_view report, const text::Sentence& s, std::span<const text::Token>& tokens, Context& context,
               State& state);
  void described_within(std::string_view report, std::span<const text::Token>& tokens);
  std::span<const text::Token> joined(std::span<const text::Token> heading, std::span<const text::Token> rest);
  std::span<const text::Token> joined_to_each(std::span<const text::Token> heading, std::span<const text::Token> rest);
  void topic(const text::Sentence& s, std::size_t h, const Counts& n, std::span<const text::Token>& tokens,
             Context& context, State& state);
  Dropped dropped_by_section(std::size_t sentence, const Outline& outline, State& state) const;
  void pass_over_numbers();
  OpeningEnd opening_end(std::span<const text::Token> tokens, std::size_t sentence, const Context& context) const;
  Dropped read_found(std::string_view report, std::span<const text::Token> tokens, std::size_t sentence,
                     Context& context, const ClauseWatcher& watch);
  void remember_examined(std::string_view report, std::span<const text::Token> tokens, Dropped why, Context& context);
  void conclude(std::string_view report, const Context& findings, Reading& out, const ClauseWatcher& watch);
  bool says_findings(std::string_view report, std::span<const text::Token> tokens);

  const Lexicon& lexicon_;
  RuleSet off_;
  Clause clause_;
  std::vector<text::Token> tokens_, joined_;
  std::vector<text::Sentence> sentences_;
  std::vector<Item> items_, behind_;  // behind_: those behind the colon of a heading
  std::vector<Conclusion> conclusions_;
  std::vector<Finding> raw_, aside_;
};

}  // namespace fiducial::findings
