// RadFact by stage: `radfact phrases` (a report to phrases of one finding each) and `radfact
// verify` (phrases of two reports against each other). `radfact run` does both; see radfact_run.cc.
#include "fiducial/radfact.h"

#include <memory>
#include <optional>
#include <unordered_set>

#include "cli/app.h"
#include "cli/input.h"
#include "cli/own_terms.h"
#include "cli/radfact_files.h"
#include "cli/radfact_llm.h"
#include "cli/radfact_samples.h"
#include "cli/record_table.h"
#include "cli/reports.h"

namespace fiducial::cli {
namespace {

struct RadfactOptions {
  std::string in, out = "-", as;
  io::ReportColumns columns;
  bool reasons = false;
  bool signs = false;
  OwnTerms terms;
  LlmOptions llm;
  SectionChoice section;
  Common common;
};

// ------------------------------------------------------------------------------------------------------------ phrases

int phrases(RadfactOptions& options) {
  check_reader(options.llm, options.terms, "");
  if (options.llm.wanted()) {
    io::ProblemLog failed;
    const ReportFile reports =
        read_reports(options.in, options.columns, options.common.quiet, failed, &options.section);
    options.section.say(options.common.quiet);
    return phrases_by_llm(options.llm, reports, options.common, options.out, failed);
  }
  options.terms.load();
  ReportJob job{options.in, options.out, "reading", options.columns, options.common, {}};
  job.make_worker = [&options]() -> LineOf {
    const auto reader = std::make_shared<radfact::Verifier>(options.terms.lexicon);
    return [reader](const io::Report& report) -> ReportLine {
      const std::vector<radfact::Parsed> sentences = reader->parse(report.text);
      bool any = false;
      for (const radfact::Parsed& sentence : sentences) any = any || !sentence.phrases.empty();
      return {phrases_line(report.name, sentences), any ? "" : "no phrase in it"};
    };
  };
  job.section = &options.section;
  return write_lines(job);
}

// ------------------------------------------------------------------------------------------------------------- verify

// Empty if the list is one of texts; else what it is instead.
std::string read_texts(const io::Json& input, const char* name, std::vector<std::string>& out) {
  const auto list = input.find(name);
  if (list == input.end() || !list->is_array())
    return std::string("expected input.") + name + " to be a list of phrases";
  for (const io::Json& phrase : *list) {
    if (!phrase.is_string())
      return std::string("expected input.") + name + " to hold texts, found " + phrase.type_name();
    out.push_back(phrase.get<std::string>());
  }
  return "";
}

struct Answer {
  std::string json;
  std::string error;
};

// The phrases of both reports. Empty: done; else what is there instead.
std::string read_both(const io::Record& record, std::vector<std::string>& a, std::vector<std::string>& b) {
  const io::Json* input = record.find("input");
  if (input == nullptr || !input->is_object())
    return "expected a field 'input' with phrases_A and phrases_B; " + record.what_it_has();
  std::string error = read_texts(*input, "phrases_A", a);
  return error.empty() ? read_texts(*input, "phrases_B", b) : error;
}

// The signs of each phrase by name, beside its verdict.
void add_signs(io::Json& phrases, std::span<const radfact::Verdict> verdicts) {
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    io::Json signs = io::Json::object();
    for (const auto& [name, value] : verdicts[i].signs) signs[name] = value;
    phrases[i]["signs"] = std::move(signs);
  }
}

Answer verify_record(radfact::Verifier& reader, const io::Record& record, const RadfactOptions& options, bool table) {
  std::vector<std::string> a;
  std::vector<std::string> b;
  if (std::string error = read_both(record, a, b); !error.empty()) return {"", std::move(error)};
  const radfact::Verified verified = reader.verify(a, b, options.reasons || options.signs);
  io::Json of_a = evidenced(a, verified.candidate, b);
  io::Json of_b = evidenced(b, verified.reference, a);
  if (options.signs) {
    add_signs(of_a, verified.candidate);
    add_signs(of_b, verified.reference);
  }
  io::Json out = record.fields;
  out["output"] = {{"phrases_A_evidenced", std::move(of_a)}, {"phrases_B_evidenced", std::move(of_b)}};
  Answer answer;
  if (table)
    answer.json = verified_table(record.id().empty() ? std::to_string(record.number) : record.id(), out["output"]);
  else
    io::append_json(answer.json, out);
  return answer;
}

// A JSON list, or tables one below the other.
class VerifiedOut {
 public:
  VerifiedOut(const std::string& path, bool table) : path_(path) {
    if (!table) list_.emplace(path);
  }
  void add(const std::string& text) {
    ++count_;
    if (list_)
      list_->add(text);
    else
      tables_ += text;
  }
  std::size_t count() const { return count_; }
  void commit() {
    if (list_)
      list_->commit();
    else
      io::write_file(path_, tables_);
  }

