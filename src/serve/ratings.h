// Blind ratings: who gave how many points to which of two candidates of a case, and counted which errors in each.
//
// A rating is of both candidates together and one line of a journal (adjudication.h): kept whole or not at all. Which
// candidate stands first is decided by a hash of case, rater and systems: by chance to the rater, and the same when the
// page is loaded again. What was shown first is kept with the rating.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducial/errors.h"
#include "serve/adjudication.h"

namespace fiducial::serve {

// Two systems on one case, before one rater.
struct BlindPair {
  std::string id, rater;
  std::array<std::string, 2> systems;  // in any order: it makes no difference
};
// Which of the two systems is shown first: 0 or 1.
std::size_t shown_first(const BlindPair& pair);

struct Judgement {
  std::string system;
  int points = 0;  // 1 to 5
  std::array<int, errors::kKinds> errors{};

  int total() const;
};
struct Rated {
  std::string id, rater, why, time;
  std::array<Judgement, 2> shown;  // as it was shown
  std::size_t version = 0;
};

class Ratings {
 public:
  // InputError: a journal that is none of ours.
  explicit Ratings(const std::string& folder) : journal_(folder) {}

  // The last of this rater on this pair.
  std::optional<Rated> of(const BlindPair& pair) const;
  // In force, of all raters on all pairs; by case, then by rater.
  std::vector<Rated> all() const;
  // As Adjudication::decide.
  bool keep(const BlindPair& pair, std::size_t seen, const Rated& rated);
  // {"id", "rating": [a rater each], "errors": […], "errors.missing": […], …, "raters": […]} a case, as `fiducial
  // correlate --ratings` reads it; `ids` gives the order. A rater who saw a candidate twice counts by his last word.
  std::string lines_of(const std::string& system, const std::vector<std::string>& ids) const;
  // Writes lines_of() to SYSTEM.ratings.jsonl beside the journal.
  void publish(const std::string& system, const std::vector<std::string>& ids) const;
  const std::string& folder() const { return journal_.folder(); }

 private:
  Adjudication journal_;
};

// How far raters agree on two systems, as the page shows it: Krippendorff's alpha of the points (ordinal), of the
// errors and of each kind (interval) with intervals over resampled candidates; pairs of raters; what the result is.
io::Json agreement_json(const std::vector<Rated>& rated, const std::array<std::string, 2>& systems);

}  // namespace fiducial::serve
