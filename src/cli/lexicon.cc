// `fiducial lexicon check / lookup / coverage`: the clinical knowledge, looked at from outside. Also `check` itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "cli/app.h"
#include "cli/lexicon_commands.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "lexicon/compile.h"

namespace fiducial::cli {
namespace {

// The tables of a folder in the order of the build: the general ones first, as the first table that has a form wins.
std::vector<std::string> tables_in(const std::string& folder) {
  constexpr std::array<std::string_view, 4> kFirst{"anatomy.txt", "general.txt", "modifiers.txt", "cues.txt"};
  const auto rank = [&](const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return std::find(kFirst.begin(), kFirst.end(), name) - kFirst.begin();
  };
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".txt") files.push_back(entry.path().string());
  }
  if (files.empty()) throw InputError({folder, 0, "", "expected tables (*.txt), found none"});
  std::sort(files.begin(), files.end(),
            [&](const std::string& a, const std::string& b) { return std::pair(rank(a), a) < std::pair(rank(b), b); });
  return files;
}

std::vector<TableText> read_tables(const std::vector<std::string>& paths) {
  std::vector<TableText> tables;
  for (const std::string& path : paths) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
      for (const std::string& file : tables_in(path)) tables.push_back({file, read_text(file)});
    } else {
      tables.push_back({path, read_text(path)});
    }
  }
  return tables;
}

struct Checked {
  std::size_t concepts = 0, forms = 0;
  std::vector<lexicon::Complaint> complaints;
};

Checked check_tables(const std::vector<TableText>& tables) {
  lexicon::Source source;
  for (const TableText& table : tables) source.add(table.file, table.text);
  const lexicon::Compiled compiled = lexicon::compile(source, "checked");
  const lexicon::Lexicon view{std::span<const std::byte>(compiled.image)};
  return {view.size() - 1, view.forms(), compiled.complaints};
}

// The terms come first, as in Lexicon::with_terms: where both have a form, the new meaning wins. What the built-in
// tables complain of without them is not theirs.
Checked check_added(std::vector<TableText> terms) {
  const auto built_in = built_in_tables();
  std::set<std::string> known;
  for (const auto& complaint : check_tables(built_in).complaints) known.insert(complaint.text());
  terms.insert(terms.end(), built_in.begin(), built_in.end());
  Checked checked = check_tables(terms);
  std::erase_if(checked.complaints, [&](const auto& complaint) { return known.contains(complaint.text()); });
  return checked;
}

void add_check(Program& program, CLI::App& group) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App& command =
      *group.add_subcommand("check", "Find clashes, cycles, orphans and unknown names in the lexicon's tables");
  value_name(command.add_option("tables", options->paths, "Tables, or folders of them (default: the built-in tables)"),
             "FILE");
  command.add_flag("--added", options->added, "The tables add to the built-in ones, as with --lexicon elsewhere");
  add_example(command, "fiducial lexicon check --added our_terms.txt");
  command.callback([&program, options] { program.job = [options] { return check_lexicon(*options); }; });
}

void add_lookup(Program& program, CLI::App& group) {
  auto options = std::make_shared<LookupOptions>();
  CLI::App& command = *group.add_subcommand("lookup", "Show what a term means: every concept, and where it belongs");
  command.add_option("term", options->words, "A term as in a report, or the id of a concept")
      ->type_name("TERM")
      ->required();
  command.add_flag("--all", options->all, "Show all forms of each concept, not only the first");
  add_own_terms(command, options->terms);
  add_own_significance(command, options->terms);
  add_example(command, "fiducial lexicon lookup pleural effusion");
  command.callback([&program, options] { program.job = [options] { return look_up(*options); }; });
}

void add_coverage(Program& program, CLI::App& group) {
  auto options = std::make_shared<CoverageOptions>();
  CLI::App& command =
      *group.add_subcommand("coverage", "How much of a corpus the lexicon knows, and the words it does not know");
  value_name(command.add_option("reports", options->in,
                                "Reports or pairs (JSONL, JSON, CSV, TSV), or plain text (.txt); - is standard input"),
             "FILE")
      ->required();
  command.add_option("--top", options->top, "How many of the unknown words to list (0: all)")
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--plain", options->plain, "The file is plain text, whatever its name");
  command
      .add_option("--text-col", options->text_column,
                  "Column of the text (default: that of reports, or those of reference and candidate)")
      ->type_name("NAME");
  value_name(command.add_option("--json", options->json, "Write the figures and all unknown words as JSON"), "FILE");
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial lexicon coverage examples/pairs.jsonl --top 20");
  command.callback([&program, options] { program.job = [options] { return measure_coverage(*options); }; });
}

}  // namespace

std::vector<TableText> built_in_tables() {
  constexpr std::string_view kMark = "#: ";  // see Lexicon::tables
  std::vector<TableText> tables;
  std::string_view rest = lexicon::Lexicon::tables();
  while (rest.starts_with(kMark)) {
    const std::size_t line = rest.find('\n');
    const std::size_t next = rest.find(std::string("\n") + std::string(kMark), line);
    const std::size_t end = next == std::string_view::npos ? rest.size() : next + 1;
    tables.push_back({std::string(rest.substr(kMark.size(), line - kMark.size())),
                      std::string(rest.substr(line + 1, end - line - 1))});
    rest.remove_prefix(end);
  }
  return tables;
}

int check_lexicon(const CheckOptions& options) {
  if (options.added && options.paths.empty()) throw UsageError("--added: expected tables to add");
  const auto tables = options.paths.empty() ? built_in_tables() : read_tables(options.paths);
  const Checked checked = options.added ? check_added(tables) : check_tables(tables);
  for (const lexicon::Complaint& complaint : checked.complaints) emit_line(complaint.text());
  const std::string outcome =
      checked.complaints.empty() ? "nothing to complain of" : fmt::format("{} complaints", checked.complaints.size());
  emit_line(fmt::format("{} table{}{}, {} concepts, {} forms: {}", tables.size(), tables.size() == 1 ? "" : "s",
                        options.added ? " with the built-in ones" : "", with_commas(checked.concepts),
                        with_commas(checked.forms), outcome));
  return checked.complaints.empty() ? kDone : kSomeFailed;
}

void add_lexicon(Program& program) {
  CLI::App& group = *program.app.add_subcommand("lexicon",
                                                "The clinical knowledge: check it, look terms up, "
                                                "see what a corpus has that it lacks");
  group.require_subcommand(1);
  group.footer("Example:\n  fiducial lexicon lookup pleural effusion");
  add_check(program, group);
  add_lookup(program, group);
  add_coverage(program, group);
}

}  // namespace fiducial::cli
