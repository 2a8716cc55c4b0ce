// Verdicts with the index of a long report and without it.
#include <gtest/gtest.h>

#include <string>

#include "fiducial/stats.h"
#include "radfact/verify.h"

namespace fiducial::radfact {
namespace {

template <std::size_t N>
const char* any(stats::Random& random, const char* const (&list)[N]) {
  return list[random.below(N)];
}

std::string random_phrase(stats::Random& random) {
  constexpr const char* kPlaces[] = {"liver",       "right upper lobe", "left lung", "lungs",
                                     "left kidney", "mediastinum",      "heart",     "pleura"};
  constexpr const char* kSeen[] = {"cyst", "mass", "nodule", "opacity", "pneumonia", "effusion", "infiltrate"};
  const std::string place = any(random, kPlaces);
  const std::string seen = any(random, kSeen);
  switch (random.below(9)) {
    case 0:
      return "No " + seen + " in the " + place + ".";
    case 1:
      return "The " + place + " is normal.";
    case 2:
      return "The " + place + " is clear.";
    case 3:
      return "The " + place + " shows a frandle.";
    case 4:
      return "Possible " + seen + " or " + any(random, kSeen) + " in the " + place + ".";
    case 5:
      return "Unchanged " + seen + " in the " + place + ".";
    case 6:
      return "No " + seen + ".";
    case 7:
      return "The remaining lungs are clear.";
    default:
      return "A " + std::to_string(3 + random.below(4)) + " mm " + seen + " in the " + place + ".";
  }
}

TEST(Premises, TheIndexChangesNoVerdict) {
  const Lexicon& lexicon = Lexicon::embedded();
  const Entailment rules(lexicon);
  StatementReader reader(lexicon);
  stats::Random random(3);
  std::size_t entailed = 0;
  std::size_t contradicted = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<std::string> phrases;
    for (std::uint32_t n = 1 + random.below(25); n > 0; --n) phrases.push_back(random_phrase(random));
    const std::vector<Statement> statements = reader.read_report(phrases);
    Premises all(rules, statements, false);
    Premises indexed(rules, statements, true);
    for (int n = 0; n < 30; ++n) {
      const std::string phrase = random_phrase(random);
      const Statement hypothesis = reader.read(phrase);
      const Verdict slow = verify(rules, hypothesis, all, true);
      const Verdict fast = verify(rules, hypothesis, indexed, true);
      EXPECT_EQ(fast.status, slow.status) << phrase;
      EXPECT_EQ(fast.evidence, slow.evidence) << phrase;
      EXPECT_EQ(fast.reason, slow.reason) << phrase;
      EXPECT_EQ(fast.signs, slow.signs) << phrase;
      entailed += slow.status == Status::entailment ? 1U : 0U;
      contradicted += slow.status == Status::contradiction ? 1U : 0U;
    }
  }
  EXPECT_GT(entailed, 300U);
  EXPECT_GT(contradicted, 300U);
}

}  // namespace
}  // namespace fiducial::radfact
