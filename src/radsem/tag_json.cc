// Tag records from and to JSON. The reader takes whatever a model or an editor left: each thing that is not of the
// expected kind is read as missing, and the scoring rules say what that means. Only `findings` itself has to be an
// object.
#include <nlohmann/json.hpp>

#include "fiducial/radsem.h"

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

template <typename Enum>
Json word_or_null(Enum value) {
  return value == Enum::other ? Json(nullptr) : Json(label(value));
}

template <typename Enum>
Json word_or_null_with_null(Enum value) {
  return value == Enum::null ? Json(nullptr) : word_or_null(value);
}

}  // namespace

Tag tag_from_json(const Json& record) {
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

Json to_json(const Tag& tag) {
  Json pairs = Json::array();
  for (const TagPair& pair : tag.pairs) {
    pairs.push_back({{"ref_sentence", pair.ref_sentence},
                     {"gen_sentence", pair.gen_sentence},
                     {"normality", word_or_null(pair.normality)},
                     {"anatomical_relationship", word_or_null_with_null(pair.anatomical)},
                     {"asserted_abnormality_relationship", word_or_null_with_null(pair.asserted)},
                     {"negated_abnormality_relationship", word_or_null_with_null(pair.negated)},
                     {"details_of_abnormality_relationship", word_or_null_with_null(pair.details)}});
  }
  Json unmatched = Json::array();
  for (const Unmatched& item : tag.unmatched) {
    unmatched.push_back({{"sentence_is_from", word_or_null(item.side)},
                         {"sentence", item.sentence},
                         {"normality", word_or_null(item.normality)}});
  }
  Json record = {{"name", tag.name}, {"Examined_Area", tag.examined_area}, {"Examined_Type", tag.examined_type}};
  record["findings"] = nullptr;
  if (tag.well_formed) {
    record["findings"] = {{"pairs", std::move(pairs)}, {"unmatched_sentences", std::move(unmatched)}};
  }
  return record;
}

}  // namespace fiducial::radsem
