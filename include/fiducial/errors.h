// The clinical errors of a candidate report: which mistakes it has against its reference, of which kind, and how much
// each matters; and the score `clinical` that follows from them (docs/clinical.md).
//
//   two reports ── read ──► statements ── the smallest account of their differences ──► errors ──► score
//
// Deterministic, with no model. See src/errors/account.h for how the account is found.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/lexicon.h"
#include "fiducial/metric.h"

namespace fiducial::errors {

enum class Kind : std::uint8_t {
  missing,      // the candidate does not say it
  invented,     // only the candidate says it
  negation,     // one asserts what the other denies
  side,         // left for right
  place,        // another part of the organ, another level
  finding,      // something else at that place, or a name that says too much or too little
  severity,     // how much: mild for severe, 40 for 80 per cent
  size,         // beyond what two readers differ
  count,        // how many
  acuity,       // acute for chronic
  change,       // larger for smaller
  device,       // a tube or line that ends elsewhere
  certainty,    // definite for possible
  attribution,  // two findings with each other's attributes
  appearance,   // density, signal, enhancement, margin, shape
  organ,        // another organ
};
inline constexpr int kKinds = 16;
std::string_view name(Kind kind);

// As lexicon/significance.txt has it.
enum class Significance : std::uint8_t { none, minor, significant, urgent };
inline constexpr int kSignificances = 4;
std::string_view name(Significance significance);

// What one report says, where an error is about it.
struct Words {
  bool present = false;              // false: this report says nothing of it
  bool asserted = false;             // says that something is there; else a denial or a normal statement
  std::uint32_t finding = 0;         // its number among the Findings of the report
  std::uint32_t begin = 0, end = 0;  // bytes of the report
  std::string text;                  // those bytes
  std::string concept_name;          // of the lexicon; empty for words that it does not know
  std::string site;                  // "left upper lobe"
  std::string region;                // "chest": the part of the body; empty if no place was named
};

struct Error {
  Kind kind = Kind::missing;
  Significance significance = Significance::minor;
  double weight = 0;  // what it takes from the score
  Words reference, candidate;
  bool alone = false;  // nothing in the other report is the same finding: it was missed, or made up
  std::string text;    // in a radiologist's words: "Wrong side: …"
};

// A statement that both reports make.
struct Agreement {
  Significance significance = Significance::minor;
  double weight = 0;  // what was credited
  Words reference, candidate;
};

struct Account {
  double score = 1;
  double matched = 0, missed = 0, invented = 0;  // weights: M, missed and false of the formula
  std::array<std::uint32_t, kKinds> counts{};
  std::vector<Error> errors;          // heaviest first
  std::vector<Agreement> agreements;  // in the order of the reference
};

// The account of a report's impression (as the candidate) against its own findings (as the reference), as disagreements
// inside one report: an impression need not repeat everything, so what it leaves out is no error. The texts speak of
// the findings and the impression; score, matched and missed are of no use here.
void keep_disagreements(Account& account);

// What many accounts add up to. Sums only: two tallies of two halves of a corpus are added like their numbers.
struct Tally {
  // How often a concept was said rightly, not said, said without ground.
  struct Finding {
    std::uint64_t matched = 0, missed = 0, invented = 0;
    double recall() const;     // NaN if the references never say it
    double precision() const;  // NaN if the candidates never say it
  };
  std::uint64_t reports = 0;
  std::array<std::array<std::uint64_t, kSignificances>, kKinds> errors{};
  std::map<std::string, Finding> findings;                              // by concept of the lexicon
  std::map<std::string, std::array<std::uint64_t, kKinds>> body_parts;  // errors by region of the body

  void add(const Account& account);
};

// Reads pairs one after another, reusing its memory. Not for two threads at once; make one a thread.
class Assessor {
 public:
  explicit Assessor(const Lexicon& lexicon = {});
  ~Assessor();
  Assessor(Assessor&&) noexcept;
  Assessor& operator=(Assessor&&) noexcept;

  Account account(std::string_view reference, std::string_view candidate, const PatientContext& patient = {});
  // The numbers alone, with no words: fast.
  struct Numbers {
    double score = 1;
    std::array<std::uint32_t, kKinds> counts{};
  };
  Numbers score(std::string_view reference, std::string_view candidate, const PatientContext& patient = {});
  std::string_view lexicon_version() const;

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Columns `clinical` and `clinical.<kind>`, counts by kind.
std::unique_ptr<Metric> make_metric(const Lexicon& lexicon = {});
std::string signature(std::string_view lexicon_version);

}  // namespace fiducial::errors
