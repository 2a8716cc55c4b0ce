// RadSEM's score, slow and obvious: straight from the JSON record and the text of the rules, with texts as keys and
// nothing shared with src/radsem. The tests hold the fast scorer against it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace fiducial::radsem::slow {

using Json = nlohmann::ordered_json;
// Weights or amounts between Ref and Gen sentences.
using Amounts = std::map<std::pair<std::string, std::string>, double>;

// Maximum flow with unit capacities on both sides by repeated breadth-first search (Ford and Fulkerson).
double maximum_flow(const Amounts& weights);
// The same number as a minimum cut, over every subset of Ref sentences: for few Ref sentences only.
double minimum_cut(const Amounts& weights);

double score(const Json& record);
double score_alt(const Json& record);

}  // namespace fiducial::radsem::slow
