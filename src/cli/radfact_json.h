// The JSON lists that RadFact's own files are, and the verdicts in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "explain/verdict_json.h"
#include "fiducial/io.h"

namespace fiducial::cli {

// A JSON list in a file that appears whole or not at all, one element a line.
class JsonList {
 public:
  explicit JsonList(const std::string& path) : own_(std::in_place, path), file_(*own_) { file_.write("["); }
  // The file of a run, which puts it in place itself.
  explicit JsonList(io::AtomicFile& file) : file_(file) { file_.write("["); }
  JsonList(const JsonList&) = delete;
  JsonList& operator=(const JsonList&) = delete;
  // An element as JSON on one line.
  void add(std::string_view json);
  std::size_t count() const { return count_; }
  // Closes the list, and puts it in place if it is a file by itself.
  void commit();

 private:
  std::optional<io::AtomicFile> own_;
  io::AtomicFile& file_;
  std::size_t count_ = 0;
};

using explain::evidenced;
using explain::grounded;

}  // namespace fiducial::cli
