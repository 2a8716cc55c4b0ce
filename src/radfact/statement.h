// A phrase as verification sees it: its Findings, and beside them what the Findings do not hold.
//
// A hypothesis is read alone. Premises are the phrases of one report in their order and are read together, so that a
// heading, a side or "it" carries over; each Finding is then given to the phrase that it stands in. Abnormal findings
// of an organ whose side was not said are taken back to one finding of no side ("pulmonary consolidation" is
// consolidation somewhere in the lungs), while what is denied or normal stays said of both sides. "No new infiltrate"
// denies a new one. On a frontal film the base of a lung and its lower lobe are one place, and a shadow of no place, or
// a "base" of nothing, is the lung's: they are made so here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/reader.h"

namespace fiducial::radfact {

// Concepts among words: far from the hash of any word, in practice.
inline constexpr text::WordHash kConcepts = text::WordHash{1} << 62U;
// Likewise sides, levels of the spine and ribs, and measures in tenths.
inline constexpr text::WordHash kSides = kConcepts - 256;
inline constexpr text::WordHash kLevels = kConcepts - 1024;
inline constexpr text::WordHash kAmounts = kConcepts / 2;
inline constexpr text::WordHash kMostAmounts = 1000000;

using findings::ConceptId;
using findings::Finding;
using findings::Lexicon;
using text::WordHash;

struct Claim {
  Finding finding;
  std::uint64_t organs = 0, wholes = 0;  // a bit for each organ, and for each with all that it is part of
  std::vector<WordHash> head;            // the nouns that name it, by their stems
  bool infiltrate = false;               // it is called an infiltrate: the loosest word for a shadow of the lung
  lexicon::Side lent_side = lexicon::Side::none;  // no side was said of it, but the report speaks of this one alone
  bool alternative = false;                       // beside an "or": it, or another
  bool unseen = false;                            // "not visualized": whether it is there, and how it is, is not known
  bool plural = false;                            // "abscesses": more than one
  bool definite = false;  // "the nodule": one that is known already, and of which something is said
  bool located = false;   // "the aneurysm is in the arch": and what is said is where it is
};

// After the organs of a claim changed.
void index_organs(const Lexicon& lexicon, Claim& claim);
// Most claims speak of organs that have nothing to do with each other, which their bits tell at once.
inline bool may_share_organ(const Claim& a, const Claim& b) {
  return a.organs == 0 || b.organs == 0 || (a.organs & b.wholes) != 0 || (b.organs & a.wholes) != 0;
}

// A measure and what it is of, by the words around it: "CBD 4 mm" is no finding, but it says something.
struct Measurement {
  std::vector<WordHash> of;  // concepts, or stems of words that the lexicon does not know
  lexicon::Side side = lexicon::Side::none;
  double value = 0;                            // the largest of several; millimetres if it is a length
  findings::Unit unit = findings::Unit::none;  // none: a length
};

// One piece of the content of a phrase, as it stands there: what is aligned when two phrases are compared by their
// words.
struct Term {
  enum class Kind : std::uint8_t { observation, place, detail, side, level, amount, word };
  static constexpr int kKinds = 7;
  Kind kind = Kind::word;
  ConceptId meanings[4] = {findings::kNone, findings::kNone, findings::kNone, findings::kNone};  // any of them
  ConceptId site = findings::kNone;  // what its form says beside: "cardiomegaly" is of the heart
  lexicon::Side side = lexicon::Side::none;
  std::uint8_t level_from = 0, level_to = 0;
  findings::Unit unit = findings::Unit::none;  // of an amount; none: a length in millimetres
  float amount = 0;
  std::array<WordHash, 4> words{};  // the stems of its first words
  std::uint32_t begin = 0;          // where it stands
  std::int8_t claim = -1;           // of its statement: the one that it is part of
  bool denied = false;              // it is said not to be so, or it is what a healthy organ shows
};

struct Statement {
  std::vector<Claim> claims;
  std::vector<Term> terms;
  std::vector<Measurement> measurements;
  findings::ConceptSet<6> changes;                    // stable, new, improved, worsened
  findings::ConceptSet<6> not_changes;                // those of them that may be no change: "the heart is enlarged"
  std::vector<WordHash> words;                        // all content, sorted: concepts where they are known, else stems
  std::vector<WordHash> unread;                       // those of them that no claim holds
  std::uint32_t hints = 0;                            // a bit for each kind of hint in it
  lexicon::HintKind bound = lexicon::HintKind::none;  // its measure is a limit: "under 6 mm", "over 50%"
  std::uint32_t compared_at = 0;                      // where its first "more" or "less" ends
  bool ranks = false;                                 // it says which of several is the larger
  bool unimaged = false;                              // it says what no image shows, and not only of whom
  bool denied = false;                                // some word of it denies
  bool either = false;            // only one of the alternatives need be true: "scarring or atelectasis"
  bool advises = false;           // "CT is recommended"
  std::vector<WordHash> advised;  // then the examinations that it names
  bool rest = false;              // of what was not named elsewhere: "the remaining lungs are clear"

