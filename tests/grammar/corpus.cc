#include "corpus.h"

#include <fstream>
#include <stdexcept>

namespace fiducial::findings {
namespace {

bool is_bar(const std::string& line) {
  return line.size() >= 10 && line.find_first_not_of('=') == std::string::npos;
}

}  // namespace

std::vector<CorpusCase> read_corpus(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::vector<CorpusCase> cases;
  enum class Part { none, title, report, findings } part = Part::none;
  for (std::string line; std::getline(in, line);) {
    if (is_bar(line)) {
      if (part == Part::title) {
        part = Part::report;
      } else {
        cases.emplace_back();
        part = Part::title;
      }
    } else if (part == Part::title) {
      cases.back().title = line;
    } else if (part == Part::report && line == "---") {
      part = Part::findings;
    } else if (part == Part::report) {
      cases.back().report += (cases.back().report.empty() ? "" : "\n") + line;
    } else if (part == Part::findings && !line.empty()) {
      cases.back().findings.push_back(line);
    }
  }
  return cases;
}

void write_corpus(const std::filesystem::path& file, const std::vector<CorpusCase>& cases) {
  std::ofstream out(file);
  const std::string bar(80, '=');
  for (const CorpusCase& c : cases) {
    out << bar << '\n' << c.title << '\n' << bar << '\n' << c.report << "\n---\n";
    for (const std::string& f : c.findings) out << f << '\n';
    out << '\n';
  }
}

}  // namespace fiducial::findings
