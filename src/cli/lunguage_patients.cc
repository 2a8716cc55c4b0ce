#include "cli/lunguage_patients.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/lunguage_lines.h"
#include "cli/progress.h"

namespace fiducial::cli {
namespace {

using lunguage::Row;
using lunguage::Rows;
using lunguage::RowStore;
using lunguage::Setting;
using Number = RowStore::Number;

constexpr std::size_t kStudiesOfPart = 64;

// A patient, or some studies of one that has too many rows for a patient.
struct PatientJob {
  std::string subject;
  std::vector<Number> pred, gold;  // studies; gold sorted by id
  bool whole = true;
  std::size_t too_many = 0;  // rows of a patient that is no whole; said once
};

struct PatientRows {
  std::vector<Number> pred_blocks, gold_blocks;
  Rows pred, gold;
};

struct PatientOutcome {
  struct OfSetting {
    std::string samples, pairs;
    SettingScores scores;
  };
  std::array<OfSetting, 2> settings;
  std::vector<std::pair<Number, std::string>> pred_csv, gold_csv;
  std::vector<Problem> problems;
};

std::vector<Number> sorted_studies(const RowStore& rows, Number patient) {
  if (patient == RowStore::kNone) return {};
  std::vector<Number> list = rows.studies_of(patient);
  std::sort(list.begin(), list.end(), [&](Number a, Number b) { return rows.study_id(a) < rows.study_id(b); });
  return list;
}

// One patient after the other, sorted by subject; large ones in parts.
class PatientJobs {
 public:
  explicit PatientJobs(const Sides& sides) : sides_(sides) {
    for (const Number i : sides.gold.rows.by_subject()) subjects_.push_back({i, true});
    for (const Number i : sides.pred.rows.by_subject()) {
      if (sides.gold.rows.patient(sides.pred.rows.subject(i)) == RowStore::kNone) subjects_.push_back({i, false});
    }
  }

  std::size_t patients() const { return subjects_.size(); }

  bool next(PatientJob& job) {
    if (parts_.empty() && !fill()) return false;
    job = std::move(parts_.back());
    parts_.pop_back();
    return true;
  }

 private:
  struct Subject {
    Number number;
    bool of_gold;
  };

  bool fill() {
    if (next_ == subjects_.size()) return false;
    const auto [number, of_gold] = subjects_[next_++];
    const RowStore& gold = sides_.gold.rows;
    const RowStore& pred = sides_.pred.rows;
    const std::string& subject = of_gold ? gold.subject(number) : pred.subject(number);
    const Number in_gold = of_gold ? number : RowStore::kNone;
    const Number in_pred = of_gold ? pred.patient(subject) : number;
    PatientJob all{subject, sorted_studies(pred, in_pred), sorted_studies(gold, in_gold), true, 0};
    const std::size_t most = std::max(in_gold == RowStore::kNone ? 0 : gold.rows_of(in_gold),
                                      in_pred == RowStore::kNone ? 0 : pred.rows_of(in_pred));
    if (most <= kMostRowsOfPatient) {
      parts_.push_back(std::move(all));
    } else {
      split(all, most);
    }
    return true;
  }

  void split(const PatientJob& all, std::size_t rows) {
    const RowStore& gold = sides_.gold.rows;
    const RowStore& pred = sides_.pred.rows;
    std::map<std::string_view, std::pair<Number, Number>> both;
    for (const Number study : all.gold) both[gold.study_id(study)] = {study, RowStore::kNone};
    for (const Number study : all.pred)
      both.try_emplace(pred.study_id(study), RowStore::kNone, RowStore::kNone).first->second.second = study;
    std::size_t count = 0;
    for (const auto& [id, studies] : both) {
      if (count++ % kStudiesOfPart == 0) parts_.push_back({all.subject, {}, {}, false, count == 1 ? rows : 0});
      if (studies.first != RowStore::kNone) parts_.back().gold.push_back(studies.first);
      if (studies.second != RowStore::kNone) parts_.back().pred.push_back(studies.second);
    }
    std::reverse(parts_.begin(), parts_.end());  // they are taken from the end
  }

  const Sides& sides_;
  std::vector<Subject> subjects_;
  std::size_t next_ = 0;
  std::vector<PatientJob> parts_;
};

// A study has its place in time by the gold file, whatever the other side numbers.
void align_sequences(Rows& pred, const Rows& gold) {
  std::map<std::string_view, int> sequence;
  for (const Row& row : gold) sequence[row.study] = row.sequence;
  for (Row& row : pred) {
    const auto found = sequence.find(row.study);
    if (found != sequence.end()) row.sequence = found->second;
  }
}

class PatientComparison {
 public:
  PatientComparison(const Sides& sides, const Comparison& how, const ComparisonOutput& out)
      : sides_(sides), how_(how), out_(out) {}

