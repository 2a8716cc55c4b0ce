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

void structure_all(LunguageFile& file, const Common& common, const fiducial::Lexicon& lexicon) {
  const std::vector<lunguage::StudyText>& studies = file.texts;
  const std::vector<int> sequence = lunguage::sequence_of(studies);
  Progress bar("structuring", "reports", studies.size(), common.quiet);
  InOrder<std::size_t, lunguage::Rows> work;
  std::size_t next = 0;
  std::size_t done = 0;
  work.next = [&](std::size_t& i) {
    i = next++;
    return i < studies.size();
  };
  work.make_worker = [&]() -> std::function<lunguage::Rows(const std::size_t&)> {
    const auto structurer = std::make_shared<lunguage::Structurer>(lexicon);
    return [&, structurer](const std::size_t& i) { return structurer->structure(studies[i].report); };
  };
  work.bytes = [&](const std::size_t& i) { return studies[i].report.size(); };
  work.deliver = [&](const std::size_t& i, lunguage::Rows& rows) {
    check_interrupt();
    add_rows(file, i, sequence[i], std::move(rows));
    std::string().swap(file.texts[i].report);  // it has been read: only its rows are needed
    bar.at(++done);
  };
  work.run(common.threads);
}

}  // namespace

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

LunguageFile open_lunguage(const std::string& path, const Common& common, io::ProblemLog& failed,
                           const SectionChoice& section, const fiducial::Lexicon& lexicon) {
  LunguageFile file = read_lunguage(path, failed, section);
  section.say(common.quiet);
  if (!file.structured) structure_all(file, common, lexicon);
  return file;
}

LunguageFile read_lunguage(const std::string& path, io::ProblemLog& failed, const SectionChoice& section) {
  LunguageFile file;
  file.path = path;
  const PairsInput input(path, {}, true);  // looked into, then read
  {
    io::RecordReader probe(input.source());
    io::Record first;
    if (!probe.next(first)) throw InputError({path, 0, "", "expected structured reports or reports, found no record"});
    file.structured = lunguage::is_structured(probe, first);
  }
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

void ensure_groups(LunguageFile& file, const lunguage::GroupOptions& options) {
  if (!has_groups(file)) lunguage::group(file.rows, options);
}

std::string sides_signature(const LunguageFile& pred, const LunguageFile& gold, const char* reader,
                            const fiducial::Lexicon& lexicon) {
  std::string embedded = findings::reader_signature(lexicon.version());
  embedded.erase(0, embedded.find('|'));  // who reads is said of each side
  const auto who = [&](const LunguageFile& file) { return file.structured ? "given" : reader; };
  const bool reads = std::string_view(reader) == "embedded" && !(pred.structured && gold.structured);
  return fmt::format("pred:{}|gold:{}{}", who(pred), who(gold), reads ? embedded : "");
}

std::string written_as(const std::string& path, const lunguage::Rows& rows) {
  const bool json = path.find(".jsonl") != std::string::npos || path.find(".ndjson") != std::string::npos;
  return json ? lunguage::to_jsonl(rows) : lunguage::to_csv(rows);
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
