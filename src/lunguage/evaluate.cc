// How well rows agree with gold: triplets, and groups.
#include <algorithm>
#include <set>

#include "fiducial/lunguage.h"
#include "fiducial/stats.h"
#include "lunguage/published.h"
#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

constexpr double kEntityRatio = 70, kValueRatio = 60;

// To be compared: links by the names of the entities at their ends, texts without case.
std::string comparable(const Row& row, Relation relation, const std::map<int, const Row*>& study) {
  if (relation < Relation::location) return value_of(row, relation);
  if (relation < Relation::associate) return folded(row.text(relation));
  std::string out;
  for (const int target : relation == Relation::associate ? row.associate : row.evidence) {
    const auto found = study.find(target);
    if (found != study.end()) out += (out.empty() ? "" : ", ") + found->second->entity;
  }
  return folded(out);
}

std::set<std::string> parts_of(const std::string& text) {
  std::set<std::string> out;
  std::string part;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ',') {
      if (text[i] != ' ' || !part.empty()) part += text[i];
      continue;
    }
    while (!part.empty() && part.back() == ' ') part.pop_back();
    if (!part.empty()) out.insert(part);
    part.clear();
  }
  return out;
}

bool same_value(Relation relation, const std::string& a, const std::string& b) {
  if (relation == Relation::location) return parts_of(a) == parts_of(b);
  if (relation <= Relation::dx_certainty) return a == b;
  return ratio(a, b) > kValueRatio;
}

std::map<int, const Row*> by_index(const Rows& rows, const Study& study) {
  std::map<int, const Row*> out;
  for (const std::size_t i : study.rows) out.emplace(rows[i].ent_idx, &rows[i]);
  return out;
}

// Rows of one study paired with gold: the same section, entities alike; the likest first, nearer sentences before
// others.
std::vector<std::pair<std::size_t, std::size_t>> aligned(const Rows& pred, const Study& p, const Rows& gold,
                                                         const Study& g) {
  std::vector<double> weights(p.rows.size() * g.rows.size(), 0.0);
  for (std::size_t i = 0; i < p.rows.size(); ++i) {
    for (std::size_t j = 0; j < g.rows.size(); ++j) {
      const Row& a = pred[p.rows[i]];
      const Row& b = gold[g.rows[j]];
      const double like = ratio(folded(a.entity), folded(b.entity));
      if (a.section != b.section || like <= kEntityRatio) continue;
      weights[i * g.rows.size() + j] = like + (a.sent_idx == b.sent_idx ? 50 : 0) + (a.positive == b.positive ? 1 : 0) +
                                       (a.ent_idx == b.ent_idx ? 0.5 : 0);
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> out;
  if (p.rows.empty() || g.rows.empty()) return out;
  const auto column = stats::assign(weights, p.rows.size(), g.rows.size());
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column[i] < 0) continue;
    const auto j = static_cast<std::size_t>(column[i]);
    if (weights[i * g.rows.size() + j] > 0) out.emplace_back(p.rows[i], g.rows[j]);
  }
  return out;
}

void count_values(Evaluation& out, const Row* pred, const std::map<int, const Row*>& pred_study, const Row* gold,
                  const std::map<int, const Row*>& gold_study) {
  for (std::size_t i = 0; i < kRelations; ++i) {
    const auto relation = static_cast<Relation>(i);
    const std::string a = pred == nullptr ? "" : comparable(*pred, relation, pred_study);
    const std::string b = gold == nullptr ? "" : comparable(*gold, relation, gold_study);
    const bool both = !a.empty() && !b.empty();
    const bool same = both && same_value(relation, a, b);
    out.entity_relation.pred += a.empty() ? 0U : 1U;
    out.entity_relation.gold += b.empty() ? 0U : 1U;
    out.entity_relation.both += both ? 1U : 0U;
    out.relations[i].pred += a.empty() ? 0U : 1U;
    out.relations[i].gold += b.empty() ? 0U : 1U;
    out.relations[i].both += same ? 1U : 0U;
  }
}

// Clusters of items, given as pairs (cluster by one side, cluster by the other): clusters are paired one to one so that
// most items agree; Counts.both has how many do.
Counts cluster_agreement(const std::vector<std::pair<std::string, std::string>>& items, std::size_t pred,
                         std::size_t gold, std::map<std::string, std::string>* pairing) {
  std::map<std::string, std::size_t> left;
  std::map<std::string, std::size_t> right;
  for (const auto& [a, b] : items) {
    left.try_emplace(a, left.size());
    right.try_emplace(b, right.size());
  }
  Counts out{0, pred, gold};
  if (items.empty()) return out;
  std::vector<double> weights(left.size() * right.size(), 0.0);
  for (const auto& [a, b] : items) weights[left[a] * right.size() + right[b]] += 1;
  const auto column = stats::assign(weights, left.size(), right.size());
  for (const auto& [a, i] : left) {
    if (column[i] < 0) continue;
    const auto j = static_cast<std::size_t>(column[i]);
    out.both += static_cast<std::size_t>(weights[i * right.size() + j]);
    if (pairing == nullptr) continue;
    for (const auto& [b, k] : right) {
      if (k == j) (*pairing)[a] = b;
    }
  }
  return out;
}