  // The rows of both sides, ready to be compared.
  PatientRows rows_of(const PatientJob& job) const {
    PatientRows rows;
    rows.pred_blocks = sides_.pred.rows.blocks_of(job.pred);
    rows.gold_blocks = sides_.gold.rows.blocks_of(job.gold);
    rows.pred = sides_.pred.rows.load(rows.pred_blocks);
    rows.gold = sides_.gold.rows.load(rows.gold_blocks);
    align_sequences(rows.pred, rows.gold);
    if (how_.group && job.whole) {
      if (!sides_.gold.has_groups()) lunguage::group(rows.gold, how_.grouping);
      if (!sides_.pred.has_groups()) lunguage::group(rows.pred, how_.grouping);
    }
    return rows;
  }

  PatientOutcome outcome(const PatientJob& job) const {
    PatientOutcome out;
    const PatientRows rows = rows_of(job);
    for (const Setting setting : how_.settings) {
      if (setting == Setting::sequential && !job.whole) continue;
      for (const PatientCase& one : cases_of(job, rows, setting)) add_case(one, setting, out);
    }
    const bool sequential = how_.settings.back() == Setting::sequential;
    if (job.too_many > 0 && sequential && !job.gold.empty()) {
      out.problems.push_back({"", 0, job.subject,
                              fmt::format("expected a patient of at most {} findings, found {}: scored study by study "
                                          "only",
                                          kMostRowsOfPatient, job.too_many)});
    }
    if (out_.pred != nullptr) out.pred_csv = csv_of(sides_.pred.rows, rows.pred_blocks, rows.pred);
    if (out_.gold != nullptr) out.gold_csv = csv_of(sides_.gold.rows, rows.gold_blocks, rows.gold);
    return out;
  }

 private:
  bool counts(Number gold_study) const { return !how_.drop_missing || sides_.predicts(gold_study); }

  std::vector<PatientCase> cases_of(const PatientJob& job, const PatientRows& rows, Setting setting) const {
    std::map<std::string_view, PatientCase> cases;
    std::set<std::string_view> counted;  // studies
    for (const Number study : job.gold) {
      if (counts(study)) counted.insert(sides_.gold.rows.study_id(study));
    }
    const auto key = [&](std::string_view study) { return setting == Setting::single ? study : std::string_view(); };
    if (setting == Setting::single || !sides_.ungrouped.contains(job.subject)) {
      for (const std::string_view study : counted) cases[key(study)];
    }
    const auto add = [&](const Rows& list, std::vector<const Row*> PatientCase::*side) {
      for (const Row& row : list) {
        const auto found = cases.find(key(row.study));
        const bool left_out = setting == Setting::sequential && row.group.empty();
        if (found != cases.end() && counted.contains(row.study) && !left_out) (found->second.*side).push_back(&row);
      }
    };
    add(rows.pred, &PatientCase::pred);
    add(rows.gold, &PatientCase::gold);
    std::vector<PatientCase> out;
    for (auto& [study, one] : cases) {
      one.subject = job.subject;
      one.study = study;
      out.push_back(std::move(one));
    }
    return out;
  }

  void add_case(const PatientCase& one, Setting setting, PatientOutcome& out) const {
    PatientOutcome::OfSetting& to = out.settings[static_cast<std::size_t>(setting)];
    try {
      const lunguage::Score score = lunguage::score(one.pred, one.gold, setting, *how_.encoder);
      to.scores.precision.push_back(score.precision);
      to.scores.recall.push_back(score.recall);
      to.scores.f1.push_back(score.f1);
      if (out_.samples->wanted()) to.samples += sample_line(one, score, setting);
      if (out_.pairs->wanted()) to.pairs += pair_lines(one, score, setting);
    } catch (const RecordError& error) {
      out.problems.push_back({"", 0, one.id(), error.what()});
    }
  }

  static std::vector<std::pair<Number, std::string>> csv_of(const RowStore& store, const std::vector<Number>& blocks,
                                                            const Rows& rows) {
    std::vector<std::pair<Number, std::string>> out;
    std::size_t at = 0;
    for (const Number block : blocks) {
      out.emplace_back(block, "");
      for (std::size_t i = 0; i < store.rows_in(block); ++i)
        lunguage::append_csv(out.back().second, rows[at++], store.other_columns());
    }
    return out;
  }

