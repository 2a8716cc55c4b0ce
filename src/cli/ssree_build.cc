// `fiducial ssree build`: SSREE's five levels from a user's own reports, so that a metric can be tried on them.
#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>

#include "cli/app.h"
#include "cli/numbers.h"
#include "cli/own_terms.h"
#include "cli/reports.h"
#include "cli/run_folder.h"
#include "radsem/ladder.h"

namespace fiducial::cli {
namespace {

struct BuildOptions {
  std::string in, out;
  std::uint64_t seed = 1;
  io::ReportColumns columns;
  OwnTerms terms;
  Common common;
};

struct BuiltCase {
  std::optional<radsem::Ladder> ladder;
  std::string why;
};

std::string report_line(const io::Report& report, const std::string& text) {
  return io::json_line({{"name", report.name},
                        {"Examined_Area", report.area},
                        {"Examined_Type", report.type},
                        {"English_Report", text}});
}

// Another seed for each report, whatever the others are.
std::uint64_t seed_of(std::uint64_t seed, const std::string& name) {
  std::uint64_t h = seed ^ 0xcbf29ce484222325ULL;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

// The six files of a sample, written wholly or not at all.
class SampleFiles {
 public:
  explicit SampleFiles(const std::string& folder) {
    make_folder(folder);
    files_.reserve(radsem::kRungs + 1);
    files_.emplace_back(folder + "/sample.jsonl");
    for (std::size_t k = 1; k <= radsem::kRungs; ++k)
      files_.emplace_back(fmt::format("{}/sample_l{}.jsonl", folder, k));
  }
  void write(const io::Report& report, const radsem::Ladder& ladder) {
    files_[0].write(report_line(report, report.text));
    for (std::size_t k = 0; k < radsem::kRungs; ++k) files_[k + 1].write(report_line(report, ladder.levels.at(k)));
  }
  void commit() {
    for (io::AtomicFile& file : files_) file.commit();
  }

 private:
  std::vector<io::AtomicFile> files_;
};

int build_ssree(BuildOptions& options) {
  const ChosenLexicon lexicon(options.terms);
  io::ProblemLog failed;
  const ReportFile reports = read_reports(options.in, options.columns, options.common.quiet, failed);
  SampleFiles files(options.out);
  std::size_t built = 0;
  std::map<std::string, std::size_t> unfit;
  for_each_place<BuiltCase>(
      reports.reports.size(), "building", "reports", options.common,
      [&] {
        return [&, builder = std::make_shared<radsem::LadderBuilder>(*lexicon)](const std::size_t& i) {
          const io::Report& report = reports.reports[i];
          BuiltCase out;
          out.ladder = builder->build(report.text, seed_of(options.seed, report.name), out.why);
          return out;
        };
      },
      [&](std::size_t i, BuiltCase& one) {
        if (one.ladder) {
          files.write(reports.reports[i], *one.ladder);
          ++built;
        } else {
          ++unfit[one.why];
        }
      });
  const int code = list_failed(failed);
  files.commit();
  std::string text = fmt::format("{} of {} reports have five levels now, in {}\n", with_commas(built),
                                 with_commas(reports.reports.size()), options.out);
  for (const auto& [why, n] : unfit) text += fmt::format("left out: {} with {}\n", with_commas(n), why);
  print_result(text, false);
  return code;
}

}  // namespace

void add_ssree_build(Program& program, CLI::App& group) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App& command = *group.add_subcommand("build", "Make the five levels from your own reports");
  takes(command.add_option("reports", options->in, "Reports: JSONL, JSON or CSV with name and English_Report"), "FILE")
      ->required();
  takes(command.add_option("--out", options->out, "Folder for sample.jsonl and sample_l1.jsonl to sample_l5.jsonl"),
        "DIR")
      ->required();
  command.add_option("--seed", options->seed, "Chooses words, order and which findings are turned")
      ->capture_default_str();
  add_report_columns(command, options->columns);
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial ssree build reports.jsonl --out my-ssree && fiducial ssree evaluate --data my-ssree");
  command.callback([&program, options] { program.job = [options] { return build_ssree(*options); }; });
}

}  // namespace fiducial::cli