  bool hinted(lexicon::HintKind kind) const { return (hints >> static_cast<unsigned>(kind) & 1U) != 0; }
};

// Reads phrases one after another, reusing its memory.
class StatementReader {
 public:
  explicit StatementReader(const Lexicon& lexicon)
      : lexicon_(lexicon),
        reader_(lexicon),
        stable_(lexicon.find("change.stable")),
        new_(lexicon.find("change.new")),
        clear_(lexicon.find("clear")),
        absence_(lexicon.find("absence")),
        person_(lexicon.find("hint.person")),
        infiltration_(lexicon.find("infiltration")),
        opacity_(lexicon.find("opacity")),
        lung_(lexicon.find("lung")),
        base_(lexicon.find("lung.base")),
        base_part_(lexicon.find("base")),
        lower_lobe_(lexicon.find("lung.lower_lobe")) {}
  Statement read(std::string_view phrase);
  // A report's text, one Statement for each thing it says: the Findings of one head, by sides and levels.
  std::vector<Statement> read_text(std::string_view report);
  // That something is there, how large it is, how it changed, … are several things to say: a Statement for each, that
  // it is there first. None if nothing more is said than that.
  std::vector<Statement> aspects(const Statement& statement) const;
  // The phrases of one report, one Statement each.
  std::vector<Statement> read_report(std::span<const std::string> phrases);

 private:
  struct Stretch {
    std::uint32_t begin = 0, end = 0;  // bytes
  };
  void add_change(const Finding& finding, Statement& out) const;
  void read_stretch(std::string_view text, Stretch stretch, std::span<const Finding> findings, Statement& out);
  static void lend_side(std::vector<Statement>& statements);
  void take_claims(std::string_view text, std::span<const Finding> findings, Statement& out);
  void read_words(Statement& out);
  void read_terms(Statement& out) const;
  void add_both_sides(const findings::Item& item, Statement& out) const;
  void read_advice(Statement& out) const;
  void read_measurements(Statement& out) const;
  bool add_named(const findings::Item& item, Measurement& out) const;
  void read_hints(Statement& out) const;
  // Is it one of several words that name a place?
  bool within_place(const text::Token& token) const;
  bool ranks_one(std::size_t first, std::size_t behind) const;
  void find_alternatives(Statement& out) const;
  void read_heads(Statement& out) const;
  bool merely_hints(const findings::Item& item) const;
  void find_unread(Statement& out) const;
  bool is_definite(const Finding& finding) const;
  bool is_located(const Finding& finding) const;
  bool is_indefinite(const Finding& finding) const;
  bool is_plural(const Finding& finding) const;
  void deny_new(Statement& out) const;
  void find_clear(Statement& out) const;
  void place(Finding& finding) const;
  bool says(WordHash word, ConceptId meaning) const;
  bool says_both(std::span<const text::Token> tokens) const;

  const Lexicon& lexicon_;
  findings::Reader reader_;
  findings::Reading reading_, alone_;
  ConceptId stable_, new_, clear_, absence_, person_, infiltration_, opacity_, lung_, base_, base_part_, lower_lobe_;
  std::string report_;
  std::vector<text::Token> all_tokens_;
  std::string_view text_;                // of the report, or of the phrase that is read alone
  std::span<const text::Token> tokens_;  // of the phrase at hand
  std::vector<findings::Item> items_;    // likewise
};

}  // namespace fiducial::radfact
