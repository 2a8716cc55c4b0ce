#include "model.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "radsem_model.h"

namespace fiducial::llm_server {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Without its "No", in small letters.
std::string bare(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text.starts_with("no ") ? text.substr(3) : text;
}

std::string phrases(const std::string& question) {
  Json list = Json::array();
  for (const std::string& line : lines_in(question)) {
    const std::string text = line.substr(line.find("] ") + 2);
    const bool left = text.starts_with("Technique");
    list.push_back({{"from", {std::stoi(line.substr(1))}},
                    {"new", left ? Json::array() : Json::array({text})},
                    {"left_out", left ? Json("technique") : Json(nullptr)}});
  }
  return Json{{"sentence_list", list}}.dump();
}

std::string verify(const std::string& question) {
  std::vector<std::string> lines = lines_in(question);
  const std::string hypothesis = lines.back().substr(3);
  lines.pop_back();
  for (const bool same : {true, false}) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string premise = lines[i].substr(lines[i].find(": ") + 2);
      if (bare(premise) == bare(hypothesis) && (premise == hypothesis) == same)
        return Json{{"status", same ? "entailment" : "contradiction"}, {"evidence", {i + 1}}}.dump();
    }
  }
  return Json{{"status", "neutral"}, {"evidence", Json::array()}}.dump();
}

bool is_normal(const std::string& atom) {
  return atom.starts_with("No ") || atom.find("intact") != std::string::npos;
}

Json level_of(std::size_t level, const std::vector<std::string>& atoms, const std::vector<std::size_t>& turned) {
  Json sentences = Json::array();
  for (std::size_t i = atoms.size(); i > 0; --i) {  // in another order
    const std::string& atom = atoms[i - 1];
    const bool turn = std::find(turned.begin(), turned.end(), i) != turned.end();
    const std::string said = !turn ? atom : atom.starts_with("No ") ? "Some " + atom.substr(3) : "No " + atom;
    sentences.push_back({{"from", {i}}, {"text", said + ", in words of kind " + std::to_string(level)}});
  }
  return {{"level", level}, {"turned", turned}, {"sentences", sentences}};
}

std::string levels(const std::string& question) {
  std::vector<std::string> lines = lines_in(question);
  std::istringstream order(lines.back().substr(lines.back().find(": ") + 2));
  lines.pop_back();
  std::vector<std::string> atoms;
  Json normality = Json::array();
  for (const std::string& line : lines) {
    std::string atom = line.substr(line.find(". ") + 2);
    atom.pop_back();  // its period
    atoms.push_back(atom);
    normality.push_back({{"number", atoms.size()}, {"is", is_normal(atom) ? "normal" : "abnormal"}});
  }
  std::vector<std::size_t> all;
  std::vector<std::size_t> abnormal;
  for (std::string word; std::getline(order, word, ',');) {
    all.push_back(std::stoul(word));
    if (!is_normal(atoms[all.back() - 1])) abnormal.push_back(all.back());
  }
  Json list = Json::array();
  for (std::size_t level = 1; level <= 5 && abnormal.size() >= 3; ++level) {
    const std::size_t count = level < 4 ? level - 1 : abnormal.size();
    const auto turned =
        level == 5 ? all : std::vector(abnormal.begin(), abnormal.begin() + static_cast<std::ptrdiff_t>(count));
    list.push_back(level_of(level, atoms, turned));
  }
  return Json{{"normality", normality}, {"levels", list}}.dump();
}

}  // namespace

std::string question_of(const Request& request) {
  const Json messages = Json::parse(request.body)["messages"];
  std::size_t at = messages.size() - 1;
  while (messages[at]["content"].get<std::string>().starts_with("Your answer cannot be used")) at -= 2;
  return messages[at]["content"];
}

std::string model_answer(const Request& request) {
  const std::string system = Json::parse(request.body)["messages"][0]["content"];
  if (system.starts_with("You cut")) return phrases(question_of(request));
  if (system.starts_with("You are a careful reader")) return verify(question_of(request));
  if (system.starts_with("You write five versions")) return levels(question_of(request));
  return radsem_answer(request);
}

}  // namespace fiducial::llm_server
