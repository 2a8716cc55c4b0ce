// The samples of `radfact run`, one after the other: narrative text (RadFact's CSV), which is first made into phrases,
// or grounded reports (RadFact's JSON), which are phrases with boxes already.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducial/io.h"
#include "fiducial/radfact.h"

namespace fiducial::cli {

struct RadfactSample {
  radfact::Sample sample;          // of narrative text only the id
  std::string prediction, target;  // the texts; empty if it is grounded
  std::size_t line = 0;
  std::optional<radfact::Verified> verified;  // of a sample whose phrases somebody has verified
};

// What cannot be used is in the list of problems.
class RadfactSamples {
 public:
  virtual ~RadfactSamples() = default;
  virtual bool next(RadfactSample& sample) = 0;
  virtual const std::vector<Problem>& problems() const = 0;
  virtual std::size_t problem_count() const = 0;
};

// InputError if the file cannot be read or is of the other kind.
std::unique_ptr<RadfactSamples> open_samples(const std::string& path, radfact::Kind kind);

std::vector<radfact::Phrase> as_phrases(std::vector<std::string> texts);
std::vector<std::string> texts_of(const std::vector<radfact::Phrase>& phrases);

}  // namespace fiducial::cli
