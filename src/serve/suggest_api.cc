// What a word may be completed to while a report is annotated: first what its own sentence has, then the vocabulary.
#include <fmt/format.h>

#include <algorithm>

#include "lunguage/embedded_vocabulary.h"
#include "serve/api.h"
#include "serve/readers.h"

namespace fiducial::serve {
namespace {

constexpr std::size_t kMostSuggestions = 12;
constexpr std::size_t kLongestSentence = 2'000;  // characters

std::string folded_text(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// The categories of the vocabulary whose terms fit a field.
std::vector<std::string> categories_of(const std::string& field) {
  if (field != "entity") return {field};
  std::vector<std::string> names;
  for (int c = 0; c <= static_cast<int>(lunguage::Category::patient_info); ++c)
    names.emplace_back(name(static_cast<lunguage::Category>(c)));
  return names;
}

// Terms, each once, those of the sentence first; those that begin as was typed before those that have it within.
class Suggestions {
 public:
  explicit Suggestions(std::string_view typed) : typed_(folded_text(typed)) {}

  void add(std::string_view term, bool here) {
    const std::size_t at = folded_text(term).find(typed_);
    if (at == std::string::npos || term.empty()) return;
    const auto same = [&](const One& one) { return folded_text(one.term) == folded_text(term); };
    if (std::any_of(list_.begin(), list_.end(), same)) return;
    list_.push_back({std::string(term), (here ? 0 : 2) + (at == 0 ? 0 : 1)});
  }
  io::Json json() {
    std::stable_sort(list_.begin(), list_.end(), [](const One& a, const One& b) { return a.rank < b.rank; });
    io::Json out = io::Json::array();
    for (std::size_t i = 0; i < std::min(list_.size(), kMostSuggestions); ++i)
      out.push_back({{"term", list_[i].term}, {"here", list_[i].rank < 2}});
    return out;
  }

 private:
  struct One {
    std::string term;
    int rank;
  };
  std::string typed_;
  std::vector<One> list_;
};

// What the reader takes from the sentence for that field.
void add_read(const Readers& readers, const std::string& sentence, const std::string& field, Suggestions& out) {
  const auto relation = lunguage::relation_of(field);
  for (const lunguage::Row& row : readers.structurer()->structure(sentence))
    out.add(relation ? std::string_view(row.text(*relation)) : std::string_view(row.entity), true);
}

bool is_field(const std::string& field) {
  if (field == "entity") return true;
  const auto relation = lunguage::relation_of(field);
  if (!relation) return false;
  const auto number = static_cast<std::size_t>(*relation);
  return number >= lunguage::kFirstText && number < lunguage::kFirstText + lunguage::kTexts;
}

}  // namespace

Response Api::suggest(const Call& call) const {
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  fields.only({"field", "text", "sentence"});
  const std::string field = fields.text("field");
  if (!is_field(field)) throw ApiError(400, "field: expected entity or an attribute such as location, found another");
  const std::string sentence = fields.text_or("sentence", "");
  if (characters(sentence) > kLongestSentence)
    throw ApiError(400, fmt::format("sentence: expected at most {} characters", kLongestSentence));
  const std::string typed = fields.text_or("text", "");
  Suggestions out(typed);
  add_read(*readers_, sentence, field, out);
  const lunguage::Vocabulary& vocabulary = lunguage::embedded_vocabulary();
  const auto categories = categories_of(field);
  for (const auto& match : vocabulary.find(sentence)) {
    if (std::find(categories.begin(), categories.end(), vocabulary.category(match.category)) != categories.end())
      out.add(sentence.substr(match.begin, match.end - match.begin), true);
  }
  for (const std::string& category : categories) {
    for (const std::string_view term : vocabulary.terms_of(category)) out.add(term, false);
  }
  if (field == "location" && !typed.empty()) {
    for (const std::string& place : readers_->terms().places(folded_text(typed), kMostSuggestions))
      out.add(place, false);
  }
  return json_response({{"suggestions", out.json()}});
}

}  // namespace fiducial::serve
