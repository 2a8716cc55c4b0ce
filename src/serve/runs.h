// What the Explore view shows: files of pairs and run folders, measured once when the service starts.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/lexicon.h"
#include "fiducial/score.h"
#include "serve/adjudication.h"
#include "serve/cases.h"
#include "serve/ratings.h"

namespace fiducial::serve {

// The column of what the tags of a run folder score that somebody else made.
inline constexpr std::string_view kGivenScore = "radsem.run";

// One of them, measured. `record` is what the page and the report get:
// {"name", "pairs", "failed", "problems", "ids", "columns": {column: [values]}, "scores", "signatures", "bootstrap",
//  "outcomes": {outcome: [counts]}, "concepts", "regions": {"names", "of": [[numbers]]}}
struct MeasuredRun {
  Cases cases;
  Lexicon lexicon;  // that it was read with
  io::Json record;
  std::map<std::string, std::vector<double>, std::less<>> columns;
  std::map<std::string, std::size_t, std::less<>> by_id;
  std::shared_ptr<Adjudication> adjudication;  // null in a report
};
std::shared_ptr<MeasuredRun> measured_run(Cases cases, const Lexicon& lexicon, const Resampling& how, unsigned threads);

// Where decisions on the cases of a file or a folder are kept: beside the one, in the other.
std::string adjudication_folder(const std::string& path);
// Where blind ratings are kept: beside the first file, or in the first folder.
std::string rating_folder(const std::string& path);
// A tag record a case, as `fiducial radsem score` reads them: as decided, or as read.
std::string tag_lines(const MeasuredRun& run);
// {"id", "rating": what the decision scores, "who", "decisions"}, a line a case that was decided on.
std::string adjudicated_lines(const MeasuredRun& run);

// The metrics that a run is measured by: all whose values a page can show beside each other.
std::vector<std::string> run_metrics();

// All of them; measured one after the other by a thread of their own, while the page is open already.
class Runs {
 public:
  Runs(std::vector<Cases> cases, const Lexicon& lexicon, unsigned threads);
  ~Runs();
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  std::size_t size() const { return names_.size(); }
  const std::string& name(std::size_t run) const { return names_[run]; }
  std::size_t pairs(std::size_t run) const { return counts_[run]; }
  // Beside the first of them.
  Ratings& ratings() const { return *ratings_; }
  // Null: not measured yet.
  std::shared_ptr<const MeasuredRun> find(std::size_t run) const;
  // Why it will never be measured, or nothing.
  std::string problem(std::size_t run) const;

 private:
  void measure(std::vector<Cases> cases, const Lexicon& lexicon, unsigned threads);

  std::vector<std::shared_ptr<Adjudication>> adjudications_;
  std::unique_ptr<Ratings> ratings_;
  std::vector<std::string> names_;
  std::vector<std::size_t> counts_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const MeasuredRun>> measured_;  // under the mutex
  std::vector<std::string> problems_;                         // under the mutex
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace fiducial::serve
