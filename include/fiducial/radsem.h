// RadSEM's deterministic half: from the tags of a matched pair of reports to its score, with the whole account of how
// the score came about. The stages before it (atomic sentences, matching) are elsewhere; see docs/radsem-score.md.
//
// Two ways in. `score(Tag)` takes the published record, sentences and all, and gives an Audit that a person can check.
// `Scorer` takes sentence numbers and weights, keeps its working memory between calls and gives the numbers only: that
// is what scores ten thousand pairs a second. The first is written on top of the second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lexicon.h"

namespace fiducial::radsem {

// ---------------------------------------------------------------------------------------------------------------
// The tag record: what the matching stage says of one pair of reports.
// Every label also has a value for "something else was there", so that a record with bad labels can be held and
// scored as the published scorer does. Labels are compared as they are: "Abnormal" is not "abnormal".

enum class Normality : std::uint8_t {
  abnormal,
  normal,
  other,  // missing or unknown: the pair or item does not count
};

enum class Relation : std::uint8_t {
  null,        // neither sentence has such a concept
  equivalent,  // the same site or concept
  part_whole,  // one contains the other: a third of the credit
  other,       // unknown: no effect on the weight, like null
};

enum class Details : std::uint8_t {
  null,        // no details to compare
  equivalent,  // all details agree
  partial,     // some agree: 0.75 of the credit
  none,        // none agree: half of the credit
  other,       // unknown: no effect on the weight, like null
};

enum class Side : std::uint8_t {
  ref,
  gen,
  other,  // missing or unknown: the item does not count
};

struct TagPair {
  std::string ref_sentence;
  std::string gen_sentence;
  Normality normality = Normality::other;
  Relation anatomical = Relation::null;
  Relation asserted = Relation::null;
  Relation negated = Relation::null;
  Details details = Details::null;

  bool operator==(const TagPair&) const = default;
};

struct Unmatched {
  Side side = Side::other;
  std::string sentence;
  Normality normality = Normality::other;

  bool operator==(const Unmatched&) const = default;
};

struct Tag {
  std::string name;
  std::string examined_area;
  std::string examined_type;
  std::vector<TagPair> pairs;
  std::vector<Unmatched> unmatched;
  bool well_formed = true;  // false: `findings` was not an object; the score is 0

  bool operator==(const Tag&) const = default;
};

// The published values: "abnormal", "part-whole", "Ref"; "null" and "other" for the last two kinds.
std::string_view label(Normality value);
std::string_view label(Relation value);
std::string_view label(Details value);
std::string_view label(Side value);

// ---------------------------------------------------------------------------------------------------------------
// Weights and policies.

// How many of the pair's three relations are part-whole: the paper's k.
int part_wholes(const TagPair& pair);
// (1/3)^k times the detail coefficient (1, 0.75 or 0.5).
double pair_weight(int part_wholes, Details details);
double pair_weight(const TagPair& pair);

inline constexpr double kAbnormalWeight = 0.9;
inline constexpr double kNormalWeight = 0.1;
// Amounts of credit at or below this are nothing.
inline constexpr double kNothing = 1e-12;

enum class Policy : std::uint8_t {
  many_to_many,  // RadSEM: credit allocated over all pairs by maximum flow
  alt,           // RadSEM-Alt: one assignment per Gen sentence, greedy up to each Ref's capacity
};
std::string_view label(Policy policy);  // "many-to-many", "alt"

// ---------------------------------------------------------------------------------------------------------------
// The numbers.

// What became of a pair.
enum class PairStatus : std::uint8_t {
  counted,         // its weight takes part in the allocation
  duplicate,       // another pair of the same two sentences, heavier or earlier, stands for it
  outranked,       // alt: its Gen sentence is assigned to another Ref sentence
  ref_full,        // alt: its Ref sentence had no capacity left
  bad_normality,   // not counted: normality is neither abnormal nor normal
  empty_sentence,  // not counted: one of its sentences is empty
};
std::string_view label(PairStatus status);
// True if the pair makes its class present: all but the last two.
bool counts(PairStatus status);

// How a class score came about.
enum class Rule : std::uint8_t {
  absent,         // no counted pair, no unmatched sentence: the class has no part in the mixture
  base,           // 2M / (2M + U)
  no_unmatched,   // U is 0 and every weight is 1: 1.0
  partial_match,  // U is 0 and some weight is below 1: 1 - lambda (1 - q)
};
std::string_view label(Rule rule);

struct ClassScore {
  double matched = 0;  // M: the allocated credit
  std::size_t unmatched_ref = 0;
  std::size_t unmatched_gen = 0;
  double base_f1 = 0;  // 2M / (2M + U), 0 if that is 0/0
  Rule rule = Rule::absent;
  std::size_t n = 0;         // unique sentence pairs
  double q = 0;              // mean weight of those; 0 if there are none
  double lambda = 0;         // 0.25 / sqrt(n) where the rule is partial_match, else 0
  double score = 0;          // 0 if absent
  double mixture_share = 0;  // its weight in the final mixture, renormalised: 0.9, 0.1, 1 or 0

