#include "slow_tag.h"

namespace fiducial::radsem {

using Json = nlohmann::ordered_json;

namespace {

const Json kNull;

const Json& field(const Json& object, const char* key) {
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

std::string text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

// A case name may be a number in the file.
std::string name_text(const Json& value) {
  return value.is_number() ? value.dump() : text(value);
}

// The enumerator whose published word is there; null and `other` have none.
template <typename Enum>
Enum enumerator(const Json& value, std::initializer_list<Enum> candidates) {
  if (!value.is_string()) return Enum::other;
  const auto& word = value.get_ref<const std::string&>();
  for (const Enum candidate : candidates) {
    if (word == label(candidate)) return candidate;
  }
  return Enum::other;
}

Normality normality(const Json& value) {
  return enumerator(value, {Normality::abnormal, Normality::normal});
}

Relation relation(const Json& value) {
  if (value.is_null()) return Relation::null;
  return enumerator(value, {Relation::equivalent, Relation::part_whole});
}

Details details(const Json& value) {
  if (value.is_null()) return Details::null;
  return enumerator(value, {Details::equivalent, Details::partial, Details::none});
}

TagPair read_pair(const Json& json) {
  return {text(field(json, "ref_sentence")),
          text(field(json, "gen_sentence")),
          normality(field(json, "normality")),
          relation(field(json, "anatomical_relationship")),
          relation(field(json, "asserted_abnormality_relationship")),
          relation(field(json, "negated_abnormality_relationship")),
          details(field(json, "details_of_abnormality_relationship"))};
}

Unmatched read_unmatched(const Json& json) {
  return {enumerator(field(json, "sentence_is_from"), {Side::ref, Side::gen}), text(field(json, "sentence")),
          normality(field(json, "normality"))};
}

void read_findings(const Json& findings, Tag& tag) {
  tag.well_formed = findings.is_object();
  const Json& pairs = field(findings, "pairs");
  if (pairs.is_array()) {
    tag.pairs.reserve(pairs.size());
    for (const Json& pair : pairs) tag.pairs.push_back(read_pair(pair));
  }
  const Json& unmatched = field(findings, "unmatched_sentences");
  if (unmatched.is_array()) {
    tag.unmatched.reserve(unmatched.size());
    for (const Json& item : unmatched) tag.unmatched.push_back(read_unmatched(item));
  }
}

// The object inside a model's answer: a code fence, or words before and after, are left away. Null if there is none.
Json object_in(const std::string& answer) {
  const std::size_t begin = answer.find('{');
  const std::size_t end = answer.rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return kNull;
  const auto first = answer.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = answer.begin() + static_cast<std::ptrdiff_t>(end) + 1;
  Json object = Json::parse(first, last, nullptr, false);
  return object.is_discarded() ? kNull : object;
}

}  // namespace

Tag slow_tag(const Json& record) {
  Tag tag;
  tag.name = name_text(field(record, "name"));
  tag.examined_area = text(field(record, "Examined_Area"));
  tag.examined_type = text(field(record, "Examined_Type"));
  const Json& findings = field(record, "findings");
  if (findings.is_string()) {
    read_findings(object_in(findings.get_ref<const std::string&>()), tag);
  } else {
    read_findings(findings, tag);
  }
  return tag;
}

}  // namespace fiducial::radsem
