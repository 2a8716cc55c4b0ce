// The files of a RadSEM run, with the published pipeline's own fields, whoever read the reports.
#pragma once

#include <string>

#include "fiducial/io.h"
#include "fiducial/radsem.h"

namespace fiducial::cli {

std::string rewritten_line(const io::Report& report, const std::string& rewritten);
// Names the tag after its reference report.
std::string tag_line(radsem::Tag& tag, const io::Report& ref);
std::string score_line(const std::string& name, double score);

// The five files of a run; none is put in place before all are complete.
class RunFolder {
 public:
  explicit RunFolder(const std::string& path);
  void commit();

  io::AtomicFile ref, gen, tags, scores, summary;
};

}  // namespace fiducial::cli
