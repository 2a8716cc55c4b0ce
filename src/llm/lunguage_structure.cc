// LUNGUAGE's first stage as a question.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "llm/bm25.h"
#include "llm/lunguage_tasks.h"
#include "llm/radsem_tasks.h"
#include "llm/rules.h"
#include "lunguage/sections.h"
#include "lunguage/values.h"
#include "radsem/sentences.h"

namespace fiducial::llm {
namespace {

using io::Json;

using lunguage::Row;
using lunguage::Rows;

// As models are asked for them; lunguage::relation_of knows them by any case.
constexpr std::array<const char*, lunguage::kRelations> kNames{"Cat",
                                                               "Dx_Status",
                                                               "Dx_Certainty",
                                                               "Location",
                                                               "Morphology",
                                                               "Distribution",
                                                               "Measurement",
                                                               "Severity",
                                                               "Comparison",
                                                               "Onset",
                                                               "No Change",
                                                               "Improved",
                                                               "Worsened",
                                                               "Placement",
                                                               "Past Hx",
                                                               "Other Source",
                                                               "Assessment Limitations",
                                                               "Associate",
                                                               "Evidence"};

const char* shown(lunguage::Relation relation) {
  return kNames.at(static_cast<std::size_t>(relation));
}

Json structure_schema() {
  const Json number = {{"type", "integer"}};
  const Json text = {{"type", "string"}};
  Json names = Json::array();
  for (const char* name : kNames) names.push_back(name);
  const Json relation = object_schema({{"relation", {{"type", "string"}, {"enum", names}}},
                                       {"value", {{"type", Json::array({"string", "null"})}}},
                                       {"obj_ent_idx", {{"type", Json::array({"integer", "null"})}}}});
  const Json entity =
      object_schema({{"name", text}, {"sent_idx", number}, {"ent_idx", number}, {"relations", list_schema(relation)}});
  return object_schema({{"entities", list_schema(entity)},
                        {"left_out", list_schema(object_schema({{"number", number}, {"why", text}}))}});
}

using Words = std::set<std::string>;

// The first word of `text` that is not among these; empty if all are.
std::string stranger(const std::string& text, const Words& known) {
  for (std::string& word : words_of(text)) {
    if (!known.contains(word)) return std::move(word);
  }
  return {};
}

// The words of each sentence and of each section.
struct ReportWords {
  std::vector<Words> sentences;
  std::map<std::string, Words> sections;

