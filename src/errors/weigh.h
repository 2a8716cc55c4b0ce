// How much a Finding matters, for a patient: lexicon/significance.txt applied.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "fiducial/errors.h"
#include "grammar/finding.h"

namespace fiducial::errors {

// What each kind of error costs, and the numbers that go with it; read from the table once.
struct Costs {
  struct One {
    double cost = 0.5;  // share of the statement's weight that is lost
    double step = 0;    // for a small step
    double small = 0;
  };
  std::array<One, kKinds> of{};
  double same_in_effect = 0.05;  // two names of which the one follows from the other
  double size_margin = 0.2, size_least = 4, size_small = 6, size_least_small = 2;

  const One& operator[](Kind kind) const { return of[static_cast<std::size_t>(kind)]; }
};

class Weigher {
 public:
  explicit Weigher(const findings::Lexicon& lexicon);

  // From here on for this patient.
  void set_patient(const PatientContext& patient);

  Significance of(const findings::Finding& finding) const;
  // Whose entry decides it: the concept, one that is more general, or none.
  findings::ConceptId decides(const findings::Finding& finding) const;
  // The points that a statement of such significance is worth, the less the less sure it is.
  double points(Significance significance, findings::Certainty certainty) const;
  const Costs& costs() const { return costs_; }
  // The margin within which two lengths of it are one, as a share.
  double margin(findings::ConceptId concept_id) const;

 private:
  struct Context {
    findings::ConceptId id;
    double from, to;  // years
    bool aged;
  };
  bool holds(findings::ConceptId context) const;
  bool denies(std::size_t token) const;  // of the indication: does a denial begin there?
  bool at(const findings::Site& site, findings::ConceptId place) const;
  // The weight that one concept says, if it says one for this place and patient.
  bool own(findings::ConceptId concept_id, const findings::Site& site, Significance& out) const;
  findings::ConceptId inherited(findings::ConceptId concept_id, const findings::Site& site, Significance& out) const;
  findings::ConceptId weighed(const findings::Finding& finding) const;
  bool beyond_normal(const findings::Finding& f) const;
  Significance adjusted(Significance level, const findings::Finding& finding) const;

  const findings::Lexicon& lexicon_;
  Costs costs_;
  std::array<double, kSignificances> share_{};
  std::vector<Context> contexts_;
  std::vector<findings::ConceptId> holding_;
  std::vector<text::Token> tokens_;
};

}  // namespace fiducial::errors