  bool present() const { return rule != Rule::absent; }
};

struct CaseScore {
  ClassScore abnormal;
  ClassScore normal;
  double score = 0;
};

// Sets both mixture shares and the final score from the two class scores.
void mix(CaseScore& result);

// A pair, its sentences given by number. Numbers of Ref and of Gen sentences are separate, small and dense (memory is
// taken for the largest).
struct Edge {
  std::uint32_t ref = 0;
  std::uint32_t gen = 0;
  double weight = 0;
  Normality normality = Normality::abnormal;
};

// A sentence that the matching left over, by the same numbers.
struct LeftOver {
  std::uint32_t sentence = 0;
  Side side = Side::ref;
  Normality normality = Normality::abnormal;
};

// What one edge got.
struct EdgeCredit {
  PairStatus status = PairStatus::counted;
  double credit = 0;
};

// Scores cases one after the other with working memory that is kept: after the first few calls nothing is allocated.
// One Scorer belongs to one thread at a time.
class Scorer {
 public:
  Scorer();
  ~Scorer();
  Scorer(Scorer&&) noexcept;
  Scorer& operator=(Scorer&&) noexcept;

  // One class under many-to-many: all edges are taken to be of that class, in list order, duplicates allowed.
  // `credits` is empty or as long as `edges`. Of several best allocations it gives the one that docs/radsem-score.md
  // describes: heavier pairs first, then earlier ones, moved only where that raises the total.
  ClassScore class_score(std::span<const Edge> edges, std::size_t unmatched_ref, std::size_t unmatched_gen,
                         std::span<EdgeCredit> credits = {});

  // Both classes and the mixture. Edges and items whose normality or side is `other` are ignored (their status is
  // bad_normality). Under many_to_many only the number of items left over matters, not which sentences they are.
  CaseScore score(std::span<const Edge> edges, std::span<const LeftOver> left_over,
                  Policy policy = Policy::many_to_many, std::span<EdgeCredit> credits = {});

  // The same from a tag record, without the audit.
  CaseScore score(const Tag& tag, Policy policy = Policy::many_to_many);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

// ---------------------------------------------------------------------------------------------------------------
// The audit: everything that a reader needs to recompute the score by hand.

struct PairAudit {
  int part_wholes = 0;  // k
  double weight = 0;
  PairStatus status = PairStatus::counted;
  double credit = 0;  // allocated credit; the credits of a class add up to its matched count
};

struct Audit {
  Policy policy = Policy::many_to_many;
  bool well_formed = true;
  std::vector<PairAudit> pairs;      // one for each pair of the tag, in its order
  std::vector<Unmatched> unmatched;  // the items that were counted; under alt: the sentences found unmatched
  ClassScore abnormal;
  ClassScore normal;
  double score = 0;
};

Audit score(const Tag& tag, Policy policy = Policy::many_to_many);

// ---------------------------------------------------------------------------------------------------------------
// Stages 1 and 2 with the embedded reader: no model, no network, the same answer every time.

// An atomic finding sentence, and where it comes from.
struct Atom {
  std::string sentence;  // "Left lung shows patchy opacity."
  bool abnormal = false;
  std::uint32_t begin = 0, end = 0;  // bytes of the report
};

// A piece of the report that gave no atom, and why ("technique", "history", "impression", …).
struct LeftOut {
  std::uint32_t begin = 0, end = 0;
  std::string_view reason;
};

struct Rewritten {
  std::vector<Atom> atoms;  // in the report's order, no sentence twice
  std::vector<LeftOut> left_out;
  bool compared_by_words = false;  // nothing could be read in it nor in the other report: its words are its one atom
  // "Sentence one. Sentence two.": the published field `rewritten_report`.
  std::string text() const;
};

// Two sentences that cannot both be true, by their numbers among the atoms.
struct Clash {
  std::uint32_t ref = 0, gen = 0;
};

struct Matched {
  Rewritten ref, gen;
  Tag tag;                     // pairs and unmatched sentences with all labels
  std::vector<Clash> clashes;  // why some stayed unmatched
};

// A report that was rewritten, by whomever, and the report itself if it is known: what we wrote of it is then
// understood as what it was written from, and the staged way gives the score of the whole.
struct RewrittenReport {
  std::string_view text;    // "Sentence one. Sentence two."
  std::string_view source;  // empty: every sentence is read as text
};

// The tag of two rewritten reports, in their own sentences.
struct OwnSentences {
  Tag tag;
  std::size_t unread = 0;  // sentences that gave no finding of their own: they are in no list of the tag
};

// Reads and matches reports one after the other, keeping its memory. One belongs to one thread at a time.
class Matcher {
 public:
  explicit Matcher(const fiducial::Lexicon& lexicon = {});
  ~Matcher();
  Matcher(Matcher&&) noexcept;
  Matcher& operator=(Matcher&&) noexcept;

  Rewritten rewrite(std::string_view report);
  Matched match(std::string_view ref, std::string_view gen, Policy policy = Policy::many_to_many);
  OwnSentences match(const RewrittenReport& ref, const RewrittenReport& gen, Policy policy = Policy::many_to_many);
  // The score alone, without writing a sentence: what a reward or a million pairs need. The same number that
  // `score(match(…).tag)` gives.
  CaseScore score(std::string_view ref, std::string_view gen, Policy policy = Policy::many_to_many);
  // Of the lexicon, for signatures.
  std::string_view lexicon_version() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::radsem
