// Minimal pairs: what is read, what is told apart, how the named kind is judged, against values by hand and a slow
// twin.
#include "ssree/contrast.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fiducial::ssree {
namespace {

Resampling none() {
  Resampling how;
  how.resamples = 0;
  return how;
}

std::string record(const std::string& id, const std::string& kind) {
  return io::json_line({{"id", id},
                        {"modality", "CT"},
                        {"area", "chest"},
                        {"kind", kind},
                        {"reference", "A cyst in the liver."},
                        {"same", "The liver has a cyst."},
                        {"wrong", "The liver has no cyst."}});
}

TEST(MinimalPairs, AreReadAndBadOnesNamed) {
  const std::string file = record("a", "negation") + record("b", "omission") + record("a", "side") +
                           record("c", "negaton") + R"({"id":"d","kind":"side","reference":"x","same":"y"})" + "\n" +
                           R"({"kind":"side","reference":"x","same":"y","wrong":"z"})" + "\n";
  io::ProblemLog failed;
  const auto pairs = read_minimal_pairs(io::memory_source(file, "pairs.jsonl"), failed);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].modality, "CT");
  EXPECT_EQ(pairs[1].kind, "omission");
  ASSERT_EQ(failed.count(), 4U);
  EXPECT_EQ(failed.kept()[0].text(), "pairs.jsonl:3: id a: expected each id once, found it again");
  EXPECT_EQ(failed.kept()[1].text(),
            "pairs.jsonl:4: id c: expected a kind of error, found 'negaton'. Did you mean 'negation'?");
  EXPECT_EQ(failed.kept()[2].text(),
            "pairs.jsonl:5: id d: expected a text in wrong, found none; the record has 'id', 'kind', 'reference' and "
            "'same'");
  EXPECT_EQ(failed.kept()[3].line, 6U);
}

TEST(MinimalPairs, NoneIsAnError) {
  io::ProblemLog failed;
  EXPECT_THROW(read_minimal_pairs(io::memory_source("{\"id\":\"a\"}\n", "p.jsonl"), failed), InputError);
}

TEST(ErrorKind, HasOneNameEach) {
  EXPECT_EQ(error_kinds().size(), 16U);
  EXPECT_EQ(error_kind("omission"), "missing");
  EXPECT_EQ(error_kind("invention"), "invented");
  for (const std::string_view kind : error_kinds()) EXPECT_EQ(error_kind(kind), kind);
  EXPECT_FALSE(error_kind("abnormal"));
  EXPECT_FALSE(error_kind(""));
}

TEST(Naming, IsTheKindThatTheErrorAdds) {
  const std::vector<std::string_view> kinds{"missing", "side", "size"};
  const auto share = [&](std::vector<double> same, std::vector<double> wrong, const char* kind) {
    return naming({kinds, std::move(same), std::move(wrong)}, kind);
  };
  EXPECT_EQ(share({0, 0, 0}, {0, 1, 0}, "side"), 1.0);
  EXPECT_EQ(share({2, 0, 0}, {2, 1, 0}, "side"), 1.0);      // what `same` has too is not the error
  EXPECT_EQ(share({0, 0, 0}, {1, 1, 0}, "side"), 0.5);      // two kinds as high
  EXPECT_EQ(share({0, 0, 0}, {2, 1, 0}, "side"), 0.0);      // another more
  EXPECT_EQ(share({0, 1, 0}, {0, 1, 0}, "side"), 0.0);      // nothing added
  EXPECT_EQ(share({0, 0, 3}, {1, 0, 1}, "omission"), 1.0);  // by either name; fewer of a kind is no error of it
  EXPECT_EQ(share({0, 0, 0}, {0, 1, 0}, "acuity"), 0.0);    // a kind that the metric does not know
}

TEST(ContrastMeasures, ByHand) {
  const std::vector<double> same{1.0, 0.8, 0.5, 0.5};
  const std::vector<double> wrong{0.5, 0.9, 0.5, 0.1};
  const ContrastMeasures m = measure_contrast(same, wrong, {}, none());
  EXPECT_EQ(m.n, 4U);
  EXPECT_DOUBLE_EQ(m.told_apart.value, 0.5);  // the second is above, the third ties
  // 1.0 beats all four; .8 beats .5 .5 .1; each .5 beats .1 and ties with two .5.
  EXPECT_DOUBLE_EQ(m.auc.value, (4 + 3 + 2 + 2) / 16.0);
  EXPECT_DOUBLE_EQ(m.same.value, 0.7);
  EXPECT_DOUBLE_EQ(m.wrong.value, 0.5);
  EXPECT_NEAR(m.fall.value, 0.2, 1e-15);
  EXPECT_TRUE(std::isnan(m.named.value));
  EXPECT_TRUE(std::isnan(m.told_apart.interval.low));
}

TEST(ContrastMeasures, NothingIsNotDefined) {
  const ContrastMeasures m = measure_contrast({}, {}, {}, Resampling{});
  EXPECT_EQ(m.n, 0U);
  EXPECT_TRUE(std::isnan(m.told_apart.value) && std::isnan(m.auc.value) && std::isnan(m.auc.interval.low));
}

double slow_auc(const std::vector<double>& same, const std::vector<double>& wrong) {
  double above = 0;
  for (const double a : same) {
    for (const double b : wrong) above += a > b ? 1.0 : a == b ? 0.5 : 0.0;
  }
  return above / static_cast<double>(same.size() * wrong.size());
}

