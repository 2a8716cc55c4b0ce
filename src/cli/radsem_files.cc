#include "cli/radsem_files.h"

#include "cli/run_folder.h"
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

RunFolder::RunFolder(const std::string& path)
    : ref((make_folder(path), path + "/ref_rewritten.jsonl")),
      gen(path + "/gen_rewritten.jsonl"),
      tags(path + "/tags.jsonl"),
      scores(path + "/scores.jsonl"),
      summary(path + "/summary.json") {}

void RunFolder::commit() {
  for (io::AtomicFile* file : {&ref, &gen, &tags, &scores, &summary}) file->commit();
}

}  // namespace fiducial::cli
