// What a RadFact run writes of each sample and of all, whoever read the reports.
#pragma once

#include <string>
#include <vector>

#include "cli/radfact_json.h"
#include "cli/radfact_summary.h"
#include "cli/reports.h"
#include "io/run_folder.h"

namespace fiducial::cli {

// What a sample gives for the files and the summary.
struct RadfactResult {
  std::string output, scores;  // lines
  std::string remark;          // what to say of it to the user, if anything
  radfact::SampleCounts counts;
};
// How results are counted and written.
struct RadfactWriting {
  radfact::Kind kind = radfact::Kind::grounded;
  radfact::BoxRules boxes;
  bool published_names = false;  // fields as RadFact's own program names them
};
RadfactResult result_of(const radfact::Sample& sample, const radfact::Verified& verified,
                        const RadfactWriting& writing);

// {"id", "sentence_list": [{"orig", "new", "left_out" if there is nothing new}]}
std::string phrases_line(const std::string& id, const std::vector<radfact::Parsed>& sentences);

// outputs.json, scores.jsonl and summary.json of a run.
class RadfactFolder {
 public:
  explicit RadfactFolder(io::RunFolder& folder);
  void add(const std::string& id, const RadfactResult& result);
  std::size_t count() const { return outputs_.count(); }
  stats::Rows rows();
  // Writes the summary, and puts the run in place.
  void commit(const io::Json& summary);
  const Remarks& remarks() const { return remarks_; }

 private:
  io::RunFolder& folder_;
  JsonList outputs_;
  io::AtomicFile &scores_, &summary_;
  std::vector<double> rows_;
  bool two_way_ = false;  // some samples only say what is entailed and what not
  Remarks remarks_;
};

// Where some samples only say what is entailed and what not, the share that is contradicted is not known of any.
bool only_not_entailed(const radfact::SampleCounts& counts);
void forget_contradicted(std::vector<double>& rows);

}  // namespace fiducial::cli
