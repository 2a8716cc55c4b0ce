// The smallest account of the differences between two readings.
//
// 1. Statements. A report's Findings that say that something is there become statements with a weight (weigh.h). What
//    one phrase says of several places (left and right, three levels) is one statement for the reader of the list: its
//    Findings share its weight, and errors of one kind between the same two phrases are one error. An organ of a pair
//    with no side, which the reader expands to both, is one Finding again: either side satisfies it.
// 2. Candidates. Two statements may be of one thing if their names or their places have something in common
//    (difference.h says in what they differ, and what that costs). To leave both alone costs w + w'; to pair them
//    max(w, w') · distance, in which name and place count in full and the other attributes less: an old fracture is
//    the acute one with an error, and not the loss of height beside it. What differs in name is two things if each
//    report denies the other's, and what differs in place too if one does. Of reports of many hundred statements those
//    that both make are matched first, and the others are not compared all with all (neighbours.h).
// 3. Assignment. The pairs that save most, exactly (stats::assign), one component of the candidate graph at a time.
//    That is the smallest account: a lesion on the wrong side is one pair with a side error, because that is cheaper
//    than one that is missing and one that is invented. If each report denies the other's place it is one error still,
//    but nothing of it is right.
// 4. What is alone. A statement that the other report says in other words already (a sign beside its diagnosis) is no
//    error, nor is a bare lesion beside the diagnosis that both reports give it, nor one that goes with a matched
//    statement of its sentence to another place. One that the other report denies is a negation. The others are
//    missing or invented; one of each at the same place, or in two sentences that otherwise say the same, is one
//    finding called by another's name.
// 5. Attribution. Two pairs with each other's attributes are one error, not two.
// 6. A candidate that asserts and denies the same has a negation for it, though it is matched; so has a detail of the
//    one report that the other denies. Normal measurements of one place that differ are errors of size.
//
// Every step is deterministic: ties go to the earlier statement.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "errors/difference.h"
#include "errors/weigh.h"
#include "grammar/finding.h"

namespace fiducial::errors {

inline constexpr std::uint32_t kNobody = 0xffffffff;

struct Statement {
  findings::Finding finding;  // with side none if its organ was expanded to both
  std::uint32_t number = 0;   // of the Finding in the reading
  std::uint32_t phrase = 0;   // statements with one number are of one phrase
  bool asserted = false;      // says that something is there; else a denial or a normal statement
  Significance significance = Significance::minor;
  double weight = 0;
};

struct Matched {
  std::uint32_t reference = 0, candidate = 0;  // statements
  double weight = 0;                           // of the pair
  Difference difference;
};

// An error by numbers of statements; kNobody: that report does not say it.
struct Mistake {
  Kind kind = Kind::missing;
  Significance significance = Significance::minor;
  double weight = 0;
  std::uint32_t reference = kNobody, candidate = kNobody;
  bool alone = false;  // of statements that are not matched
};

struct Balance {
  std::vector<Statement> reference, candidate;
  std::vector<Matched> matched;
  std::vector<Mistake> mistakes;  // heaviest first, then in the order of the reports
  double credit = 0, missed = 0, invented = 0;
  double nuances = 0;  // what breaks ties
  double score = 1;
};

// The constant of the score: how much a report is worth in which nothing is to be found.
inline constexpr double kConstant = 0.1;
// What a detail that only one report says takes of its statement's weight: nothing that is seen, but of two candidates
// the one with all details is the better.
inline constexpr double kNuance = 0.002;
// The share of the score that a word takes which no Finding says, and how many of them count.
inline constexpr double kLeftOver = 0.0002;
inline constexpr std::size_t kMostLeftOver = 20;

class Together;
class Neighbours;

class Accountant {
 public:
  Accountant(const findings::Lexicon& lexicon, const Weigher& weigher);
  ~Accountant();
  Accountant(const Accountant&) = delete;
  Accountant& operator=(const Accountant&) = delete;

  // `candidate_text` tells a bare denial from one of the rest; without it every denial is bare.
  void run(std::span<const findings::Finding> reference, std::span<const findings::Finding> candidate, Balance& out,
           std::string_view candidate_text = {});
  // After it: words that no Finding says, and that the other report has not (grammar/content.h), break ties too.
  static void count_left_over(std::size_t words, Balance& out);

 private:
  struct Candidate {
    std::uint32_t reference, candidate;
    double saved;
    Difference difference;
  };

  void states(std::span<const findings::Finding> report, std::vector<Statement>& out) const;
  void weigh(std::vector<Statement>& statements) const;
  void find_candidates(Balance& b);
  void match_alike(Balance& b);
  void consider(const Balance& b, std::uint32_t i, std::uint32_t j);
  bool denied(const Balance& b, std::uint32_t i, bool reference);
  bool two_things(const Balance& b, std::uint32_t i, std::uint32_t j, const Difference& d);
  void contradict_places(Balance& b);
  void choose(Balance& b);
  void choose_component(Balance& b, std::span<const std::uint32_t> links);
  void keep(Balance& b, const Candidate& c);
  void explain_pairs(Balance& b);
  void attribute(Balance& b);
  bool exchanged(const Balance& b, const Matched& x, const Matched& y, Kind kind) const;
  void explain_alone(Balance& b);
  void look_at_alone(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                     const std::vector<Statement>& other, bool reference, Balance& b);
  struct Clash;
  void look_for_clash(const Statement& own, const Statement& other, std::uint32_t number, bool reference,
                      Clash& clash) const;
  bool identified(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                  const std::vector<Statement>& other, std::uint32_t i, Together& sentences) const;
  static findings::Finding moved_along(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                                       const std::vector<Statement>& other, std::uint32_t i, Together& sentences);
  static bool with_its_phrase(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                              std::uint32_t i, bool reference, const Balance& b, Together& phrases, Mistake& m);
  double misplacement(findings::ConceptId what) const;
  void look_beneath(const Statement& s, const Statement* denial, Mistake& m) const;
  static void deny_the_phrase(Balance& b);
  static void call_otherwise(Mistake& lost, Mistake& made);
  static void misnamed_in_its_sentence(Balance& b);
  void misnamed(Balance& b) const;
  bool takes_back(const findings::Finding& denial, const findings::Finding& assertion) const;
  bool speaks_of_others(std::string_view text, const findings::Finding& denial) const;
  void contradict_itself(std::string_view candidate_text, Balance& b) const;
  void deny_details(const std::vector<Statement>& own, const std::vector<Statement>& other, bool reference,
                    Balance& b) const;
  void compare_measurements(Balance& b) const;
  void merge(Balance& b) const;
  void total(Balance& b) const;
  static void score(Balance& b);

  const findings::Lexicon& lexicon_;
  const Weigher& weigher_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> partner_of_reference_, partner_of_candidate_;
  std::vector<std::uint32_t> root_;  // of the components
  enum class Denied : std::uint8_t { unknown, no, yes };
  std::vector<Denied> denied_reference_, denied_candidate_;      // by the other report, as far as it was asked
  std::unique_ptr<Neighbours> near_reference_, near_candidate_;  // what may deny them
};

}  // namespace fiducial::errors
