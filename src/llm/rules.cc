#include "llm/rules.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "lexicon/lexicon.h"
#include "llm/answer.h"
#include "text/token.h"

namespace fiducial::llm {

using io::Json;

namespace {

const Json& field(const Json& object, const char* name) {
  if (!object.is_object())
    throw BrokenRule{fmt::format("an object with the field \"{}\" was expected", name), "an object was expected"};
  const auto found = object.find(name);
  if (found == object.end())
    throw BrokenRule{fmt::format("the field \"{}\" is missing", name), fmt::format("the field {} is missing", name)};
  return *found;
}

[[noreturn]] void wrong_kind(const char* name, const std::string& kind) {
  throw BrokenRule{fmt::format("the field \"{}\" must be {}", name, kind),
                   fmt::format("the field {} is not {}", name, kind)};
}

}  // namespace

namespace {

// What a text says: its words that mean something, by their stems, and what the lexicon takes them for.
struct Content {
  std::set<text::WordHash> words;
  std::set<lexicon::ConceptId> concepts;
  bool empty() const { return words.empty() && concepts.empty(); }
};

Content content_of(const std::string& text) {
  const lexicon::Lexicon& lexicon = lexicon::Lexicon::embedded();
  std::vector<text::Token> tokens;
  text::tokenize(text, tokens);
  Content out;
  for (std::size_t i = 0; i < tokens.size();) {
    const lexicon::Match match = lexicon.longest(tokens, i);
    const std::size_t end = i + std::max<std::size_t>(match.tokens, 1);
    const auto is_cue = [](const lexicon::Sense& sense) { return sense.section == lexicon::Section::cue; };
    const bool means = match.senses.empty() || !std::all_of(match.senses.begin(), match.senses.end(), is_cue);
    for (const lexicon::Sense& sense : match.senses) {
      if (!is_cue(sense)) out.concepts.insert(sense.concept_id);
    }
    for (; i < end; ++i) {
      if (means && tokens[i].kind == text::TokenKind::word && tokens[i].end - tokens[i].begin > 2)
        out.words.insert(tokens[i].word);
    }
  }
  return out;
}

// A word in common, or two of which the one is a kind or a part of the other: "PE" and "an embolus".
bool share_something(const Content& a, const Content& b) {
  const lexicon::Lexicon& lexicon = lexicon::Lexicon::embedded();
  if (std::any_of(a.words.begin(), a.words.end(), [&](text::WordHash word) { return b.words.contains(word); }))
    return true;
  return std::any_of(a.concepts.begin(), a.concepts.end(), [&](lexicon::ConceptId x) {
    return std::any_of(b.concepts.begin(), b.concepts.end(), [&](lexicon::ConceptId y) {
      return x == y || lexicon.contains(x, y) || lexicon.contains(y, x);
    });
  });
}

}  // namespace

void check_origin(const std::string& text, const std::string& origin) {
  const Content ours = content_of(text);
  const Content theirs = content_of(origin);
  if (ours.empty() || theirs.empty() || share_something(ours, theirs)) return;
  throw BrokenRule{
      "a text has no word in common with the sentence that it is said to come from: write only what the report says",
      "a text has nothing of the sentence that it is said to come from"};
}

Json answered_object(const std::string& answer) {
  auto object = object_in(answer);
  if (!object) throw BrokenRule{"it is not one JSON object", "not one JSON object"};
  return std::move(*object);
}

const Json& list_in(const Json& object, const char* name) {
  const Json& value = field(object, name);
  if (!value.is_array()) wrong_kind(name, "a list");
  return value;
}

std::string text_in(const Json& object, const char* name) {
  const Json& value = field(object, name);
  if (!value.is_string()) wrong_kind(name, "a text");
  return value.get<std::string>();
}

std::size_t number_of(const Json& value, const char* name, std::size_t most) {
  const bool whole = value.is_number_unsigned();
  if (!whole || value.get<std::size_t>() < 1 || value.get<std::size_t>() > most) {
    throw BrokenRule{fmt::format("\"{}\" must be a whole number from 1 to {}, but there is {}", name, most,
                                 value.is_number() ? value.dump() : "something else"),
                     fmt::format("{} is not the number of a sentence", name)};
  }
  return value.get<std::size_t>();
}

std::size_t number_in(const Json& object, const char* name, std::size_t most) {
  return number_of(field(object, name), name, most);
}

std::string word_in(const Json& object, const char* name, std::initializer_list<const char*> words, bool or_null) {
  const Json& value = field(object, name);
  if (value.is_null() && or_null) return {};
  for (const char* word : words) {
    if (value.is_string() && value.get_ref<const std::string&>() == word) return word;
  }
  wrong_kind(name, fmt::format("one of {}{}", fmt::join(words, ", "), or_null ? " or null" : ""));
}

void Accounts::add(std::size_t number) {
  if (seen_[number]) {
    throw BrokenRule{fmt::format("sentence {} stands in more than one \"{}\"", number, field_),
                     "a sentence is accounted for twice"};
  }
  seen_[number] = true;
}

void Accounts::check() const {
  std::vector<std::size_t> missing;
  for (std::size_t i = 1; i < seen_.size(); ++i) {
    if (!seen_[i]) missing.push_back(i);
  }
  if (missing.empty()) return;
  throw BrokenRule{fmt::format("these sentences stand in no \"{}\": {}", field_, fmt::join(missing, ", ")),
                   fmt::format("{} of {} sentences are not accounted for", missing.size(), seen_.size() - 1)};
}

Json object_schema(std::initializer_list<std::pair<const char*, Json>> fields) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const auto& [name, schema] : fields) {
    properties[name] = schema;
    required.push_back(name);
  }
  return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

Json list_schema(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json word_schema(std::initializer_list<const char*> words, bool or_null) {
  Json choices = Json::array();
  for (const char* word : words) choices.push_back(word);
  if (!or_null) return {{"type", "string"}, {"enum", choices}};
  choices.push_back(nullptr);
  return {{"type", Json::array({"string", "null"})}, {"enum", choices}};
}

}  // namespace fiducial::llm
