// `fiducial lunguage score` and `run`: LunguageScore of predicted against gold, study by study and patient by patient.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "cli/app.h"
#include "cli/lunguage_input.h"
#include "cli/lunguage_lines.h"
#include "cli/lunguage_llm.h"
#include "cli/lunguage_patients.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "lexicon/lexicon.h"

namespace fiducial::cli {
namespace {

using lunguage::Setting;
using Number = lunguage::RowStore::Number;

struct LunguageScoreOptions {
  std::string pred, gold, json, samples, pairs, folder;
  bool overwrite = false;
  std::string setting = "both", encoder = "embedded", missing = "zero";
  LunguageReading reading;
  OwnTerms terms;
  lunguage::GroupOptions group;
  Resampling resampling;
  Common common;
};

struct Summary {
  Table table;
  io::Json json;
};

void summarize(const SettingScores& scores, Setting setting, const Resampling& how, Summary& out) {
  const std::pair<const char*, const std::vector<double>*> values[] = {
      {"f1", &scores.f1}, {"precision", &scores.precision}, {"recall", &scores.recall}};
  io::Json json{{"n", scores.f1.size()}};
  for (const auto& [value, list] : values) {
    const double mean = stats::mean(*list);
    const Interval interval = interval_of_mean(*list, how);
    json[value] = {{"mean", json_number(mean)}, {"interval", json_interval(interval)}};
    out.table.add(
        {std::string(name_of(setting)), value, shown(mean), shown(interval), fmt::format("{}", list->size())});
  }
  out.json[std::string(name_of(setting))] = std::move(json);
}

// Studies that only one side has. Missing predictions count as missed, or not at all; predictions without gold cannot
// be judged.
void report_both_ways(const StoredFile& pred, const StoredFile& gold, bool drop, io::ProblemLog& failed) {
  report_missing(gold, pred,
                 fmt::format("expected every study of the gold file, but this one is missing: {}",
                             drop ? "left out" : "all missed"),
                 failed);
  report_missing(pred, gold, "expected every predicted study, but this one is not here: left out", failed);
}

bool several_studies(const StoredFile& file) {
  return file.rows.studies() > file.rows.patients();
}

bool several_studies(const LunguageFile& file) {
  std::map<std::string, int> count;
  for (const auto& [subject, study] : file.studies) {
    if (++count[subject] > 1) return true;
  }
  return false;
}

template <class File>
std::vector<Setting> settings_of(const LunguageScoreOptions& options, const File& gold) {
  std::vector<Setting> settings;
  if (options.setting != "sequential") settings.push_back(Setting::single);
  if (options.setting == "sequential" || (options.setting == "both" && several_studies(gold)))
    settings.push_back(Setting::sequential);
  return settings;
}

// Where a run with endpoints keeps its cache and lists: in the folder, or beside the first file that it writes.
std::string prefix_of(const LunguageScoreOptions& options) {
  if (!options.folder.empty()) return options.folder + "/";
  for (const std::string* file : {&options.json, &options.samples, &options.pairs}) {
    if (!file->empty() && *file != "-") return beside(*file);
  }
  throw UsageError(
      "--engine llm and --encoder endpoint: expected --json FILE, --samples FILE or --pairs FILE (the cache and the "
      "journal are kept beside it), or 'lunguage run' with --out DIR");
}

void check(const LunguageScoreOptions& options) {
  options.reading.llm.check();
  if (!options.reading.llm.wanted() && !options.reading.gold_reports.empty())
    throw UsageError("--gold-reports needs --engine llm");
}

// A file of which only the studies are known yet.
StoredFile names_of(const LunguageFile& file) {
  return stored({file.path, file.structured, {}, file.studies, {}}, "");
}

// Structures and groups by the model. Gives the patients that it could not group. `later`: a remark on what a dry run
// or batch file does not have yet.
std::set<std::string> read_by_llm(const LunguageScoreOptions& options, LunguageLlm& llm, LunguageFile& pred,
                                  LunguageFile& gold, std::string& later) {
  LunguageFile* const files[] = {&gold, &pred};
  // What has no gold is not scored: nothing is paid for it.
  std::erase_if(pred.texts, [&](const lunguage::StudyText& text) {
    return !gold.studies.contains({text.subject, text.study});
  });
  llm.structure(files);
  std::vector<LunguageFile*> without;
  for (LunguageFile* file : files) {
    if (!has_groups(*file)) without.push_back(file);
  }
  std::set<std::string> ungrouped;
  const bool sequential = settings_of(options, gold).back() == Setting::sequential;
  if (sequential && !without.empty() && !llm.run().stopped()) ungrouped = llm.group(without);
  if (sequential) later = llm.later_calls(files);
  return ungrouped;
}

std::string signature_of(const LunguageScoreOptions& options, const Sides& sides, const lunguage::Encoder& encoder,
                         const LunguageLlm* llm) {
  const char* reader = llm != nullptr ? "llm" : "embedded";
  return fmt::format("lunguage|setting:{}|{}|{}{}|{}|missing:{}|version:{}{}", options.setting,
                     sides_signature(sides.pred.structured, sides.gold.structured, reader, options.terms.lexicon),
                     llm != nullptr ? llm->signature() + "|" : "", encoder.signature(),
                     llm != nullptr ? "groups:llm" : fmt::format("gap:{}", options.group.gap_days), options.missing,
                     program_version(), options.reading.section.signature());
}

// Rows without a group in a file that has groups.
void say_ungrouped(const Sides& sides, const Comparison& how) {
  for (const StoredFile* file : {&sides.gold, &sides.pred}) {
    if (how.group && !file->has_groups()) continue;  // they will all have one
    std::size_t count = file->rows.ungrouped();
    for (const std::string& subject : sides.ungrouped) {
      const Number patient = file->rows.patient(subject);
      if (patient != lunguage::RowStore::kNone) count -= std::min(count, file->rows.rows_of(patient));
    }
    if (count > 0)
      note(fmt::format("{}: {} rows have no group and are left out of the sequential score", file->path,
                       with_commas(count)));
  }
}

// What makes a run of a folder: all that changes its numbers and is known before it begins.
void claim(OutFolder& folder, const LunguageScoreOptions& options, const LunguageLlm* llm) {
  const std::string reader = llm != nullptr ? "llm|" + llm->signature()
                                            : fmt::format("embedded|lexicon:{}|gap:{}", options.terms.lexicon.version(),
                                                          options.group.gap_days);
  folder.claim("lunguage run",
               fmt::format("lunguage|reader:{}|encoder:{}|setting:{}|missing:{}|version:{}", reader, options.encoder,
                           options.setting, options.missing, program_version()),
               {options.pred, options.gold}, options.overwrite);
}

// The files that a comparison writes: in the folder of a run, or where the options say.
class ComparisonFiles {
 public:
  ComparisonFiles(const LunguageScoreOptions& options, const Sides& sides, OutFolder* folder)
      : folder_(folder),
        beside_(folder != nullptr ? folder->path() : folder_of(prefix_or_nothing(options))),
        samples_(targets(own_samples_, options.samples, "scores.jsonl"), beside_),
        pairs_(targets(own_pairs_, options.pairs, "pairs.jsonl"), beside_) {
    out_.samples = &samples_;
    out_.pairs = &pairs_;
    if (folder_ == nullptr) return;
    pred_.emplace(sides.pred.rows, beside_);
    gold_.emplace(sides.gold.rows, beside_);
    out_.pred = &*pred_;
    out_.gold = &*gold_;
  }

