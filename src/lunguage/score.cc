// LunguageScore: pairs of findings compared by meaning, structure and time; matched; counted with partial credit.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "fiducial/lunguage.h"
#include "fiducial/stats.h"
#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

// Similarities of strings that are asked for again and again: each string is encoded once, in one batch, and each pair
// of strings compared once. Strings are known by number; 0 is the empty one.
class Phrases {
 public:
  using Id = std::uint32_t;

  Id add(const std::string& text) {
    if (text.empty()) return 0;
    const auto [entry, fresh] = ids_.try_emplace(text, static_cast<Id>(texts_.size()));
    if (fresh) texts_.push_back(text);
    return entry->second;
  }
  void encode(const Encoder& encoder, bool attributes) {
    vectors_ = attributes ? encoder.encode_attributes(texts_) : encoder.encode(texts_);
    known_.assign(texts_.size() * texts_.size(), kAbsent);
  }
  double similarity(Id a, Id b) {
    if (a == 0 || b == 0) return a == b ? 1.0 : 0.0;
    if (a == b) return 1.0;
    double& known = known_[static_cast<std::size_t>(std::min(a, b)) * texts_.size() + std::max(a, b)];
    if (std::isnan(known)) known = cosine(vectors_[a], vectors_[b]);
    return known;
  }

 private:
  std::unordered_map<std::string, Id> ids_;
  std::vector<std::string> texts_{""};
  std::vector<Embedding> vectors_;
  std::vector<double> known_;
};

std::string meaning_of(const Row& row, Setting setting) {
  return folded(setting == Setting::sequential && !row.group.empty() ? row.group : phrase(row));
}

std::string attribute_text(const std::string& value) {
  return folded(without_prefixes(value));
}

// A row ready to be compared.
struct Prepared {
  const Row* row = nullptr;
  Phrases::Id meaning = 0;
  std::uint32_t has = 0;  // a bit for each text that is not empty
  std::array<Phrases::Id, kTexts> texts{};
};

std::uint32_t texts_of(const Row& row) {
  std::uint32_t has = 0;
  for (std::size_t i = 0; i < kTexts; ++i) has |= row.texts[i].empty() ? 0U : 1U << i;
  return has;
}

// The texts of a comparison: what the findings are, and the values of their attributes.
struct Texts {
  Phrases meanings, attributes;
};

Prepared prepare(const Row& row, Setting setting, Texts& texts) {
  Prepared out{&row, 0, texts_of(row), {}};
  out.meaning = texts.meanings.add(meaning_of(row, setting));
  for (std::uint32_t left = out.has; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    out.texts[i] = texts.attributes.add(attribute_text(row.texts[i]));
  }
  return out;
}

// The sum over attributes, by a function that compares the i-th text of both, given that both have it.
template <class TextSimilarity>
double weighted_mean(const Row& a, std::uint32_t a_has, const Row& b, std::uint32_t b_has,
                     const TextSimilarity& similarity, std::array<double, kRelations>* attributes) {
  double sum = 0;
  double total = 0;
  const auto count = [&](Relation relation, double value) {
    sum += weight(relation) * value;
    total += weight(relation);
    if (attributes != nullptr) (*attributes)[static_cast<std::size_t>(relation)] = value;
  };
  if (attributes != nullptr) attributes->fill(kAbsent);
  // What one side does not state is empty there, as published: it counts, and is equal to nothing.
  const auto choice = [&](Relation relation, bool same) {
    if (!a.states(relation) && !b.states(relation)) return;
    count(relation, a.states(relation) && b.states(relation) && same ? 1 : 0);
  };
  choice(Relation::dx_status, a.positive == b.positive);
  choice(Relation::dx_certainty, a.definitive == b.definitive);
  for (std::uint32_t left = a_has | b_has; left != 0; left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    const bool both = ((a_has & b_has) >> i & 1U) != 0;
    count(static_cast<Relation>(kFirstText + i), both ? similarity(i) : 0.0);
  }
  return total > 0 ? sum / total : 0;
}

