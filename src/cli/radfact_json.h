// How RadFact's commands write verdicts, and the JSON lists that its own files are.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fiducial/io.h"
#include "fiducial/radfact.h"

namespace fiducial::cli {

// A JSON list in a file that appears whole or not at all, one element a line.
class JsonList {
 public:
  explicit JsonList(const std::string& path) : file_(path) { file_.write("["); }
  // An element as JSON on one line.
  void add(std::string_view json);
  std::size_t count() const { return count_; }
  // Closes the list, and puts it in place.
  void commit();

 private:
  io::AtomicFile file_;
  std::size_t count_ = 0;
};

// [{"phrase", "status", "evidence": [premises word for word], "reason" and "nearest" if there are such}]
io::Json evidenced(std::span<const std::string> phrases, std::span<const radfact::Verdict> verdicts,
                   std::span<const std::string> premises);

// The same of phrases that may have boxes: each also has them, and "spatially_entailed", null for a phrase without.
// With boxes on both sides it has "box_precision", "box_recall" and "box_iou" too.
io::Json grounded(std::span<const radfact::Phrase> phrases, std::span<const radfact::Verdict> verdicts,
                  std::span<const radfact::Phrase> premises, const radfact::BoxRules& rules = {});

}  // namespace fiducial::cli
