// The steps from the items of a clause to its Findings: see parse.h for what each does and in which order.
#pragma once

#include "grammar/clause.h"
#include "grammar/parse.h"

namespace fiducial::findings {

// What every step may look at beside the clause itself.
struct Setting {
  const Lexicon& lexicon;
  const RuleSet& off;  // rules that are switched off
  std::uint32_t sentence;
  bool on(Rule rule) const { return !off[static_cast<std::size_t>(rule)]; }
};

void find_chunks(const Setting& setting, Context& context, Clause& clause);
void find_scopes(const Setting& setting, Clause& clause);
void find_certainty(const Setting& setting, Clause& clause);  // a part of it
void merge_chunks(const Setting& setting, Clause& clause);
void find_runs(const Setting& setting, const Context& context, Clause& clause);
void settle_runs(const Setting& setting, const Context& context, Clause& clause);  // a part of it
void find_changes(const Setting& setting, Clause& clause);                         // a part of the next
void find_descriptions(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out);
void assemble(const Setting& setting, Context& context, Clause& clause, std::vector<Finding>& out);

// Where chunk `i` is, by the best of the ties that its clause offers; `inferred` if the place was not said there.
struct Located {
  std::vector<Site> sites;
  bool inferred = false;
};
Located locate(const Setting& setting, const Context& context, Clause& clause, std::size_t i);

// --- shared by the steps
// Its own place; if its words say none, where such a thing always is.
Site usual_place(const Lexicon& lexicon, const Phrase& phrase);
// … or mostly is.
Site home_place(const Lexicon& lexicon, const Phrase& phrase);
bool is_value(const Lexicon& lexicon, const Phrase& phrase);
bool is_lesion(const Lexicon& lexicon, ConceptId concept_id);
// A lesion that the diagnosis is a kind of, or a bare sign that it always has: one is a name for the other.
bool is_sign_of(const Lexicon& lexicon, ConceptId sign, ConceptId diagnosis);
// "Edema of the calcaneus with a soft tissue abscess, concerning for osteomyelitis": the abscess is not where such a
// thing would be, so that the edema is the sign.
bool lies_apart(const Lexicon& lexicon, const Phrase& companion, const Phrase& diagnosis);
// "This is likely a granuloma.", "Findings are consistent with pneumonia.": the clause says no more than what that is
// which was found before.
bool explains_findings_before(const Clause& clause);
// An operation that was done, or what it left behind.
bool is_operation(const Lexicon& lexicon, ConceptId c);
// A lymph node, wherever it is.
bool is_node(const Lexicon& lexicon, ConceptId place);
// "A mass with edema. It measures 3 cm.": of what was found last the lesions alone are "it".
bool speaks_of_lesion(const Lexicon& lexicon, const Context& context, const std::vector<Finding>& out);
// How the examination was classed: BI-RADS 4.
bool is_category(const Lexicon& lexicon, const Phrase& phrase);
bool heads_before(const Clause& clause, std::size_t end);
// The last head before chunk i; -1: there is none.
int previous_head(const Clause& clause, std::size_t i);
// "Shadows are seen in both lungs and are more numerous": does a preposition between the two chunks name a place?
bool governs_place(const Clause& clause, std::size_t head, std::size_t end);
struct Named {
  ConceptId concept_id = kNone;
  bool denied = false;
};
Named named_by(const Lexicon& lexicon, ConceptId detail, ConceptId attribute);
// What a place is called when it is merely seen ("lymph nodes are seen"), by itself or by what it is part of.
ConceptId seen_name(const Lexicon& lexicon, ConceptId organ);
// What a measured place is said to be: a lymph node that is measured is one that is seen.
ConceptId measured_name(const Lexicon& lexicon, const Site& site);
bool says_change(const Lexicon& lexicon, const Phrase& phrase);
// "Increased", "decrease", also "in size": of nothing but what it is said of.
bool is_bare_change(const Lexicon& lexicon, const Phrase& phrase);
// Of what is seen a detail may say how it is: a break is displaced, a lesion takes up what was injected or is
// irregular.
bool may_have_detail(const Lexicon& lexicon, ConceptId thing, ConceptId detail);
// Is chunk i behind a word of that kind that leads on to something else ("extending into", "causing")?
bool led_to(const Lexicon& lexicon, const Clause& clause, std::size_t i, lexicon::CueKind cue);
// "A subpleural nodule in the lower lobe", "the peripheral zone at the mid gland": two ways to divide one organ, so
// that both say where.
bool of_one_organ(const Lexicon& lexicon, const Site& a, const Site& b);
// "A segmental embolus in the lingula": a vessel that is part of an organ is in each of its divisions.
bool vessel_of_division(const Lexicon& lexicon, const Site& own, const Site& division);
// Another piece of the organ that the named one is a piece of: "the tail", behind the head of the pancreas. Empty:
// none.
Site other_piece(const Lexicon& lexicon, const Site& piece, const Site& named);

// "In a 17 mm node of the left groin": is chunk i the size that stands within the words of the place before it?
bool size_within_place(const Clause& clause, std::size_t i);
// Has the place a level, or may it have one?
bool has_levels(const Lexicon& lexicon, const Site& site);
bool names_rib(const Lexicon& lexicon, const Site& site);
bool makes_a_place(const Lexicon& lexicon, const Site& a, const Site& b);

}  // namespace fiducial::findings