 private:
  std::string path_;
  std::optional<JsonList> list_;
  std::string tables_;
  std::size_t count_ = 0;
};

[[noreturn]] void complain_of_none(const std::string& in) {
  throw InputError({in, 0, "", "expected records with input.phrases_A and input.phrases_B, found none"});
}

// The next record whose id is its own; one without an id has none to share.
bool next_with_id(io::RecordReader& reader, io::Record& record, std::unordered_set<std::string>& ids) {
  while (reader.next(record)) {
    const std::string id = record.id();
    const io::Json* named = record.find("example_id");
    if (named != nullptr && id.empty()) {
      reader.reject(record, "expected a text or a number as example_id, found none");
    } else if (!id.empty() && !ids.insert(id).second) {
      reader.reject(record, "expected each id once, found it again", id);
    } else {
      return true;
    }
  }
  return false;
}

int verify_llm(const RadfactOptions& options) {
  io::RecordReader reader(open_input(options.in));
  std::vector<RadfactCase> cases;
  std::vector<io::Json> records;
  io::Record record;
  std::unordered_set<std::string> ids;
  while (next_with_id(reader, record, ids)) {
    std::vector<std::string> a;
    std::vector<std::string> b;
    if (std::string error = read_both(record, a, b); !error.empty()) {
      reader.reject(record, std::move(error));
      continue;
    }
    radfact::Sample sample{record.id(), as_phrases(std::move(a)), as_phrases(std::move(b))};
    if (sample.id.empty()) sample.id = std::to_string(record.number);
    cases.push_back({options.in, record.line, std::move(sample), "", "", {}, 0, true});
    records.push_back(std::move(record.fields));
  }
  io::ProblemLog failed;
  failed.add(reader.problems(), reader.problem_count());
  if (!cases.empty()) return verify_by_llm(options.llm, cases, records, options.common, options.out, failed);
  list_failed(failed);
  complain_of_none(options.in);
}

int verify(RadfactOptions& options) {
  check_reader(options.llm, options.terms, options.reasons ? "--reasons" : options.signs ? "--signs" : "");
  if (options.llm.wanted()) return verify_llm(options);
  options.terms.load();
  io::RecordReader reader(open_input(options.in));
  const bool table = as_table(options.as, options.out);
  VerifiedOut out(options.out, table);
  Progress bar("verifying", "records", 0, options.common.quiet);
  std::size_t done = 0;
  InOrder<io::Record, Answer> work;
  std::unordered_set<std::string> ids;
  work.next = [&](io::Record& record) { return next_with_id(reader, record, ids); };
  work.make_worker = [&]() -> std::function<Answer(const io::Record&)> {
    const auto embedded = std::make_shared<radfact::Verifier>(options.terms.lexicon);
    return [embedded, &options, table](const io::Record& record) {
      return verify_record(*embedded, record, options, table);
    };
  };
  work.bytes = [](const io::Record& /*record*/) { return std::size_t{1000}; };
  io::ProblemLog failed;
  work.deliver = [&](const io::Record& record, const Answer& answer) {
    check_interrupt();
    if (answer.error.empty())
      out.add(answer.json);
    else
      failed.add({reader.source(), record.line, record.id(), answer.error});
    bar.at(++done);
  };
  work.failed = [&](const io::Record& record, const std::string& why) {
    failed.add({reader.source(), record.line, record.id(), why});
  };
  work.run(options.common.threads);
  bar.finish();
  check_interrupt();
  failed.add(reader.problems(), reader.problem_count());
  if (out.count() == 0) {
    list_failed(failed);
    complain_of_none(options.in);
  }
  const int code = list_failed(failed);
  out.commit();
  return code;
}

// ------------------------------------------------------------------------------------------------------- the commands

void add_reading(CLI::App& command, RadfactOptions& options) {
  add_llm(command, options.llm);
  add_own_terms(command, options.terms);
  add_threads(command, options.common);
  add_quiet(command, options.common);
}

void add_phrases(Program& program, CLI::App& group) {
  auto options = std::make_shared<RadfactOptions>();
  CLI::App& command = *group.add_subcommand("phrases", "Each report as phrases of at most one finding");
  value_name(command.add_option("reports", options->in, "Reports: JSONL, JSON, CSV or TSV; - is standard input"),
             "FILE")
      ->required();
  value_name(
      command.add_option("-o,--out", options->out,
                         "Write {\"id\",\"sentence_list\":[{\"orig\",\"new\"}]} lines here (default: standard output)"),
      "FILE");
  options->section.add_to(command);
  add_report_columns(command, options->columns);
  add_reading(command, *options);
  add_example(command, "fiducial radfact phrases examples/radfact/narrative.csv --text-col target");
  command.callback([&program, options] { program.job = [options] { return phrases(*options); }; });
}

void add_verify(Program& program, CLI::App& group) {
  auto options = std::make_shared<RadfactOptions>();
  CLI::App& command = *group.add_subcommand(
      "verify", "For each phrase of two reports: does the other report entail or contradict it, and by what evidence");
  value_name(command.add_option(
                 "phrases", options->in,
                 "A JSON list of {\"example_id\",\"input\":{\"phrases_A\",\"phrases_B\"}}; - is standard input"),
             "FILE")
      ->required();
  value_name(
      command.add_option("-o,--out", options->out, "Write the list with its output here (default: standard output)"),
      "FILE");
  command.add_flag("--reasons", options->reasons, "Say of each phrase why");
  command.add_flag("--signs", options->signs, "Add the signs by which a phrase that the rules leave open is weighed");
  add_as(command, options->as);
  add_reading(command, *options);
  add_example(command, "fiducial radfact verify examples/radfact/phrases.json --reasons");
  command.callback([&program, options] { program.job = [options] { return verify(*options); }; });
}

}  // namespace

void add_radfact(Program& program) {
  CLI::App& group = *program.app.add_subcommand(
      "radfact", "RadFact: is each phrase supported by the other report, with evidence and boxes");
  group.require_subcommand(1);
  add_phrases(program, group);
  add_verify(program, group);
  add_radfact_run(program, group);
  add_radfact_score(program, group);
  add_example(group, "fiducial radfact run examples/radfact/grounded.json --out run");
}

}  // namespace fiducial::cli