  ComparisonOutput& output() { return out_; }

  void commit(const std::string& summary) {
    if (folder_ != nullptr) {
      pred_->write(folder_->add("pred.csv"));
      gold_->write(folder_->add("gold.csv"));
      folder_->put("summary.json", summary);
      folder_->commit();
    }
    if (own_samples_) own_samples_->commit();
    if (own_pairs_) own_pairs_->commit();
  }

 private:
  std::vector<io::AtomicFile*> targets(std::optional<io::AtomicFile>& own, const std::string& path, const char* name) {
    std::vector<io::AtomicFile*> files;
    if (folder_ != nullptr) files.push_back(&folder_->add(name));
    if (!path.empty()) files.push_back(&own.emplace(path));
    return files;
  }
  static std::string prefix_or_nothing(const LunguageScoreOptions& options) {
    return !options.samples.empty() ? options.samples : options.pairs;
  }

  OutFolder* folder_;
  std::string beside_;
  std::optional<io::AtomicFile> own_samples_, own_pairs_;
  SettingLines samples_, pairs_;
  std::optional<RowsWriter> pred_, gold_;
  ComparisonOutput out_;
};

Summary summary_of(const LunguageScoreOptions& options, const ComparisonOutput& out, io::Json head) {
  Summary summary{Table({{"setting", Align::left},
                         {"value", Align::left},
                         {"mean"},
                         {interval_head(options.resampling.confidence)},
                         {"n"}}),
                  std::move(head)};
  const Resampling how = resampling_with(options.resampling, options.common);
  for (const Setting setting : {Setting::single, Setting::sequential}) {
    const SettingScores& scores = out.scores[static_cast<std::size_t>(setting)];
    if (!scores.f1.empty()) summarize(scores, setting, how, summary);
  }
  return summary;
}

void print_summary(const LunguageScoreOptions& options, const Sides& sides, const Summary& summary) {
  const std::size_t missing = sides.missing_studies();
  const std::string remark =
      missing == 0 ? ""
                   : fmt::format("{} of {} studies have no prediction: {}\n", with_commas(missing),
                                 with_commas(sides.gold.rows.studies()),
                                 options.missing == "drop" ? "left out" : "scored 0 (--missing drop leaves them out)");
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary.json));
  const bool taken = options.json == "-" || options.samples == "-" || options.pairs == "-";
  print_result(summary.table.text(Paint(!taken && stdout_paint().on())) + remark + "\n" +
                   summary.json["signature"].get<std::string>() + "\n",
               taken);
}

