// RadFact's grounded file, record by record. Strict: a box that is none, a phrase that is bare text among phrases with
// boxes or a key that nobody knows is said, not guessed at.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "fiducial/io.h"
#include "fiducial/radfact.h"
#include "radfact/record_json.h"

namespace fiducial::radfact {
namespace {

using Json = nlohmann::ordered_json;

// A key as it may be shown: it is not a report's text, but it may be anything.
std::string shown_key(const std::string& key) {
  constexpr std::size_t kMost = 40;
  std::string out;
  for (const char c : key.substr(0, kMost)) out += c >= ' ' && c < '\x7f' ? c : '?';
  return out;
}

std::string read_box(const Json& json, Box& box) {
  if (!json.is_object()) return fmt::format("expected a box, found {}", json.type_name());
  const std::pair<const char*, double*> sides[] = {
      {"x_min", &box.x_min}, {"y_min", &box.y_min}, {"x_max", &box.x_max}, {"y_max", &box.y_max}};
  for (const auto& [name, value] : sides) {
    const auto found = json.find(name);
    if (found == json.end()) return fmt::format("expected {}, found none", name);
    if (!found->is_number()) return fmt::format("expected {} to be a number, found {}", name, found->type_name());
    *value = found->get<double>();
  }
  if (json.size() != std::size(sides)) return "expected x_min, y_min, x_max and y_max only, found another key";
  return box_error(box);
}

std::string read_phrase(const Json& json, Phrase& phrase) {
  if (json.is_string()) return ": expected an object with text and boxes, found text alone (narrative reports are CSV)";
  if (!json.is_object()) return fmt::format(": expected an object with text and boxes, found {}", json.type_name());
  bool has_text = false;
  for (const auto& [key, value] : json.items()) {
    if (key == "text") {
      if (!value.is_string()) return fmt::format(".text: expected a string, found {}", value.type_name());
      phrase.text = value.get<std::string>();
      has_text = true;
    } else if (key == "boxes") {
      if (std::string error = read_boxes(value, phrase.boxes); !error.empty()) return error;
    } else {
      return fmt::format(": expected text and boxes only, found '{}'", shown_key(key));
    }
  }
  return has_text ? "" : ": expected text, found none";
}

std::string read_phrases(const Json& record, const char* name, std::vector<Phrase>& out) {
  const auto found = record.find(name);
  if (found == record.end() || found->is_null()) return fmt::format("expected {}, found none", name);
  if (!found->is_array()) return fmt::format("expected {} to be a list of phrases, found {}", name, found->type_name());
  for (std::size_t i = 0; i < found->size(); ++i) {
    Phrase phrase;
    if (std::string error = read_phrase((*found)[i], phrase); !error.empty())
      return fmt::format("{}[{}]{}", name, i, error);
    out.push_back(std::move(phrase));
  }
  return "";
}

}  // namespace

std::string read_boxes(const Json& json, std::vector<Box>& boxes) {
  if (json.is_null()) return "";
  if (!json.is_array()) return fmt::format(".boxes: expected null or a list of boxes, found {}", json.type_name());
  for (std::size_t i = 0; i < json.size(); ++i) {
    Box box;
    if (std::string error = read_box(json[i], box); !error.empty()) return fmt::format(".boxes[{}]: {}", i, error);
    boxes.push_back(box);
  }
  return "";
}

std::string sample_from_json(const Json& record, Sample& out) {
  out.candidate.clear();
  out.reference.clear();
  if (!record.is_object()) return fmt::format("expected an object, found {}", record.type_name());
  std::string error = read_phrases(record, "prediction", out.candidate);
  return error.empty() ? read_phrases(record, "target", out.reference) : error;
}

Json to_json(const Phrase& phrase) {
  Json boxes = nullptr;
  if (!phrase.boxes.empty()) {
    boxes = Json::array();
    for (const Box& box : phrase.boxes) {
      boxes.push_back(
          Json::object({{"x_min", box.x_min}, {"y_min", box.y_min}, {"x_max", box.x_max}, {"y_max", box.y_max}}));
    }
  }
  return Json::object({{"text", phrase.text}, {"boxes", std::move(boxes)}});
}

}  // namespace fiducial::radfact
