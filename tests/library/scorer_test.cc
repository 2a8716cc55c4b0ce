// The public face: one Scorer for one pair, lists, pieces; a Lexicon that is passed; one exception type.
#include "fiducial/scorer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "fiducial/problem.h"

namespace fiducial {
namespace {

const std::vector<std::string_view> kReferences = {"Small left pleural effusion. No pneumothorax.",
                                                   "The heart is normal in size.", "A 9 mm nodule in the liver.", ""};
const std::vector<std::string_view> kCandidates = {"Small right pleural effusion. No pneumothorax.",
                                                   "Heart size is normal.", "A 12 mm nodule in the liver.",
                                                   "No nodule."};

bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b;
}

void expect_same(const Scores& a, const Scores& b) {
  const auto x = a.summary();
  const auto y = b.summary();
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i].column, y[i].column);
    EXPECT_EQ(x[i].n, y[i].n);
    EXPECT_TRUE(same_bits(x[i].mean, y[i].mean)) << x[i].column;
    EXPECT_TRUE(same_bits(x[i].mean_interval.low, y[i].mean_interval.low)) << x[i].column;
    EXPECT_TRUE(same_bits(x[i].mean_interval.high, y[i].mean_interval.high)) << x[i].column;
    EXPECT_TRUE(same_bits(x[i].corpus, y[i].corpus)) << x[i].column;
  }
}

NextPair piece(std::size_t begin, std::size_t end) {
  return [i = begin, end](io::Pair& pair) mutable {
    if (i == end) return false;
    pair.reference = kReferences[i];
    pair.candidate = kCandidates[i++];
    return true;
  };
}

TEST(Scorer, OnePairHasTheValuesThatItHasInAList) {
  const Scorer scorer({"radsem", "radfact", "bleu", "meteor"});
  const Scores scores = scorer.score(kReferences, kCandidates);
  EXPECT_EQ(scores.pairs(), 4U);
  for (std::size_t i = 0; i < kReferences.size(); ++i) {
    const std::vector<double> values = scorer.score(kReferences[i], kCandidates[i]);
    ASSERT_EQ(values.size(), scorer.columns().size());
    for (std::size_t c = 0; c < values.size(); ++c)
      EXPECT_TRUE(same_bits(values[c], scores.samples(scorer.columns()[c])[i])) << scorer.columns()[c];
  }
}

TEST(Scorer, PiecesPutTogetherAreTheWhole) {
  const Scorer scorer({"all"}, {}, 2);
  ASSERT_TRUE(scorer.needs_corpus());
  const Scores whole = scorer.score(kReferences, kCandidates);
  const std::vector<std::string> seen = {scorer.observe(piece(2, 4)), scorer.observe(piece(0, 2))};
  Scores together = scorer.from_bytes(scorer.score(piece(0, 1), seen).bytes());
  together.append(scorer.from_bytes(scorer.score(piece(1, 4), seen).bytes()));
  expect_same(whole, together);
}

TEST(Scorer, BytesThatAreNoStatisticsAreRefused) {
  const Scorer scorer({"radsem", "cider"});
  const std::string bytes = scorer.score(kReferences, kCandidates).bytes();
  EXPECT_THROW(scorer.from_bytes(""), Error);
  EXPECT_THROW(scorer.from_bytes("nonsense that is long enough to hold a head"), Error);
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_THROW(scorer.from_bytes(bytes.substr(0, size)), Error);
  EXPECT_THROW(scorer.from_bytes(bytes + "x"), Error);
  EXPECT_THROW(Scorer({"radsem"}).from_bytes(bytes), Error);
  const std::string seen = scorer.observe(piece(0, 4));
  for (std::size_t size = 1; size < seen.size(); size += 5) {
    const std::vector<std::string> cut = {seen.substr(0, size)};
    EXPECT_THROW(scorer.score(piece(0, 4), cut), Error) << size;
  }
}

TEST(Scorer, SaysWhatIsWrong) {
  const auto message = [](const std::vector<std::string>& names) {
    try {
      const Scorer scorer(names);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({"radsen"}).substr(0, 50), "there is no metric 'radsen'. Did you mean 'radsem'");
  EXPECT_EQ(message({"radsem", "radsem"}), "'radsem' is named twice");
  EXPECT_EQ(message({"bleu", "bleu1"}), "'bleu' and 'bleu1' both give bleu1; name one of them");
  EXPECT_EQ(message({}), "expected at least one metric, found none");
  const Scorer scorer;
  EXPECT_THROW(scorer.score(kReferences, std::span(kCandidates).first(2)), Error);
  EXPECT_THROW(scorer.score(kReferences, kCandidates).samples("bleu"), Error);
}

TEST(Scorer, ReadsWithTheLexiconThatItIsGiven) {
  const Lexicon own = Lexicon::with_terms("own.txt", "[observation]\nzorbitis | | zorbitis\n");
  EXPECT_NE(own.version(), Lexicon().version());
  EXPECT_EQ(own.concepts(), Lexicon().concepts() + 1);
  for (const char* metric : {"radsem", "radfact", "lunguage"}) {
    const Scorer with({metric}, own);
    const Scorer without({metric});
    EXPECT_NE(with.signatures(), without.signatures()) << metric;
    EXPECT_NE(with.signatures().front().find(own.version()), std::string::npos) << metric;
  }
  EXPECT_THROW(Lexicon::with_terms("own.txt", "[observation]\nzorbitis | isa=nothing_of_that_name | zorbitis\n"),
               Error);
  EXPECT_THROW(Lexicon::from_file("/nowhere/own.txt"), Error);
}

TEST(Scorer, IsSharedByThreads) {
  const Scorer scorer({"radsem", "radfact", "lunguage", "cider"}, {}, 1);
  const Scores expected = scorer.score(kReferences, kCandidates);
  std::vector<std::jthread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const Scores found = scorer.score(kReferences, kCandidates);
        for (const std::string& column : scorer.columns()) {
          const auto a = found.samples(column);
          const auto b = expected.samples(column);
          for (std::size_t k = 0; k < a.size(); ++k) wrong += same_bits(a[k], b[k]) ? 0 : 1;
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

TEST(Scorer, CanBeStopped) {
  const Scorer scorer;
  Watch watch;
  watch.check = [] { throw Error("stop"); };
  EXPECT_THROW(scorer.score(kReferences, kCandidates, watch), Error);
}

TEST(Scorer, WhatIsKnownOfThePatientCounts) {
  const std::string_view reference = "Small left pleural effusion. Aortic calcification.";
  const std::string_view candidate = "No pleural effusion.";
  const Scorer clinical({"clinical"});
  EXPECT_TRUE(clinical.uses_patient());
  EXPECT_FALSE(Scorer({"radsem", "bleu4"}).uses_patient());
  const double young = clinical.score(reference, candidate, {"25", "fall"}).front();
  const double old = clinical.score(reference, candidate, {"80", "fall"}).front();
  EXPECT_LT(young, old);
  const Scores both = clinical.score([&]() -> NextPair {
    return [&, i = 0](io::Pair& pair) mutable {
      if (i == 2) return false;
      pair.reference = reference;
      pair.candidate = candidate;
      pair.age = i++ == 0 ? "25" : "80";
      pair.indication = "fall";
      return true;
    };
  });
  EXPECT_EQ(both.samples("clinical"), (std::vector<double>{young, old}));
}

}  // namespace
}  // namespace fiducial
