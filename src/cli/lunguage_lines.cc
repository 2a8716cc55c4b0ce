#include "cli/lunguage_lines.h"

#include "fiducial/io.h"

namespace fiducial::cli {
namespace {

using lunguage::Row;
using lunguage::Setting;

io::Json row_json(const Row& row, Setting setting) {
  return {{"study_id", row.study},
          {"ent_idx", row.ent_idx},
          {"phrase", setting == Setting::sequential && !row.group.empty() ? row.group : lunguage::phrase(row)},
          {"sequence", row.sequence},
          {"episode", row.episode}};
}

}  // namespace

std::string_view name_of(Setting setting) {
  return setting == Setting::single ? "single" : "sequential";
}

std::string sample_line(const PatientCase& one, const lunguage::Score& score, Setting setting) {
  return io::json_line({{"id", one.id()},
                        {"subject_id", one.subject},
                        {"setting", name_of(setting)},
                        {"lunguage", score.f1},
                        {"lunguage.precision", score.precision},
                        {"lunguage.recall", score.recall},
                        {"tp", score.tp},
                        {"fp", score.fp},
                        {"fn", score.fn}});
}

std::string pair_lines(const PatientCase& one, const lunguage::Score& score, Setting setting) {
  std::string out;
  for (const lunguage::Matched& pair : score.pairs) {
    io::Json attributes = io::Json::object();
    for (std::size_t r = 0; r < lunguage::kRelations; ++r) {
      const auto relation = static_cast<lunguage::Relation>(r);
      const double value = pair.parts.attributes[r];
      if (value == value && lunguage::weight(relation) > 0) attributes[std::string(name(relation))] = value;
    }
    out += io::json_line({{"id", one.id()},
                          {"setting", name_of(setting)},
                          {"pred", row_json(*one.pred[pair.pred], setting)},
                          {"gold", row_json(*one.gold[pair.gold], setting)},
                          {"total", pair.parts.total},
                          {"semantic", pair.parts.semantic},
                          {"structural", pair.parts.structural},
                          {"temporal", pair.parts.temporal},
                          {"attributes", std::move(attributes)}});
  }
  for (const auto& [place, best] : score.unmatched_pred)
    out += io::json_line({{"id", one.id()}, {"pred", row_json(*one.pred[place], setting)}, {"best", best}});
  for (const auto& [place, best] : score.unmatched_gold)
    out += io::json_line({{"id", one.id()}, {"gold", row_json(*one.gold[place], setting)}, {"best", best}});
  return out;
}

std::string rationale_line(const Row& row, const std::string& why) {
  return io::json_line({{"subject_id", row.subject},
                        {"study_id", row.study},
                        {"ent_idx", row.ent_idx},
                        {"entity", row.entity},
                        {"entity_group", row.group},
                        {"episode", row.episode},
                        {"rationale", why}});
}

}  // namespace fiducial::cli