void add_counts(Counts& sum, const Counts& more) {
  sum.both += more.both;
  sum.pred += more.pred;
  sum.gold += more.gold;
}

// Groups of one patient, over the rows that both sides have.
void count_groups(Evaluation& out, const Rows& pred, const Rows& gold, std::size_t pred_rows, std::size_t gold_rows,
                  const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  std::vector<std::pair<std::string, std::string>> items;
  for (const auto& [p, g] : pairs) {
    if (gold[g].group.empty()) return;
    items.emplace_back(pred[p].group, gold[g].group);
  }
  std::map<std::string, std::string> pairing;
  add_counts(out.entity_groups, cluster_agreement(items, pred_rows, gold_rows, &pairing));
  // Episodes are compared within the groups that correspond.
  for (const auto& [a, b] : pairing) {
    items.clear();
    for (const auto& [p, g] : pairs) {
      if (pred[p].group == a && gold[g].group == b)
        items.emplace_back(std::to_string(pred[p].episode), std::to_string(gold[g].episode));
    }
    add_counts(out.temporal_groups, cluster_agreement(items, items.size(), items.size(), nullptr));
  }
}

// The rows of one study, and which of them are the same on both sides.
void count_study(Evaluation& out, const Rows& pred, const Study& other, const Rows& gold, const Study& study,
                 std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  const auto pred_index = by_index(pred, other);
  const auto gold_index = by_index(gold, study);
  std::set<std::size_t> used_pred;
  std::set<std::size_t> used_gold;
  for (const auto& [p, g] : aligned(pred, other, gold, study)) {
    count_values(out, &pred[p], pred_index, &gold[g], gold_index);
    used_pred.insert(p);
    used_gold.insert(g);
    pairs.emplace_back(p, g);
  }
  for (const std::size_t p : other.rows) {
    if (!used_pred.contains(p)) count_values(out, &pred[p], pred_index, nullptr, gold_index);
  }
  for (const std::size_t g : study.rows) {
    if (!used_gold.contains(g)) count_values(out, nullptr, pred_index, &gold[g], gold_index);
  }
}

}  // namespace

double Counts::precision() const {
  return pred == 0 ? (gold == 0 ? 1 : 0) : static_cast<double>(both) / static_cast<double>(pred);
}
double Counts::recall() const {
  return gold == 0 ? (pred == 0 ? 1 : 0) : static_cast<double>(both) / static_cast<double>(gold);
}
double Counts::f1() const {
  const double sum = precision() + recall();
  return sum > 0 ? 2 * precision() * recall() / sum : 0;
}

double ratio(std::string_view a, std::string_view b) {
  if (a.empty() && b.empty()) return 100;
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const char c : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = c == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return 200.0 * static_cast<double>(row.back()) / static_cast<double>(a.size() + b.size());
}

struct Evaluator::State {
  Evaluation out;
  std::vector<LabelledRow> labelled;
};

Evaluator::Evaluator() : state_(std::make_unique<State>()) {}
Evaluator::~Evaluator() = default;

void Evaluator::add(const Rows& pred, const Rows& gold) {
  Evaluation& out = state_->out;
  const auto pred_patients = patients_of(pred);
  std::map<std::pair<std::string, std::string>, const Study*> pred_studies;
  for (const Patient& patient : pred_patients) {
    for (const Study& study : patient.studies) pred_studies[{patient.subject, study.id}] = &study;
  }
  const Study none;
  const auto gold_patients = patients_of(gold);
  for (const Patient& patient : gold_patients) {
    for (const Study& study : patient.studies) {
      const auto found = pred_studies.find({patient.subject, study.id});
      const std::size_t rows = found == pred_studies.end() ? 0 : found->second->rows.size();
      check_comparable(rows * std::min(rows, study.rows.size()) / 250, study.rows.size(), "rows");
    }
  }
  for (const Patient& patient : gold_patients) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::size_t pred_rows = 0;
    std::size_t gold_rows = 0;
    for (const Study& study : patient.studies) {
      const auto found = pred_studies.find({patient.subject, study.id});
      out.missing_studies += found == pred_studies.end() ? 1U : 0U;
      const Study& other = found == pred_studies.end() ? none : *found->second;
      count_study(out, pred, other, gold, study, pairs);
      pred_rows += other.rows.size();
      gold_rows += study.rows.size();
    }
    count_groups(out, pred, gold, pred_rows, gold_rows, pairs);
    for (const auto& [p, g] : pairs) {
      if (!pred[p].group.empty() && !gold[g].group.empty())
        state_->labelled.push_back({patient.subject, pred[p].group, gold[g].group, pred[p].episode, gold[g].episode});
    }
  }
  count_published(pred, gold, out.published);
}

Evaluation Evaluator::finish() {
  Evaluation& out = state_->out;
  for (const Counts& relation : out.relations) add_counts(out.triplet, relation);
  compare_groups(state_->labelled, out.published);
  return out;
}

Evaluation evaluate(const Rows& pred, const Rows& gold) {
  Evaluator evaluator;
  evaluator.add(pred, gold);
  return evaluator.finish();
}

}  // namespace fiducial::lunguage
