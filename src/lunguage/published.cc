#include "lunguage/published.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

constexpr int kSameEntity = 70, kSameValue = 60;

// One relation of one entity, as texts.
struct Triplet {
  std::string entity;
  Relation relation = Relation::cat;
  std::string value;
  int sentence = 0;
};

struct Block {
  std::size_t a = 0, b = 0, size = 0;
};

// The longest run that both have; of several the first in a, then the first in b.
Block longest_block(std::string_view a, std::string_view b) {
  Block best;
  std::vector<std::size_t> run(b.size() + 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = run[j + 1];
      run[j + 1] = a[i] == b[j] ? diagonal + 1 : 0;
      diagonal = above;
      const std::size_t size = run[j + 1];
      const Block here{i + 1 - size, j + 1 - size, size};
      const bool earlier = size == best.size && size > 0 && (here.a < best.a || (here.a == best.a && here.b < best.b));
      if (size > best.size || earlier) best = here;
    }
  }
  return best;
}

std::size_t matching_letters(std::string_view a, std::string_view b) {
  const Block block = longest_block(a, b);
  if (block.size == 0) return 0;
  return block.size + matching_letters(a.substr(0, block.a), b.substr(0, block.b)) +
         matching_letters(a.substr(block.a + block.size), b.substr(block.b + block.size));
}

std::vector<std::string> parts_of_location(const std::string& text) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    std::size_t from = begin;
    std::size_t to = comma;
    while (from < to && text[from] == ' ') ++from;
    while (to > from && text[to - 1] == ' ') --to;
    std::string part = text.substr(from, to - from);
    if (std::find(out.begin(), out.end(), part) == out.end()) out.push_back(std::move(part));
    begin = comma + 1;
  }
  return out;
}

// How many of the first list are like one of the second.
std::size_t alike(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](const std::string& one) {
    return std::any_of(b.begin(), b.end(),
                       [&](const std::string& other) { return block_ratio(one, other) > kSameValue; });
  }));
}

bool like(const std::string& a, const std::string& b) {
  return block_ratio(a, b) > kSameValue;
}

bool same_place(const Triplet& p, const Triplet& g) {
  const auto left = parts_of_location(p.value);
  if (like(p.entity, g.entity)) {
    const auto right = parts_of_location(g.value);
    const std::size_t count = alike(left, right);
    if (count == left.size() && count == right.size()) return true;
  }
  if (!like(p.entity, g.value)) return false;
  const auto turned = parts_of_location(g.entity);
  const auto count = static_cast<double>(alike(left, turned));
  return count > 0 && count >= static_cast<double>(std::min(left.size(), turned.size())) * 0.5;
}

// Entity with entity and value with value, or the two of them in either order.
bool same_triplet(const Triplet& p, const Triplet& g) {
  if (p.relation != g.relation) return false;
  if (p.relation <= Relation::dx_certainty)
    return p.value == g.value && (like(p.entity, g.entity) || like(p.entity, g.value));
  if (p.relation == Relation::location) return same_place(p, g);
  if (like(p.entity, g.entity) && like(p.value, g.value)) return true;
  const auto both = [](const Triplet& t) {
    std::vector<std::string> out{t.entity};
    if (t.value != t.entity) out.push_back(t.value);
    return out;
  };
  const auto left = both(p);
  const auto right = both(g);
  const std::size_t count = alike(left, right);
  return count == left.size() && count == right.size();
}

using SectionTriplets = std::vector<Triplet>;
using SectionKey = std::array<std::string, 3>;  // subject, study, section

std::map<SectionKey, SectionTriplets> sections_of(const Rows& rows) {
  std::map<std::pair<std::string, std::string>, std::map<int, const Row*>> entities;
  for (const Row& row : rows) entities[{row.subject, row.study}].emplace(row.ent_idx, &row);
  std::map<SectionKey, SectionTriplets> out;
  for (const Row& row : rows) {
    SectionTriplets& section = out[{row.subject, row.study, row.section}];
    const std::string entity = folded(row.entity);
    for (std::size_t i = 0; i < static_cast<std::size_t>(Relation::associate); ++i) {
      const auto relation = static_cast<Relation>(i);
      const std::string value = folded(without_prefixes(value_of(row, relation)));
      if (!value.empty()) section.push_back({entity, relation, value, row.sent_idx});
    }
    const auto& study = entities[{row.subject, row.study}];
    for (const Relation relation : {Relation::associate, Relation::evidence}) {
      for (const int target : relation == Relation::associate ? row.associate : row.evidence) {
        const auto found = study.find(target);
        if (found != study.end()) section.push_back({entity, relation, folded(found->second->entity), row.sent_idx});
      }
    }
  }
  return out;
}

// Each predicted one takes the first gold one that is the same and not taken. One whose likes are all taken counts
// neither as right nor as wrong.
template <class Same>
void count_section(const SectionTriplets& pred, const SectionTriplets& gold, const Same& same, PublishedLevel& out) {
  std::vector<char> taken(gold.size(), 0);
  for (const Triplet& g : gold) ++out.relations[static_cast<std::size_t>(g.relation)].gold;
  for (const Triplet& p : pred) {
    Tally& tally = out.relations[static_cast<std::size_t>(p.relation)];
    bool found = false;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      if (gold[i].relation != p.relation || !same(p, gold[i])) continue;
      found = true;
      if (taken[i] != 0) continue;
      taken[i] = 1;
      ++tally.right;
      break;
    }
    if (!found) ++tally.wrong;
  }
}

