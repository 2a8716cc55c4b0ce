#include "cli/errors_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/numbers.h"
#include "cli/table.h"

namespace fiducial::cli {
namespace {

using errors::Significance;
using errors::Tally;

constexpr auto kKindCount = static_cast<std::size_t>(errors::kKinds);
constexpr auto kLevelCount = static_cast<std::size_t>(errors::kSignificances);

double per_hundred(std::uint64_t count, const Tally& tally) {
  return 100.0 * static_cast<double>(count) / static_cast<double>(tally.reports);
}

std::uint64_t of_kind(const Tally& tally, std::size_t kind) {
  return std::accumulate(tally.errors[kind].begin(), tally.errors[kind].end(), std::uint64_t{0});
}

std::uint64_t of_level(const Tally& tally, std::size_t level) {
  std::uint64_t sum = 0;
  for (const auto& row : tally.errors) sum += row[level];
  return sum;
}

Table kinds_table(const Tally& tally, const std::vector<Interval>& spread, double confidence) {
  std::vector<Column> heads{{"kind", Align::left}, {"per 100"}, {interval_head(confidence), Align::right, true}};
  for (std::size_t level = kLevelCount; level-- > 0;)
    heads.push_back({std::string(name(static_cast<Significance>(level)))});
  Table table(std::move(heads));
  for (std::size_t kind = 0; kind < kKindCount; ++kind) {
    std::vector<std::string> cells{std::string(name(static_cast<errors::Kind>(kind))),
                                   shown(per_hundred(of_kind(tally, kind), tally), 1), shown(spread[kind], 1)};
    for (std::size_t level = kLevelCount; level-- > 0;)
      cells.push_back(shown(per_hundred(tally.errors[kind][level], tally), 1));
    table.add(std::move(cells));
  }
  std::vector<std::string> all{"all", "", ""};
  std::uint64_t sum = 0;
  for (std::size_t level = kLevelCount; level-- > 0;) {
    all.push_back(shown(per_hundred(of_level(tally, level), tally), 1));
    sum += of_level(tally, level);
  }
  all[1] = shown(per_hundred(sum, tally), 1);
  table.add(std::move(all));
  return table;
}

// Concepts with enough cases, those with most errors first.
std::vector<std::pair<std::string, Tally::Finding>> by_errors(const Tally& tally, std::size_t least) {
  std::vector<std::pair<std::string, Tally::Finding>> list;
  for (const auto& [concept_name, f] : tally.findings) {
    if (f.matched + f.missed + f.invented >= least) list.emplace_back(concept_name, f);
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.second.missed + a.second.invented > b.second.missed + b.second.invented;
  });
  return list;
}

Table by_finding_table(const Tally& tally, std::size_t least) {
  constexpr std::size_t kShown = 15;
  Table table({{"finding", Align::left}, {"said by both"}, {"missed"}, {"invented"}, {"recall"}, {"precision"}});
  const auto list = by_errors(tally, least);
  for (std::size_t i = 0; i < std::min(kShown, list.size()); ++i) {
    const auto& [concept_name, f] = list[i];
    table.add({concept_name, fmt::format("{}", f.matched), fmt::format("{}", f.missed), fmt::format("{}", f.invented),
               shown(f.recall(), 2), shown(f.precision(), 2)});
  }
  return table;
}

Table parts_table(const Tally& tally) {
  std::vector<std::pair<std::string, std::uint64_t>> list;
  for (const auto& [part, kinds] : tally.body_parts)
    list.emplace_back(part, std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0}));
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  Table table({{"body part", Align::left}, {"errors"}, {"per 100"}});
  for (const auto& [part, count] : list)
    table.add({part, fmt::format("{}", count), shown(per_hundred(count, tally), 1)});
  return table;
}

std::string worst_text(const std::vector<WorstCase>& worst, bool scored, const Paint& paint) {
  std::string out;
  for (const WorstCase& w : worst) {
    out += fmt::format("\n{}{}\n", paint.bold(w.id), scored ? "  clinical " + shown(w.account.score) : "");
    for (const errors::Error& e : w.account.errors)
      out += fmt::format("  {:<11} {:<11} {}\n", name(e.significance), name(e.kind), e.text);
  }
  return out.empty() ? "" : "\nThe worst cases:\n" + out;
}

}  // namespace

