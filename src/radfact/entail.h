// One claim against one claim: does the first make the second true, or impossible?
//
// What is asserted follows from something narrower: a narrower place, a more particular concept, more details. What is
// denied, or said to be normal, follows from something wider. Degree, size and change must be the same. Contradiction
// needs the healthy statement to be the wider of the two: "the lungs are clear" against a nodule in the left lung, but
// not "the left lung is clear" against a nodule somewhere.
#pragma once

#include <memory>
#include <optional>

#include "compare/relate.h"
#include "radfact/diagnoses.h"
#include "radfact/statement.h"

namespace fiducial::radfact {

// Why one claim entails or contradicts another, in the order in which the better reason comes first.
enum class Ground : std::uint8_t {
  none,
  same,             // in other words, the same
  narrower,         // the premise is more particular
  wider,            // the premise denies or clears more
  by_words,         // not understood, but made of the same words
  denied,           // one asserts what the other denies
  normal,           // one says that all is well where the other sees something
  other_degree,     // another severity or size
  other_change,     // another course over time
  other_direction,  // increased against decreased
  other_place,      // on the other side, at another level, in another part
  weighed,          // the rules leave it open; its content and the premise's were weighed
  other_look,       // another density, shape, age, number
};
std::string_view in_words(Ground ground);

// The few concepts that these rules speak of beyond the lexicon's own relations.
class Entailment {
 public:
  explicit Entailment(const Lexicon& lexicon);
  const Lexicon& lexicon() const { return lexicon_; }
  // The table of diagnoses by their signs, read when it is first asked for: not by two threads at once.
  const Diagnoses& diagnoses() const {
    if (diagnoses_ == nullptr) diagnoses_ = std::make_unique<Diagnoses>(lexicon_);
    return *diagnoses_;
  }