  explicit ReportWords(const std::vector<SectionSentence>& list) {
    for (const SectionSentence& sentence : list) {
      auto words = words_of(sentence.text);
      sentences.emplace_back(words.begin(), words.end());
      sections[sentence.section].insert(words.begin(), words.end());
    }
  }
};

bool choice(const std::string& value, lunguage::Relation relation, const char* yes, const char* no) {
  const std::string word = lunguage::folded(value);
  if (word == lunguage::folded(yes)) return true;
  if (word == lunguage::folded(no)) return false;
  throw BrokenRule{fmt::format("{} must be {} or {}, but there is \"{}\"", shown(relation), yes, no, value),
                   fmt::format("{} is neither {} nor {}", shown(relation), yes, no)};
}

// A number that the model gave an entity.
int index_in(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  const bool whole = found != object.end() && found->is_number_unsigned() && found->get<std::size_t>() <= 1'000'000;
  if (!whole)
    throw BrokenRule{fmt::format("\"{}\" must be the whole number of an entity", name),
                     fmt::format("{} is not the number of an entity", name)};
  return found->get<int>();
}

void add_once(std::vector<int>& list, int value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

class StructureReader {
 public:
  explicit StructureReader(const std::vector<SectionSentence>& sentences)
      : sentences_(sentences), words_(sentences), accounted_(sentences.size() + 1, false) {}

  Rows read(const Json& object) {
    for (const Json& item : list_in(object, "entities")) entity(item);
    for (const Json& item : list_in(object, "left_out"))
      accounted_[number_in(item, "number", sentences_.size())] = true;
    check_accounted();
    add_implied_links();
    check_schema();
    return in_order();
  }

 private:
  struct Entity {
    Row row;
    std::size_t number = 0;  // of its sentence
  };

  void entity(const Json& item) {
    Entity one;
    one.row.entity = radsem::trim(text_in(item, "name"));
    one.number = number_in(item, "sent_idx", sentences_.size());
    one.row.ent_idx = index_in(item, "ent_idx");
    const SectionSentence& sentence = sentences_[one.number - 1];
    one.row.section = sentence.section;
    one.row.sent_idx = sentence.sent_idx;
    accounted_[one.number] = true;
    if (one.row.entity.empty()) throw BrokenRule{"a \"name\" is empty", "a name is empty"};
    if (const std::string word = stranger(one.row.entity, words_.sentences[one.number - 1]); !word.empty()) {
      throw BrokenRule{fmt::format("the name \"{}\" has the word \"{}\", which sentence {} has not", one.row.entity,
                                   word, one.number),
                       "a name has a word that its sentence has not"};
    }
    std::set<lunguage::Relation> once;
    for (const Json& relation : list_in(item, "relations")) add_relation(one.row, relation, once);
    for (const lunguage::Relation needed :
         {lunguage::Relation::cat, lunguage::Relation::dx_status, lunguage::Relation::dx_certainty}) {
      if (!once.contains(needed))
        throw BrokenRule{fmt::format("entity {} has no {}", one.row.ent_idx, shown(needed)),
                         fmt::format("an entity has no {}", shown(needed))};
    }
    entities_.push_back(std::move(one));
  }

  void add_relation(Row& row, const Json& item, std::set<lunguage::Relation>& once) const {
    const std::string named = text_in(item, "relation");
    const auto relation = lunguage::relation_of(named);
    if (!relation)
      throw BrokenRule{fmt::format("there is no relation \"{}\"; there are: {}", named, fmt::join(kNames, ", ")),
                       "a relation that the schema does not have"};
    if (*relation == lunguage::Relation::associate || *relation == lunguage::Relation::evidence) {
      add_once(*relation == lunguage::Relation::associate ? row.associate : row.evidence,
               index_in(item, "obj_ent_idx"));
      return;
    }
    const auto found = item.find("value");
    const bool text = found != item.end() && found->is_string();
    const std::string value = text ? std::string(radsem::trim(found->get_ref<const std::string&>())) : "";
    if (static_cast<std::size_t>(*relation) >= lunguage::kFirstText) {
      add_text(row, *relation, value);
      return;
    }
    if (!once.insert(*relation).second)
      throw BrokenRule{fmt::format("entity {} has {} more than once", row.ent_idx, shown(*relation)),
                       fmt::format("an entity has {} more than once", shown(*relation))};
    if (*relation == lunguage::Relation::dx_status) {
      row.positive = choice(value, *relation, "Positive", "Negative");
    } else if (*relation == lunguage::Relation::dx_certainty) {
      row.definitive = choice(value, *relation, "Definitive", "Tentative");
    } else {
      const auto category = lunguage::category_of(value);
      if (!category)
        throw BrokenRule{fmt::format("Cat must be PF, CF, OTH, COF, NCD or PATIENT INFO, but there is \"{}\"", value),
                         "a category that the schema does not have"};
      row.category = *category;
    }
  }

  // An empty value says that there is none.
  void add_text(Row& row, lunguage::Relation relation, const std::string& value) const {
    if (value.empty()) return;
    if (const std::string word = stranger(value, words_.sections.at(row.section)); !word.empty()) {
      throw BrokenRule{fmt::format("the {} \"{}\" has the word \"{}\", which the section {} has not", shown(relation),
                                   value, word, row.section),
                       "a value has a word that its section has not"};
    }
    std::string& text = row.text(relation);
    text += (text.empty() ? "" : ", ") + value;
  }

  void check_accounted() const {
    std::vector<std::size_t> missing;
    for (std::size_t i = 1; i <= sentences_.size(); ++i) {
      if (!accounted_[i]) missing.push_back(i);
    }
    if (missing.empty()) return;
    throw BrokenRule{
        fmt::format("these sentences are neither the \"sent_idx\" of an entity nor in \"left_out\": {}",
                    fmt::join(missing, ", ")),
        fmt::format("{} of {} sentences of the report are not accounted for", missing.size(), sentences_.size())};
  }

  Row* find(int index) {
    for (Entity& one : entities_) {
      if (one.row.ent_idx == index) return &one.row;
    }
    return nullptr;
  }

  void add_implied_links() {
    for (Entity& one : entities_) {
      for (const int target : one.row.evidence) add_once(one.row.associate, target);
    }
    for (Entity& one : entities_) {
      for (const int target : one.row.associate) {
        if (Row* other = find(target); other != nullptr && target != one.row.ent_idx)
          add_once(other->associate, one.row.ent_idx);
      }
    }
  }

  // The validator's words name numbers and categories, and nothing of the report.
  void check_schema() const {
    Rows rows;
    for (const Entity& one : entities_) rows.push_back(one.row);
    const auto problems = lunguage::validate(rows, "");
    if (!problems.empty()) throw BrokenRule{problems.front().message, problems.front().message};
  }

  // In the order of the report, numbered anew from 1.
  Rows in_order() {
    std::stable_sort(entities_.begin(), entities_.end(), [](const Entity& a, const Entity& b) {
      return std::pair(a.number, a.row.ent_idx) < std::pair(b.number, b.row.ent_idx);
    });
    std::map<int, int> renumbered;
    for (std::size_t i = 0; i < entities_.size(); ++i) renumbered[entities_[i].row.ent_idx] = static_cast<int>(i) + 1;
    Rows rows;
    for (Entity& one : entities_) {
      one.row.ent_idx = renumbered.at(one.row.ent_idx);
      for (std::vector<int>* links : {&one.row.associate, &one.row.evidence}) {
        for (int& target : *links) target = renumbered.at(target);
        std::sort(links->begin(), links->end());
      }
      rows.push_back(std::move(one.row));
    }
    return rows;
  }

  const std::vector<SectionSentence>& sentences_;
  ReportWords words_;
  std::vector<bool> accounted_;  // by number
  std::vector<Entity> entities_;
};

// ------------------------------------------------------------------------------------------------------- gold examples

// The sentence of the row's section that has its name; of several the one nearest to the row's own number, which
// another program may have counted otherwise. 0 if there is none.
std::size_t number_of_sentence(const Row& row, const std::vector<SectionSentence>& sentences,
                               const ReportWords& words) {
  std::size_t best = 0;
  int distance = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].section != row.section || !stranger(row.entity, words.sentences[i]).empty()) continue;
    const int away = std::abs(sentences[i].sent_idx - row.sent_idx);
    if (best != 0 && away >= distance) continue;
    best = i + 1;
    distance = away;
  }
  return best;
}