std::vector<double> error_row(const errors::Account& account) {
  std::vector<double> row(kErrorColumns, 0.0);
  for (const errors::Error& e : account.errors) {
    ++row[static_cast<std::size_t>(e.kind)];
    ++row[kKindCount + static_cast<std::size_t>(e.significance)];
  }
  return row;
}

std::vector<Interval> error_intervals(const RowStore& rows, const Resampling& how) {
  const std::vector<double> all = rows.unpacked();
  return intervals(
      {all, kErrorColumns}, kErrorColumns,
      [](std::span<const double> sums, std::size_t n, std::span<double> values) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = 100 * sums[i] / static_cast<double>(n);
      },
      how);
}

std::string errors_text(const Tally& tally, const std::vector<Interval>& spread, const std::vector<WorstCase>& worst,
                        const ErrorsShown& how, const Paint& paint) {
  std::vector<TitledTable> tables;
  tables.push_back({"Errors per 100 reports", kinds_table(tally, spread, how.confidence)});
  if (how.scored) tables.push_back({"By finding", by_finding_table(tally, how.least)});
  tables.push_back({"By body part", parts_table(tally)});
  std::erase_if(tables, [](const TitledTable& one) { return one.table.empty(); });
  if (how.format != TableFormat::text) return written(tables, how.format, how.signature);
  std::string out;
  for (const TitledTable& one : tables) out += (out.empty() ? "" : "\n") + one.table.text(paint);
  return out + worst_text(worst, how.scored, paint) + "\n" + how.signature;
}

io::Json errors_json(const Tally& tally, const std::vector<Interval>& spread, const std::vector<WorstCase>& worst,
                     bool scored) {
  io::Json kinds = io::Json::object();
  for (std::size_t kind = 0; kind < kKindCount; ++kind) {
    io::Json one{{"count", of_kind(tally, kind)},
                 {"per_100", per_hundred(of_kind(tally, kind), tally)},
                 {"interval", json_interval(spread[kind])}};
    for (std::size_t level = 0; level < kLevelCount; ++level)
      one[std::string(name(static_cast<Significance>(level)))] = tally.errors[kind][level];
    kinds[std::string(name(static_cast<errors::Kind>(kind)))] = std::move(one);
  }
  io::Json levels = io::Json::object();
  for (std::size_t level = 0; level < kLevelCount; ++level) {
    levels[std::string(name(static_cast<Significance>(level)))] = {
        {"count", of_level(tally, level)},
        {"per_100", per_hundred(of_level(tally, level), tally)},
        {"interval", json_interval(spread[kKindCount + level])}};
  }
  io::Json findings = io::Json::array();
  for (const auto& [concept_name, f] : by_errors(tally, 0)) {
    findings.push_back({{"concept", concept_name},
                        {"matched", f.matched},
                        {"missed", f.missed},
                        {"invented", f.invented},
                        {"recall", json_number(f.recall())},
                        {"precision", json_number(f.precision())}});
  }
  io::Json parts = io::Json::object();
  for (const auto& [part, counts] : tally.body_parts) {
    for (std::size_t kind = 0; kind < kKindCount; ++kind) {
      if (counts[kind] > 0) parts[part][std::string(name(static_cast<errors::Kind>(kind)))] = counts[kind];
    }
  }
  io::Json cases = io::Json::array();
  for (const WorstCase& w : worst) {
    cases.push_back({{"id", w.id}, {"weight", w.weight}});
    if (scored) cases.back()["clinical"] = w.account.score;
  }
  return {{"version", program_version()},      {"reports", tally.reports},        {"kinds", std::move(kinds)},
          {"significance", std::move(levels)}, {"findings", std::move(findings)}, {"body_parts", std::move(parts)},
          {"worst", std::move(cases)}};
}

}  // namespace fiducial::cli