  // `none` if the premise does not make the hypothesis true.
  Ground entails(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  // `none` if both can be true.
  Ground contradicts(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  // Two abnormal claims of one kind of thing.
  enum class Kind : std::uint8_t {
    apart,
    wider,  // the premise names it in wider terms
    same,
  };
  struct Difference {
    Kind kind = Kind::apart;
    Ground ground = Ground::none;  // in what they differ so that it cannot be one thing
    bool goes_beyond = false;      // it is in a wider place than the hypothesis says
    bool tells = false;            // they agree in more than the name: side, place, size
  };
  Difference differ(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  // Two abnormal claims of one kind of thing that are not in one place, or not of one number.
  bool another_place(const Claim& p, const Claim& h) const;
  bool another_number(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  // Does the report measure the same thing, and find the same? `none`: it does not measure it.
  enum class Measured : std::uint8_t { none, same, other };
  Measured compare(const Statement& premise, const Measurement& p, const Statement& hypothesis,
                   const Measurement& h) const;
  // The claims that together make the claim true, if it is of something that is made of parts: heart and mediastinum.
  std::vector<Claim> parts(const Claim& claim) const;
  // The same words but for one or two, and for each of these the premise has another of its kind: left for right, T11
  // for L1, 4 mm for 14 mm. Or the same words, denied.
  Ground contradicts_by_words(const Statement& premise, const Statement& hypothesis) const;
  // Does it say of that place, or of all that includes it, that it is not involved?
  bool spares(const Claim& spared, const Claim& claim) const;
  // Are both in one organ, or in parts of one?
  bool near(const Claim& a, const Claim& b) const {
    return !b.finding.site.organs.empty() && findings::compare_sites(lexicon_, a.finding.site, b.finding.site).related;
  }
  // Do both say, or deny, one thing of one place or of a place and a part of it? Then all that the rules know decides.
  bool alike(const Claim& p, const Claim& h) const;
  // Do all these places lie in the chest?
  bool of_chest(const findings::ConceptSet<4>& organs) const;
  // "Clear" speaks of what lies in that place and in nothing else; other values speak of all that is there.
  bool reaches(const Claim& well, const Claim& other) const {
    return !is_clear(well.finding) || wholly_in(well.finding.site, other.finding.site);
  }
  // Nothing in particular is said to be well: "unremarkable".
  bool in_general(const Finding& f) const {
    return f.concept_id == lexicon_.known().normal && f.attribute == findings::kNone;
  }
  bool is_measured(const Finding& f) const { return f.concept_id == lexicon_.known().measured; }
  // What its measure says of a place whose normal limits are known: of a spleen of 15 cm that it is enlarged.
  std::optional<Claim> judged(const Claim& claim) const;
  // Is there a measure to judge?
  bool has_measure(const Finding& f) const {
    return is_measured(f) || (f.concept_id == node_present_ && f.size_count != 0);
  }
  // May `differ` find them alike? Most claims of two reports it need not be asked of.
  bool may_be_one(const Claim& p, const Claim& h) const {
    return p.finding.abnormal && h.finding.abnormal && p.finding.device == h.finding.device &&
           (h.definite || may_share_organ(p, h));
  }
  // Is the second there wherever the first is?
  bool implied(ConceptId by, ConceptId what) const;
  // "Right greater than left"; none if it says no such thing.
  lexicon::Side greater_side(ConceptId detail) const {
    if (detail == findings::kNone) return lexicon::Side::none;
    return detail == left_greater_    ? lexicon::Side::left
           : detail == right_greater_ ? lexicon::Side::right
                                      : lexicon::Side::none;
  }
  // A normal value that leaves no room for it: a patent vein has no thrombus.
  bool rules_out(const Finding& well, ConceptId wrong) const;
  // Two words of one scale, or two places of one whole, of which a thing has but one.
  bool rival_concepts(ConceptId a, ConceptId b) const;
  // Is the word, or one for a part or a kind of what it means, among the words?
  bool covered(std::span<const WordHash> words, WordHash word) const;
  // For a phrase that was not understood: all its words are in the premise, and both deny or both assert.
  bool told_otherwise(const Statement& premise, const Statement& hypothesis) const;
  Ground entails_by_words(const Statement& premise, const Statement& hypothesis) const;

 private:
  Ground entails_abnormal(const Statement& premise, const Claim& premise_claim, const Statement& hypothesis,
                          const Claim& hypothesis_claim) const;
  Ground entails_normal(const Claim& premise_claim, const Claim& hypothesis_claim) const;
  void close_implications();
  bool placed_by_name(const Finding& f) const;
  bool narrowed_only(const Claim& narrowed, const Claim& occluded) const;
  bool calcified_artery(const Finding& p, const Finding& h) const;
  std::optional<Claim> at_vertebra(const Claim& levelled, const Claim& regional) const;
  std::optional<Claim> by_region(const Claim& levelled, const Claim& regional) const;
  bool wrong_in(ConceptId attribute, ConceptId wrong) const;
  bool particular(const Finding& f) const;
  Ground entails_claim(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  Ground contradicts_claim(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  bool rivals(WordHash a, WordHash b) const;
  bool named_by_place(const Finding& wide, const Finding& narrow) const;
  Kind kind_of(const Claim& p, const Claim& h) const;
  bool tells(const Statement& premise, const Claim& p, const Statement& hypothesis, const Claim& h) const;
  bool infiltrate_covers(const Claim& infiltrate, const Claim& other, bool loosely) const;
  bool denies_disease(const Claim& claim) const;
  bool details_follow(const Statement& premise, const Finding& p, const Statement& hypothesis, const Finding& h) const;
  bool ends_elsewhere(const findings::Site& a, const findings::Site& b) const;
  bool only_at_home(const Finding& f) const;
  bool denies_at_home(const Finding& denial, const Finding& other) const;
  bool elsewhere(const Claim& p, const Claim& h, Kind& kind) const;
  bool denies_everywhere(const Finding& denial, const Finding& other) const;
  bool says_nothing_there(const Finding& well, const Finding& other) const;
  bool is_gone(const Finding& f) const;
  bool denial_restricted(const Finding& denial, const Finding& other) const;
  bool wholly_in(const findings::Site& whole, const findings::Site& site) const;
  bool clouds(const Finding& f) const;
  bool is_clear(const Finding& f) const { return f.concept_id == clear_ && !f.abnormal; }
  bool of_lungs_alone(const Finding& f) const;
  bool excluded_by_implication(const Finding& well, const Finding& wrong) const;
  bool about_size(const Finding& f) const;
  bool of_filling(const Finding& f) const;
  bool size_of_another(const Finding& well, const findings::Site& place, findings::Likeness sites) const;
  bool after_surgery(const Finding& f) const;
  bool removed(const Claim& gone, const Claim& other) const;
  bool look_follows(const Finding& a, const Finding& b) const;
  bool shapes_clash(const Finding& a, const Finding& b) const;
  bool ages_clash(const Finding& a, const Finding& b) const;
  bool in_lung(const findings::Site& site) const;
  bool beside_lung(const findings::Site& site) const;
  bool covers_lung(const findings::Site& site) const;

  const Lexicon& lexicon_;
  mutable std::unique_ptr<Diagnoses> diagnoses_;
  std::vector<std::vector<ConceptId>> implied_;  // of each concept: all that is there too
  ConceptId clear_, acute_, size_, thorax_, lung_, vessels_, silhouette_, heart_, mediastinum_;
  ConceptId calcification_, atherosclerosis_, coronary_, artery_, aorta_;
  ConceptId left_greater_, right_greater_, neck_, cervical_, thoracic_, lumbar_, flow_, occlusion_, disruption_;
  ConceptId thickness_, ejection_, node_present_, narrowing_, nonocclusive_, surrounding_;
  ConceptId bile_duct_, common_duct_;
  ConceptId opacity_, infiltration_, consolidation_, pneumonia_, markings_, dilatation_;
};

}  // namespace fiducial::radfact