Json relation_json(lunguage::Relation relation, Json value, Json target) {
  return {{"relation", shown(relation)}, {"value", std::move(value)}, {"obj_ent_idx", std::move(target)}};
}

Json entity_json(const Row& row, std::size_t number) {
  Json relations = Json::array();
  relations.push_back(relation_json(lunguage::Relation::cat, std::string(name(row.category)), nullptr));
  relations.push_back(relation_json(lunguage::Relation::dx_status, row.positive ? "Positive" : "Negative", nullptr));
  relations.push_back(
      relation_json(lunguage::Relation::dx_certainty, row.definitive ? "Definitive" : "Tentative", nullptr));
  for (std::size_t i = 0; i < lunguage::kTexts; ++i) {
    const auto relation = static_cast<lunguage::Relation>(lunguage::kFirstText + i);
    if (!row.text(relation).empty())
      relations.push_back(relation_json(relation, lunguage::without_prefixes(row.text(relation)), nullptr));
  }
  for (const int target : row.associate)
    relations.push_back(relation_json(lunguage::Relation::associate, nullptr, target));
  for (const int target : row.evidence)
    relations.push_back(relation_json(lunguage::Relation::evidence, nullptr, target));
  return {{"name", row.entity}, {"sent_idx", number}, {"ent_idx", row.ent_idx}, {"relations", std::move(relations)}};
}

}  // namespace

