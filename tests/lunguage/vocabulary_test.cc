// The vocabulary's matches against the paper's Algorithm 1, written out as it stands there.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "fiducial/lunguage.h"
#include "fiducial/stats.h"
#include "lunguage/candidates.h"

namespace fiducial::lunguage {
namespace {

using Lookup = std::map<std::string, std::set<std::string>>;

struct Found {
  std::string text, category;
  std::size_t begin, end;
  bool operator==(const Found&) const = default;
};

// Spans of words from long to short, each looked up as it stands in the sentence. Words here are between blanks.
std::vector<Found> algorithm_1(const Lookup& lookup, const std::string& sentence) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t i = 0; i < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', i), sentence.size());
    if (end > i) words.emplace_back(i, end);
    i = end + 1;
  }
  std::vector<Found> out;
  for (std::size_t l = words.size(); l >= 1; --l) {
    for (std::size_t i = 0; i + l <= words.size(); ++i) {
      const std::size_t begin = words[i].first;
      const std::size_t end = words[i + l - 1].second;
      const auto found = lookup.find(sentence.substr(begin, end - begin));
      if (found == lookup.end()) continue;
      for (const std::string& category : found->second) out.push_back({found->first, category, begin, end});
    }
  }
  return out;
}

std::vector<Found> found_by(const Vocabulary& vocabulary, const std::string& sentence) {
  std::vector<Found> out;
  for (const auto& m : vocabulary.find(sentence))
    out.push_back({std::string(vocabulary.term(m.term)), std::string(vocabulary.category(m.category)), m.begin, m.end});
  return out;
}

TEST(Vocabulary, LongestFirstAndOverlapsKept) {
  Vocabulary vocabulary;
  vocabulary.add("left lung", "location");
  vocabulary.add("left lung", "PF");
  vocabulary.add("lung", "PF");
  vocabulary.add("left lung base", "location");
  const auto found = found_by(vocabulary, "Opacity at the left lung base.");
  const std::vector<Found> expected{{"left lung base", "location", 15, 29},
                                    {"left lung", "location", 15, 24},
                                    {"left lung", "PF", 15, 24},
                                    {"lung", "PF", 20, 24}};
  EXPECT_EQ(found, expected);
}

TEST(Vocabulary, IsExactUnlessAsked) {
  Vocabulary exact;
  exact.add("mid-lung", "location");
  EXPECT_TRUE(exact.find("Mid-lung").empty());
  EXPECT_TRUE(exact.find("mid lung").empty());
  EXPECT_EQ(exact.find("the mid-lung, clear").size(), 1U);
  Vocabulary folded(Vocabulary::Case::folded);
  folded.add("SVC", "location");
  EXPECT_EQ(folded.find("svc").size(), 1U);
}

TEST(Vocabulary, WordsMayStandApart) {
  Vocabulary vocabulary;
  vocabulary.add("left lung", "location");
  vocabulary.add("lung", "PF");
  const auto apart = vocabulary.find_apart("The left lower lung, and the left and the right upper and lower lung.");
  ASSERT_EQ(apart.size(), 1U) << "single words and what is further apart are none";
  EXPECT_EQ(apart[0].begin, 4U);
  EXPECT_EQ(apart[0].end, 19U);
  EXPECT_TRUE(vocabulary.find_apart("The left lung.").empty()) << "these stand side by side";
}

TEST(Candidates, MayBeAPartOfThem) {
  Vocabulary vocabulary;
  for (const char* term : {"opacity", "left", "base", "small"}) vocabulary.add(term, "PF");
  const std::string sentence = "A small opacity at the left base.";
  EXPECT_EQ(CandidateFinder(&vocabulary).find(sentence).size(), 4U);
  EXPECT_TRUE(CandidateFinder(&vocabulary, {0, false}).find(sentence).empty());
  const auto half = CandidateFinder(&vocabulary, {0.5, false}).find(sentence);
  ASSERT_EQ(half.size(), 2U);
  const auto again = CandidateFinder(&vocabulary, {0.5, false}).find(sentence);
  EXPECT_EQ(half[0].begin, again[0].begin);
  EXPECT_EQ(half[1].begin, again[1].begin);
}

TEST(Vocabulary, AgreesWithTheAlgorithmOnRandomTexts) {
  stats::Random random(3);
  const std::vector<std::string> words{"a", "b", "c", "d"};
  const auto text = [&](std::size_t n) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) out += (i == 0 ? "" : " ") + words[random.below(4)];
    return out;
  };
  for (int round = 0; round < 200; ++round) {
    Lookup lookup;
    Vocabulary vocabulary;
    for (int k = 0; k < 12; ++k) {
      const std::string term = text(1 + random.below(3));
      const std::string category = "c" + std::to_string(k % 3);
      lookup[term].insert(category);
    }
    for (const auto& [term, categories] : lookup) {
      for (const std::string& category : categories) vocabulary.add(term, category);
    }
    const std::string sentence = text(8);
    EXPECT_EQ(found_by(vocabulary, sentence), algorithm_1(lookup, sentence)) << sentence;
  }
}

}  // namespace
}  // namespace fiducial::lunguage
