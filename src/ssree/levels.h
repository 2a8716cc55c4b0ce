// SSREE's data and the scores that are judged on it. A case is a reference report and its five corruptions, L1 (the
// meaning kept) to L5 (every statement inverted); a good metric scores L1 > L2 > L3 > L4 > L5.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "ssree/scoring.h"

namespace fiducial::ssree {

inline constexpr std::size_t kLevels = 5;

struct Case {
  std::string name, type;
  std::string reference;
  std::array<std::string, kLevels> levels;
};

// NAME.jsonl and NAME_l1.jsonl … NAME_l5.jsonl of a folder (SSREE: sample), aligned by name, in the order of the first.
// A report that one of the files lacks is left out and goes to `failed`.
std::vector<Case> read_cases(const std::string& folder, io::ProblemLog& failed);

// One metric's scores over the cases.
struct Judged {
  std::string metric;              // the column: bleu1, radsem
  std::string signature;           // empty for scores that came from a file
  std::vector<std::size_t> cases;  // which ones have scores
  std::vector<double> scores;      // kLevels for each of `cases`
};

// Scores every level against its reference. One Judged for each whole value; parts ("radsem.abnormal") are not judged.
std::vector<Judged> judge_metrics(const std::vector<Case>& cases, const Metrics& metrics, const Scoring& scoring);
// Another metric's scores: {"name", "level": 1…5, column} or {"id": "name|1", column}; levels may also be 0…4. If
// `cases` is empty it is filled with the names found (without texts). Cases with a level missing go to `failed`.
Judged judge_file(std::unique_ptr<io::ByteSource> source, const std::string& column, std::vector<Case>& cases,
                  io::ProblemLog& failed);

// The synonym/antonym comparison of the paper's Table 6.
struct Rewrite {
  std::string original, synonymous, antonymous;
};
std::vector<Rewrite> read_rewrites(std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed);

struct RewriteResult {
  std::string metric;
  std::vector<double> correct;  // 1 if the synonymous rewrite scores strictly higher, else 0
};
std::vector<RewriteResult> judge_rewrites(const std::vector<Rewrite>& rewrites, const Metrics& metrics,
                                          const Scoring& scoring);

}  // namespace fiducial::ssree
