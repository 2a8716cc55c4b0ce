// RadFact's first stage as a question.
#include <algorithm>

#include "llm/radfact_tasks.h"
#include "llm/radsem_tasks.h"
#include "llm/rules.h"

namespace fiducial::llm {
namespace {

using io::Json;

// Why a sentence has no phrases.
constexpr std::initializer_list<const char*> kReasons = {"technique", "history", "recommendation", "communication",
                                                         "quality",   "opinion", "heading",        "repeated",
                                                         "empty",     "other"};

Json phrases_schema() {
  return object_schema({{"sentence_list", list_schema(object_schema({{"from", list_schema({{"type", "integer"}})},
                                                                     {"new", list_schema({{"type", "string"}})},
                                                                     {"left_out", word_schema(kReasons, true)}}))}});
}

std::string_view reason_in(const Json& item) {
  const std::string word = word_in(item, "left_out", kReasons, true);
  const auto* const found = std::find(kReasons.begin(), kReasons.end(), word);
  return found == kReasons.end() ? std::string_view() : *found;
}

std::vector<std::string> phrases_in(const Json& item) {
  std::vector<std::string> phrases;
  for (const Json& phrase : list_in(item, "new")) {
    if (!phrase.is_string()) throw BrokenRule{"\"new\" must hold texts", "a phrase is not a text"};
    phrases.push_back(on_one_line(phrase.get_ref<const std::string&>()));
    if (phrases.back().empty()) throw BrokenRule{"a text in \"new\" is empty", "a phrase is empty"};
  }
  return phrases;
}

}  // namespace

PhrasesTask::PhrasesTask(Prompt prompt)
    : prompt_(std::move(prompt)), schema_(std::make_shared<Schema>(Schema{"phrases", phrases_schema()})) {}

Question PhrasesTask::question(const std::string& name, const std::vector<std::string>& sentences) const {
  return {name, prompt_.messages({{"sentences", numbered(sentences)}}), schema_};
}

Complaint PhrasesTask::read(const std::string& answer, const std::vector<std::string>& sentences,
                            std::vector<radfact::Parsed>& parsed) const {
  return by_rules(prompt_, [&] {
    parsed.clear();
    Accounts accounts("from", sentences.size());
    const Json object = answered_object(answer);
    for (const Json& item : list_in(object, "sentence_list")) {
      radfact::Parsed one;
      const Json& from = list_in(item, "from");
      if (from.empty()) throw BrokenRule{"a \"from\" is empty: each phrase comes from somewhere", "a from is empty"};
      for (const Json& value : from) {
        const std::size_t number = number_of(value, "from", sentences.size());
        accounts.add(number);
        one.original += (one.original.empty() ? "" : " ") + sentences[number - 1];
      }
      one.phrases = phrases_in(item);
      for (const std::string& phrase : one.phrases) check_origin(phrase, one.original);
      const std::string_view why = reason_in(item);
      if (one.phrases.empty() && why.empty())
        throw BrokenRule{"\"new\" is empty, but \"left_out\" does not say why",
                         "a sentence is left out without a reason"};
      if (one.phrases.empty()) one.left_out = why;
      parsed.push_back(std::move(one));
    }
    accounts.check();
  });
}

}  // namespace fiducial::llm
