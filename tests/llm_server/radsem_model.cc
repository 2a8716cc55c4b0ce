#include "radsem_model.h"

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace fiducial::llm_server {
namespace {

using Json = nlohmann::ordered_json;

std::string normality(const std::string& sentence) {
  return sentence.starts_with("No ") ? "normal" : "abnormal";
}

std::string rewrite(const std::string& question) {
  Json sentences = Json::array();
  std::istringstream lines(question);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t close = line.find("] ");
    if (!line.starts_with("[") || close == std::string::npos) continue;
    sentences.push_back({{"from", {std::stoi(line.substr(1))}}, {"text", line.substr(close + 2)}});
  }
  return Json{{"sentences", sentences}, {"left_out", Json::array()}}.dump();
}

std::string match(const std::string& question) {
  std::vector<std::string> sides[2];
  std::istringstream lines(question);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) sides[line[0] == 'R' ? 0 : 1].push_back(line.substr(colon + 2));
  }
  Json pairs = Json::array();
  std::set<std::size_t> used[2];
  for (std::size_t r = 0; r < sides[0].size(); ++r) {
    for (std::size_t g = 0; g < sides[1].size(); ++g) {
      if (sides[0][r] != sides[1][g]) continue;
      const bool normal = normality(sides[0][r]) == "normal";
      const Json there = normal ? Json(nullptr) : Json("equivalent");
      const Json denied = normal ? Json("equivalent") : Json(nullptr);
      pairs.push_back({{"ref", r + 1},
                       {"gen", g + 1},
                       {"normality", normality(sides[0][r])},
                       {"anatomical_relationship", "equivalent"},
                       {"asserted_abnormality_relationship", there},
                       {"negated_abnormality_relationship", denied},
                       {"details_of_abnormality_relationship", there}});
      used[0].insert(r);
      used[1].insert(g);
    }
  }
  Json unmatched = Json::array();
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < sides[side].size(); ++i) {
      if (!used[side].contains(i))
        unmatched.push_back(
            {{"side", side == 0 ? "Ref" : "Gen"}, {"number", i + 1}, {"normality", normality(sides[side][i])}});
    }
  }
  return Json{{"pairs", pairs}, {"unmatched", unmatched}}.dump();
}

}  // namespace

std::string radsem_answer(const Request& request) {
  const Json messages = Json::parse(request.body)["messages"];
  const std::string question = messages[3]["content"];  // after the system's and the example's two
  return question.starts_with("Examined area") ? rewrite(question) : match(question);
}

}  // namespace fiducial::llm_server