  const Sides& sides_;
  const Comparison& how_;
  const ComparisonOutput& out_;
};

void append(std::vector<double>& to, const std::vector<double>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void take(const PatientOutcome& outcome, ComparisonOutput& out, io::ProblemLog& failed, Setting last) {
  for (const Setting setting : {Setting::single, Setting::sequential}) {
    const auto place = static_cast<std::size_t>(setting);
    const PatientOutcome::OfSetting& from = outcome.settings[place];
    append(out.scores[place].precision, from.scores.precision);
    append(out.scores[place].recall, from.scores.recall);
    append(out.scores[place].f1, from.scores.f1);
    out.scored += from.scores.f1.size();
    const bool later = setting == last && last == Setting::sequential;
    out.samples->add(from.samples, later);
    out.pairs->add(from.pairs, later);
  }
  for (const auto& [block, csv] : outcome.pred_csv) out.pred->add(block, csv);
  for (const auto& [block, csv] : outcome.gold_csv) out.gold->add(block, csv);
  for (const Problem& problem : outcome.problems) failed.add(problem);
}

}  // namespace

bool Sides::predicts(Number gold_study) const {
  const Number patient = pred.rows.patient(gold.rows.subject(gold.rows.patient_of(gold_study)));
  return pred.rows.study(patient, gold.rows.study_id(gold_study)) != RowStore::kNone;
}

std::size_t Sides::missing_studies() const {
  std::size_t count = 0;
  for (Number study = 0; study < gold.rows.studies(); ++study) count += predicts(study) ? 0U : 1U;
  return count;
}

void SettingLines::add(std::string_view lines, bool last_setting) {
  if (last_setting) {
    later_.append(lines);
  } else {
    for (io::AtomicFile* file : files_) file->write(lines);
  }
}

void SettingLines::finish() {
  later_.flush();
  constexpr std::size_t kAtOnce = std::size_t{1} << 20;
  for (std::uint64_t at = 0; at < later_.size(); at += kAtOnce) {
    const std::string bytes = later_.read(at, kAtOnce);
    for (io::AtomicFile* file : files_) file->write(bytes);
  }
}

RowsWriter::RowsWriter(const RowStore& rows, const std::string& beside)
    : rows_(rows), spool_(beside), places_(rows.blocks()) {}

void RowsWriter::add(Number block, std::string_view csv) {
  places_[block] = {spool_.append(csv), static_cast<std::uint32_t>(csv.size())};
}

void RowsWriter::write(io::AtomicFile& file) {
  spool_.flush();
  file.write(lunguage::csv_head(rows_.other_columns()));
  for (const Place& place : places_) file.write(spool_.read(place.at, place.bytes));
}

void compare_sides(const Sides& sides, const Comparison& how, const Common& common, ComparisonOutput& out,
                   io::ProblemLog& failed) {
  PatientJobs jobs(sides);
  const PatientComparison comparison(sides, how, out);
  Progress bar("scoring", "patients", jobs.patients(), common.quiet);
  std::size_t done = 0;
  InOrder<PatientJob, PatientOutcome> work;
  work.next = [&](PatientJob& job) { return jobs.next(job); };
  work.make_worker = [&]() -> std::function<PatientOutcome(const PatientJob&)> {
    return [&](const PatientJob& job) { return comparison.outcome(job); };
  };
  work.bytes = [](const PatientJob& job) { return (job.pred.size() + job.gold.size()) << 13; };
  work.deliver = [&](PatientJob& job, PatientOutcome& outcome) {
    check_interrupt();
    take(outcome, out, failed, how.settings.back());
    outcome = {};
    done += job.whole || job.too_many > 0 ? 1U : 0U;
    bar.at(done);
  };
  work.run(common.threads);
  out.samples->finish();
  out.pairs->finish();
}

std::vector<std::string> phrases_of(const Sides& sides, const Comparison& how) {
  std::set<std::string> texts;
  PatientJobs jobs(sides);
  const ComparisonOutput nothing;
  const PatientComparison comparison(sides, how, nothing);
  PatientJob job;
  while (jobs.next(job)) {
    check_interrupt();
    const PatientRows rows = comparison.rows_of(job);
    for (const Setting setting : how.settings) {
      for (const Rows* side : {&rows.pred, &rows.gold}) {
        for (const Row& row : *side) lunguage::collect_texts(row, setting, texts);
      }
    }
  }
  return {texts.begin(), texts.end()};
}

}  // namespace fiducial::cli