TEST(ContrastMeasures, AucIsThatOfAllPairsOfScores) {
  stats::Random random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> same;
    std::vector<double> wrong;
    const std::uint32_t n = 1 + random.below(40);
    for (std::uint32_t i = 0; i < n; ++i) {
      same.push_back(random.below(8) / 8.0);
      wrong.push_back(random.below(8) / 8.0);
    }
    EXPECT_NEAR(measure_contrast(same, wrong, {}, none()).auc.value, slow_auc(same, wrong), 1e-12);
  }
}

TEST(ContrastMeasures, IntervalsHoldTheValueAndNotTheThreads) {
  std::vector<double> same;
  std::vector<double> wrong;
  std::vector<double> named;
  for (int i = 0; i < 60; ++i) {
    same.push_back(0.5 + i % 5 / 10.0);
    wrong.push_back(0.4 + i % 7 / 10.0);
    named.push_back(i % 3 == 0 ? 1.0 : 0.0);
  }
  Resampling how;
  how.threads = 1;
  const ContrastMeasures one = measure_contrast(same, wrong, named, how);
  how.threads = 3;
  const ContrastMeasures three = measure_contrast(same, wrong, named, how);
  for (const auto member : {&ContrastMeasures::told_apart, &ContrastMeasures::auc, &ContrastMeasures::same,
                            &ContrastMeasures::wrong, &ContrastMeasures::fall, &ContrastMeasures::named}) {
    const Estimated& e = one.*member;
    EXPECT_LT(e.interval.low, e.value);
    EXPECT_GT(e.interval.high, e.value);
    EXPECT_EQ(e.interval.low, (three.*member).interval.low);
    EXPECT_EQ(e.interval.high, (three.*member).interval.high);
  }
}

// 1 if both texts are equal, NaN for an empty candidate; counts "side" if the candidate says left.
class CountingMetric final : public MeanMetric {
 public:
  std::string_view name() const override { return "toy"; }
  std::span<const std::string> columns() const override { return columns_; }
  std::string signature() const override { return "toy"; }
  void score(std::string_view reference, std::string_view candidate, std::span<double> values) const override {
    values[0] = candidate == "?" ? std::nan("") : reference == candidate ? 1.0 : 0.25;
    values[1] = candidate == "left" ? 1.0 : 0.0;
    values[2] = 0.0;
  }

 private:
  std::vector<std::string> columns_{"toy", "toy.side", "toy.size"};
};

TEST(ContrastMetrics, ScoresBothVersionsAndNamesKinds) {
  const std::vector<MinimalPair> pairs{{"a", "CT", "", "side", "right", "right", "left"},
                                       {"b", "MR", "", "size", "right", "?", "left"}};
  Metrics metrics;
  metrics.push_back(std::make_unique<CountingMetric>());
  const auto all = contrast_metrics(pairs, metrics, {1, {}});
  ASSERT_EQ(all.size(), 1U);                                // the parts are no metrics of their own
  EXPECT_EQ(all[0].same, (std::vector<double>{1.0, 0.0}));  // what is not defined counts as 0
  EXPECT_EQ(all[0].wrong, (std::vector<double>{0.25, 0.25}));
  EXPECT_EQ(all[0].named, (std::vector<double>{1.0, 0.0}));
  const ContrastResult result = result_of(all[0], pairs, none());
  ASSERT_EQ(result.by_kind.size(), 2U);
  EXPECT_EQ(result.by_kind[0].group, "side");
  EXPECT_EQ(result.by_kind[0].measures.told_apart.value, 1.0);
  EXPECT_EQ(result.by_kind[1].measures.told_apart.value, 0.0);
  EXPECT_EQ(result.by_modality[0].group, "CT");
  EXPECT_EQ(result.all.named.value, 0.5);
}

ScoreFile scores_in(const std::string& text, io::ProblemLog& failed) {
  return read_scores(io::memory_source(text, "folder/other.jsonl"), failed);
}

TEST(ContrastFile, BothShapes) {
  const std::vector<MinimalPair> pairs{{"a|1", "", "", "side", "r", "s", "w"}, {"b", "", "", "size", "r", "s", "w"}};
  io::ProblemLog failed;
  const auto tall = contrast_file(scores_in("{\"id\":\"a|1|same\",\"x\":1,\"x.side\":0,\"y\":0.5}\n"
                                            "{\"id\":\"a|1|wrong\",\"x\":0,\"x.side\":2,\"y\":null}\n"
                                            "{\"id\":\"b|same\",\"x\":1,\"x.side\":0,\"y\":0.5}\n",
                                            failed),
                                  pairs, failed);
  ASSERT_EQ(tall.size(), 2U);
  EXPECT_EQ(tall[0].metric, "x");
  EXPECT_EQ(tall[0].pairs, (std::vector<std::size_t>{0}));
  EXPECT_EQ(tall[0].named, (std::vector<double>{1.0}));
  EXPECT_EQ(tall[1].wrong, (std::vector<double>{0.0}));
  EXPECT_TRUE(tall[1].named.empty());
  ASSERT_EQ(failed.count(), 1U);
  EXPECT_EQ(failed.kept()[0].id, "b");

  io::ProblemLog fine;
  const auto wide = contrast_file(
      scores_in("{\"id\":\"a|1\",\"same\":1,\"wrong\":0.5}\n{\"id\":\"b\",\"same\":0.5,\"wrong\":0.75}\n", fine), pairs,
      fine);
  ASSERT_EQ(wide.size(), 1U);
  EXPECT_EQ(wide[0].metric, "other");
  EXPECT_EQ(wide[0].same, (std::vector<double>{1.0, 0.5}));
  EXPECT_EQ(wide[0].wrong, (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(fine.count(), 0U);

  io::ProblemLog bad;
  EXPECT_THROW(contrast_file(scores_in("{\"id\":\"z\",\"x\":1}\n", bad), pairs, bad), InputError);
}

}  // namespace
}  // namespace fiducial::ssree
