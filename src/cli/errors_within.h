// `fiducial errors --within`: reports, each as a pair of its findings and its impression.
#pragma once

#include <string>

#include "cli/section.h"
#include "fiducial/io.h"
#include "grammar/reader.h"

namespace fiducial::cli {

class WithinReader {
 public:
  WithinReader(const std::string& path, const io::ReportColumns& columns);

  // The next report that has both; the texts are of the length of the report, so that spans are true of it, or are
  // its two columns.
  bool next(io::Pair& pair);
  std::size_t without() const { return without_; }  // reports that lack one of the two
  const io::ReportReader& reader() const { return reader_; }

 private:
  io::ReportReader reader_;
  findings::Reader sections_;
  std::size_t without_ = 0;
};

}  // namespace fiducial::cli
