#include "cli/lunguage_llm.h"

#include <fmt/format.h>

#include <map>

#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "llm/digest.h"

namespace fiducial::cli {
namespace {

// A report on its way.
struct Reading {
  LunguageFile* file = nullptr;
  std::size_t text = 0;  // its place in the file
  std::vector<llm::SectionSentence> sentences;
  lunguage::Rows rows;
  bool done = false;

  const lunguage::StudyText& study() const { return file->texts[text]; }
};

std::vector<Reading> readings_of(std::span<LunguageFile* const> files) {
  std::vector<Reading> all;
  for (LunguageFile* file : files) {
    for (std::size_t i = 0; i < file->texts.size(); ++i)
      all.push_back({file, i, llm::section_sentences(file->texts[i].report), {}, false});
  }
  return all;
}

// Fills the rows; a report without a sentence needs no question.
void ask_for_rows(LlmRun& run, llm::StructureTask& task, const llm::GoldExamples& examples, std::size_t shots,
                  llm::Choice choice, std::vector<Reading>& all) {
  std::vector<Reading*> asked;
  for (Reading& one : all) {
    one.done = one.sentences.empty();
    if (!one.done) asked.push_back(&one);
  }
  if (asked.empty()) return;
  LlmStage stage{"lunguage_structure", "structuring", asked.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) {
    const lunguage::StudyText& study = asked[i]->study();
    return task.question(study.study, asked[i]->sentences, examples.best(study, shots, choice));
  };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return task.read(answer, asked[i]->sentences, asked[i]->rows);
  };
  stage.place = [&](std::size_t i) {
    return Problem{asked[i]->file->path, asked[i]->study().line, asked[i]->study().study, ""};
  };
  const std::vector<bool> answered = run.ask(stage);
  for (std::size_t i = 0; i < asked.size(); ++i) asked[i]->done = answered[i];
}

void take_out(LunguageFile& file, const std::set<StudyKey>& keys) {
  std::erase_if(file.rows, [&](const lunguage::Row& row) { return keys.contains({row.subject, row.study}); });
  for (const StudyKey& key : keys) file.studies.erase(key);
}

// The rows of one patient of a file, in time.
struct Timeline {
  LunguageFile* file = nullptr;
  std::string subject;
  std::vector<std::size_t> places;
  std::vector<const lunguage::Row*> rows;
  std::vector<llm::Grouped> grouped;
};

std::vector<Timeline> timelines_of(std::span<LunguageFile* const> files) {
  std::vector<Timeline> all;
  for (LunguageFile* file : files) {
    for (const lunguage::Patient& patient : lunguage::patients_of(file->rows)) {
      Timeline one{file, patient.subject, {}, {}, {}};
      for (const lunguage::Study& study : patient.studies)
        one.places.insert(one.places.end(), study.rows.begin(), study.rows.end());
      for (const std::size_t place : one.places) one.rows.push_back(&file->rows[place]);
      all.push_back(std::move(one));
    }
  }
  return all;
}

std::optional<lunguage::Vocabulary> own_vocabulary(const std::string& path, io::ProblemLog& failed) {
  if (path.empty()) return std::nullopt;
  return with_reasons(failed,
                      [&] { return lunguage::Vocabulary::from_file(path, lunguage::Vocabulary::Case::exact, failed); });
}

}  // namespace

void add_lunguage_reading(CLI::App& command, LunguageReading& reading) {
  reading.section.add_to(command);
  add_llm(command, reading.llm);
  value_name(
      command.add_option("--gold-reports", reading.gold_reports,
                         "llm: the texts of the gold rows; examples are taken from them, never of the same patient"),
      "FILE");
  command.add_option("--shots", reading.shots, "llm: how many gold reports are shown as examples")
      ->type_name("N")
      ->check(in_range(0, 100))
      ->capture_default_str();
  value_name(command.add_option("--shots-by", reading.shots_by,
                                "llm: gold reports that cover the report's entities and attributes, or the most alike"),
             "diverse|bm25")
      ->capture_default_str();
  command
      .add_option("--candidate-share", reading.candidates.share,
                  "llm: the part of the vocabulary's terms that is shown with each sentence (0: none)")
      ->type_name("X")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command.add_flag("--discontinuous", reading.candidates.discontinuous,
                   "Candidates also where a term's words do not stand side by side");
}

LunguageRows rows_by_llm(LlmRun& run, const std::string& prompts, LunguageFile& file) {
  llm::StructureTask task(llm::prompt_for("lunguage_structure", prompts), nullptr);
  LunguageFile* const files[] = {&file};
  std::vector<Reading> all = readings_of(files);
  ask_for_rows(run, task, {task, {}, {}}, 0, llm::Choice::alike, all);
  LunguageRows out{
      fmt::format("reader:llm|{}|prompts:{}", run.signature({"lunguage_structure"}), task.prompt().version()), {}};
  for (Reading& one : all) out.rows.push_back(one.done ? std::optional(std::move(one.rows)) : std::nullopt);
  return out;
}

