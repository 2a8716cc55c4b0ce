// RadSEM's second stage as a question.
#include <fmt/format.h>

#include <set>
#include <utility>

#include "llm/radsem_tasks.h"
#include "llm/rules.h"

namespace fiducial::llm {
namespace {

using io::Json;
using radsem::Details;
using radsem::Normality;

using radsem::Side;

constexpr const char* kAnatomical = "anatomical_relationship";
constexpr const char* kAsserted = "asserted_abnormality_relationship";
constexpr const char* kNegated = "negated_abnormality_relationship";
constexpr const char* kDetails = "details_of_abnormality_relationship";

Json match_schema() {
  const Json number = {{"type", "integer"}};
  const Json normality = word_schema({"normal", "abnormal"}, false);
  const Json relation = word_schema({"equivalent", "part-whole"}, true);
  return object_schema(
      {{"pairs", list_schema(object_schema({{"ref", number},
                                            {"gen", number},
                                            {"normality", normality},
                                            {kAnatomical, word_schema({"equivalent", "part-whole"}, false)},
                                            {kAsserted, relation},
                                            {kNegated, relation},
                                            {kDetails, word_schema({"equivalent", "partial", "none"}, true)}}))},
       {"unmatched",
        list_schema(object_schema(
            {{"side", word_schema({"Ref", "Gen"}, false)}, {"number", number}, {"normality", normality}}))}});
}

Normality normality_in(const Json& item) {
  return word_in(item, "normality", {"normal", "abnormal"}, false) == "normal" ? Normality::normal
                                                                               : Normality::abnormal;
}

radsem::Relation relation_in(const Json& item, const char* name, bool or_null) {
  const std::string word = word_in(item, name, {"equivalent", "part-whole"}, or_null);
  if (word.empty()) return radsem::Relation::null;
  return word == "equivalent" ? radsem::Relation::equivalent : radsem::Relation::part_whole;
}

Details details_in(const Json& item) {
  const std::string word = word_in(item, kDetails, {"equivalent", "partial", "none"}, true);
  if (word.empty()) return Details::null;
  return word == "equivalent" ? Details::equivalent : word == "partial" ? Details::partial : Details::none;
}

// Which sentences of one side are in pairs, and which are said to be unmatched.
struct Account {
  Account(char of, std::size_t count) : letter(of), pairs(count + 1, 0), unmatched(count + 1, false) {}
  char letter;
  std::vector<std::size_t> pairs;
  std::vector<bool> unmatched;

  void check() const {
    for (std::size_t i = 1; i < pairs.size(); ++i) {
      const bool paired = pairs[i] > 0;
      if (paired && unmatched[i]) {
        throw BrokenRule{fmt::format("{}{} is in a pair and in \"unmatched\"", letter, i),
                         "a sentence is in a pair and unmatched"};
      }
      if (!paired && !unmatched[i]) {
        throw BrokenRule{fmt::format("{}{} is neither in a pair nor in \"unmatched\"", letter, i),
                         "a sentence is neither in a pair nor unmatched"};
      }
    }
  }
};

void check_labels(const radsem::TagPair& pair, std::size_t ref, std::size_t gen) {
  const std::string which = fmt::format("in the pair of R{} and G{} ", ref, gen);
  if (pair.normality == Normality::normal &&
      (pair.asserted != radsem::Relation::null || pair.details != Details::null)) {
    throw BrokenRule{which + fmt::format("{} and {} must be null, as it is normal", kAsserted, kDetails),
                     "a normal pair has labels of an abnormality"};
  }
  if (pair.normality == Normality::abnormal && pair.asserted == radsem::Relation::null &&
      pair.negated == radsem::Relation::null) {
    throw BrokenRule{which + fmt::format("{} and {} are null, but it is abnormal", kAsserted, kNegated),
                     "an abnormal pair has no abnormality"};
  }
}

std::string lines_of(char letter, const std::vector<std::string>& sentences) {
  std::string out;
  for (std::size_t i = 0; i < sentences.size(); ++i) out += fmt::format("{}{}: {}.\n", letter, i + 1, sentences[i]);
  return out.empty() ? fmt::format("(no {} sentences)\n", letter) : out;
}

}  // namespace

MatchTask::MatchTask(Prompt prompt, radsem::Policy policy)
    : prompt_(std::move(prompt)),
      policy_(policy),
      schema_(std::make_shared<Schema>(Schema{"matching", match_schema()})) {}

Question MatchTask::question(const std::string& name, const std::vector<std::string>& ref,
                             const std::vector<std::string>& gen) const {
  const std::string policy = prompt_.fill(fmt::format("policy {}", radsem::label(policy_)), {});
  return {name, prompt_.messages({{"policy", policy}, {"sentences", lines_of('R', ref) + lines_of('G', gen)}}),
          schema_};
}

Complaint MatchTask::read(const std::string& answer, const std::vector<std::string>& ref,
                          const std::vector<std::string>& gen, radsem::Tag& tag) const {
  return by_rules(prompt_, [&] {
    const Json object = answered_object(answer);
    tag.pairs.clear();
    tag.unmatched.clear();
    Account refs('R', ref.size());
    Account gens('G', gen.size());
    std::set<std::pair<std::size_t, std::size_t>> seen;
    for (const Json& item : list_in(object, "pairs")) {
      const std::size_t r = number_in(item, "ref", ref.size());
      const std::size_t g = number_in(item, "gen", gen.size());
      if (!seen.emplace(r, g).second)
        throw BrokenRule{fmt::format("the pair of R{} and G{} is there twice", r, g), "a pair is there twice"};
      if (gens.pairs[g]++ > 0 && policy_ == radsem::Policy::alt) {
        throw BrokenRule{fmt::format("G{} is in more than one pair", g), "a Gen sentence is in more than one pair"};
      }
      ++refs.pairs[r];
      radsem::TagPair pair{ref[r - 1] + ".",
                           gen[g - 1] + ".",
                           normality_in(item),
                           relation_in(item, kAnatomical, false),
                           relation_in(item, kAsserted, true),
                           relation_in(item, kNegated, true),
                           details_in(item)};
      check_labels(pair, r, g);
      tag.pairs.push_back(std::move(pair));
    }
    for (const Json& item : list_in(object, "unmatched")) {
      const bool of_ref = word_in(item, "side", {"Ref", "Gen"}, false) == "Ref";
      const std::vector<std::string>& sentences = of_ref ? ref : gen;
      const std::size_t number = number_in(item, "number", sentences.size());
      auto said = (of_ref ? refs : gens).unmatched[number];
      if (said) throw BrokenRule{"a sentence is in \"unmatched\" twice", "a sentence is unmatched twice"};
      said = true;
      tag.unmatched.push_back({of_ref ? Side::ref : Side::gen, sentences[number - 1] + ".", normality_in(item)});
    }
    refs.check();
    gens.check();
  });
}

}  // namespace fiducial::llm
