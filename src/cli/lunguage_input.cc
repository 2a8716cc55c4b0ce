#include "cli/lunguage_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/in_order.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "compare/signature.h"
#include "lexicon/lexicon.h"

namespace fiducial::cli {
namespace {

// Looks into the file.
bool is_structured(const PairsInput& input, const std::string& path) {
  io::RecordReader probe(input.source());
  io::Record first;
  if (!probe.next(first)) throw InputError({path, 0, "", "expected structured reports or reports, found no record"});
  return lunguage::is_structured(probe, first);
}

// Reads and structures the reports one after the other.
void store_reports(StoredFile& file, std::unique_ptr<io::ByteSource> source, const Common& common,
                   io::ProblemLog& failed, const SectionChoice& section, const fiducial::Lexicon& lexicon) {
  lunguage::StudyReader reader(std::move(source));
  Progress bar("structuring", "reports", 0, common.quiet);
  InOrder<lunguage::StudyText, lunguage::Rows> work;
  std::size_t done = 0;
  work.next = [&](lunguage::StudyText& study) {
    check_interrupt();
    if (!reader.next(study)) return false;
    section.apply(study.report);
    return true;
  };
  work.make_worker = [&]() -> std::function<lunguage::Rows(const lunguage::StudyText&)> {
    const auto structurer = std::make_shared<lunguage::Structurer>(lexicon);
    return [structurer](const lunguage::StudyText& study) { return structurer->structure(study.report); };
  };
  work.bytes = [](const lunguage::StudyText& study) { return study.report.size(); };
  work.deliver = [&](lunguage::StudyText& study, lunguage::Rows& rows) {
    file.rows.add_report(study, std::move(rows));
    bar.at(++done);
  };
  work.run(common.threads);
  failed.add(reader.records().problems(), reader.records().problem_count());
}

void store_rows(StoredFile& file, std::unique_ptr<io::ByteSource> source, io::ProblemLog& failed) {
  lunguage::RowSink sink;
  sink.row = [&](lunguage::Row&& row, bool dated) {
    check_interrupt();
    file.rows.add_row(std::move(row), dated);
  };
  sink.empty_study = [&](const std::string& subject, const std::string& study) { file.rows.add_study(subject, study); };
  lunguage::read_rows(std::move(source), sink, failed);
}

// The rules that need more than one row; of patients with very many rows, study by study.
void validate_stored(const StoredFile& file, io::ProblemLog& failed) {
  using Number = lunguage::RowStore::Number;
  const auto check = [&](const lunguage::Rows& rows) {
    check_interrupt();
    for (Problem& broken : lunguage::validate(rows, file.path)) failed.add(std::move(broken));
  };
  for (Number patient = 0; patient < file.rows.patients(); ++patient) {
    if (file.rows.rows_of(patient) <= kMostRowsOfPatient) {
      check(file.rows.load_patient(patient));
    } else {
      for (const Number study : file.rows.studies_of(patient))
        check(file.rows.load(file.rows.blocks_of(std::span(&study, 1))));
    }
  }
}

}  // namespace

StoredFile store_lunguage(const std::string& path, const std::string& beside, const Common& common,
                          io::ProblemLog& failed, const SectionChoice& section, const fiducial::Lexicon& lexicon) {
  const PairsInput input(path, {}, true);  // looked into, then read
  StoredFile file{path, is_structured(input, path), lunguage::RowStore(beside)};
  if (file.structured) {
    store_rows(file, input.source(), failed);
  } else {
    store_reports(file, input.source(), common, failed, section, lexicon);
  }
  section.say(common.quiet);
  file.rows.finish();
  if (file.structured) validate_stored(file, failed);
  if (file.rows.studies() == 0) {
    (void)list_failed(failed);
    throw InputError({path, 0, "", "expected studies, found none that can be used"});
  }
  return file;
}

StoredFile stored(LunguageFile file, const std::string& beside) {
  StoredFile out{file.path, file.structured, lunguage::RowStore(beside)};
  for (lunguage::Row& row : file.rows) out.rows.add_row(std::move(row));
  for (const auto& [subject, study] : file.studies) out.rows.add_study(subject, study);
  out.rows.finish();
  return out;
}

void check_patient(const StoredFile& file, lunguage::RowStore::Number patient) {
  const std::size_t rows = file.rows.rows_of(patient);
  if (rows > kMostRowsOfPatient)
    throw RecordError(
        fmt::format("expected a patient of at most {} findings, found {}: left out", kMostRowsOfPatient, rows));
}

void report_missing(const StoredFile& all, const StoredFile& some, const std::string& message, io::ProblemLog& failed) {
  for (const auto patient : all.rows.by_subject()) {
    std::vector<std::string> ids;
    const auto other = some.rows.patient(all.rows.subject(patient));
    for (const auto study : all.rows.studies_of(patient)) {
      const std::string& id = all.rows.study_id(study);
      if (some.rows.study(other, id) == lunguage::RowStore::kNone) ids.push_back(id);
    }
    std::sort(ids.begin(), ids.end());
    for (std::string& id : ids) failed.add({some.path, 0, std::move(id), message});
  }
}

std::string folder_of(const std::string& out) {
  if (out.empty() || out == "-" || out.starts_with("/dev/")) return {};
  const std::size_t slash = out.rfind('/');
  return slash == std::string::npos ? "." : out.substr(0, slash + 1);
}

void add_rows(LunguageFile& file, std::size_t text, int sequence, lunguage::Rows rows) {
  const lunguage::StudyText& study = file.texts[text];
  for (lunguage::Row& row : rows) {
    row.subject = study.subject;
    row.study = study.study;
    row.day = study.day;
    row.sequence = sequence;
    row.line = study.line;
    file.rows.push_back(std::move(row));
  }
}

LunguageFile read_lunguage(const std::string& path, io::ProblemLog& failed, const SectionChoice& section) {
  LunguageFile file;
  file.path = path;
  const PairsInput input(path, {}, true);  // looked into, then read
  file.structured = is_structured(input, path);
  if (file.structured) {
    lunguage::Table table = lunguage::read_rows(input.source());
    file.rows = std::move(table.rows);
    failed.add(table.problems);
    for (Problem& broken : lunguage::validate(file.rows, path)) failed.add(std::move(broken));
    for (const lunguage::Row& row : file.rows) file.studies.emplace(row.subject, row.study);
    file.studies.insert(table.empty_studies.begin(), table.empty_studies.end());
  } else {
    file.texts = lunguage::read_studies(input.source(), failed);
    for (lunguage::StudyText& study : file.texts) section.apply(study.report);
    for (const lunguage::StudyText& study : file.texts) file.studies.emplace(study.subject, study.study);
  }
  if (file.studies.empty()) {
    (void)list_failed(failed);
    throw InputError({path, 0, "", "expected studies, found none that can be used"});
  }
  return file;
}

bool has_groups(const LunguageFile& file) {
  return file.rows.empty() ||
         std::any_of(file.rows.begin(), file.rows.end(), [](const lunguage::Row& row) { return !row.group.empty(); });
}

std::string sides_signature(bool pred_given, bool gold_given, const char* reader, const fiducial::Lexicon& lexicon) {
  std::string embedded = findings::reader_signature(lexicon.version());
  embedded.erase(0, embedded.find('|'));  // who reads is said of each side
  const auto who = [&](bool given) { return given ? "given" : reader; };
  const bool reads = std::string_view(reader) == "embedded" && !(pred_given && gold_given);
  return fmt::format("pred:{}|gold:{}{}", who(pred_given), who(gold_given), reads ? embedded : "");
}

bool is_jsonl(const std::string& path) {
  return path.find(".jsonl") != std::string::npos || path.find(".ndjson") != std::string::npos;
}

std::string written_as(const std::string& path, const lunguage::Rows& rows) {
  return is_jsonl(path) ? lunguage::to_jsonl(rows) : lunguage::to_csv(rows);
}

void add_gap(CLI::App& command, lunguage::GroupOptions& options) {
  command
      .add_option("--gap-days", options.gap_days,
                  "An abnormal finding that was not mentioned for longer begins a new episode")
      ->type_name("N")
      ->check(in_range(0, 100000))
      ->capture_default_str();
}

}  // namespace fiducial::cli
