#include "cli/radsem_files.h"

#include "radsem/record_json.h"

namespace fiducial::cli {

std::string rewritten_line(const io::Report& report, const std::string& rewritten) {
  return io::json_line({{"name", report.name},
                        {"Examined_Area", report.area},
                        {"Examined_Type", report.type},
                        {"rewritten_report", rewritten},
                        {"English_Report", report.text}});
}

std::string tag_line(radsem::Tag& tag, const io::Report& ref) {
  tag.name = ref.name;
  tag.examined_area = ref.area;
  tag.examined_type = ref.type;
  return io::json_line(radsem::to_json(tag));
}

std::string score_line(const std::string& name, double score) {
  return io::json_line({{"name", name}, {"score", score}});
}

RadsemFiles::RadsemFiles(io::RunFolder& folder)
    : ref(folder.add("ref_rewritten.jsonl")),
      gen(folder.add("gen_rewritten.jsonl")),
      tags(folder.add("tags.jsonl")),
      scores(folder.add("scores.jsonl")),
      summary(folder.add("summary.json")) {}

}  // namespace fiducial::cli
