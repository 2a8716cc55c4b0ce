// Samples whose phrases somebody has verified: RadFact's example files, `radfact verify`'s output and a run's
// outputs.json.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fiducial/radfact.h"
#include "radfact/record_json.h"

namespace fiducial::radfact {
namespace {

using Json = nlohmann::ordered_json;

// What stands under the first of these names, if anything does.
const Json* member(const Json& object, std::initializer_list<const char*> names) {
  if (!object.is_object()) return nullptr;
  for (const char* name : names) {
    const auto found = object.find(name);
    if (found != object.end() && !found->is_null()) return &*found;
  }
  return nullptr;
}

std::string text_in(const Json& json, std::string& out) {
  const Json* text = json.is_string() ? &json : member(json, {"phrase", "text"});
  if (text == nullptr || !text->is_string()) return "expected a phrase, found none";
  out = text->get<std::string>();
  return "";
}

// RadFact's own program knows entailed and not; whoever asks for three kinds names them.
std::string read_status(const Json& json, Verdict& verdict) {
  Status& out = verdict.status;
  const Json* status = member(json, {"status"});
  const std::string word = status != nullptr && status->is_string() ? status->get<std::string>() : "";
  if (word == "entailment" || word == "entailed") {
    out = Status::entailment;
  } else if (word == "neutral" || word == "not_entailment" || word == "not_entailed") {
    out = Status::neutral;
    verdict.only_not_entailed = word != "neutral";
  } else if (word == "contradiction") {
    out = Status::contradiction;
  } else {
    return "expected status to be entailment, neutral, contradiction or not_entailment, found something else";
  }
  return "";
}

// A list of phrases with what became of each; the evidence as it is written.
struct Judged {
  std::vector<Phrase> phrases;
  std::vector<Verdict> verdicts;
  std::vector<std::vector<std::string>> evidence;
};

std::string read_judged(const Json& json, Judged& out) {
  Phrase phrase;
  Verdict verdict;
  if (std::string error = text_in(json, phrase.text); !error.empty()) return ": " + error;
  if (std::string error = read_status(json, verdict); !error.empty()) return ": " + error;
  if (const Json* boxes = member(json, {"boxes"})) {
    if (std::string error = read_boxes(*boxes, phrase.boxes); !error.empty()) return error;
  }
  std::vector<std::string> evidence;
  const Json* list = member(json, {"evidence"});
  if (list != nullptr && !list->is_array()) return ".evidence: expected a list, found something else";
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    std::string text;
    if (std::string error = text_in((*list)[i], text); !error.empty())
      return fmt::format(".evidence[{}]: {}", i, error);
    evidence.push_back(std::move(text));
  }
  out.phrases.push_back(std::move(phrase));
  out.verdicts.push_back(std::move(verdict));
  out.evidence.push_back(std::move(evidence));
  return "";
}

std::string read_side(const Json* list, const char* name, Judged& out) {
  if (list == nullptr || !list->is_array()) return fmt::format("expected {} to be a list of phrases", name);
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (std::string error = read_judged((*list)[i], out); !error.empty())
      return fmt::format("{}[{}]{}", name, i, error);
  }
  return "";
}

// Evidence by its place in the other list.
void place_evidence(Judged& side, const std::vector<Phrase>& premises) {
  std::vector<std::string> texts;
  texts.reserve(premises.size());
  for (const Phrase& premise : premises) texts.push_back(premise.text);
  for (std::size_t i = 0; i < side.verdicts.size() && !texts.empty(); ++i) {
    std::vector<std::uint32_t>& places = side.verdicts[i].evidence;
    for (const std::string& text : side.evidence[i])
      places.push_back(static_cast<std::uint32_t>(premise_of_evidence(text, texts)));
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
}

// Boxes that stand with the phrases of the question, and not with those of the answer.
void add_boxes(const Json& record, const char* name, std::vector<Phrase>& phrases) {
  const Json* input = member(record, {"input"});
  const Json* list = input == nullptr ? nullptr : member(*input, {name});
  for (std::size_t i = 0; list != nullptr && list->is_array() && i < std::min(list->size(), phrases.size()); ++i) {
    const Json* boxes = member((*list)[i], {"boxes"});
    if (boxes != nullptr && phrases[i].boxes.empty()) (void)read_boxes(*boxes, phrases[i].boxes);
  }
}

const Json* first_judged(const Json& record) {
  const Json* list = member(record, {"prediction", "candidate"});
  return list != nullptr && list->is_array() && !list->empty() ? &list->front() : nullptr;
}

}  // namespace

bool is_verified(const Json& record) {
  if (member(record, {"output"}) != nullptr) return true;
  for (const char* side : {"prediction", "candidate", "target", "reference"}) {
    const Json* list = member(record, {side});
    if (list != nullptr && list->is_array() && !list->empty() && list->front().is_object() &&
        list->front().contains("status"))
      return true;
  }
  return false;
}

std::string verified_from_json(const Json& record, Sample& out, Verified& verified) {
  const Json* output = member(record, {"output"});
  if (output == nullptr && first_judged(record) == nullptr && !is_verified(record))
    return "expected phrases with their status, found none: 'radfact verify' gives it";
  const Json& from = output == nullptr ? record : *output;
  Judged candidate;
  Judged reference;
  std::string error =
      read_side(member(from, {"phrases_A_evidenced", "prediction", "candidate"}), "phrases_A_evidenced", candidate);
  if (error.empty())
    error = read_side(member(from, {"phrases_B_evidenced", "target", "reference"}), "phrases_B_evidenced", reference);
  if (!error.empty()) return error;
  add_boxes(record, "phrases_A", candidate.phrases);
  add_boxes(record, "phrases_B", reference.phrases);
  place_evidence(candidate, reference.phrases);
  place_evidence(reference, candidate.phrases);
  out.candidate = std::move(candidate.phrases);
  out.reference = std::move(reference.phrases);
  verified = {std::move(candidate.verdicts), std::move(reference.verdicts)};
  return "";
}

std::string phrases_from_json(const Json& record, Sample& out) {
  const Json* input = member(record, {"input"});
  if (input == nullptr || !input->is_object()) return "expected input to be an object, found none";
  out.candidate.clear();
  out.reference.clear();
  for (const auto& [name, side] : {std::pair{"phrases_A", &out.candidate}, {"phrases_B", &out.reference}}) {
    const Json* list = member(*input, {name});
    if (list == nullptr || !list->is_array()) return fmt::format("expected input.{} to be a list of phrases", name);
    for (std::size_t i = 0; i < list->size(); ++i) {
      Phrase phrase;
      std::string error = text_in((*list)[i], phrase.text);
      const Json* boxes = member((*list)[i], {"boxes"});
      if (error.empty() && boxes != nullptr) error = read_boxes(*boxes, phrase.boxes);
      if (!error.empty()) return fmt::format("input.{}[{}]: {}", name, i, error);
      side->push_back(std::move(phrase));
    }
  }
  return "";
}

}  // namespace fiducial::radfact