LunguageLlm::LunguageLlm(const LunguageReading& reading, const std::string& prefix, const Common& common,
                         io::ProblemLog& failed)
    : reading_(reading),
      common_(common),
      failed_(failed),
      vocabulary_(own_vocabulary(reading.vocabulary, failed)),
      structuring_(llm::prompt_for("lunguage_structure", reading.llm.prompts), vocabulary_ ? &*vocabulary_ : nullptr,
                   reading.candidates),
      grouping_(llm::prompt_for("lunguage_group", reading.llm.prompts)),
      run_(reading.llm, prefix, common) {}

llm::GoldExamples LunguageLlm::examples_for(std::span<LunguageFile* const> files) {
  if (reading_.gold.empty() || reading_.shots == 0) return {structuring_, {}, {}};
  const LunguageFile gold = read_lunguage(reading_.gold, failed_);
  if (!gold.structured) throw UsageError(fmt::format("{}: expected gold rows, found reports", reading_.gold));
  std::vector<lunguage::StudyText> texts;
  if (reading_.gold_reports.empty()) {
    for (const LunguageFile* file : files) texts.insert(texts.end(), file->texts.begin(), file->texts.end());
  } else {
    texts = lunguage::read_studies(io::memory_source(read_text(reading_.gold_reports), reading_.gold_reports), failed_);
  }
  llm::GoldExamples examples(structuring_, gold.rows, texts);
  if (examples.size() == 0)
    throw InputError({reading_.gold, 0, "",
                      "no gold study can be an example: their texts are not among the reports (--gold-reports), or do "
                      "not have the entities' words"});
  if (examples.unused() > 0 && !common_.quiet) {
    note(fmt::format("{}: {} of {} gold studies are no examples: without their text, or their rows do not fit it",
                     reading_.gold, with_commas(examples.unused()), with_commas(examples.unused() + examples.size())));
  }
  return examples;
}

void LunguageLlm::structure(std::span<LunguageFile* const> files) {
  const llm::GoldExamples examples = examples_for(files);
  std::vector<Reading> all = readings_of(files);
  ask_for_rows(run_, structuring_, examples, reading_.shots, reading_.choice(), all);
  std::map<const LunguageFile*, std::vector<int>> sequences;
  for (const LunguageFile* file : files) sequences[file] = lunguage::sequence_of(file->texts);
  std::set<StudyKey> skipped;
  for (Reading& one : all) {
    if (one.done) {
      add_rows(*one.file, one.text, sequences[one.file][one.text], std::move(one.rows));
    } else {
      skipped.emplace(one.study().subject, one.study().study);
    }
  }
  if (reading_.llm.only_collects()) return;
  for (LunguageFile* file : files) take_out(*file, skipped);
}

std::set<std::string> LunguageLlm::group(std::span<LunguageFile* const> files,
                                         std::vector<lunguage::GroupDecision>* decisions) {
  grouped_ = true;
  std::vector<Timeline> all = timelines_of(files);
  LlmStage stage{"lunguage_group", "grouping", all.size(), {}, {}, {}};
  stage.question = [&](std::size_t i) { return grouping_.question(all[i].subject, all[i].rows); };
  stage.check = [&](std::size_t i, const std::string& answer) {
    return grouping_.read(answer, all[i].rows, all[i].grouped);
  };
  stage.place = [&](std::size_t i) {
    return Problem{all[i].file->path, all[i].rows.front()->line, all[i].subject, ""};
  };
  const std::vector<bool> answered = run_.ask(stage);
  std::set<std::string> skipped;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!answered[i]) {
      skipped.insert(all[i].subject);
      continue;
    }
    for (std::size_t k = 0; k < all[i].places.size(); ++k) {
      lunguage::Row& row = all[i].file->rows[all[i].places[k]];
      row.group = all[i].grouped[k].group;
      row.episode = all[i].grouped[k].episode;
      if (decisions != nullptr) decisions->push_back({all[i].places[k], all[i].grouped[k].why});
    }
  }
  return skipped;
}

std::string LunguageLlm::later_calls(std::span<LunguageFile* const> files) const {
  std::set<std::pair<const LunguageFile*, std::string>> patients;
  for (const LunguageFile* file : files) {
    if (grouped_ || (has_groups(*file) && file->structured)) continue;
    for (const auto& [subject, study] : file->studies) patients.emplace(file, subject);
  }
  if (patients.empty()) return {};
  return fmt::format("and up to {} calls more for the grouping, which is asked when the rows are known",
                     with_commas(patients.size()));
}

std::string LunguageLlm::signature() const {
  const std::string vocabulary =
      reading_.vocabulary.empty() ? "embedded" : llm::sha256(read_text(reading_.vocabulary)).substr(0, 8);
  return fmt::format("{}|prompts:{},{}|shots:{}{}|vocabulary:{}{}{}",
                     run_.signature({"lunguage_structure", "lunguage_group"}), structuring_.prompt().version(),
                     grouping_.prompt().version(), reading_.gold.empty() ? 0 : reading_.shots,
                     reading_.gold.empty() ? "" : "," + reading_.shots_by, vocabulary,
                     reading_.candidates.share < 1 ? fmt::format(",share:{}", reading_.candidates.share) : "",
                     reading_.candidates.discontinuous ? ",discontinuous" : "");
}

}  // namespace fiducial::cli
