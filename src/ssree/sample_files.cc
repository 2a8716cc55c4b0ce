#include "ssree/sample_files.h"

#include <fmt/format.h>

namespace fiducial::ssree {
namespace {

std::string report_line(const io::Report& report, const std::string& text) {
  return io::json_line({{"name", report.name},
                        {"Examined_Area", report.area},
                        {"Examined_Type", report.type},
                        {"English_Report", text}});
}

}  // namespace

SampleFiles::SampleFiles(io::RunFolder& folder) : folder_(folder) {
  files_.push_back(&folder.add("sample.jsonl"));
  for (std::size_t k = 1; k <= kRungs; ++k) files_.push_back(&folder.add(fmt::format("sample_l{}.jsonl", k)));
}

void SampleFiles::write(const io::Report& report, const Ladder& ladder) {
  files_[0]->write(report_line(report, report.text));
  for (std::size_t k = 0; k < kRungs; ++k) files_[k + 1]->write(report_line(report, ladder.levels.at(k)));
}

void SampleFiles::commit() {
  folder_.commit();
}

std::uint64_t seed_of(std::uint64_t seed, const std::string& name) {
  std::uint64_t h = seed ^ 0xcbf29ce484222325ULL;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

}  // namespace fiducial::ssree