// The end of a dry run or batch file: with the vectors that the encoders would be asked for, if the rows are known.
int finish_collecting(const LunguageScoreOptions& options, const Sides& sides, const Comparison& how,
                      const std::string& later, LlmRun& run, io::ProblemLog& failed) {
  const LlmOptions& engine = options.reading.llm;
  const bool known = !run.stopped();
  const std::size_t vectors = engine.encoder && known ? run.collect_vectors(phrases_of(sides, how)) : 0;
  if (engine.wanted() || !engine.write_batch.empty()) run.finish_collecting(later, failed);
  if (engine.encoder && !known) note("what the encoders are asked for is known when the rows are");
  const std::string said = fmt::format("{} vectors to ask the encoders for", with_commas(vectors));
  if (engine.encoder && known) engine.dry_run ? emit_line(said) : note(said);
  return list_failed(failed);
}

// Scores, and puts everything where it belongs.
void score_sides(const LunguageScoreOptions& options, const Sides& sides, const Comparison& how,
                 const std::string& signature, OutFolder* folder, LlmRun* run, io::ProblemLog& failed) {
  ComparisonFiles files(options, sides, folder);
  compare_sides(sides, how, options.common, files.output(), failed);
  if (files.output().scored == 0) {
    (void)list_failed(failed);
    if (run != nullptr && folder != nullptr) run->fail_whole("no study could be scored", *folder);
    throw InputError({options.pred, 0, "",
                      run == nullptr ? "no study could be scored"
                                     : fmt::format("no study could be scored; see {}skipped.csv", prefix_of(options))});
  }
  const Summary summary = summary_of(options, files.output(),
                                     {{"version", program_version()},
                                      {"signature", signature},
                                      {"failed", failed.count()},
                                      {"missing_studies", sides.missing_studies()},
                                      {"missing", options.missing},
                                      {"bootstrap", json_resampling(options.resampling)}});
  files.commit(io::json_pretty(summary.json));
  print_summary(options, sides, summary);
}

