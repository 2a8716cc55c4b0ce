#include "llm/gold_examples.h"

#include <algorithm>
#include <map>

namespace fiducial::llm {

GoldExamples::GoldExamples(StructureTask& task, const lunguage::Rows& gold,
                           std::span<const lunguage::StudyText> texts) {
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
      sources_.push_back({patient.subject, study.id});
      examples_.push_back(std::move(*example));
    }
  }
}

std::vector<Example> GoldExamples::best(const lunguage::StudyText& study, std::size_t count) const {
  // A study's number also tells it apart where patients have none.
  const auto chosen = index_.best(study.report, count, [&](std::size_t i) {
    return sources_[i].subject != study.subject && sources_[i].study != study.study;
  });
  std::vector<Example> out;
  for (auto i = chosen.rbegin(); i != chosen.rend(); ++i) out.push_back(examples_[*i]);
  return out;
}

}  // namespace fiducial::llm
