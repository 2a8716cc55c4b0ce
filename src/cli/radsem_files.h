// The files of a RadSEM run, with the published pipeline's own fields, whoever read the reports.
#pragma once

#include <string>

#include "fiducial/io.h"
#include "fiducial/radsem.h"
#include "io/run_folder.h"

namespace fiducial::cli {

std::string rewritten_line(const io::Report& report, const std::string& rewritten);
// Names the tag after its reference report.
std::string tag_line(radsem::Tag& tag, const io::Report& ref);
std::string score_line(const std::string& name, double score);

// The five files of a run.
struct RadsemFiles {
  explicit RadsemFiles(io::RunFolder& folder);

  io::AtomicFile &ref, &gen, &tags, &scores, &summary;
};

}  // namespace fiducial::cli
