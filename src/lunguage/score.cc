// LunguageScore: pairs of findings compared by meaning, structure and time; matched; counted with partial credit.
#include <algorithm>
#include <cmath>

#include "fiducial/lunguage.h"
#include "lunguage/matching.h"
#include "lunguage/similarity.h"
#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

// TP, FP and FN, added up without rounding.
class ExactSums {
 public:
  explicit ExactSums(std::size_t rows) : units_(rows) {}
  void match(double similarity) {
    tp_ += units_.of(similarity);
    ++pairs_;
  }
  void fp(double best) { fp_ += units_.of(1) - units_.of(best); }
  void fn(double best) { fn_ += units_.of(1) - units_.of(best); }
  void write(Score& out) const {
    const std::int64_t lost = pairs_ * units_.of(1) - tp_;
    out.tp = units_.value(tp_);
    out.fp = units_.value(lost + fp_);
    out.fn = units_.value(lost + fn_);
  }

 private:
  Units units_;
  std::int64_t tp_ = 0, fp_ = 0, fn_ = 0, pairs_ = 0;
};

double ratio_of(double part, double rest) {
  return part + rest > 0 ? part / (part + rest) : 0.0;
}

}  // namespace

double cosine(const Embedding& a, const Embedding& b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first) {
      sum += static_cast<double>(a[i++].second) * static_cast<double>(b[j++].second);
    } else if (a[i].first < b[j].first) {
      ++i;
    } else {
      ++j;
    }
  }
  return std::clamp(sum, -1.0, 1.0);
}

std::string phrase(const Row& row) {
  std::string out = row.entity;
  for (const Relation r :
       {Relation::location, Relation::morphology, Relation::distribution, Relation::measurement, Relation::severity,
        Relation::onset, Relation::improved, Relation::worsened, Relation::no_change, Relation::placement}) {
    if (!row.text(r).empty()) out += " " + (r == Relation::location ? without_prefixes(row.text(r)) : row.text(r));
  }
  return out;
}

void collect_texts(const Row& row, Setting setting, std::set<std::string>& texts) {
  if (setting == Setting::single && is_history(row)) return;
  const auto add = [&](std::string text) {
    if (!text.empty()) texts.insert(std::move(text));
  };
  add(meaning_of(row, setting));
  for (const std::string& value : row.texts) add(attribute_text(value));
}

double structural(const Row& pred, const Row& gold, const Similarity& similarity,
                  std::array<double, kRelations>& attributes) {
  return weighted_mean(
      pred, texts_of(pred), gold, texts_of(gold),
      [&](std::size_t i) { return similarity(pred.texts[i], gold.texts[i]); }, &attributes);
}

double temporal(bool same_study, bool same_group) {
  return (same_study ? 0.5 : 0.0) + (same_group ? 0.5 : 0.0);
}

void finish(Score& score) {
  const bool nothing = score.pairs.empty() && score.unmatched_pred.empty() && score.unmatched_gold.empty();
  score.precision = nothing ? 1 : ratio_of(score.tp, score.fp);
  score.recall = nothing ? 1 : ratio_of(score.tp, score.fn);
  const double sum = score.precision + score.recall;
  score.f1 = sum > 0 ? 2 * score.precision * score.recall / sum : 0;
}

Score score(std::span<const Row* const> pred, std::span<const Row* const> gold, Setting setting,
            const Encoder& encoder) {
  Texts texts;
  std::vector<Prepared> left;
  std::vector<Prepared> right;
  std::vector<std::size_t> left_place;
  std::vector<std::size_t> right_place;
  const auto take = [&](std::span<const Row* const> rows, std::vector<Prepared>& out, std::vector<std::size_t>& place) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (setting == Setting::single && is_history(*rows[i])) continue;
      out.push_back(prepare(*rows[i], setting, texts));
      place.push_back(i);
    }
  };
  take(pred, left, left_place);
  take(gold, right, right_place);
  texts.meanings.encode(encoder, false);
  texts.attributes.encode(encoder, true);

  Score out;
  const RowMatching found = match_rows(left, right, setting, texts);
  std::vector<char> taken(right.size(), 0);
  ExactSums sums(left.size() + right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (found.column[i] < 0) {
      out.unmatched_pred.emplace_back(left_place[i], found.best_left[i]);
      sums.fp(found.best_left[i]);
      continue;
    }
    const auto j = static_cast<std::size_t>(found.column[i]);
    taken[j] = 1;
    sums.match(found.totals[i]);
    out.pairs.push_back({left_place[i], right_place[j], compare(left[i], right[j], setting, texts, true)});
  }
  for (std::size_t j = 0; j < right.size(); ++j) {
    if (taken[j] != 0) continue;
    out.unmatched_gold.emplace_back(right_place[j], found.best_right[j]);
    sums.fn(found.best_right[j]);
  }
  sums.write(out);
  finish(out);
  return out;
}

}  // namespace fiducial::lunguage