double part_of(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

double pairs_in(double count) {
  return count * (count - 1) / 2;
}

// Two labels a row.
PublishedGroups compare_labels(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::map<std::pair<std::string, std::string>, double> cells;
  std::map<std::string, double> pred;
  std::map<std::string, double> gold;
  std::map<std::string, double> largest;  // cell of each predicted group
  for (const auto& [p, g] : rows) {
    ++pred[p];
    ++gold[g];
    largest[p] = std::max(largest[p], ++cells[{p, g}]);
  }
  double together = 0;
  double pred_pairs = 0;
  double gold_pairs = 0;
  double pure = 0;
  for (const auto& [cell, count] : cells) together += pairs_in(count);
  for (const auto& [label, count] : pred) pred_pairs += pairs_in(count);
  for (const auto& [label, count] : gold) gold_pairs += pairs_in(count);
  for (const auto& [label, count] : largest) pure += count;
  const auto n = static_cast<double>(rows.size());
  const double apart = pairs_in(n) - pred_pairs - gold_pairs + together;
  const double false_pairs = pred_pairs - together;
  const double missed_pairs = gold_pairs - together;
  PublishedGroups out;
  out.pairs = {part_of(together, pred_pairs), part_of(together, gold_pairs),
               part_of(2 * together, pred_pairs + gold_pairs)};
  out.purity = part_of(pure, n);
  out.adjusted_rand =
      false_pairs == 0 && missed_pairs == 0
          ? 1
          : 2 * (together * apart - missed_pairs * false_pairs) /
                ((together + missed_pairs) * (missed_pairs + apart) + (together + false_pairs) * (false_pairs + apart));
  return out;
}

PublishedGroups mean_of(const std::vector<PublishedGroups>& patients) {
  PublishedGroups sum;
  const double n = std::max<double>(1, static_cast<double>(patients.size()));
  for (const PublishedGroups& one : patients) {
    sum.pairs.precision += one.pairs.precision / n;
    sum.pairs.recall += one.pairs.recall / n;
    sum.pairs.f1 += one.pairs.f1 / n;
    sum.purity += one.purity / n;
    sum.adjusted_rand += one.adjusted_rand / n;
  }
  return sum;
}

}  // namespace

int block_ratio(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return 0;
  if (a == b) return 100;
  const double ratio = 2.0 * static_cast<double>(matching_letters(a, b)) / static_cast<double>(a.size() + b.size());
  return static_cast<int>(std::nearbyint(100 * ratio));
}

double Tally::precision() const {
  return part_of(static_cast<double>(right), static_cast<double>(right + wrong));
}
double Tally::recall() const {
  return part_of(static_cast<double>(right), static_cast<double>(gold));
}
double Tally::f1() const {
  return part_of(2 * precision() * recall(), precision() + recall());
}

Tally PublishedLevel::micro() const {
  Tally sum;
  for (const Tally& one : relations) {
    sum.right += one.right;
    sum.wrong += one.wrong;
    sum.gold += one.gold;
  }
  return sum;
}

Rates PublishedLevel::macro() const {
  Rates sum;
  double n = 0;
  for (const Tally& one : relations) {
    if (only_seen && one.right + one.wrong + one.gold == 0) continue;
    sum.precision += one.precision();
    sum.recall += one.recall();
    sum.f1 += one.f1();
    ++n;
  }
  return {part_of(sum.precision, n), part_of(sum.recall, n), part_of(sum.f1, n)};
}

void count_published(const Rows& pred, const Rows& gold, PublishedEvaluation& out) {
  out.triplet.only_seen = out.triplet_any_sentence.only_seen = true;
  const auto pred_sections = sections_of(pred);
  const SectionTriplets none;
  const auto same_entity = [](const Triplet& p, const Triplet& g) {
    return block_ratio(p.entity, g.entity) > kSameEntity;
  };
  const auto within = [](const auto& same) {
    return [&same](const Triplet& p, const Triplet& g) { return p.sentence == g.sentence && same(p, g); };
  };
  for (const auto& [key, section] : sections_of(gold)) {
    const auto found = pred_sections.find(key);
    const SectionTriplets& other = found == pred_sections.end() ? none : found->second;
    count_section(other, section, within(same_entity), out.entity_relation);
    count_section(other, section, same_entity, out.entity_relation_any_sentence);
    count_section(other, section, within(same_triplet), out.triplet);
    count_section(other, section, same_triplet, out.triplet_any_sentence);
  }
}

void compare_groups(const std::vector<LabelledRow>& rows, PublishedEvaluation& out) {
  using Labels = std::vector<std::pair<std::string, std::string>>;
  Labels groups;
  Labels episodes;
  std::map<std::string, std::pair<Labels, Labels>> patients;
  for (const LabelledRow& row : rows) {
    if (row.pred_group.empty() || row.gold_group.empty() || row.pred_episode == 0 || row.gold_episode == 0) continue;
    const std::pair group(row.pred_group, row.gold_group);
    const std::pair episode(std::to_string(row.pred_episode), std::to_string(row.gold_episode));
    groups.push_back(group);
    episodes.push_back(episode);
    patients[row.subject].first.push_back(group);
    patients[row.subject].second.push_back(episode);
  }
  out.grouped_rows = groups.size();
  out.entity_groups = compare_labels(groups);
  out.temporal_groups = compare_labels(episodes);
  std::vector<PublishedGroups> by_group;
  std::vector<PublishedGroups> by_episode;
  for (const auto& [subject, labels] : patients) {
    if (labels.first.size() < 2) continue;
    by_group.push_back(compare_labels(labels.first));
    by_episode.push_back(compare_labels(labels.second));
  }
  out.entity_groups_by_patient = mean_of(by_group);
  out.temporal_groups_by_patient = mean_of(by_episode);
}

}  // namespace fiducial::lunguage
