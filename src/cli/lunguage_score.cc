// `fiducial lunguage score` and `run`: LunguageScore of predicted against gold, study by study and patient by patient.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "cli/app.h"
#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/lunguage_input.h"
#include "cli/lunguage_llm.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/run_folder.h"
#include "lexicon/lexicon.h"

namespace fiducial::cli {
namespace {

using lunguage::Row;
using lunguage::Score;
using lunguage::Setting;

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

// What is compared at once: one study, or all of a patient's.
struct PatientCase {
  std::string subject, study;  // study is empty for a patient
  std::vector<const Row*> pred, gold;
};

struct ScoredPatient {
  Setting setting;
  std::vector<PatientCase> cases;
  std::vector<Score> scores;
};

std::string_view name_of(Setting setting) {
  return setting == Setting::single ? "single" : "sequential";
}

// Both sides of a comparison, and what a language model could not group.
struct Sides {
  LunguageFile pred, gold;
  std::set<std::string> ungrouped;  // patients
};

std::vector<PatientCase> cases_of(const Sides& sides, Setting setting, bool drop_missing) {
  const LunguageFile& pred = sides.pred;
  const LunguageFile& gold = sides.gold;
  const std::set<std::string>& ungrouped = sides.ungrouped;
  std::map<StudyKey, PatientCase> by_key;
  const auto key = [&](const std::string& subject, const std::string& study) {
    return StudyKey(subject, setting == Setting::single ? study : "");
  };
  const auto counts = [&](const std::string& subject, const std::string& study) {
    return gold.studies.contains({subject, study}) && (!drop_missing || pred.studies.contains({subject, study}));
  };
  for (const auto& [subject, study] : gold.studies) {
    if (!counts(subject, study)) continue;
    if (setting == Setting::single || !ungrouped.contains(subject)) by_key[key(subject, study)];
  }
  const auto add = [&](const LunguageFile& file, std::vector<const Row*> PatientCase::*side) {
    for (const Row& row : file.rows) {
      const auto found = by_key.find(key(row.subject, row.study));
      const bool left_out = setting == Setting::sequential && row.group.empty();
      if (found != by_key.end() && counts(row.subject, row.study) && !left_out) (found->second.*side).push_back(&row);
    }
  };
  add(pred, &PatientCase::pred);
  add(gold, &PatientCase::gold);
  std::vector<PatientCase> out;
  for (auto& [id, one] : by_key) {
    one.subject = id.first;
    one.study = id.second;
    out.push_back(std::move(one));
  }
  return out;
}

// Studies or patients with more rows than can be compared go to `failed` and are in no result.
ScoredPatient score_all(std::vector<PatientCase> cases, Setting setting, const lunguage::Encoder& encoder,
                        const Common& common, io::ProblemLog& failed) {
  ScoredPatient out{setting, std::move(cases), {}};
  Progress bar("scoring", setting == Setting::single ? "studies" : "patients", out.cases.size(), common.quiet);
  InOrder<std::size_t, Score> work;
  std::size_t next = 0;
  work.next = [&](std::size_t& i) {
    i = next++;
    return i < out.cases.size();
  };
  work.make_worker = [&]() -> std::function<Score(const std::size_t&)> {
    return
        [&](const std::size_t& i) { return lunguage::score(out.cases[i].pred, out.cases[i].gold, setting, encoder); };
  };
  work.bytes = [](const std::size_t&) { return std::size_t{1} << 16; };
  work.deliver = [&](const std::size_t&, Score& score) {
    check_interrupt();
    out.scores.push_back(std::move(score));
    bar.at(out.scores.size());
  };
  std::vector<std::size_t> dropped;
  work.failed = [&](std::size_t i, const std::string& why) {
    const PatientCase& one = out.cases[i];
    failed.add({"", 0, one.study.empty() ? one.subject : one.study, why});
    dropped.push_back(i);
  };
  work.run(common.threads);
  for (auto i = dropped.rbegin(); i != dropped.rend(); ++i)
    out.cases.erase(out.cases.begin() + static_cast<std::ptrdiff_t>(*i));
  return out;
}

std::string sample_lines(const ScoredPatient& scored) {
  std::string out;
  for (std::size_t i = 0; i < scored.cases.size(); ++i) {
    const PatientCase& one = scored.cases[i];
    const Score& s = scored.scores[i];
    out += io::json_line({{"id", one.study.empty() ? one.subject : one.study},
                          {"subject_id", one.subject},
                          {"setting", name_of(scored.setting)},
                          {"lunguage", s.f1},
                          {"lunguage.precision", s.precision},
                          {"lunguage.recall", s.recall},
                          {"tp", s.tp},
                          {"fp", s.fp},
                          {"fn", s.fn}});
  }
  return out;
}

io::Json row_json(const Row& row, Setting setting) {
  return {{"study_id", row.study},
          {"ent_idx", row.ent_idx},
          {"phrase", setting == Setting::sequential && !row.group.empty() ? row.group : lunguage::phrase(row)},
          {"sequence", row.sequence},
          {"episode", row.episode}};
}

// Every matched pair with its components, then what found no partner.
std::string pair_lines(const ScoredPatient& scored) {
  std::string out;
  for (std::size_t i = 0; i < scored.cases.size(); ++i) {
    const PatientCase& one = scored.cases[i];
    const std::string id = one.study.empty() ? one.subject : one.study;
    for (const lunguage::Matched& pair : scored.scores[i].pairs) {
      io::Json attributes = io::Json::object();
      for (std::size_t r = 0; r < lunguage::kRelations; ++r) {
        const auto relation = static_cast<lunguage::Relation>(r);
        const double value = pair.parts.attributes[r];
        if (value == value && lunguage::weight(relation) > 0) attributes[std::string(name(relation))] = value;
      }
      out += io::json_line({{"id", id},
                            {"setting", name_of(scored.setting)},
                            {"pred", row_json(*one.pred[pair.pred], scored.setting)},
                            {"gold", row_json(*one.gold[pair.gold], scored.setting)},
                            {"total", pair.parts.total},
                            {"semantic", pair.parts.semantic},
                            {"structural", pair.parts.structural},
                            {"temporal", pair.parts.temporal},
                            {"attributes", std::move(attributes)}});
    }
    for (const auto& [place, best] : scored.scores[i].unmatched_pred)
      out += io::json_line({{"id", id}, {"pred", row_json(*one.pred[place], scored.setting)}, {"best", best}});
    for (const auto& [place, best] : scored.scores[i].unmatched_gold)
      out += io::json_line({{"id", id}, {"gold", row_json(*one.gold[place], scored.setting)}, {"best", best}});
  }
  return out;
}

struct Summary {
  Table table;
  io::Json json;
};

void summarize(const ScoredPatient& scored, const Resampling& how, Summary& out) {
  constexpr std::pair<const char*, double Score::*> kValues[] = {
      {"f1", &Score::f1}, {"precision", &Score::precision}, {"recall", &Score::recall}};
  io::Json json{{"n", scored.scores.size()}};
  for (const auto& [value, member] : kValues) {
    std::vector<double> list;
    for (const Score& s : scored.scores) list.push_back(s.*member);
    const double mean = stats::mean(list);
    const Interval interval = interval_of_mean(list, how);
    json[value] = {{"mean", json_number(mean)}, {"interval", json_interval(interval)}};
    out.table.add({std::string(name_of(scored.setting)), value, shown(mean), shown(interval),
                   fmt::format("{}", scored.scores.size())});
  }
  out.json[std::string(name_of(scored.setting))] = std::move(json);
}

// Studies that only one side has. Missing predictions count as missed, or not at all; predictions without gold cannot
// be judged.
void report_missing(const LunguageFile& pred, const LunguageFile& gold, bool drop, io::ProblemLog& failed) {
  for (const StudyKey& key : gold.studies) {
    if (!pred.studies.contains(key))
      failed.add({pred.path, 0, key.second,
                  fmt::format("expected every study of the gold file, but this one is missing: {}",
                              drop ? "left out" : "all missed")});
  }
  for (const StudyKey& key : pred.studies) {
    if (!gold.studies.contains(key))
      failed.add({gold.path, 0, key.second, "expected every predicted study, but this one is not here: left out"});
  }
}

std::size_t missing_studies(const LunguageFile& pred, const LunguageFile& gold) {
  return static_cast<std::size_t>(std::count_if(gold.studies.begin(), gold.studies.end(),
                                                [&](const StudyKey& key) { return !pred.studies.contains(key); }));
}

// A study has its place in time by the gold file, whatever the other side numbers.
void align_sequences(LunguageFile& pred, const LunguageFile& gold) {
  std::map<StudyKey, int> sequence;
  for (const Row& row : gold.rows) sequence[{row.subject, row.study}] = row.sequence;
  for (Row& row : pred.rows) {
    const auto found = sequence.find({row.subject, row.study});
    if (found != sequence.end()) row.sequence = found->second;
  }
}

bool several_studies(const LunguageFile& file) {
  std::map<std::string, int> count;
  for (const auto& [subject, study] : file.studies) {
    if (++count[subject] > 1) return true;
  }
  return false;
}

std::vector<Setting> settings_of(const LunguageScoreOptions& options, const LunguageFile& gold) {
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

// Structures and groups by the model.
void read_by_llm(const LunguageScoreOptions& options, LunguageLlm& llm, Sides& sides) {
  LunguageFile* const files[] = {&sides.gold, &sides.pred};
  // What has no gold is not scored: nothing is paid for it.
  std::erase_if(sides.pred.texts, [&](const lunguage::StudyText& text) {
    return !sides.gold.studies.contains({text.subject, text.study});
  });
  llm.structure(files);
  std::vector<LunguageFile*> without;
  for (LunguageFile* file : files) {
    if (!has_groups(*file)) without.push_back(file);
  }
  const bool sequential = settings_of(options, sides.gold).back() == Setting::sequential;
  if (sequential && !without.empty() && !llm.run().stopped()) sides.ungrouped = llm.group(without);
  if (options.reading.llm.only_collects())
    llm.finish_collecting(sequential ? std::span<LunguageFile* const>(files) : std::span<LunguageFile* const>());
}

// All that the scoring will have encoded.
std::vector<std::string> phrases_of(const Sides& sides, const std::vector<Setting>& settings) {
  std::set<std::string> texts;
  for (const Setting setting : settings) {
    for (const LunguageFile* file : {&sides.pred, &sides.gold}) {
      for (const Row& row : file->rows) lunguage::collect_texts(row, setting, texts);
    }
  }
  return {texts.begin(), texts.end()};
}

std::string signature_of(const LunguageScoreOptions& options, const Sides& sides, const lunguage::Encoder& encoder,
                         const LunguageLlm* llm) {
  const char* reader = llm != nullptr ? "llm" : "embedded";
  return fmt::format("lunguage|setting:{}|{}|{}{}|{}|missing:{}|version:{}{}", options.setting,
                     sides_signature(sides.pred, sides.gold, reader, options.terms.lexicon),
                     llm != nullptr ? llm->signature() + "|" : "", encoder.signature(),
                     llm != nullptr ? "groups:llm" : fmt::format("gap:{}", options.group.gap_days), options.missing,
                     program_version(), options.reading.section.signature());
}

// Rows without a group in a file that has groups.
void say_ungrouped(const Sides& sides) {
  for (const LunguageFile* file : {&sides.gold, &sides.pred}) {
    const auto count = std::count_if(file->rows.begin(), file->rows.end(), [&](const Row& row) {
      return row.group.empty() && !sides.ungrouped.contains(row.subject);
    });
    if (count > 0)
      note(fmt::format("{}: {} rows have no group and are left out of the sequential score", file->path,
                       with_commas(static_cast<std::size_t>(count))));
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

struct Results {
  Summary summary;
  std::string samples, pairs;
};

Results score_sides(const LunguageScoreOptions& options, const Sides& sides, const std::vector<Setting>& settings,
                    const lunguage::Encoder& encoder, io::Json head, io::ProblemLog& failed) {
  const Resampling how = resampling_with(options.resampling, options.common);
  Results out{{Table({{"setting", Align::left},
                      {"value", Align::left},
                      {"mean"},
                      {interval_head(options.resampling.confidence)},
                      {"n"}}),
               std::move(head)},
              {},
              {}};
  for (const Setting setting : settings) {
    std::vector<PatientCase> cases = cases_of(sides, setting, options.missing == "drop");
    if (cases.empty()) continue;  // all skipped
    const ScoredPatient scored = score_all(std::move(cases), setting, encoder, options.common, failed);
    summarize(scored, how, out.summary);
    out.samples += sample_lines(scored);
    out.pairs += pair_lines(scored);
  }
  return out;
}

void write_results(const LunguageScoreOptions& options, const Sides& sides, const Results& results, OutFolder* folder) {
  const std::string summary = io::json_pretty(results.summary.json);
  const std::size_t missing = missing_studies(sides.pred, sides.gold);
  const std::string remark =
      missing == 0 ? ""
                   : fmt::format("{} of {} studies have no prediction: {}\n", with_commas(missing),
                                 with_commas(sides.gold.studies.size()),
                                 options.missing == "drop" ? "left out" : "scored 0 (--missing drop leaves them out)");
  if (folder != nullptr) {
    folder->put("pred.csv", lunguage::to_csv(sides.pred.rows));
    folder->put("gold.csv", lunguage::to_csv(sides.gold.rows));
    folder->put("scores.jsonl", results.samples);
    folder->put("pairs.jsonl", results.pairs);
    folder->put("summary.json", summary);
    folder->commit();
  }
  if (!options.samples.empty()) io::write_file(options.samples, results.samples);
  if (!options.pairs.empty()) io::write_file(options.pairs, results.pairs);
  if (!options.json.empty()) io::write_file(options.json, summary);
  const bool taken = options.json == "-" || options.samples == "-" || options.pairs == "-";
  print_result(results.summary.table.text(Paint(!taken && stdout_paint().on())) + remark + "\n" +
                   results.summary.json["signature"].get<std::string>() + "\n",
               taken);
}

// The vectors that a dry run would ask the encoders for.
void say_vectors(const Sides& sides, const std::vector<Setting>& settings, LlmRun& run) {
  if (run.stopped()) {
    note("what the encoders are asked for is known when the rows are");
  } else {
    emit_line(fmt::format("{} vectors to ask the encoders for",
                          with_commas(run.unknown_vectors(phrases_of(sides, settings)))));
  }
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
  const auto open = [&](const std::string& path) {
    return engine.wanted()
               ? read_lunguage(path, failed, options.reading.section)
               : open_lunguage(path, options.common, failed, options.reading.section, options.terms.lexicon);
  };
  Sides sides;
  sides.gold = open(options.gold);
  sides.pred = open(options.pred);
  report_missing(sides.pred, sides.gold, options.missing == "drop", failed);
  if (!options.reading.gold_reports.empty()) options.reading.gold = options.gold;
  const std::string prefix = engine.wanted() || engine.encoder ? prefix_of(options) : "";
  std::optional<LunguageLlm> llm;
  std::optional<LlmRun> encoding;
  if (engine.wanted()) llm.emplace(options.reading, prefix, options.common, failed);
  if (folder && llm) claim(*folder, options, &*llm);
  if (!engine.wanted() && engine.encoder) encoding.emplace(engine, prefix, options.common);
  LlmRun* run = llm ? &llm->run() : encoding ? &*encoding : nullptr;
  if (llm) read_by_llm(options, *llm, sides);
  align_sequences(sides.pred, sides.gold);
  const std::vector<Setting> settings = settings_of(options, sides.gold);
  if (!llm && settings.back() == Setting::sequential) {
    ensure_groups(sides.gold, options.group);
    ensure_groups(sides.pred, options.group);
  }
  if (settings.back() == Setting::sequential && !options.common.quiet) say_ungrouped(sides);
  if (engine.only_collects()) {
    if (engine.encoder) say_vectors(sides, settings, *run);
    return list_failed(failed);
  }
  const auto encoder = engine.encoder ? run->encoder(phrases_of(sides, settings))
                                      : lunguage::make_lexicon_encoder(options.terms.lexicon);
  if (run != nullptr) run->finish(failed, folder ? &*folder : nullptr);
  Results results = score_sides(options, sides, settings, *encoder,
                                {{"version", program_version()},
                                 {"signature", signature_of(options, sides, *encoder, llm ? &*llm : nullptr)},
                                 {"failed", failed.count()},
                                 {"missing_studies", missing_studies(sides.pred, sides.gold)},
                                 {"missing", options.missing},
                                 {"bootstrap", json_resampling(options.resampling)}},
                                failed);
  results.summary.json["failed"] = failed.count();
  if (results.samples.empty()) {
    (void)list_failed(failed);
    if (run != nullptr && folder) run->fail_whole("no study could be scored", *folder);
    throw InputError({options.pred, 0, "",
                      run == nullptr ? "no study could be scored"
                                     : fmt::format("no study could be scored; see {}skipped.csv", prefix)});
  }
  write_results(options, sides, results, folder ? &*folder : nullptr);
  return list_failed(failed);
}

void add_sides(CLI::App& command, LunguageScoreOptions& options) {
  takes(command.add_option("--pred", options.pred, "Predicted: structured rows (CSV, JSONL), or reports"), "FILE")
      ->required();
  takes(command.add_option("--gold", options.gold, "Gold: structured rows, or reports (then a silver standard)"),
        "FILE")
      ->required();
  takes(command.add_option("--setting", options.setting, "Study by study, patient by patient, or both (default)"),
        "single|sequential|both");
  takes(command.add_option("--encoder", options.encoder,
                           "Who compares phrases: the lexicon, or the embeddings of the encoders in --config"),
        "embedded|endpoint")
      ->capture_default_str();
  takes(command.add_option("--missing", options.missing,
                           "Studies that have no prediction: score 0 (zero), or are left out, as published (drop)"),
        "zero|drop")
      ->capture_default_str();
  add_gap(command, options.group);
  add_lunguage_reading(command, options.reading);
  takes(command.add_option("--vocabulary", options.reading.vocabulary,
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
  takes(command.add_option("--json", options->json, "Write the summary as JSON"), "FILE");
  takes(command.add_option("--samples", options->samples, "Write each study's and patient's scores as JSONL"), "FILE");
  takes(command.add_option("--pairs", options->pairs, "Write each matched pair with its components as JSONL"), "FILE");
  add_example(command,
              "fiducial lunguage score --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv");
  command.callback([&program, options] { program.job = [options] { return score(*options); }; });

  auto whole = std::make_shared<LunguageScoreOptions>();
  CLI::App& run = *group.add_subcommand("run", "Structure, group and score, with every stage's file in a folder");
  add_sides(run, *whole);
  takes(
      run.add_option("--out", whole->folder, "The folder: pred.csv, gold.csv, pairs.jsonl, scores.jsonl, summary.json"),
      "DIR")
      ->required();
  add_overwrite(run, whole->overwrite);
  add_example(run, "fiducial lunguage run --pred generated.jsonl --gold reports.jsonl --out run");
  run.callback([&program, whole] { program.job = [whole] { return score(*whole); }; });
}

}  // namespace fiducial::cli
