#include "slow_tag.h"

namespace fiducial::radsem {

namespace {

const nlohmann::ordered_json kNull;

const nlohmann::ordered_json& field(const nlohmann::ordered_json& object, const char* key) {
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

std::string text(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

// A case name may be a number in the file.
std::string name_text(const nlohmann::ordered_json& value) {
  return value.is_number() ? value.dump() : text(value);
}

// The enumerator whose published word is there; null and `other` have none.
template <typename Enum>
Enum enumerator(const nlohmann::ordered_json& value, std::initializer_list<Enum> candidates) {
  if (!value.is_string()) return Enum::other;
  const auto& word = value.get_ref<const std::string&>();
  for (const Enum candidate : candidates) {
    if (word == label(candidate)) return candidate;
  }
  return Enum::other;
}

Normality normality(const nlohmann::ordered_json& value) {
  return enumerator(value, {Normality::abnormal, Normality::normal});
}

Relation relation(const nlohmann::ordered_json& value) {
  if (value.is_null()) return Relation::null;
  return enumerator(value, {Relation::equivalent, Relation::part_whole});
}

Details details(const nlohmann::ordered_json& value) {
  if (value.is_null()) return Details::null;
  return enumerator(value, {Details::equivalent, Details::partial, Details::none});
}

TagPair read_pair(const nlohmann::ordered_json& json) {
  return {text(field(json, "ref_sentence")),
          text(field(json, "gen_sentence")),
          normality(field(json, "normality")),
          relation(field(json, "anatomical_relationship")),
          relation(field(json, "asserted_abnormality_relationship")),
          relation(field(json, "negated_abnormality_relationship")),
          details(field(json, "details_of_abnormality_relationship"))};
}

Unmatched read_unmatched(const nlohmann::ordered_json& json) {
  return {enumerator(field(json, "sentence_is_from"), {Side::ref, Side::gen}), text(field(json, "sentence")),
          normality(field(json, "normality"))};
}

void read_findings(const nlohmann::ordered_json& findings, Tag& tag) {
  tag.well_formed = findings.is_object();
  const nlohmann::ordered_json& pairs = field(findings, "pairs");
  if (pairs.is_array()) {
    tag.pairs.reserve(pairs.size());
    for (const nlohmann::ordered_json& pair : pairs) tag.pairs.push_back(read_pair(pair));
  }
  const nlohmann::ordered_json& unmatched = field(findings, "unmatched_sentences");
  if (unmatched.is_array()) {
    tag.unmatched.reserve(unmatched.size());
    for (const nlohmann::ordered_json& item : unmatched) tag.unmatched.push_back(read_unmatched(item));
  }
}

// The object inside a model's answer: a code fence, or words before and after, are left away. Null if there is none.
nlohmann::ordered_json object_in(const std::string& answer) {
  const std::size_t begin = answer.find('{');
  const std::size_t end = answer.rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return kNull;
  const auto first = answer.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = answer.begin() + static_cast<std::ptrdiff_t>(end) + 1;
  nlohmann::ordered_json object = nlohmann::ordered_json::parse(first, last, nullptr, false);
  return object.is_discarded() ? kNull : object;
}

}  // namespace

Tag slow_tag(const nlohmann::ordered_json& record) {
  Tag tag;
  tag.name = name_text(field(record, "name"));
  tag.examined_area = text(field(record, "Examined_Area"));
  tag.examined_type = text(field(record, "Examined_Type"));
  const nlohmann::ordered_json& findings = field(record, "findings");
  if (findings.is_string()) {
    read_findings(object_in(findings.get_ref<const std::string&>()), tag);
  } else {
    read_findings(findings, tag);
  }
  return tag;
}

}  // namespace fiducial::radsem