std::vector<SectionSentence> section_sentences(const std::string& report) {
  std::vector<SectionSentence> out;
  std::map<std::string_view, int> counts;  // a section may come in several pieces
  for (const lunguage::SectionText& part : lunguage::sections(report)) {
    for (std::string& text : report_sentences(report.substr(part.begin, part.end - part.begin)))
      out.push_back({std::string(part.name), std::move(text), ++counts[part.name]});
  }
  return out;
}

StructureTask::StructureTask(Prompt prompt, const lunguage::Vocabulary* vocabulary,
                             lunguage::CandidateOptions candidates)
    : prompt_(std::move(prompt)),
      finder_(vocabulary, candidates),
      every_term_(vocabulary),
      schema_(std::make_shared<Schema>(Schema{"structured_report", structure_schema()})) {}

std::string StructureTask::numbered(const std::vector<SectionSentence>& sentences) {
  std::string out;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const SectionSentence& sentence = sentences[i];
    if (i == 0 || sentences[i - 1].section != sentence.section) out += fmt::format("## {}\n", sentence.section);
    out += fmt::format("[{}] {}\n", i + 1, sentence.text);
    std::string terms;
    for (const lunguage::Candidate& term : finder_.find(sentence.text)) {
      terms += fmt::format("{}{} ({})", terms.empty() ? "" : "; ",
                           std::string_view(sentence.text).substr(term.begin, term.end - term.begin),
                           fmt::join(term.labels, ", "));
    }
    if (!terms.empty()) out += fmt::format("    terms: {}\n", terms);
  }
  if (!out.empty()) out.pop_back();
  return out;
}

Mentions StructureTask::mentions(const std::vector<SectionSentence>& sentences) {
  Mentions out;
  for (const SectionSentence& sentence : sentences) {
    for (const lunguage::Candidate& term : every_term_.find(sentence.text)) {
      for (const std::string& label : term.labels) {
        if (lunguage::category_of(label)) {
          out.entities.emplace(sentence.section,
                               lunguage::folded(sentence.text.substr(term.begin, term.end - term.begin)));
        } else if (const auto relation = lunguage::relation_of(label)) {
          out.attributes.emplace(sentence.section, name(*relation));
        }
      }
    }
  }
  return out;
}

Question StructureTask::question(const std::string& id, const std::vector<SectionSentence>& sentences,
                                 const std::vector<Example>& retrieved) {
  return {id, prompt_.messages({{"sentences", numbered(sentences)}}, retrieved), schema_};
}

Complaint StructureTask::read(const std::string& answer, const std::vector<SectionSentence>& sentences,
                              Rows& rows) const {
  return by_rules(prompt_, [&] { rows = StructureReader(sentences).read(answered_object(answer)); });
}

std::optional<Example> StructureTask::example(const std::vector<SectionSentence>& sentences,
                                              std::span<const Row* const> rows) {
  const ReportWords words(sentences);
  std::vector<bool> used(sentences.size(), false);
  Json entities = Json::array();
  for (const Row* row : rows) {
    const std::size_t number = number_of_sentence(*row, sentences, words);
    if (number == 0) return std::nullopt;
    used[number - 1] = true;
    entities.push_back(entity_json(*row, number));
  }
  Json left_out = Json::array();
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (!used[i]) left_out.push_back({{"number", i + 1}, {"why", "no entity"}});
  }
  std::string answer;
  io::append_json(answer, {{"entities", std::move(entities)}, {"left_out", std::move(left_out)}});
  Rows again;
  if (!read(answer, sentences, again).empty()) return std::nullopt;
  return Example{prompt_.fill("user", {{"sentences", numbered(sentences)}}), answer};
}

}  // namespace fiducial::llm
