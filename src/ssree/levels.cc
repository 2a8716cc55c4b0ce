#include "ssree/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace fiducial::ssree {
namespace {

std::unordered_map<std::string, std::string> texts_by_name(const std::string& path, io::ProblemLog& failed) {
  std::unordered_map<std::string, std::string> texts;
  io::ReportReader reader(path);
  io::Report report;
  while (reader.next(report)) texts.emplace(std::move(report.name), std::move(report.text));
  failed.add(reader.problems(), reader.problem_count());
  return texts;
}

struct LevelScore {
  std::string name;
  int level = 0;
  double score = 0;
};

// "name|3" at the last bar; or the fields name and level.
std::optional<LevelScore> level_score(const io::Record& record, const std::string& column) {
  LevelScore out;
  out.name = record.id();
  const io::Json* score = record.find(column);
  if (out.name.empty() || score == nullptr || !(score->is_number() || score->is_null())) return std::nullopt;
  out.score = score->is_number() ? score->get<double>() : std::numeric_limits<double>::quiet_NaN();
  if (const io::Json* level = record.find("level"); level != nullptr) {
    if (!level->is_number_integer()) return std::nullopt;
    out.level = level->get<int>();
    return out;
  }
  const std::size_t bar = out.name.rfind('|');
  if (bar == std::string::npos) return std::nullopt;
  const char* end = out.name.data() + out.name.size();
  const auto [stop, error] = std::from_chars(out.name.data() + bar + 1, end, out.level);
  if (error != std::errc() || stop != end) return std::nullopt;
  out.name.resize(bar);
  return out;
}

using LevelTable = std::map<std::string, std::map<int, double>>;  // name → level → score

LevelTable read_levels(std::unique_ptr<io::ByteSource> source, const std::string& column,
                       std::vector<std::string>& order, io::ProblemLog& failed) {
  LevelTable table;
  io::RecordReader reader(std::move(source));
  io::Record record;
  while (reader.next(record)) {
    const auto one = level_score(record, column);
    if (!one) {
      reader.reject(record, fmt::format("expected name, level (1 to 5) and {0}, or id \"name|level\" and {0}; {1}",
                                        column, record.what_it_has()));
      continue;
    }
    if (!table.contains(one->name)) order.push_back(one->name);
    if (!table[one->name].emplace(one->level, one->score).second) {
      reader.reject(record, fmt::format("expected each level once, found level {} again", one->level), one->name);
    }
  }
  failed.add(reader.problems(), reader.problem_count());
  return table;
}

// 0 if the file counts its levels from 0, 1 if from 1.
int first_level(const std::string& path, const LevelTable& table) {
  int low = 1;
  int high = 1;
  for (const auto& [name, levels] : table) {
    low = std::min(low, levels.begin()->first);
    high = std::max(high, levels.rbegin()->first);
  }
  if (low < 0 || high - low >= static_cast<int>(kLevels)) {
    throw InputError({path, 0, "", fmt::format("expected levels 1 to 5 (or 0 to 4), found {} to {}", low, high)});
  }
  return low;
}

// SSREE's files are named "sample"; a user's own may have any one name.
std::string name_in(const std::filesystem::path& folder) {
  constexpr std::string_view kFirst = "_l1.jsonl";
  std::set<std::string> names;
  std::error_code unreadable;
  const std::filesystem::directory_iterator entries(folder, unreadable);
  if (unreadable) throw InputError({folder.string(), 0, "", "cannot be read: " + unreadable.message()});
  for (const auto& entry : entries) {
    const std::string file = entry.path().filename().string();
    if (file.ends_with(kFirst)) names.insert(file.substr(0, file.size() - kFirst.size()));
  }
  if (names.empty() || names.contains("sample")) return "sample";
  if (names.size() == 1) return *names.begin();
  throw InputError({folder.string(), 0, "",
                    fmt::format("expected the levels of one set of reports, found {}{} and {}{}", *names.begin(),
                                kFirst, *names.rbegin(), kFirst)});
}

}  // namespace