int score(LunguageScoreOptions& options) {
  LlmOptions& engine = options.reading.llm;
  engine.encoder = options.encoder == "endpoint";
  check(options);
  check_reader(engine, options.terms, "");
  options.terms.load();
  options.group.lexicon = options.terms.lexicon;
  std::optional<OutFolder> folder;
  if (!options.folder.empty() && !engine.dry_run) folder.emplace(options.folder);
  if (folder && !engine.wanted()) claim(*folder, options, nullptr);
  io::ProblemLog failed;
  const std::string beside = folder ? folder->path() : "";
  if (!options.reading.gold_reports.empty()) options.reading.gold = options.gold;
  const std::string prefix = engine.wanted() || engine.encoder ? prefix_of(options) : "";
  std::optional<LunguageLlm> llm;
  std::optional<LlmRun> encoding;
  Sides sides;
  std::string later;
  if (engine.wanted()) {
    LunguageFile gold = read_lunguage(options.gold, failed, options.reading.section);
    LunguageFile pred = read_lunguage(options.pred, failed, options.reading.section);
    report_both_ways(names_of(pred), names_of(gold), options.missing == "drop", failed);
    llm.emplace(options.reading, prefix, options.common, failed);
    if (folder) claim(*folder, options, &*llm);
    sides.ungrouped = read_by_llm(options, *llm, pred, gold, later);
    sides.gold = stored(std::move(gold), beside);
    sides.pred = stored(std::move(pred), beside);
  } else {
    const auto open = [&](const std::string& path) {
      return store_lunguage(path, beside, options.common, failed, options.reading.section, options.terms.lexicon);
    };
    sides.gold = open(options.gold);
    sides.pred = open(options.pred);
    report_both_ways(sides.pred, sides.gold, options.missing == "drop", failed);
    if (engine.encoder) encoding.emplace(engine, prefix, options.common);
  }
  LlmRun* run = llm ? &llm->run() : encoding ? &*encoding : nullptr;
  Comparison how{settings_of(options, sides.gold), options.missing == "drop", !llm, options.group, nullptr};
  how.group = how.group && how.settings.back() == Setting::sequential;
  if (how.settings.back() == Setting::sequential && !options.common.quiet) say_ungrouped(sides, how);
  if (engine.only_collects()) return finish_collecting(options, sides, how, later, *run, failed);
  const auto encoder =
      engine.encoder ? run->encoder(phrases_of(sides, how)) : lunguage::make_lexicon_encoder(options.terms.lexicon);
  how.encoder = encoder.get();
  if (run != nullptr) run->finish(failed, folder ? &*folder : nullptr);
  score_sides(options, sides, how, signature_of(options, sides, *encoder, llm ? &*llm : nullptr),
              folder ? &*folder : nullptr, run, failed);
  return list_failed(failed);
}

void add_sides(CLI::App& command, LunguageScoreOptions& options) {
  value_name(command.add_option("--pred", options.pred, "Predicted: structured rows (CSV, JSONL), or reports"), "FILE")
      ->required();
  value_name(command.add_option("--gold", options.gold, "Gold: structured rows, or reports (then a silver standard)"),
             "FILE")
      ->required();
  value_name(command.add_option("--setting", options.setting, "Study by study, patient by patient, or both (default)"),
             "single|sequential|both");
  value_name(command.add_option("--encoder", options.encoder,
                                "Who compares phrases: the lexicon, or the embeddings of the encoders in --config"),
             "embedded|endpoint")
      ->capture_default_str();
  value_name(
      command.add_option("--missing", options.missing,
                         "Studies that have no prediction: score 0 (zero), or are left out, as published (drop)"),
      "zero|drop")
      ->capture_default_str();
  add_gap(command, options.group);
  add_lunguage_reading(command, options.reading);
  value_name(command.add_option("--vocabulary", options.reading.vocabulary,
                                "llm: terms and their categories (CSV with term, category)"),
             "FILE");
  add_own_terms(command, options.terms);
  add_resampling(command, options.resampling);
  add_threads(command, options.common);
  add_quiet(command, options.common);
}

}  // namespace

void add_lunguage_score(Program& program, CLI::App& group) {
  auto options = std::make_shared<LunguageScoreOptions>();
  CLI::App& command = *group.add_subcommand("score", "LunguageScore: single reports, and patients over time");
  add_sides(command, *options);
  value_name(command.add_option("--json", options->json, "Write the summary as JSON"), "FILE");
  value_name(command.add_option("--samples", options->samples, "Write each study's and patient's scores as JSONL"),
             "FILE");
  value_name(command.add_option("--pairs", options->pairs, "Write each matched pair with its components as JSONL"),
             "FILE");
  add_example(command,
              "fiducial lunguage score --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv");
  command.callback([&program, options] { program.job = [options] { return score(*options); }; });

  auto whole = std::make_shared<LunguageScoreOptions>();
  CLI::App& run = *group.add_subcommand("run", "Structure, group and score, with every stage's file in a folder");
  add_sides(run, *whole);
  value_name(
      run.add_option("--out", whole->folder, "The folder: pred.csv, gold.csv, pairs.jsonl, scores.jsonl, summary.json"),
      "DIR")
      ->required();
  add_overwrite(run, whole->overwrite);
  add_example(run, "fiducial lunguage run --pred generated.jsonl --gold reports.jsonl --out run");
  run.callback([&program, whole] { program.job = [whole] { return score(*whole); }; });
}

}  // namespace fiducial::cli
