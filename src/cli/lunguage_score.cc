// `fiducial lunguage score` and `run`: LunguageScore of predicted against gold, study by study and patient by patient.
#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "cli/app.h"
#include "cli/in_order.h"
#include "cli/interrupt.h"
#include "cli/lunguage_input.h"
#include "cli/numbers.h"
#include "cli/progress.h"

namespace fiducial::cli {
namespace {

using lunguage::Row;
using lunguage::Score;
using lunguage::Setting;

struct LunguageScoreOptions {
  std::string pred, gold, json, samples, pairs, folder;
  std::string setting = "both";
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

std::vector<PatientCase> cases_of(const LunguageFile& pred, const LunguageFile& gold, Setting setting) {
  std::map<StudyKey, PatientCase> by_key;
  const auto key = [&](const std::string& subject, const std::string& study) {
    return StudyKey(subject, setting == Setting::single ? study : "");
  };
  for (const auto& [subject, study] : gold.studies) by_key[key(subject, study)];
  const auto add = [&](const LunguageFile& file, std::vector<const Row*> PatientCase::*side) {
    for (const Row& row : file.rows) {
      const auto found = by_key.find(key(row.subject, row.study));
      if (found != by_key.end() && gold.studies.contains({row.subject, row.study}))
        (found->second.*side).push_back(&row);
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

ScoredPatient score_all(std::vector<PatientCase> cases, Setting setting, const lunguage::Encoder& encoder,
                        const Common& common) {
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
  work.run(common.threads);
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

// Studies that only one side has. Missing predictions count as missed; predictions without gold cannot be judged.
void report_missing(const LunguageFile& pred, const LunguageFile& gold, io::ProblemLog& failed) {
  for (const StudyKey& key : gold.studies) {
    if (!pred.studies.contains(key))
      failed.add(
          {pred.path, 0, key.second, "expected every study of the gold file, but this one is missing: all missed"});
  }
  for (const StudyKey& key : pred.studies) {
    if (!gold.studies.contains(key))
      failed.add({gold.path, 0, key.second, "expected every predicted study, but this one is not here: left out"});
  }
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

int score(const LunguageScoreOptions& options) {
  io::ProblemLog failed;
  LunguageFile gold = open_lunguage(options.gold, options.common, failed);
  LunguageFile pred = open_lunguage(options.pred, options.common, failed);
  report_missing(pred, gold, failed);
  align_sequences(pred, gold);
  const auto encoder = lunguage::make_lexicon_encoder();
  const Resampling how = resampling_with(options.resampling, options.common);
  Summary summary{
      Table({{"setting", Align::left},
             {"value", Align::left},
             {"mean"},
             {interval_head(options.resampling.confidence)},
             {"n"}}),
      {{"version", program_version()},
       {"signature", fmt::format("lunguage|reader:{}/{}|{}|gap:{}|version:{}", pred.structured ? "given" : "embedded",
                                 gold.structured ? "given" : "embedded", encoder->signature(), options.group.gap_days,
                                 program_version())},
       {"failed", failed.count()},
       {"bootstrap", json_resampling(options.resampling)}}};
  std::string samples;
  std::string pairs;
  const auto run = [&](Setting setting) {
    const ScoredPatient scored = score_all(cases_of(pred, gold, setting), setting, *encoder, options.common);
    summarize(scored, how, summary);
    samples += sample_lines(scored);
    pairs += pair_lines(scored);
  };
  if (options.setting != "sequential") run(Setting::single);
  if (options.setting == "sequential" || (options.setting == "both" && several_studies(gold))) {
    ensure_groups(gold, options.group);
    ensure_groups(pred, options.group);
    run(Setting::sequential);
  }
  if (!options.folder.empty()) {
    std::filesystem::create_directories(options.folder);
    io::write_file(options.folder + "/pred.csv", lunguage::to_csv(pred.rows));
    io::write_file(options.folder + "/gold.csv", lunguage::to_csv(gold.rows));
    io::write_file(options.folder + "/scores.jsonl", samples);
    io::write_file(options.folder + "/pairs.jsonl", pairs);
    io::write_file(options.folder + "/summary.json", io::json_pretty(summary.json));
  }
  if (!options.samples.empty()) io::write_file(options.samples, samples);
  if (!options.pairs.empty()) io::write_file(options.pairs, pairs);
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(summary.json));
  const bool taken = options.json == "-" || options.samples == "-" || options.pairs == "-";
  print_result(summary.table.text(Paint(!taken && stdout_paint().on())) + "\n" +
                   summary.json["signature"].get<std::string>() + "\n",
               taken);
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
  add_gap(command, options.group);
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
  add_example(run, "fiducial lunguage run --pred generated.jsonl --gold reports.jsonl --out run");
  run.callback([&program, whole] { program.job = [whole] { return score(*whole); }; });
}

}  // namespace fiducial::cli
