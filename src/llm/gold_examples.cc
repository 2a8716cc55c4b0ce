#include "llm/gold_examples.h"

#include <algorithm>
#include <map>

#include "lunguage/values.h"

namespace fiducial::llm {
namespace {

Mentions mentions_of(const std::vector<const lunguage::Row*>& rows) {
  Mentions out;
  for (const lunguage::Row* row : rows) {
    out.entities.emplace(row->section, lunguage::folded(row->entity));
    for (std::size_t i = 0; i < lunguage::kTexts; ++i) {
      const auto relation = static_cast<lunguage::Relation>(lunguage::kFirstText + i);
      if (!row->text(relation).empty()) out.attributes.emplace(row->section, name(relation));
    }
  }
  return out;
}

}  // namespace

GoldExamples::GoldExamples(StructureTask& task, const lunguage::Rows& gold, std::span<const lunguage::StudyText> texts)
    : task_(task) {
  std::map<std::pair<std::string, std::string>, const lunguage::StudyText*> by_key;
  for (const lunguage::StudyText& text : texts) by_key.emplace(std::pair(text.subject, text.study), &text);
  for (const lunguage::Patient& patient : lunguage::patients_of(gold)) {
    for (const lunguage::Study& study : patient.studies) {
      const auto found = by_key.find({patient.subject, study.id});
      std::vector<const lunguage::Row*> rows;
      for (const std::size_t i : study.rows) rows.push_back(&gold[i]);
      auto example =
          found == by_key.end() ? std::nullopt : task.example(section_sentences(found->second->report), rows);
      if (!example) {
        ++unused_;
        continue;
      }
      index_.add(found->second->report);
      sources_.push_back({patient.subject, study.id, mentions_of(rows)});
      examples_.push_back(std::move(*example));
    }
  }
}

// One example after the other that has something of what no earlier one has: entities first, then kinds of attributes.
std::vector<std::size_t> GoldExamples::diverse(const Mentions& wanted, const std::vector<std::size_t>& order,
                                               std::size_t count) const {
  const auto common = [&](std::size_t i) {
    return std::count_if(wanted.entities.begin(), wanted.entities.end(),
                         [&](const auto& entity) { return sources_[i].has.entities.contains(entity); });
  };
  std::vector<std::size_t> ranked = order;
  std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) { return common(a) > common(b); });
  std::vector<std::size_t> chosen;
  Mentions left = wanted;
  const auto take = [&](auto member) {
    while (!(left.*member).empty() && chosen.size() < count) {
      const auto key = *(left.*member).begin();
      const auto found = std::find_if(ranked.begin(), ranked.end(), [&](std::size_t i) {
        return (sources_[i].has.*member).contains(key) && std::find(chosen.begin(), chosen.end(), i) == chosen.end();
      });
      (left.*member).erase(key);
      if (found == ranked.end()) continue;
      chosen.push_back(*found);
      for (const auto& entity : sources_[*found].has.entities) left.entities.erase(entity);
      for (const auto& attribute : sources_[*found].has.attributes) left.attributes.erase(attribute);
    }
  };
  take(&Mentions::entities);
  take(&Mentions::attributes);
  for (const std::size_t i : ranked) {
    if (chosen.size() < count && std::find(chosen.begin(), chosen.end(), i) == chosen.end()) chosen.push_back(i);
  }
  // The most alike first, as `order` has them.
  std::vector<std::size_t> out;
  for (const std::size_t i : order) {
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) out.push_back(i);
  }
  return out;
}

std::vector<Example> GoldExamples::best(const lunguage::StudyText& study, std::size_t count, Choice choice) const {
  // A study's number also tells it apart where patients have none.
  const auto allowed = [&](std::size_t i) {
    return sources_[i].subject != study.subject && sources_[i].study != study.study;
  };
  auto chosen = index_.best(study.report, choice == Choice::alike ? count : size(), allowed);
  if (choice == Choice::diverse && size() > 0)
    chosen = diverse(task_.mentions(section_sentences(study.report)), chosen, count);
  std::vector<Example> out;
  for (auto i = chosen.rbegin(); i != chosen.rend(); ++i) out.push_back(examples_[*i]);
  return out;
}

}  // namespace fiducial::llm