std::vector<Case> read_cases(const std::string& folder, io::ProblemLog& failed) {
  if (!std::filesystem::is_directory(folder)) {
    throw InputError({folder, 0, "", "expected a folder with NAME.jsonl and NAME_l1.jsonl to NAME_l5.jsonl"});
  }
  const std::filesystem::path base(folder);
  const std::string name = name_in(base);
  std::array<std::unordered_map<std::string, std::string>, kLevels> levels;
  std::array<std::string, kLevels> paths;
  for (std::size_t k = 0; k < kLevels; ++k) {
    paths.at(k) = (base / fmt::format("{}_l{}.jsonl", name, k + 1)).string();
    levels.at(k) = texts_by_name(paths.at(k), failed);
  }
  std::vector<Case> cases;
  io::ReportReader reader((base / (name + ".jsonl")).string());
  io::Report report;
  while (reader.next(report)) {
    Case one{report.name, report.type, report.text, {}};
    bool whole = true;
    for (std::size_t k = 0; k < kLevels; ++k) {
      const auto text = levels.at(k).find(report.name);
      if (text == levels.at(k).end()) {
        failed.add(
            {paths.at(k), 0, report.name, fmt::format("expected a report of this name, as {}.jsonl has one", name)});
        whole = false;
      } else {
        one.levels.at(k) = std::move(text->second);
      }
    }
    if (whole) cases.push_back(std::move(one));
  }
  failed.add(reader.problems(), reader.problem_count());
  if (cases.empty()) throw InputError({folder, 0, "", "expected reports that all six files share, found none"});
  return cases;
}

std::vector<Judged> judge_metrics(const std::vector<Case>& cases, const Metrics& metrics, const Scoring& scoring) {
  const PairAt pair_at = [&cases](std::size_t i) {
    const Case& one = cases[i / kLevels];
    return io::Pair{one.name, one.reference, one.levels.at(i % kLevels), 0, {}, {}};
  };
  std::vector<Judged> out;
  for (ColumnValues& column : score_pairs(kLevels * cases.size(), pair_at, metrics, scoring)) {
    if (!column.whole()) continue;
    Judged judged{column.column, signature_of(*metrics[column.metric]), {}, std::move(column.values)};
    for (std::size_t c = 0; c < cases.size(); ++c) judged.cases.push_back(c);
    out.push_back(std::move(judged));
  }
  return out;
}

Judged judge_file(std::unique_ptr<io::ByteSource> source, const std::string& column, std::vector<Case>& cases,
                  io::ProblemLog& failed) {
  const std::string path = source->name();
  std::vector<std::string> order;
  const LevelTable table = read_levels(std::move(source), column, order, failed);
  const int first = first_level(path, table);
  if (cases.empty()) {
    for (const std::string& name : order) cases.push_back({name, "", "", {}});
  }
  Judged judged{column == "score" ? std::filesystem::path(path).stem().string() : column, "", {}, {}};
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const auto found = table.find(cases[c].name);
    const auto known =
        found == table.end() ? 0 : std::count_if(found->second.begin(), found->second.end(), [](const auto& one) {
          return !std::isnan(one.second);  // null: there is none
        });
    if (known != static_cast<std::ptrdiff_t>(kLevels)) {
      failed.add({path, 0, cases[c].name, fmt::format("expected scores of all {} levels, found {}", kLevels, known)});
      continue;
    }
    judged.cases.push_back(c);
    for (int k = 0; k < static_cast<int>(kLevels); ++k) judged.scores.push_back(found->second.at(first + k));
  }
  if (judged.cases.empty())
    throw InputError({path, 0, "", "expected scores of all five levels of a report, found none"});
  return judged;
}

std::vector<Rewrite> read_rewrites(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed) {
  const std::string path = source->name();
  std::vector<Rewrite> out;
  io::RecordReader reader(std::move(source));
  io::Record record;
  while (reader.next(record)) {
    Rewrite one{std::string(record.text("original")), std::string(record.text("synonymous")),
                std::string(record.text("antonymous"))};
    if (one.original.empty() || one.synonymous.empty() || one.antonymous.empty()) {
      reader.reject(record, "expected texts in original, synonymous and antonymous; " + record.what_it_has());
    } else {
      out.push_back(std::move(one));
    }
  }
  failed.add(reader.problems(), reader.problem_count());
  if (out.empty())
    throw InputError({path, 0, "", "expected records with original, synonymous and antonymous, found none"});
  return out;
}

std::vector<RewriteResult> judge_rewrites(const std::vector<Rewrite>& rewrites, const Metrics& metrics,
                                          const Scoring& scoring) {
  const PairAt pair_at = [&rewrites](std::size_t i) {
    const Rewrite& one = rewrites[i / 2];
    return io::Pair{"", one.original, i % 2 == 0 ? one.synonymous : one.antonymous, 0, {}, {}};
  };
  std::vector<RewriteResult> out;
  for (const ColumnValues& column : score_pairs(2 * rewrites.size(), pair_at, metrics, scoring)) {
    if (!column.whole()) continue;
    RewriteResult result{column.column, {}};
    for (std::size_t r = 0; r < rewrites.size(); ++r) {
      result.correct.push_back(column.values[2 * r] > column.values[2 * r + 1] ? 1.0 : 0.0);
    }
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace fiducial::ssree
