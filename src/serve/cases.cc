#include "serve/cases.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "radsem/record_json.h"

namespace fiducial::serve {
namespace {

namespace fs = std::filesystem;

std::vector<io::Report> reports_in(const std::string& path, io::ProblemLog& problems) {
  io::ReportReader reader(path);
  std::vector<io::Report> reports;
  io::Report report;
  while (reader.next(report)) reports.push_back(report);
  problems.add(reader.problems(), reader.problem_count());
  return reports;
}

// What the run wrote of itself; null for a folder from elsewhere, such as the published pipeline's.
io::Json identity_of(const std::string& folder) {
  std::ifstream in(folder + "/run.json", std::ios::binary);
  if (!in) return nullptr;
  io::Json identity = io::Json::parse(in, nullptr, false);
  if (!identity.is_object() || !identity.contains("command") || !identity["command"].is_string())
    throw InputError({folder + "/run.json", 0, "", "expected what a run writes of itself, found something else"});
  return identity;
}

void check_identity(const std::string& folder, const io::Json& identity) {
  const std::string command = identity["command"].get<std::string>();
  if (command != "radsem run")
    throw InputError({folder, 0, "", fmt::format("expected the folder of 'radsem run', found one of '{}'", command)});
  const auto files = identity.find("files");
  if (files == identity.end() || !files->is_array()) return;
  for (const io::Json& file : *files) {
    if (file.is_string() && !fs::exists(folder + "/" + file.get<std::string>()))
      throw InputError({folder, 0, "",
                        fmt::format("expected {}, which the run's run.json names, found none: did the run end?",
                                    file.get<std::string>())});
  }
}

void read_tags(const std::string& path, Cases& out) {
  if (!fs::exists(path)) return;
  io::RecordReader reader(path);
  io::Record record;
  while (reader.next(record)) {
    const radsem::Tag tag = radsem::tag_from_json(record.fields);
    if (!tag.well_formed)
      reader.reject(record, "expected a tag {\"name\",\"findings\":{…}}, found another shape", tag.name);
    else if (!out.tags.emplace(tag.name, radsem::to_json(tag).dump(-1, ' ', false, io::Json::error_handler_t::replace))
                  .second)
      reader.reject(record, "expected each name once, found it again", tag.name);
  }
  out.problems.add(reader.problems(), reader.problem_count());
}

// The folder that `radsem run` writes, or the published pipeline: its records carry the reports.
void read_folder(const std::string& path, Cases& out) {
  if (const io::Json identity = identity_of(path); !identity.is_null()) {
    check_identity(path, identity);
    if (const auto said = identity.find("signature"); said != identity.end() && said->is_string())
      out.signature = said->get<std::string>();
  }
  const std::string files[] = {path + "/ref_rewritten.jsonl", path + "/gen_rewritten.jsonl"};
  for (const std::string& file : files) {
    if (!fs::exists(file))
      throw InputError({path, 0, "",
                        fmt::format("expected the folder of a RadSEM run, found no {} in it: did the run end?",
                                    fs::path(file).filename().string())});
  }
  std::map<std::string, std::string> candidates;
  for (io::Report& one : reports_in(files[1], out.problems)) candidates[one.name] = std::move(one.text);
  for (io::Report& one : reports_in(files[0], out.problems)) {
    const auto found = candidates.find(one.name);
    if (found == candidates.end())
      out.problems.add(
          {files[0], one.line, one.name, "expected a candidate of this name in gen_rewritten.jsonl, found none"});
    else
      out.pairs.push_back({one.name, std::move(one.text), std::move(found->second), one.line});
  }
  read_tags(path + "/tags.jsonl", out);
}

void read_file(const std::string& path, const io::PairColumns& columns, Cases& out) {
  io::PairColumns with_patient = columns;
  with_patient.patient = true;
  io::PairReader reader(path, with_patient);
  io::Pair pair;
  while (reader.next(pair)) out.pairs.push_back(pair);
  out.problems.add(reader.problems(), reader.problem_count());
}

// "a/b/model.jsonl.gz" → "model"
std::string short_name(const std::string& path) {
  fs::path name = fs::path(path).lexically_normal();
  if (!name.has_filename()) name = name.parent_path();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

}  // namespace

Cases read_cases(const std::string& path, const io::PairColumns& columns) {
  Cases out;
  out.path = path;
  out.name = short_name(path);
  if (fs::is_directory(path))
    read_folder(path, out);
  else
    read_file(path, columns, out);
  if (out.pairs.empty() && out.problems.count() > 0) throw InputError(out.problems.kept().front());
  if (out.pairs.empty()) throw InputError({path, 0, "", "expected pairs of reports, found none that can be used"});
  return out;
}

bool read_elsewhere(const Cases& cases, const std::string& signature) {
  return !cases.tags.empty() && cases.signature != signature;
}

}  // namespace fiducial::serve
