#include "ssree/contrast.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <unordered_set>
#include <utility>

#include "io/suggest.h"

namespace fiducial::ssree {
namespace {

constexpr std::array<std::string_view, 16> kErrorKinds = {
    "missing", "invented", "negation", "side",   "place",     "finding",     "severity",   "size",
    "count",   "acuity",   "change",   "device", "certainty", "attribution", "appearance", "organ"};

double or_zero(double score) {
  return std::isnan(score) ? 0.0 : score;
}

// Empty if the record is a minimal pair; else what is wrong with it.
std::string minimal_pair_error(const MinimalPair& pair) {
  if (pair.id.empty()) return "expected an id, found none";
  for (const auto& [name, text] :
       {std::pair{"reference", &pair.reference}, {"same", &pair.same}, {"wrong", &pair.wrong}, {"kind", &pair.kind}}) {
    if (text->empty()) return fmt::format("expected a text in {}, found none", name);
  }
  if (error_kind(pair.kind)) return "";
  std::vector<std::string> known(kErrorKinds.begin(), kErrorKinds.end());
  known.insert(known.end(), {"omission", "invention"});
  return fmt::format("expected a kind of error, found '{}'.{}", pair.kind, io::did_you_mean(pair.kind, known));
}

// The columns of one metric that count a kind: "clinical.side" of "clinical".
struct KindColumn {
  std::string_view kind;
  const std::vector<double>* values;
};

std::optional<std::string_view> kind_of_column(std::string_view column, std::string_view metric) {
  if (!column.starts_with(metric) || column.size() <= metric.size() || column[metric.size()] != '.') return {};
  return error_kind(column.substr(metric.size() + 1));
}

// Version `v` (0 same, 1 wrong) of pair i stands at 2i + v of the values.
std::vector<double> naming_of(const std::vector<KindColumn>& columns, const std::vector<std::size_t>& chosen,
                              const std::vector<MinimalPair>& pairs) {
  if (columns.empty()) return {};
  std::vector<double> out;
  for (const std::size_t i : chosen) {
    KindCounts counts;
    for (const KindColumn& column : columns) {
      counts.kinds.push_back(column.kind);
      counts.same.push_back(or_zero((*column.values)[2 * i]));
      counts.wrong.push_back(or_zero((*column.values)[2 * i + 1]));
    }
    out.push_back(naming(counts, pairs[i].kind));
  }
  return out;
}

// Every column of a score file as values of both versions, NaN where a pair has none.
struct FileColumn {
  std::string name;
  std::vector<double> values;
};

std::vector<FileColumn> columns_of(const ScoreFile& file, const std::vector<MinimalPair>& pairs,
                                   std::vector<std::size_t>& complete, io::ProblemLog& failed) {
  const auto has = [&](const std::string& name) {
    return std::find(file.columns.begin(), file.columns.end(), name) != file.columns.end();
  };
  const bool side_by_side = has("same") && has("wrong");
  std::vector<FileColumn> out;
  if (side_by_side) {
    out.push_back({std::filesystem::path(file.path).stem().string(), {}});
  } else {
    for (const std::string& column : file.columns) out.push_back({column, {}});
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    bool whole = true;
    for (const char* version : {"same", "wrong"}) {
      const auto place = file.place.find(side_by_side ? pairs[i].id : pairs[i].id + "|" + version);
      if (place == file.place.end()) whole = false;
      for (FileColumn& column : out) {
        column.values.push_back(place == file.place.end()
                                    ? std::numeric_limits<double>::quiet_NaN()
                                    : file.at(side_by_side ? version : column.name, place->second));
      }
    }
    if (whole) {
      complete.push_back(i);
    } else {
      failed.add({file.path, 0, pairs[i].id, "expected scores of both versions (ids \"ID|same\" and \"ID|wrong\")"});
    }
  }
  return out;
}

void take_scores(Contrasted& out, const std::vector<double>& values) {
  for (const std::size_t i : out.pairs) {
    out.same.push_back(or_zero(values[2 * i]));
    out.wrong.push_back(or_zero(values[2 * i + 1]));
  }
}

}  // namespace

std::span<const std::string_view> error_kinds() {
  return kErrorKinds;
}

std::optional<std::string_view> error_kind(std::string_view name) {
  if (name == "omission") name = "missing";
  if (name == "invention") name = "invented";
  const auto* const found = std::find(kErrorKinds.begin(), kErrorKinds.end(), name);
  return found == kErrorKinds.end() ? std::optional<std::string_view>() : *found;
}

std::vector<MinimalPair> read_minimal_pairs(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed) {
  const std::string path = source->name();
  io::RecordReader reader(std::move(source));
  io::Record record;
  std::vector<MinimalPair> out;
  std::unordered_set<std::string> ids;
  while (reader.next(record)) {
    const auto text = [&](const char* name) { return std::string(record.text(name)); };
    MinimalPair pair{record.id(),       text("modality"), text("area"), text("kind"),
                     text("reference"), text("same"),     text("wrong")};
    std::string error = minimal_pair_error(pair);
    if (error.ends_with("found none")) error += "; " + record.what_it_has();
    if (error.empty() && !ids.insert(pair.id).second) error = "expected each id once, found it again";
    if (error.empty()) {
      out.push_back(std::move(pair));
    } else {
      reader.reject(record, std::move(error), pair.id);
    }
  }
  failed.add(reader.problems(), reader.problem_count());
  if (out.empty())
    throw InputError({path, 0, "", "expected minimal pairs (id, kind, reference, same, wrong), found none"});
  return out;
}

double naming(const KindCounts& counts, std::string_view kind) {
  double most = 0;
  double as_high = 0;
  bool right = false;
  for (std::size_t k = 0; k < counts.kinds.size(); ++k) {
    const double added = counts.wrong[k] - counts.same[k];
    if (added <= 0 || added < most) continue;
    if (added > most) {
      most = added;
      as_high = 0;
      right = false;
    }
    ++as_high;
    right = right || counts.kinds[k] == error_kind(kind);
  }
  return right ? 1.0 / as_high : 0.0;
}

std::vector<Contrasted> contrast_metrics(const std::vector<MinimalPair>& pairs, const Metrics& metrics,
                                         const Scoring& scoring) {
  const PairAt pair_at = [&pairs](std::size_t i) {
    const MinimalPair& one = pairs[i / 2];
    return io::Pair{one.id, one.reference, i % 2 == 0 ? one.same : one.wrong, 0};
  };
  const std::vector<ColumnValues> columns = score_pairs(2 * pairs.size(), pair_at, metrics, scoring);
  std::vector<Contrasted> out;
  for (const ColumnValues& column : columns) {
    if (!column.whole()) continue;
    Contrasted one{column.column, signature_of(*metrics[column.metric]), {}, {}, {}, {}};
    for (std::size_t i = 0; i < pairs.size(); ++i) one.pairs.push_back(i);
    take_scores(one, column.values);
    std::vector<KindColumn> kinds;
    for (const ColumnValues& part : columns) {
      if (const auto kind = kind_of_column(part.column, one.metric)) kinds.push_back({*kind, &part.values});
    }
    one.named = naming_of(kinds, one.pairs, pairs);
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<Contrasted> contrast_file(const ScoreFile& file, const std::vector<MinimalPair>& pairs,
                                      io::ProblemLog& failed) {
  std::vector<std::size_t> complete;
  const std::vector<FileColumn> columns = columns_of(file, pairs, complete, failed);
  if (complete.empty())
    throw InputError(
        {file.path, 0, "", "expected scores of both versions (ids \"ID|same\" and \"ID|wrong\"), found none"});
  std::vector<Contrasted> out;
  for (const FileColumn& column : columns) {
    if (column.name.find('.') != std::string::npos && columns.size() > 1) continue;
    Contrasted one{column.name, "", complete, {}, {}, {}};
    take_scores(one, column.values);
    std::vector<KindColumn> kinds;
    for (const FileColumn& part : columns) {
      if (const auto kind = kind_of_column(part.name, one.metric)) kinds.push_back({*kind, &part.values});
    }
    one.named = naming_of(kinds, complete, pairs);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace fiducial::ssree
