#include "recorded_lunguage.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "fiducial/lunguage.h"
#include "llm/lunguage_tasks.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;
using lunguage::Row;

std::string structure_of(const std::vector<llm::SectionSentence>& sentences, const std::vector<const Row*>& rows) {
  llm::StructureTask task(llm::prompt_for("lunguage_structure", ""), nullptr);
  const auto example = task.example(sentences, rows);
  if (!example) throw std::runtime_error("a gold study breaks the rules of the task");
  return example->second;
}

std::string groups_of(const std::vector<const Row*>& rows) {
  std::map<std::string, std::map<int, std::vector<std::size_t>>> groups;
  for (std::size_t i = 0; i < rows.size(); ++i) groups[rows[i]->group][rows[i]->episode].push_back(i + 1);
  Json list = Json::array();
  for (const auto& [name, episodes] : groups) {
    Json episode_list = Json::array();
    for (const auto& [number, findings] : episodes) episode_list.push_back({{"findings", findings}});
    list.push_back({{"name", name}, {"episodes", episode_list}, {"why", "by heart"}});
  }
  return Json{{"groups", list}}.dump();
}

std::string listed(const std::vector<const Row*>& rows) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i)
    out += (i == 0 ? "[" : "\n[") + std::to_string(i + 1) + "] " + llm::finding_line(*rows[i]);
  return out;
}

}  // namespace

RecordedLunguage::RecordedLunguage(const std::string& reports, const std::string& gold) {
  io::ProblemLog problems;
  const auto texts = lunguage::read_studies(io::open_source(reports), problems);
  const lunguage::Table table = lunguage::read_rows(gold);
  for (const lunguage::Patient& patient : lunguage::patients_of(table.rows)) {
    std::vector<const Row*> timeline;
    for (const lunguage::Study& study : patient.studies) {
      std::vector<const Row*> rows;
      for (const std::size_t i : study.rows) rows.push_back(&table.rows[i]);
      timeline.insert(timeline.end(), rows.begin(), rows.end());
      for (const lunguage::StudyText& text : texts) {
        if (text.subject != patient.subject || text.study != study.id) continue;
        const auto sentences = llm::section_sentences(text.report);
        std::string lines;
        for (const auto& sentence : sentences) lines += sentence.text + "\n";
        structures_[lines] = structure_of(sentences, rows);
        subjects_[lines] = patient.subject;
      }
    }
    groups_[listed(timeline)] = groups_of(timeline);
  }
}

std::string RecordedLunguage::sentences_in(const std::string& question) {
  std::string lines;
  std::istringstream all(question);
  for (std::string line; std::getline(all, line);) {
    if (line.starts_with("[")) lines += line.substr(line.find("] ") + 2) + "\n";
  }
  return lines;
}

std::string RecordedLunguage::answer(const llm_server::Request& request) const {
  const Json messages = Json::parse(request.body)["messages"];
  // After a complaint the question stands further up.
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    if ((*message)["role"] != "user") continue;
    const std::string text = (*message)["content"];
    if (const auto found = groups_.find(text); found != groups_.end()) return found->second;
    if (const auto found = structures_.find(sentences_in(text)); found != structures_.end()) return found->second;
  }
  return {};
}

}  // namespace fiducial::cli_test
