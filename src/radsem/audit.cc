// The account of a score: what each pair was worth and got, how each class came to its score, and the mixture.
#include <nlohmann/json.hpp>

#include "alternative.h"
#include "fiducial/io.h"
#include "fiducial/radsem.h"
#include "radsem/record_json.h"
#include "sentences.h"

namespace fiducial::radsem {

using Json = nlohmann::ordered_json;

namespace {

std::vector<PairAudit> audit_pairs(const Tag& tag, const NumberedCase& numbered, std::span<const EdgeCredit> credits) {
  std::vector<PairAudit> pairs(tag.pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].part_wholes = part_wholes(tag.pairs[i]);
    pairs[i].weight = pair_weight(tag.pairs[i]);
    pairs[i].status = countable(tag.pairs[i]);
  }
  for (std::size_t e = 0; e < credits.size(); ++e) {
    pairs[numbered.pair_of[e]].status = credits[e].status;
    pairs[numbered.pair_of[e]].credit = credits[e].credit;
  }
  return pairs;
}

std::vector<Unmatched> texts(const NumberedCase& numbered, std::span<const LeftOver> sentences) {
  std::vector<Unmatched> result;
  result.reserve(sentences.size());
  for (const LeftOver& s : sentences) {
    const SentenceNumbers& numbers = s.side == Side::ref ? numbered.refs : numbered.gens;
    result.push_back({s.side, std::string(numbers.text(s.sentence)), s.normality});
  }
  return result;
}

Json class_json(const ClassScore& c) {
  Json json = {{"present", c.present()},           {"matched", c.matched}, {"unmatched_ref", c.unmatched_ref},
               {"unmatched_gen", c.unmatched_gen}, {"base_f1", c.base_f1}, {"rule", label(c.rule)}};
  if (c.rule == Rule::partial_match) {
    json["n"] = c.n;
    json["q"] = c.q;
    json["lambda"] = c.lambda;
  }
  json["score"] = c.present() ? Json(c.score) : Json(nullptr);
  json["share"] = c.mixture_share;
  return json;
}

template <typename Label>
Json label_json(Label value) {
  return value == Label::null ? Json(nullptr) : Json(label(value));
}

Json pair_json(const TagPair& pair, const PairAudit& audit) {
  return {{"ref_sentence", pair.ref_sentence},
          {"gen_sentence", pair.gen_sentence},
          {"normality", label(pair.normality)},
          {"anatomical_relationship", label_json(pair.anatomical)},
          {"asserted_abnormality_relationship", label_json(pair.asserted)},
          {"negated_abnormality_relationship", label_json(pair.negated)},
          {"details_of_abnormality_relationship", label_json(pair.details)},
          {"part_wholes", audit.part_wholes},
          {"weight", audit.weight},
          {"status", label(audit.status)},
          {"credit", audit.credit}};
}

}  // namespace

Audit score(const Tag& tag, Policy policy) {
  NumberedCase numbered;
  numbered.read(tag, true);
  std::vector<EdgeCredit> credits(numbered.edges.size());
  CaseScore result;
  Audit audit;
  if (policy == Policy::alt) {
    Alternative alternative;
    result = alternative.score(numbered.edges, numbered.left_over, credits);
    mix(result);
    audit.unmatched = texts(numbered, alternative.unmatched());
  } else {
    result = Scorer().score(numbered.edges, numbered.left_over, policy, credits);
    audit.unmatched = texts(numbered, numbered.left_over);
  }
  audit.policy = policy;
  audit.well_formed = tag.well_formed;
  audit.pairs = audit_pairs(tag, numbered, credits);
  audit.abnormal = result.abnormal;
  audit.normal = result.normal;
  audit.score = result.score;
  return audit;
}

Json to_json(const Tag& tag, const Audit& audit) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < audit.pairs.size() && i < tag.pairs.size(); ++i) {
    pairs.push_back(pair_json(tag.pairs[i], audit.pairs[i]));
  }
  Json unmatched = Json::array();
  for (const Unmatched& item : audit.unmatched) {
    unmatched.push_back(
        {{"sentence_is_from", label(item.side)}, {"sentence", item.sentence}, {"normality", label(item.normality)}});
  }
  Json json = {
      {"name", tag.name}, {"score", audit.score}, {"policy", label(audit.policy)}, {"well_formed", audit.well_formed}};
  json["classes"] = {{"abnormal", class_json(audit.abnormal)}, {"normal", class_json(audit.normal)}};
  json["pairs"] = std::move(pairs);
  json["unmatched_sentences"] = std::move(unmatched);
  return json;
}

}  // namespace fiducial::radsem
