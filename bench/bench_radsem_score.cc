// How many tag records a second RadSEM's deterministic half scores, on one thread. The records are made up here: as
// many as SSREE has pairs (2,448 reports of five levels), about 30 pairs each, sentences of about ten words, a third of
// the sentences in more than one pair.
//
//   bench_radsem_score                       all; items_per_second is records a second
//   bench_radsem_score --benchmark_filter=Tags
#include <benchmark/benchmark.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "fiducial/radsem.h"
#include "fiducial/tag_reader.h"
#include "radsem/record_json.h"

namespace {

using namespace fiducial::radsem;

constexpr std::size_t kRecords = 12240;

std::string sentence(const char* report, std::uint32_t number) {
  return std::string("In the ") + report + " report there is finding number " + std::to_string(number) +
         " at its own particular site";
}

TagPair made_up_pair(std::mt19937& random, std::uint32_t ref, std::uint32_t gen) {
  TagPair pair;
  pair.ref_sentence = sentence("reference", ref);
  pair.gen_sentence = sentence("generated", gen);
  // A sentence's class is its own: the first third are abnormal.
  pair.normality = ref < 10 ? Normality::abnormal : Normality::normal;
  pair.anatomical = random() % 4 == 0 ? Relation::part_whole : Relation::equivalent;
  if (pair.normality == Normality::abnormal) {
    pair.asserted = random() % 6 == 0 ? Relation::part_whole : Relation::equivalent;
    pair.details = random() % 2 == 0 ? Details::equivalent : Details::partial;
  } else {
    pair.negated = Relation::equivalent;
  }
  return pair;
}

Tag made_up_tag(std::mt19937& random) {
  Tag tag;
  tag.name = "case " + std::to_string(random() % 100000);
  const auto pairs = static_cast<std::uint32_t>(25 + random() % 11);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const auto gen = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % (i + 1) : i);
    tag.pairs.push_back(made_up_pair(random, i, gen));
  }
  const auto unmatched = static_cast<std::uint32_t>(random() % 8);
  for (std::uint32_t i = 0; i < unmatched; ++i) {
    const bool ref = random() % 2 == 0;
    tag.unmatched.push_back({ref ? Side::ref : Side::gen, sentence(ref ? "reference" : "generated", 100 + i),
                             random() % 2 == 0 ? Normality::abnormal : Normality::normal});
  }
  return tag;
}

const std::vector<Tag>& tags() {
  static const std::vector<Tag> all = [] {
    std::mt19937 random(1);
    std::vector<Tag> made;
    made.reserve(kRecords);
    for (std::size_t i = 0; i < kRecords; ++i) made.push_back(made_up_tag(random));
    return made;
  }();
  return all;
}

// A dense block: every sentence compatible with every other, the worst that a matcher can do.
std::vector<Edge> dense_block(std::uint32_t size) {
  std::mt19937 random(2);
  std::vector<Edge> edges;
  for (std::uint32_t r = 0; r < size; ++r) {
    for (std::uint32_t g = 0; g < size; ++g) {
      edges.push_back({r, g, pair_weight(static_cast<int>(random() % 3), Details::partial)});
    }
  }
  return edges;
}

void report(benchmark::State& state, std::size_t records) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(records));
}

// Typed records to scores.
void Tags(benchmark::State& state, Policy policy) {
  Scorer scorer;
  while (state.KeepRunning()) {
    double sum = 0;
    for (const Tag& tag : tags()) sum += scorer.score(tag, policy).score;
    benchmark::DoNotOptimize(sum);
  }
  report(state, kRecords);
}
BENCHMARK_CAPTURE(Tags, many_to_many, Policy::many_to_many)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Tags, alt, Policy::alt)->Unit(benchmark::kMillisecond);

// Typed records to scores with the whole audit.
void Audits(benchmark::State& state) {
  while (state.KeepRunning()) {
    double sum = 0;
    for (const Tag& tag : tags()) sum += score(tag).score;
    benchmark::DoNotOptimize(sum);
  }
  report(state, kRecords);
}
BENCHMARK(Audits)->Unit(benchmark::kMillisecond);

// A tag file to scores: JSON parsed too.
void File(benchmark::State& state) {
  std::string file;
  std::size_t number = 0;
  for (Tag tag : tags()) {
    tag.name = std::to_string(++number);
    file += to_json(tag).dump() + "\n";
  }
  Scorer scorer;
  while (state.KeepRunning()) {
    TagReader reader(fiducial::io::memory_source(file, "tags.jsonl"));
    Tag tag;
    double sum = 0;
    while (reader.next(tag)) sum += scorer.score(tag).score;
    benchmark::DoNotOptimize(sum);
  }
  report(state, kRecords);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(file.size()));
}
BENCHMARK(File)->Unit(benchmark::kMillisecond);

// Sentence numbers and weights to scores: what the embedded pipeline does.
void Numbers(benchmark::State& state) {
  std::vector<std::vector<Edge>> cases;
  std::mt19937 random(3);
  for (std::size_t i = 0; i < kRecords; ++i) {
    std::vector<Edge> edges;
    for (std::uint32_t r = 0; r < 30; ++r) {
      const auto gen = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % 30 : r);
      const Details details = random() % 2 == 0 ? Details::equivalent : Details::partial;
      edges.push_back(
          {r, gen, pair_weight(random() % 4 == 0 ? 1 : 0, details), r < 10 ? Normality::abnormal : Normality::normal});
    }
    cases.push_back(std::move(edges));
  }
  const std::vector<LeftOver> left_over = {{0, Side::ref, Normality::abnormal}, {0, Side::gen, Normality::normal}};
  Scorer scorer;
  while (state.KeepRunning()) {
    double sum = 0;
    for (const auto& edges : cases) sum += scorer.score(edges, left_over).score;
    benchmark::DoNotOptimize(sum);
  }
  report(state, kRecords);
}
BENCHMARK(Numbers)->Unit(benchmark::kMillisecond);

void DenseBlock(benchmark::State& state) {
  const std::vector<Edge> edges = dense_block(static_cast<std::uint32_t>(state.range(0)));
  Scorer scorer;
  while (state.KeepRunning()) benchmark::DoNotOptimize(scorer.class_score(edges, 0, 0).score);
  report(state, 1);
}
BENCHMARK(DenseBlock)->Arg(5)->Arg(30)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