Components compare(const Prepared& pred, const Prepared& gold, Setting setting, Texts& texts, bool details) {
  Components parts;
  parts.semantic = texts.meanings.similarity(pred.meaning, gold.meaning);
  if (setting == Setting::sequential)
    parts.temporal = temporal(pred.row->sequence == gold.row->sequence, pred.row->episode == gold.row->episode);
  if (!details && parts.semantic * parts.temporal == 0) return parts;
  parts.structural = weighted_mean(
      *pred.row, pred.has, *gold.row, gold.has,
      [&](std::size_t i) { return texts.attributes.similarity(pred.texts[i], gold.texts[i]); },
      details ? &parts.attributes : nullptr);
  parts.total = parts.semantic * parts.temporal * parts.structural;
  return parts;
}

// Similarities as whole numbers, so that a sum does not depend on the order of its parts: 2⁻⁴⁸ is the unit, or a larger
// one if so many parts could overflow.
class Units {
 public:
  explicit Units(std::size_t parts) : bits_(std::min(48, 61 - static_cast<int>(std::bit_width(parts)))) {}
  std::int64_t of(double value) const { return std::llround(std::ldexp(value, bits_)); }
  double value(std::int64_t units) const { return std::ldexp(static_cast<double>(units), -bits_); }

 private:
  int bits_;
};

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

// Every finding of one side against every one of the other.
class Similarities {
 public:
  Similarities(std::span<const Prepared> left, std::span<const Prepared> right, Setting setting, Texts& texts)
      : rows_(left.size()),
        columns_(right.size()),
        totals_(rows_ * columns_),
        best_left_(rows_, columns_ > 0 ? -1.0 : 0.0),
        best_right_(columns_, rows_ > 0 ? -1.0 : 0.0) {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        const double total = compare(left[i], right[j], setting, texts, false).total;
        totals_[i * columns_ + j] = total;
        best_left_[i] = std::max(best_left_[i], total);
        best_right_[j] = std::max(best_right_[j], total);
      }
    }
  }
  double total(std::size_t i, std::size_t j) const { return totals_[i * columns_ + j]; }
  double best_left(std::size_t i) const { return best_left_[i]; }
  double best_right(std::size_t j) const { return best_right_[j]; }

  // The heaviest assignment. Of several as heavy, one that leaves over what is most like something: all of these give
  // the same counts, so that the order of rows does not matter.
  std::vector<int> assigned() const {
    if (rows_ == 0 || columns_ == 0) return std::vector<int>(rows_, -1);
    const Units units(rows_ + columns_);
    std::vector<stats::ExactWeight> weights(totals_.size());
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        const double best = rows_ > columns_ ? best_left_[i] : best_right_[j];
        weights[i * columns_ + j] = {units.of(total(i, j)), -units.of(best)};
      }
    }
    return stats::assign(weights, rows_, columns_);
  }

 private:
  std::size_t rows_, columns_;
  std::vector<double> totals_, best_left_, best_right_;
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
  // The best assignment takes the cube of the rows.
  check_comparable(left.size() * std::min(left.size(), right.size()) / 250, right.size(), "rows");
  texts.meanings.encode(encoder, false);
  texts.attributes.encode(encoder, true);

  Score out;
  const Similarities table(left, right, setting, texts);
  const std::vector<int> column = table.assigned();
  std::vector<char> taken(right.size(), 0);
  ExactSums sums(left.size() + right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (column[i] < 0) {
      out.unmatched_pred.emplace_back(left_place[i], table.best_left(i));
      sums.fp(table.best_left(i));
      continue;
    }
    const auto j = static_cast<std::size_t>(column[i]);
    taken[j] = 1;
    sums.match(table.total(i, j));
    out.pairs.push_back({left_place[i], right_place[j], compare(left[i], right[j], setting, texts, true)});
  }
  for (std::size_t j = 0; j < right.size(); ++j) {
    if (taken[j] != 0) continue;
    out.unmatched_gold.emplace_back(right_place[j], table.best_right(j));
    sums.fn(table.best_right(j));
  }
  sums.write(out);
  finish(out);
  return out;
}

}  // namespace fiducial::lunguage
