#include "cli/radsem_files.h"

#include <filesystem>
#include <system_error>

namespace fiducial::cli {

std::string rewritten_line(const io::Report& report, const std::string& rewritten) {
  return io::json_line({{"name", report.name},
                        {"Examined_Area", report.area},
                        {"Examined_Type", report.type},
                        {"rewritten_report", rewritten}});
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

void make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) throw InputError({path, 0, "", "expected a folder for the results: " + error.message()});
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
