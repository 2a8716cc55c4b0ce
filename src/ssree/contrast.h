// Contrast: minimal pairs, and what a metric can tell apart by them. A reference, `same` (what it says in other words)
// and `wrong` (`same` with one clinical error of a known kind): a metric that reads scores `same` high and `wrong`
// below it.
//
// Told apart: `same` scores strictly above `wrong` of its own pair. Auc: any `same` above any `wrong`, ties half, which
// needs a scale that means the same across reports. Fall: `same` minus `wrong`. A score that is not defined counts as
// 0.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/score_file.h"
#include "ssree/scoring.h"

namespace fiducial::ssree {

struct MinimalPair {
  std::string id, modality, area, kind;
  std::string reference, same, wrong;
};

// The kinds of clinical error. An omission is `missing`, an invention `invented`: both names are known.
std::span<const std::string_view> error_kinds();
// The one name of a kind, or nothing if there is no such kind.
std::optional<std::string_view> error_kind(std::string_view name);

// {"id", "modality", "area", "kind", "reference", "same", "wrong"}, JSONL, JSON or CSV; modality and area may be
// missing. A record without an id, with one that was there before, without one of its texts or of an unknown kind goes
// to `failed`. InputError if none can be used.
std::vector<MinimalPair> read_minimal_pairs(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed);

// One metric's scores of both versions.
struct Contrasted {
  std::string metric;              // the column: radsem
  std::string signature;           // empty for scores that came from a file
  std::vector<std::size_t> pairs;  // which ones have scores
  std::vector<double> same, wrong;
  // For a metric that counts errors by kind (columns clinical.side, …): of each of `pairs`, the share to which the kind
  // that it names is the kind. Empty for others. See naming().
  std::vector<double> named;
};

// Counts of errors by kind, of one version of a pair.
struct KindCounts {
  std::vector<std::string_view> kinds;  // canonical
  std::vector<double> same, wrong;      // one for each of `kinds`
};
// What the error added is what `wrong` counts beyond `same`. 1 if that is most for the true kind, a share of 1 where
// several are as high, 0 if nothing was added or more of another kind.
double naming(const KindCounts& counts, std::string_view kind);

// Scores both versions against their reference. One for each whole value.
std::vector<Contrasted> contrast_metrics(const std::vector<MinimalPair>& pairs, const Metrics& metrics,
                                         const Scoring& scoring);
// Another program's scores, every column of them: ids "ID|same" and "ID|wrong", or columns `same` and `wrong` by id
// (one metric, named as the file). Pairs with a version missing go to `failed`. InputError if there is none with both.
std::vector<Contrasted> contrast_file(const ScoreFile& file, const std::vector<MinimalPair>& pairs,
                                      io::ProblemLog& failed);

struct Estimated {
  double value = 0;
  Interval interval;
};
struct ContrastMeasures {
  std::size_t n = 0;
  Estimated told_apart, auc, same, wrong, fall;
  Estimated named;  // NaN for a metric that names no kinds
};
// `named` is empty or as long as the others. Everything is resampled together, by minimal pair.
ContrastMeasures measure_contrast(std::span<const double> same, std::span<const double> wrong,
                                  std::span<const double> named, const Resampling& how);

struct GroupMeasures {
  std::string group;
  ContrastMeasures measures;
};
struct ContrastResult {
  const Contrasted* contrasted = nullptr;
  ContrastMeasures all;
  std::vector<GroupMeasures> by_kind, by_modality;  // by name
};
ContrastResult result_of(const Contrasted& contrasted, const std::vector<MinimalPair>& pairs, const Resampling& how);

}  // namespace fiducial::ssree
