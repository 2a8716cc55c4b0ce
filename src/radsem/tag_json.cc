// Tag records from and to JSON. The reader takes whatever a model or an editor left: each thing that is not of the
// expected kind is read as missing, and the scoring rules say what that means. Only `findings` itself has to be an
// object. A field that comes twice counts the last time.
//
// The rules are written once, for values of both parsers: simdjson reads files, nlohmann what simdjson refuses.
#include "radsem/tag_json.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "fiducial/io.h"
#include "io/window.h"
#include "radsem/record_json.h"

namespace fiducial::radsem {

using Json = nlohmann::ordered_json;

namespace {

using Element = simdjson::dom::element;

bool is_null(const Json& value) {
  return value.is_null();
}
bool is_null(const Element& value) {
  return value.is_null();
}

// Nothing if the value is no string.
std::optional<std::string_view> string_in(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  return value.get_ref<const std::string&>();
}
std::optional<std::string_view> string_in(const Element& value) {
  if (!value.is_string()) return std::nullopt;
  return value.get_string().value_unsafe();
}

// A case name may be a number in the file.
std::optional<std::string> number_in(const Json& value) {
  if (!value.is_number()) return std::nullopt;
  return value.dump();
}
std::optional<std::string> number_in(const Element& value) {
  if (value.is_int64()) return std::to_string(value.get_int64().value_unsafe());
  if (value.is_uint64()) return std::to_string(value.get_uint64().value_unsafe());
  if (value.is_double()) return Json(value.get_double().value_unsafe()).dump();
  return std::nullopt;
}

// Calls `take(key, value)` for each field of an object; false if the value is none.
template <typename Take>
bool each_field(const Json& value, Take take) {
  if (!value.is_object()) return false;
  for (const auto& [key, field] : value.get_ref<const Json::object_t&>()) take(std::string_view(key), field);
  return true;
}
template <typename Take>
bool each_field(const simdjson::dom::object& object, Take take) {
  for (const auto field : object) take(field.key, field.value);
  return true;
}
template <typename Take>
bool each_field(const Element& value, Take take) {
  return value.is_object() && each_field(value.get_object().value_unsafe(), take);
}

// One entry of `out` for each item of an array, read by `read(item, entry)`; none if the value is no array. Entries
// that are there are used again, as their strings have memory.
template <typename Entry, typename Read>
void read_items(const Json& value, std::vector<Entry>& out, Read read) {
  out.resize(value.is_array() ? value.size() : 0);
  for (std::size_t i = 0; i < out.size(); ++i) read(value[i], out[i]);
}
template <typename Entry, typename Read>
void read_items(const Element& value, std::vector<Entry>& out, Read read) {
  std::size_t count = 0;
  if (value.is_array()) {
    const simdjson::dom::array items = value.get_array().value_unsafe();
    for (const Element item : items) {
      if (count == out.size()) out.emplace_back();
      read(item, out[count++]);
    }
  }
  out.resize(count);
}

template <typename Value>
void read_text(const Value& value, std::string& out) {
  out.assign(string_in(value).value_or(std::string_view()));
}

// The enumerator whose published word is there; null and `other` have none.
template <typename Enum, typename Value>
Enum enumerator(const Value& value, std::initializer_list<Enum> candidates) {
  if (const auto word = string_in(value)) {
    for (const Enum candidate : candidates) {
      if (*word == label(candidate)) return candidate;
    }
  }
  return Enum::other;
}

template <typename Value>
Normality normality(const Value& value) {
  return enumerator(value, {Normality::abnormal, Normality::normal});
}

template <typename Value>
Relation relation(const Value& value) {
  if (is_null(value)) return Relation::null;
  return enumerator(value, {Relation::equivalent, Relation::part_whole});
}

template <typename Value>
Details details(const Value& value) {
  if (is_null(value)) return Details::null;
  return enumerator(value, {Details::equivalent, Details::partial, Details::none});
}

template <typename Value>
void read_pair(const Value& json, TagPair& pair) {
  pair.ref_sentence.clear();
  pair.gen_sentence.clear();
  pair.normality = Normality::other;
  pair.anatomical = pair.asserted = pair.negated = Relation::null;
  pair.details = Details::null;
  each_field(json, [&](std::string_view key, const auto& value) {
    if (key == "ref_sentence") read_text(value, pair.ref_sentence);
    if (key == "gen_sentence") read_text(value, pair.gen_sentence);
    if (key == "normality") pair.normality = normality(value);
    if (key == "anatomical_relationship") pair.anatomical = relation(value);
    if (key == "asserted_abnormality_relationship") pair.asserted = relation(value);
    if (key == "negated_abnormality_relationship") pair.negated = relation(value);
    if (key == "details_of_abnormality_relationship") pair.details = details(value);
  });
}

template <typename Value>
void read_unmatched(const Value& json, Unmatched& item) {
  item.sentence.clear();
  item.side = Side::other;
  item.normality = Normality::other;
  each_field(json, [&](std::string_view key, const auto& value) {
    if (key == "sentence_is_from") item.side = enumerator(value, {Side::ref, Side::gen});
    if (key == "sentence") read_text(value, item.sentence);
    if (key == "normality") item.normality = normality(value);
  });
}

template <typename Value>
void read_findings(const Value& findings, Tag& tag) {
  bool pairs = false;
  bool unmatched = false;
  tag.well_formed = each_field(findings, [&](std::string_view key, const auto& value) {
    if (key == "pairs") {
      pairs = true;
      read_items(value, tag.pairs, [](const auto& item, TagPair& pair) { read_pair(item, pair); });
    }
    if (key == "unmatched_sentences") {
      unmatched = true;
      read_items(value, tag.unmatched, [](const auto& item, Unmatched& out) { read_unmatched(item, out); });
    }
  });
  if (!pairs) tag.pairs.clear();
  if (!unmatched) tag.unmatched.clear();
}

// The object inside a model's answer: a code fence, or words before and after, are left away. Empty if there is none.
std::string_view object_in(std::string_view answer) {
  const std::size_t begin = answer.find('{');
  const std::size_t end = answer.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return answer.substr(begin, end + 1 - begin);
}

void read_answer(std::string_view answer, io::JsonParser& parser, Tag& tag) {
  const std::string_view text = object_in(answer);
  std::string padded(text);
  padded.append(io::Window::kPadding, '\0');
  if (const auto object = parser.parse_fast(std::string_view(padded).substr(0, text.size()))) {
    read_findings(*object, tag);
  } else {
    const Json slow = Json::parse(text, nullptr, false);  // discarded, if it is no JSON: no object either
    read_findings(slow, tag);
  }
}

template <typename Value>
void read_record(const Value& record, io::JsonParser& answers, Tag& tag) {
  tag.name.clear();
  tag.examined_area.clear();
  tag.examined_type.clear();
  bool findings = false;
  each_field(record, [&](std::string_view key, const auto& value) {
    if (key == "name") tag.name = number_in(value).value_or(std::string(string_in(value).value_or("")));
    if (key == "Examined_Area") read_text(value, tag.examined_area);
    if (key == "Examined_Type") read_text(value, tag.examined_type);
    if (key == "findings") {
      findings = true;
      if (const auto answer = string_in(value)) {
        read_answer(*answer, answers, tag);
      } else {
        read_findings(value, tag);
      }
    }
  });
  if (!findings) read_findings(Json(), tag);
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
  io::JsonParser answers;
  read_record(record, answers, tag);
  return tag;
}

void TagFields::read(const Json& record, Tag& tag) {
  read_record(record, answers_, tag);
}

void TagFields::read(simdjson::dom::object record, Tag& tag) {
  read_record(record, answers_, tag);
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
