// `fiducial lunguage structure`, `group` and `evaluate`: reports to rows, rows to timelines, rows against gold.
#include "fiducial/lunguage.h"

#include <fmt/format.h>

#include <numeric>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/lunguage_input.h"
#include "cli/lunguage_lines.h"
#include "cli/lunguage_llm.h"
#include "cli/lunguage_patients.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/record_table.h"

namespace fiducial::cli {
namespace {

struct StructureOptions {
  std::string in, out = "-", as, candidates, rationale;
  LunguageReading reading;
  lunguage::GroupOptions group;
  OwnTerms terms;
  Common common;
};

struct LunguageEvaluateOptions {
  std::string pred, gold, json;
  LunguageReading reading;
  lunguage::GroupOptions group;
  OwnTerms terms;
  Common common;
};

[[noreturn]] void complain_of_rows(const std::string& path) {
  throw UsageError(fmt::format("{}: expected reports, found rows that are structured already", path));
}

int structure_by_llm(const StructureOptions& options) {
  io::ProblemLog failed;
  LunguageFile file = read_lunguage(options.in, failed, options.reading.section);
  if (file.structured) complain_of_rows(options.in);
  LunguageFile* const files[] = {&file};
  LunguageLlm llm(options.reading, beside(options.out), options.common, failed);
  llm.structure(files);
  if (options.reading.llm.only_collects()) {
    llm.run().finish_collecting("", failed);
    return list_failed(failed);
  }
  llm.run().finish(failed);
  io::write_file(options.out, written_as(options.out, file.rows));
  return list_failed(failed);
}

void check_reading(const LunguageReading& reading) {
  reading.llm.check();
  if (!reading.llm.wanted() && (!reading.gold.empty() || !reading.gold_reports.empty()))
    throw UsageError("--gold and --gold-reports need --engine llm");
  if (reading.gold.empty() && !reading.gold_reports.empty())
    throw UsageError("--gold-reports: expected --gold FILE with their rows");
}

int structure(StructureOptions& options) {
  check_reading(options.reading);
  check_reader(options.reading.llm, options.terms, "");
  options.terms.load();
  if (options.reading.llm.wanted()) return structure_by_llm(options);
  io::ProblemLog failed;
  const StoredFile file = store_lunguage(options.in, folder_of(options.out), options.common, failed,
                                         options.reading.section, options.terms.lexicon);
  if (file.structured) complain_of_rows(options.in);
  if (as_table(options.as, options.out)) {
    std::vector<lunguage::RowStore::Number> blocks(file.rows.blocks());
    std::iota(blocks.begin(), blocks.end(), 0U);
    io::write_file(options.out, rows_table(file.rows.load(blocks)));
  } else {
    write_rows(file.rows, options.out);
  }
  return list_failed(failed);
}

// The vocabulary's matches in each report: what the paper gives to a language model as candidates.
int candidates(const StructureOptions& options) {
  io::ProblemLog problems;
  const auto fold = lunguage::Vocabulary::Case::exact;
  const auto vocabulary = with_reasons(
      problems, [&] { return lunguage::Vocabulary::from_file(options.reading.vocabulary, fold, problems); });
  const auto studies = lunguage::read_studies(open_input(options.in), problems);
  std::string out;
  for (const lunguage::StudyText& study : studies) {
    io::Json matches = io::Json::array();
    for (const auto& [column, begin, end] : study.pieces) {
      const std::string text = study.report.substr(begin, end - begin);
      auto found = vocabulary.find(text);
      if (options.reading.candidates.discontinuous) {
        const auto apart = vocabulary.find_apart(text);
        found.insert(found.end(), apart.begin(), apart.end());
      }
      for (const auto& m : found) {
        matches.push_back({{"text", text.substr(m.begin, m.end - m.begin)},
                           {"column", column},
                           {"span", io::Json::array({m.begin, m.end})},
                           {"term", std::string(vocabulary.term(m.term))},
                           {"category", std::string(vocabulary.category(m.category))}});
      }
    }
    out +=
        io::json_line({{"subject_id", study.subject}, {"study_id", study.study}, {"candidates", std::move(matches)}});
  }
  io::write_file(options.candidates, out);
  return list_failed(problems);
}

void write_rationale(const std::string& path, const lunguage::Rows& rows,
                     const std::vector<lunguage::GroupDecision>& decisions) {
  if (path.empty()) return;
  std::string lines;
  for (const auto& [row, why] : decisions) lines += rationale_line(rows[row], why);
  io::write_file(path, lines);
}

int group_by_llm(const StructureOptions& options) {
  io::ProblemLog failed;
  LunguageFile file = read_lunguage(options.in, failed, options.reading.section);
  LunguageFile* const files[] = {&file};
  LunguageLlm llm(options.reading, beside(options.out), options.common, failed);
  if (!file.structured) llm.structure(files);
  std::vector<lunguage::GroupDecision> decisions;
  std::set<std::string> skipped;
  if (!llm.run().stopped()) skipped = llm.group(files, &decisions);
  if (options.reading.llm.only_collects()) {
    llm.run().finish_collecting(llm.later_calls(files), failed);
    return list_failed(failed);
  }
  llm.run().finish(failed);
  write_rationale(options.rationale, file.rows, decisions);
  std::erase_if(file.rows, [&](const lunguage::Row& row) { return skipped.contains(row.subject); });
  io::write_file(options.out, written_as(options.out, file.rows));
  return list_failed(failed);
}

int group(StructureOptions& options) {
  check_reading(options.reading);
  check_reader(options.reading.llm, options.terms, "");
  options.terms.load();
  options.group.lexicon = options.terms.lexicon;
  if (options.reading.llm.wanted()) return group_by_llm(options);
  io::ProblemLog failed;
  const StoredFile file = store_lunguage(options.in, folder_of(options.out), options.common, failed,
                                         options.reading.section, options.terms.lexicon);
  write_grouped(file, options.group, options.out, options.rationale, options.common, failed);
  return list_failed(failed);
}

io::Json counts_json(const lunguage::Counts& counts) {
  return {{"precision", counts.precision()}, {"recall", counts.recall()}, {"f1", counts.f1()}, {"both", counts.both},
          {"predicted", counts.pred},        {"gold", counts.gold}};
}

io::Json rates_json(const lunguage::Rates& rates) {
  return {{"precision", rates.precision}, {"recall", rates.recall}, {"f1", rates.f1}};
}

// The published program's measures, as it counts them.
Table published_table(const lunguage::PublishedEvaluation& published, io::Json& json) {
  Table table({{"as published", Align::left}, {"precision"}, {"recall"}, {"F1"}, {"purity"}, {"adj. Rand"}});
  const auto level = [&](const std::string& name, const lunguage::PublishedLevel& counts) {
    const lunguage::Tally micro = counts.micro();
    const lunguage::Rates rates[] = {{micro.precision(), micro.recall(), micro.f1()}, counts.macro()};
    for (const std::size_t i : {0U, 1U}) {
      const char* average = i == 0 ? "micro" : "macro";
      json[name][average] = rates_json(rates[i]);
      table.add({name + "." + average, shown(rates[i].precision), shown(rates[i].recall), shown(rates[i].f1), "", ""});
    }
    json[name]["micro"].update({{"right", micro.right}, {"wrong", micro.wrong}, {"gold", micro.gold}});
  };
  level("entity_relation", published.entity_relation);
  level("entity_relation_any_sentence", published.entity_relation_any_sentence);
  level("triplet", published.triplet);
  level("triplet_any_sentence", published.triplet_any_sentence);
  if (published.grouped_rows == 0) return table;
  json["grouped_rows"] = published.grouped_rows;
  const auto groups = [&](const std::string& name, const lunguage::PublishedGroups& g) {
    json[name] = {{"pairs", rates_json(g.pairs)}, {"purity", g.purity}, {"adjusted_rand", g.adjusted_rand}};
    table.add({name, shown(g.pairs.precision), shown(g.pairs.recall), shown(g.pairs.f1), shown(g.purity),
               shown(g.adjusted_rand)});
  };
  groups("entity_groups", published.entity_groups);
  groups("entity_groups_by_patient", published.entity_groups_by_patient);
  groups("temporal_groups", published.temporal_groups);
  groups("temporal_groups_by_patient", published.temporal_groups_by_patient);
  return table;
}

// Patient by patient; one that cannot be compared goes to `failed`.
lunguage::Evaluation evaluate_stored(const StoredFile& pred, const StoredFile& gold,
                                     const lunguage::GroupOptions& options, io::ProblemLog& failed) {
  using lunguage::RowStore;
  lunguage::Evaluator evaluator;
  for (RowStore::Number patient = 0; patient < gold.rows.patients(); ++patient) {
    check_interrupt();
    const RowStore::Number other = pred.rows.patient(gold.rows.subject(patient));
    try {
      check_patient(gold, patient);
      lunguage::Rows rows;
      if (other != RowStore::kNone) {
        check_patient(pred, other);
        rows = pred.rows.load_patient(other);
        if (!pred.has_groups()) lunguage::group(rows, options);
      }
      evaluator.add(rows, gold.rows.load_patient(patient));
    } catch (const RecordError& error) {
      failed.add({gold.path, 0, gold.rows.subject(patient), error.what()});
    }
  }
  return evaluator.finish();
}

void print_evaluation(const LunguageEvaluateOptions& options, const lunguage::Evaluation& result,
                      const std::string& sides) {
  Table table({{"measure", Align::left}, {"precision"}, {"recall"}, {"F1"}, {"predicted"}, {"gold"}});
  io::Json json{{"version", program_version()},
                {"signature", fmt::format("lunguage-evaluate|{}|version:{}", sides, program_version())},
                {"missing_studies", result.missing_studies}};
  const auto add = [&](const std::string& name, const lunguage::Counts& c) {
    json[name] = counts_json(c);
    table.add({name, shown(c.precision()), shown(c.recall()), shown(c.f1()), fmt::format("{}", c.pred),
               fmt::format("{}", c.gold)});
  };
  add("entity_relation", result.entity_relation);
  add("triplet", result.triplet);
  if (result.entity_groups.gold > 0) {
    add("entity_grouping", result.entity_groups);
    add("temporal_grouping", result.temporal_groups);
  }
  for (std::size_t i = 0; i < lunguage::kRelations; ++i) {
    if (result.relations[i].gold + result.relations[i].pred > 0)
      add("triplet." + std::string(name(static_cast<lunguage::Relation>(i))), result.relations[i]);
  }
  const Table published = published_table(result.published, json["published"]);
  if (!options.json.empty()) io::write_file(options.json, io::json_pretty(json));
  const Paint paint(options.json != "-" && stdout_paint().on());
  print_result(table.text(paint) + "\n" + published.text(paint) + "\n" + json["signature"].get<std::string>() + "\n",
               options.json == "-");
}

// What is evaluated, and who read it.
struct EvaluatedSides {
  StoredFile pred, gold;
  std::string signature;
};

EvaluatedSides open_sides(const LunguageEvaluateOptions& options, io::ProblemLog& failed) {
  const std::string beside = folder_of(options.json);
  const auto open = [&](const std::string& path) {
    return store_lunguage(path, beside, options.common, failed, options.reading.section, options.terms.lexicon);
  };
  EvaluatedSides sides;
  sides.gold = open(options.gold);
  sides.pred = open(options.pred);
  sides.signature = fmt::format(
      "{}|gap:{}", sides_signature(sides.pred.structured, sides.gold.structured, "embedded", options.terms.lexicon),
      options.group.gap_days);
  return sides;
}

// By a language model; nothing after a dry run or a batch file.
std::optional<EvaluatedSides> ask_for_sides(LunguageEvaluateOptions& options, io::ProblemLog& failed) {
  if (options.json.empty())
    throw UsageError("--engine llm: expected --json FILE: the cache and the journal are kept beside it");
  if (!options.reading.gold_reports.empty()) options.reading.gold = options.gold;
  LunguageFile gold = read_lunguage(options.gold, failed, options.reading.section);
  LunguageFile pred = read_lunguage(options.pred, failed, options.reading.section);
  LunguageLlm llm(options.reading, beside(options.json), options.common, failed);
  LunguageFile* const files[] = {&gold, &pred};
  llm.structure(files);
  std::vector<LunguageFile*> without;
  for (LunguageFile* file : files) {
    if (!has_groups(*file) && (file == &gold || has_groups(gold))) without.push_back(file);
  }
  std::set<std::string> skipped;
  if (!without.empty() && !llm.run().stopped()) skipped = llm.group(without);
  if (options.reading.llm.only_collects()) {
    llm.run().finish_collecting(llm.later_calls(without), failed);
    return std::nullopt;
  }
  llm.run().finish(failed);
  for (LunguageFile* file : files) {
    std::erase_if(file->rows, [&](const lunguage::Row& row) { return skipped.contains(row.subject); });
    std::erase_if(file->studies, [&](const StudyKey& key) { return skipped.contains(key.first); });
  }
  const std::string signature =
      sides_signature(pred.structured, gold.structured, "llm", options.terms.lexicon) + "|" + llm.signature();
  const std::string beside_json = folder_of(options.json);
  return EvaluatedSides{stored(std::move(pred), beside_json), stored(std::move(gold), beside_json), signature};
}

int evaluate(LunguageEvaluateOptions& options) {
  check_reading(options.reading);
  check_reader(options.reading.llm, options.terms, "");
  options.terms.load();
  options.group.lexicon = options.terms.lexicon;
  io::ProblemLog failed;
  std::optional<EvaluatedSides> sides;
  if (options.reading.llm.wanted()) {
    sides = ask_for_sides(options, failed);
    if (!sides) return list_failed(failed);
  } else {
    sides.emplace(open_sides(options, failed));
  }
  const lunguage::Evaluation result = evaluate_stored(sides->pred, sides->gold, options.group, failed);
  report_missing(sides->gold, sides->pred, "expected every study of the gold file, but this one is not here", failed);
  print_evaluation(options, result, sides->signature);
  return list_failed(failed);
}

void add_gold(CLI::App& command, LunguageReading& reading) {
  add_lunguage_reading(command, reading);
  value_name(
      command.add_option("--gold", reading.gold,
                         "llm: gold rows; those most like a report are shown with it as examples. Their texts are "
                         "among the reports, or in --gold-reports"),
      "FILE");
}

void add_structure(Program& program, CLI::App& group_command) {
  auto options = std::make_shared<StructureOptions>();
  CLI::App& command =
      *group_command.add_subcommand("structure", "Read reports into entities with relations and attributes");
  value_name(command.add_option("reports", options->in,
                                "Reports with subject_id, study_id, day_from_first or StudyDateTime, and their text"),
             "FILE")
      ->required();
  value_name(command.add_option("-o,--out", options->out, "Write the rows here: CSV, or JSONL by its name"), "FILE");
  value_name(
      command.add_option("--vocabulary", options->reading.vocabulary,
                         "With --candidates or --engine llm: terms and their categories (CSV with term, category)"),
      "FILE");
  value_name(command.add_option("--candidates", options->candidates,
                                "Only write where the vocabulary's terms stand in each report, as JSONL"),
             "FILE");
  add_gold(command, options->reading);
  add_as(command, options->as);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial lunguage structure examples/timeline/reports.jsonl -o rows.csv");
  command.callback([&program, options] {
    const bool vocabulary = !options->reading.vocabulary.empty() && !options->reading.llm.wanted();
    if (vocabulary == options->candidates.empty())
      throw CLI::ValidationError("--vocabulary and --candidates go together");
    program.job = [options] { return options->candidates.empty() ? structure(*options) : candidates(*options); };
  });
}

void add_group(Program& program, CLI::App& group_command) {
  auto options = std::make_shared<StructureOptions>();
  CLI::App& command =
      *group_command.add_subcommand("group", "Find what is one thing over a patient's studies, and its episodes");
  value_name(command.add_option("rows", options->in, "Structured reports (CSV, JSONL), or reports"), "FILE")
      ->required();
  value_name(command.add_option("-o,--out", options->out, "Write the rows with entity_group and episode here"), "FILE");
  value_name(command.add_option("--rationale", options->rationale, "Write the reason of each decision as JSONL"),
             "FILE");
  add_gap(command, options->group);
  add_gold(command, options->reading);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial lunguage group rows.csv -o timeline.csv --rationale why.jsonl");
  command.callback([&program, options] { program.job = [options] { return group(*options); }; });
}

void add_evaluate(Program& program, CLI::App& group_command) {
  auto options = std::make_shared<LunguageEvaluateOptions>();
  CLI::App& command = *group_command.add_subcommand(
      "evaluate", "How well structure and groups agree with gold: precision, recall and F1");
  value_name(command.add_option("--pred", options->pred, "Structured reports, or reports"), "FILE")->required();
  value_name(command.add_option("--gold", options->gold, "Gold rows"), "FILE")->required();
  value_name(command.add_option("--json", options->json, "Write the measures as JSON"), "FILE");
  add_gap(command, options->group);
  add_lunguage_reading(command, options->reading);
  value_name(command.add_option("--vocabulary", options->reading.vocabulary,
                                "llm: terms and their categories (CSV with term, category)"),
             "FILE");
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command,
              "fiducial lunguage evaluate --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv");
  command.callback([&program, options] { program.job = [options] { return evaluate(*options); }; });
}

}  // namespace

void add_lunguage(Program& program) {
  CLI::App& command = *program.app.add_subcommand(
      "lunguage", "LUNGUAGE: reports as structured rows, patients' timelines, and LunguageScore");
  command.require_subcommand(1);
  command.footer(
      "Example:\n  fiducial lunguage score --pred examples/timeline/reports.jsonl --gold examples/timeline/gold.csv");
  add_structure(program, command);
  add_group(program, command);
  add_lunguage_score(program, command);
  add_evaluate(program, command);
}

}  // namespace fiducial::cli
