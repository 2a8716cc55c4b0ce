// The schema's names and weights (the paper's Appendix A.1 and Table C.1).
#include <algorithm>
#include <cctype>

#include "fiducial/lunguage.h"

namespace fiducial::lunguage {
namespace {

constexpr std::array<std::string_view, 6> kCategories{"PF", "CF", "OTH", "COF", "NCD", "PATIENT INFO"};
struct RelationEntry {
  std::string_view name;
  double weight;
};
constexpr std::array<RelationEntry, kRelations> kEntries{{{"cat", 0},
                                                          {"dx_status", 0.50},
                                                          {"dx_certainty", 0.10},
                                                          {"location", 0.20},
                                                          {"morphology", 0.05},
                                                          {"distribution", 0.05},
                                                          {"measurement", 0.05},
                                                          {"severity", 0.15},
                                                          {"comparison", 0.03},
                                                          {"onset", 0.15},
                                                          {"no change", 0.10},
                                                          {"improved", 0.15},
                                                          {"worsened", 0.15},
                                                          {"placement", 0.15},
                                                          {"past hx", 0.01},
                                                          {"other source", 0.01},
                                                          {"assessment limitations", 0.01},
                                                          {"associate", 0},
                                                          {"evidence", 0}}};

// Letters compare without case, '_' and '-' as a blank.
bool same_name(std::string_view a, std::string_view b) {
  const auto plain = [](char c) {
    return c == '_' || c == '-' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return plain(x) == plain(y); });
}

}  // namespace

std::string_view name(Category category) {
  return kCategories[static_cast<std::size_t>(category)];
}

std::string_view name(Relation relation) {
  return kEntries[static_cast<std::size_t>(relation)].name;
}

double weight(Relation relation) {
  return kEntries[static_cast<std::size_t>(relation)].weight;
}

// "patient info." is written with a point in the published files; of "cof/ncd" the first counts.
std::optional<Category> category_of(std::string_view text) {
  text = text.substr(0, text.find('/'));
  if (text.ends_with('.')) text.remove_suffix(1);
  for (std::size_t i = 0; i < kCategories.size(); ++i) {
    if (same_name(text, kCategories[i])) return static_cast<Category>(i);
  }
  return std::nullopt;
}

std::optional<Relation> relation_of(std::string_view text) {
  for (std::size_t i = 0; i < kRelations; ++i) {
    if (same_name(text, kEntries[i].name)) return static_cast<Relation>(i);
  }
  return std::nullopt;
}

std::vector<Patient> patients_of(const Rows& rows) {
  std::vector<Patient> patients;
  std::map<std::string, std::size_t> subjects;
  std::map<std::pair<std::string, std::string>, std::size_t> studies;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const auto [s, new_subject] = subjects.try_emplace(row.subject, patients.size());
    if (new_subject) patients.push_back({row.subject, {}});
    Patient& patient = patients[s->second];
    const auto [t, new_study] = studies.try_emplace({row.subject, row.study}, patient.studies.size());
    if (new_study) patient.studies.push_back({row.study, row.sequence, row.day, {}});
    patient.studies[t->second].rows.push_back(i);
  }
  for (Patient& patient : patients) {
    std::stable_sort(patient.studies.begin(), patient.studies.end(),
                     [](const Study& a, const Study& b) { return a.sequence < b.sequence; });
  }
  return patients;
}

}  // namespace fiducial::lunguage
