#include "cli/section.h"

#include <fmt/format.h>

#include "cli/progress.h"
#include "cli/terminal.h"
#include "grammar/sections.h"

namespace fiducial::cli {

void SectionChoice::add_to(CLI::App& command) {
  value_name(
      command.add_option("--section", word_,
                         "Read this part of each report (default: the findings; the impression if there are none)"),
      "findings|impression|both");
}

std::string SectionChoice::of(std::string_view report) const {
  if (!wanted()) return std::string(report);
  thread_local findings::Reader reader(lexicon::Lexicon::embedded());
  findings::SectionSpans sections = findings::sections_of(reader, report);
  if (!sections.headed) {
    ++counts_->whole;
    return std::string(report);
  }
  if (word_ == "both") {
    sections.findings.insert(sections.findings.end(), sections.impression.begin(), sections.impression.end());
    return findings::only(report, sections.findings);
  }
  const auto& chosen = word_ == "findings" ? sections.findings : sections.impression;
  if (chosen.empty()) ++counts_->without;
  return findings::only(report, chosen);
}

void SectionChoice::apply(io::Report& report) const {
  if (!wanted()) return;
  if (!report.in_columns) return apply(report.text);
  if (word_ == "both") {
    report.text = report.findings + (report.findings.empty() ? "" : "\n\n") + report.impression;
    return;
  }
  report.text = word_ == "findings" ? report.findings : report.impression;
  if (report.text.empty()) ++counts_->without;
}

void SectionChoice::say(bool quiet) const {
  if (quiet) return;
  const auto reports = [](std::size_t n) { return n == 1 ? "1 report has" : with_commas(n) + " reports have"; };
  if (counts_->whole > 0)
    note(fmt::format("--section {}: {} no sections, and the whole text was read", word_, reports(counts_->whole)));
  if (counts_->without > 0)
    note(fmt::format("--section {0}: {1} sections but no {0}", word_, reports(counts_->without)));
}

}  // namespace fiducial::cli
