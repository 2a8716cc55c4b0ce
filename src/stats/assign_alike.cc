// Maximum-weight assignment of kinds: shortest augmenting paths with potentials as in assign.cc, where a path carries
// as many rows at once as it has room for.
//
// It may begin with pairs that weigh as much as any pair can. With u = -most and v = 0 all reduced costs are 0 or above
// and those of these pairs are 0, so that they are part of an optimum of what is assigned so far; the rows that are
// left enter one kind at a time. Two reports that say nearly the same take hardly more than the reading of their rows.
#include <algorithm>

#include "fiducial/stats.h"
#include "stats/exact_weight.h"

namespace fiducial::stats {
namespace {

class AlikeAssignment {
 public:
  explicit AlikeAssignment(const Alike& problem)
      : problem_(problem),
        u_(problem.rows.size(), -problem.most),
        v_(problem.columns.size()),
        left_(problem.rows.begin(), problem.rows.end()),
        free_(problem.columns.begin(), problem.columns.end()),
        flow_(problem.columns.size()) {
    for (const AlikeCount& c : problem.start) {
      add(c.row, c.column, c.count);
      left_[c.row] -= c.count;
      free_[c.column] -= c.count;
    }
  }

  bool run() {
    for (std::uint32_t row = 0; row < left_.size(); ++row) {
      while (left_[row] != 0) {
        if (!augment(row)) return false;
      }
    }
    return true;
  }

  std::vector<AlikeCount> result() const {
    std::vector<AlikeCount> out;
    for (std::uint32_t column = 0; column < flow_.size(); ++column) {
      for (const auto& [row, count] : flow_[column]) out.push_back({row, column, count});
    }
    return out;
  }

 private:
  static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
  using Flow = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // kinds of rows, and how many

  std::uint32_t& at(std::uint32_t row, std::uint32_t column) {
    Flow& flow = flow_[column];
    const auto found = std::find_if(flow.begin(), flow.end(), [&](const auto& f) { return f.first == row; });
    return found != flow.end() ? found->second : flow.emplace_back(row, 0).second;
  }
  void add(std::uint32_t row, std::uint32_t column, std::uint32_t count) { at(row, column) += count; }
  void remove(std::uint32_t row, std::uint32_t column, std::uint32_t count) {
    if ((at(row, column) -= count) == 0) std::erase_if(flow_[column], [&](const auto& f) { return f.first == row; });
  }

  // What it takes to go on from a kind of row that was reached at some distance.
  void look_from(std::uint32_t row, ExactWeight distance) {
    const std::span<const ExactWeight> weights = problem_.weights(row);
    for (std::uint32_t j = 0; j < v_.size(); ++j) {
      if (used_[j] != 0) continue;
      const ExactWeight here = distance + (-weights[j] - u_[row] - v_[j]);
      if (here < distance_[j]) {
        distance_[j] = here;
        way_[j] = row;
      }
    }
    steps_ += v_.size();
    reached_.emplace_back(row, distance);
  }

  std::uint32_t nearest_column() {
    std::uint32_t best = kNobody;
    for (std::uint32_t j = 0; j < v_.size(); ++j) {
      if (used_[j] == 0 && (best == kNobody || distance_[j] < distance_[best])) best = j;
    }
    steps_ += v_.size();
    return best;
  }

  bool augment(std::uint32_t root) {
    distance_.assign(v_.size(), endless<ExactWeight>());
    used_.assign(v_.size(), 0);
    way_.assign(v_.size(), kNobody);
    entered_.assign(u_.size(), kNobody);
    reached_.clear();
    look_from(root, {});
    std::uint32_t column = nearest_column();
    while (free_[column] == 0) {
      used_[column] = 1;
      for (const auto& [row, count] : flow_[column]) {
        if (row == root || entered_[row] != kNobody) continue;
        entered_[row] = column;
        look_from(row, distance_[column]);
      }
      column = nearest_column();
      if (steps_ > problem_.most_steps) return false;
    }
    move_potentials(distance_[column]);
    push(root, column);
    return true;
  }

  void move_potentials(ExactWeight end) {
    for (const auto& [row, distance] : reached_) u_[row] += end - distance;
    for (std::uint32_t j = 0; j < v_.size(); ++j) {
      if (used_[j] != 0) v_[j] -= end - distance_[j];
    }
  }

  void push(std::uint32_t root, std::uint32_t column) {
    std::uint32_t amount = std::min(left_[root], free_[column]);
    for (std::uint32_t j = column; way_[j] != root; j = entered_[way_[j]])
      amount = std::min(amount, at(way_[j], entered_[way_[j]]));
    free_[column] -= amount;
    left_[root] -= amount;
    for (std::uint32_t j = column;;) {
      const std::uint32_t row = way_[j];
      add(row, j, amount);
      if (row == root) return;
      j = entered_[row];
      remove(row, j, amount);
    }
  }

  const Alike& problem_;
  std::vector<ExactWeight> u_, v_;
  std::vector<std::uint32_t> left_, free_;  // how many of each kind are not assigned
  std::vector<Flow> flow_;                  // of each kind of column
  std::vector<ExactWeight> distance_;
  std::vector<char> used_;
  std::vector<std::uint32_t> way_;      // the kind of row from which a column was reached
  std::vector<std::uint32_t> entered_;  // the kind of column from which a row was
  std::vector<std::pair<std::uint32_t, ExactWeight>> reached_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::vector<AlikeCount>> assign_alike(const Alike& problem) {
  AlikeAssignment assignment(problem);
  if (!assignment.run()) return std::nullopt;
  return assignment.result();
}

}  // namespace fiducial::stats
