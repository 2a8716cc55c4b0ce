#include "explain/lunguage_account.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fiducial::explain {
namespace {

using lunguage::Relation;
using lunguage::Row;
using lunguage::Rows;

constexpr double kSame = 1 - 1e-9;  // an attribute at least as alike is no difference

// "no pleural effusion", "possible nodule right upper lobe 8 mm"
std::string row_text(const Row& row) {
  return fmt::format("{}{}{}", row.definitive ? "" : "possibly ", row.positive ? "" : "no ", lunguage::phrase(row));
}

Statement entity_of(Report report, std::size_t i, const Rows& rows) {
  return {report, fmt::format("{}{}", report == Report::reference ? 'R' : 'G', i + 1), row_text(rows[i]), "", 0, 0};
}

std::string said(const Row& row, Relation relation) {
  if (relation == Relation::dx_status) return row.positive ? "present" : "absent";
  if (relation == Relation::dx_certainty) return row.definitive ? "definite" : "tentative";
  const std::string& text = row.text(relation);
  return text.empty() ? "nothing" : "\"" + text + "\"";
}

std::string_view in_words(Relation relation) {
  if (relation == Relation::dx_status) return "status";
  if (relation == Relation::dx_certainty) return "certainty";
  return name(relation);
}

// "differs in severity (\"small\" against \"large\")"; empty if nothing does.
std::string differences(const Row& gold, const Row& pred, const lunguage::Components& parts) {
  std::string out;
  for (std::size_t i = 0; i < lunguage::kRelations; ++i) {
    if (std::isnan(parts.attributes.at(i)) || parts.attributes.at(i) >= kSame) continue;
    const auto relation = static_cast<Relation>(i);
    const bool text = i >= lunguage::kFirstText && i < lunguage::kFirstText + lunguage::kTexts;
    if (!text && relation != Relation::dx_status && relation != Relation::dx_certainty) continue;
    out += fmt::format("{}{} ({} against {})", out.empty() ? "; differs in " : ", ", in_words(relation),
                       said(gold, relation), said(pred, relation));
  }
  return out;
}

Part matches(const Rows& reference, const Rows& candidate, const lunguage::Score& score) {
  Part part{"put together", {}, {}};
  for (const lunguage::Matched& pair : score.pairs) {
    const lunguage::Components& parts = pair.parts;
    part.entries.push_back(
        {Outcome::matched,
         {entity_of(Report::reference, pair.gold, reference), entity_of(Report::candidate, pair.pred, candidate)},
         fmt::format("alike: meaning {:.4f} x structure {:.4f} = {:.4f}{}", parts.semantic, parts.structural,
                     parts.total, differences(reference[pair.gold], candidate[pair.pred], parts))});
  }
  return part;
}

Part rest(const Rows& reference, const Rows& candidate, const lunguage::Score& score) {
  Part part{"without a partner", {}, {}};
  const auto remark = [](double best) { return fmt::format("the most alike on the other side: {:.4f}", best); };
  for (const auto& [i, best] : score.unmatched_gold)
    part.entries.push_back({Outcome::missing, {entity_of(Report::reference, i, reference)}, remark(best)});
  for (const auto& [i, best] : score.unmatched_pred)
    part.entries.push_back({Outcome::unsupported, {entity_of(Report::candidate, i, candidate)}, remark(best)});
  return part;
}

Part history(const Rows& reference, const Rows& candidate) {
  Part part{"left out: history", {}, {}};
  const auto add = [&](Report report, const Rows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!is_history(rows[i])) continue;
      Statement statement = entity_of(report, i, rows);
      statement.quote = statement.text;
      part.entries.push_back({Outcome::left_out, {statement}, statement.mark});
    }
  };
  add(Report::reference, reference);
  add(Report::candidate, candidate);
  return part;
}

std::string entities_text(const Rows& rows) {
  const auto abnormal = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.positive; });
  if (rows.empty()) return "no entity";
  return fmt::format("{} entit{}, {} present", rows.size(), rows.size() == 1 ? "y" : "ies", abnormal);
}

}  // namespace

Account lunguage_account(const io::Pair& pair, const Rows& reference, const Rows& candidate,
                         const lunguage::Score& score) {
  Account out{pair.id, "LunguageScore", "single", score.f1, entities_text(reference), entities_text(candidate), {}, {},
              ""};
  out.parts = {matches(reference, candidate, score), rest(reference, candidate, score), history(reference, candidate)};
  if (score.pairs.empty() && score.unmatched_pred.empty() && score.unmatched_gold.empty())
    out.remarks.emplace_back("neither report has an entity: the score is 1");
  out.sum = fmt::format("true {0:.4f}, false {1:.4f}, missed {2:.4f}: precision {3:.4f}, recall {4:.4f}, F1 {5:.4f}",
                        score.tp, score.fp, score.fn, score.precision, score.recall, score.f1);
  return out;
}

}  // namespace fiducial::explain
