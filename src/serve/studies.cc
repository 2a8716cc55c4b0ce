#include "serve/studies.h"

#include <fmt/format.h>

namespace fiducial::serve {

using lunguage::Row;
using lunguage::Rows;

io::Json row_json(const Row& row) {
  io::Json out = {{"section", row.section},
                  {"sent_idx", row.sent_idx},
                  {"ent_idx", row.ent_idx},
                  {"entity", row.entity},
                  {"cat", name(row.category)},
                  {"dx_status", row.positive ? "positive" : "negative"},
                  {"dx_certainty", row.definitive ? "definitive" : "tentative"}};
  for (std::size_t r = lunguage::kFirstText; r < lunguage::kFirstText + lunguage::kTexts; ++r) {
    const auto relation = static_cast<lunguage::Relation>(r);
    if (!row.text(relation).empty()) out[std::string(name(relation))] = row.text(relation);
  }
  if (!row.associate.empty()) out["associate"] = row.associate;
  if (!row.evidence.empty()) out["evidence"] = row.evidence;
  if (!row.group.empty()) out["entity_group"] = row.group;
  if (row.episode > 0) out["episode"] = row.episode;
  return out;
}

Rows rows_from_json(const io::Json& list, std::vector<Problem>& problems) {
  std::string lines;
  for (const io::Json& one : list) {
    io::Json line = one.is_object() ? one : io::Json::object();
    line["subject_id"] = "patient";
    line["study_id"] = "study";
    lines += io::json_line(line);
  }
  if (lines.empty()) return {};
  lunguage::Table table = lunguage::read_rows(io::memory_source(lines, "rows"));
  problems = table.problems.kept();
  for (Problem& problem : lunguage::validate(table.rows, "rows")) problems.push_back(std::move(problem));
  return std::move(table.rows);
}

Studies::Studies(const std::string& path, const Lexicon& lexicon) {
  studies_ = lunguage::read_studies(io::open_source(path), problems_);
  if (studies_.empty())
    throw InputError(
        {path, 0, "", "expected reports with subject_id, study_id and a text, found none that can be used"});
  sequence_ = lunguage::sequence_of(studies_);
  lunguage::Structurer structurer(lexicon);
  Rows all;
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < studies_.size(); ++i) {
    for (Row& row : structurer.structure(studies_[i].report, &sentences_.emplace_back())) {
      row.subject = studies_[i].subject;
      row.study = studies_[i].study;
      row.sequence = sequence_[i];
      row.day = studies_[i].day;
      all.push_back(std::move(row));
    }
    ends.push_back(all.size());
  }
  lunguage::group(all, {});
  for (std::size_t i = 0, at = 0; i < studies_.size(); at = ends[i++])
    read_.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(at),
                       all.begin() + static_cast<std::ptrdiff_t>(ends[i]));
  decided_ = std::make_unique<Adjudication>(path + ".annotated");
}

std::string Studies::key(std::size_t number) const {
  return fmt::format("{} / {}", studies_[number].subject, studies_[number].study);
}

Rows Studies::rows(std::size_t number) const {
  const auto decided = decided_->tag(key(number));
  if (!decided) return read_[number];
  std::vector<Problem> ignored;  // they were checked when they were decided
  Rows rows = rows_from_json(io::Json::parse(*decided), ignored);
  for (Row& row : rows) {
    row.subject = studies_[number].subject;
    row.study = studies_[number].study;
    row.sequence = sequence_[number];
    row.day = studies_[number].day;
  }
  return rows;
}

std::vector<Decision> Studies::decisions(std::size_t number) const {
  return decided_->of(key(number));
}

bool Studies::decide(std::size_t number, std::size_t seen, const std::string& who, const std::string& why,
                     const std::string& time, const Rows& rows) {
  io::Json list = io::Json::array();
  for (const Row& row : rows) list.push_back(row_json(row));
  Decision decision{who, why, time, {}};
  io::append_json(decision.tag, list);
  if (!decided_->decide(key(number), seen, std::move(decision))) return false;
  decided_->publish("rows.csv", [this] { return csv(); });
  return true;
}

std::string Studies::csv() const {
  Rows all;
  for (std::size_t i = 0; i < studies_.size(); ++i) {
    for (Row& row : rows(i)) all.push_back(std::move(row));
  }
  return lunguage::to_csv(all);
}

}  // namespace fiducial::serve
