// The reader of one clause: its state while the items go by, shared by the files that do its parts.
//   clause.cc          cutting a sentence into clauses, and the words of the grammar
//   clause_phrases.cc  what each phrase becomes: places, heads, details
//   clause_places.cc   which places a head has when the clause is over
//   clause_findings.cc heads and attributes to Findings
// See clause.h for how a clause is read.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "findings/clause.h"
#include "findings/phrase.h"

namespace fiducial::findings {

enum class Joint : std::uint8_t { start, coordination, of, in, near, with, be, show, seen, infer };

struct Run {
  std::vector<Site> sites;
  std::vector<ConceptId> tails;  // of each site
  bool near = false;             // "adjacent to …": beside the place, not in it
  bool under = false;            // … and that by "under" or "beneath"
  Site tissue;                   // "the soft tissue of …": what all the places are of
  std::size_t nested = 0;        // sites before this one have their "of …" already
  enum class Use : std::uint8_t { subject, front, object, of_heads } use = Use::subject;
};

struct Head {
  Phrase phrase;
  int run = -1;                // the run of places that a preposition gave it
  int follows = -1;            // after "with": is where that head is
  int group = 0;               // heads joined by "and"
  int owner = -1;              // of an attribute: the head whose attribute it is
  Joint joint = Joint::start;  // what stands before it
  bool negated = false;
  bool tentative = false;
  bool before_verb = false;
  bool definite = false;   // "the nodule": something named before
  bool described = false;  // a predicate added details to it
  bool inferred = false;   // after "consistent with"
  bool used = false;       // an attribute that met its value, or a value that met its attribute
};

class ClauseReader {
 public:
  ClauseReader(const Lexicon& lexicon, std::uint32_t sentence, Context& context, std::vector<Finding>& out)
      : lexicon_(lexicon), sentence_(sentence), context_(context), out_(out) {
    before_.side = context.side;
    before_.sided = context.sided;
    before_.sided_sentence = context.sided_sentence;
  }

  void read(std::span<const Item> items);
  bool anything() const { return !heads_.empty() || !runs_.empty(); }

  std::vector<Site> places() const {
    std::vector<Site> out;
    for (const Run& r : runs_) out.insert(out.end(), r.sites.begin(), r.sites.end());
    return out;
  }
  void collect(std::span<const Item> items);

 private:
  // --- reading the items ---
  static const Item* subject_after_front(std::span<const Item> items);
  bool does_something(std::span<const Item> items, std::size_t at) const;
  void cue(const Item& item);
  void absent(const Item& item);
  void subject_not_seen(const Item& item);
  void absent_place(std::uint32_t end);
  void flush();
  void liver_segment(Site& site) const;
  void place_phrase(const Phrase& p);
  bool unknown_words(const Phrase& p);
  bool margins(const Phrase& p);
  void share_adjectives(Head& h, bool joins);
  bool absorb_generic(Head& h, Phrase& p);
  void head_phrase(Phrase p);
  void detail_phrase(const Phrase& p);
  void side_phrase(Side side);
  bool near_sided(const Site& site, const Site& sided, bool same) const;
  Side implied_side(const Site& site) const;
  void pop_head();
  void give_run_to_heads(int run);
  void nest_in_run(Run& run, const Site& outer);
  bool subject_is_lesion() const;
  bool second_signal() const;
  void verb(Joint kind);

  // --- giving heads their places ---
  void finish();
  void describe_afterwards();
  void name_what_is_spoken_of();
  void distribute_runs();
  void complete_list(Run& run) const;
  void share_side(Run& run) const;
  void take_examined_side(Site& site) const;
  bool go_under(Site& site) const;
  void settle_part(Site& site, const std::vector<Site>& wholes) const;
  void locate_subject();
  void merely_seen();
  void share_head();
  ConceptId seen_name(ConceptId organ) const;
  bool siblings(const Site& a, const Site& b) const;
  bool parts_of_one(const Site& a, const Site& b) const;
  bool tip_of_earlier(const Head& h, const std::vector<Site>& sites) const;
  bool joins_earlier(const Head& h, const std::vector<Site>& sites);
  std::vector<Site> sites_of(std::size_t head, int depth = 0);
  std::vector<Site> base_sites(std::size_t head, int depth);
  std::vector<Site> place_of_next(const Head& h) const;
  std::vector<Site> at_levels_of(const std::vector<Site>& places, const std::vector<Site>& levels) const;
  bool makes_a_place(const Site& a, const Site& b) const;
  std::vector<Site> carried(const Site& inner) const;
  void bring_home(const Phrase& p, std::vector<Site>& carried_over) const;
  bool takes(std::size_t attribute, std::size_t value) const;
  void pair_attributes();
  void unmet_attribute(std::size_t a);
  struct Named {
    ConceptId concept_id = kNone;
    bool denied = false;
  };
  Named named(ConceptId detail, ConceptId attribute) const;
  void said_of_place();
  void describe_subjects();
  void put_under(const Site& heading, Site& site) const;
  ConceptId of_this_place(ConceptId c, const Site& site) const;
  void emit(const Head& head, ConceptId concept_id, ConceptId attribute, bool negated, const std::vector<Site>& sites);
  void emit_head(std::size_t i);
  void apply_to_last(const Phrase& p);
  bool is_value(const Head& h) const;

  const Lexicon& lexicon_;
  std::uint32_t sentence_;
  Context& context_;
  std::vector<Finding>& out_;
  const Item* front_comma_ = nullptr;
  Context before_;   // the side spoken of before this clause
  Site sided_here_;  // the place in this clause that had a side, if all that had one have the same
  bool two_sides_ = false;
  std::vector<Item> phrase_;
  std::vector<Run> runs_;
  std::vector<Head> heads_;
  std::optional<Head> absorbed_;     // the bare subject of "the lesion is hypointense on T1 and hyperintense on T2"
  std::optional<Phrase> spoken_of_;  // "the lesion", as subject
  std::vector<Phrase> loose_;        // details that found no head yet
  Joint joint_ = Joint::start;
  bool under_ = false;        // the last "near" was an "under"
  bool coordinated_ = false;  // an "and" or comma stands before the joint
  bool comma_ = false;        // … and it is a comma
  bool verb_seen_ = false;
  bool again_ = false;            // a second verb of the same subject: "… and are noted in"
  bool existential_ = false;      // that something is seen, not how it is
  bool negating_ = false;         // after "no"
  bool fresh_negation_ = false;   // nothing between it and here
  bool denied_just_now_ = false;  // "not seen" was the last word
  bool not_ = false;
  bool not_used_ = false;  // "not" has found what it denies
  bool tentative_ = false;
  bool inferring_ = false;
  bool largest_ = false;      // in "the largest …": places and sides describe one of several
  bool in_brackets_ = false;  // image numbers and the like
  bool anaphor_ = false;      // the subject is "it"
  bool definite_ = false;
  bool prior_ = false;           // in a comparison to an earlier study
  bool denying_detail_ = false;  // the last item was a detail that is denied: "no enhancement"
  bool than_ = false;            // what comes is compared to
  bool limited_ = false;         // after "impossible to assess for"
  bool compared_ = false;        // the clause has such a comparison
  bool inferred_ = false;        // the places of the head at hand were carried over
  Span place_span_;              // of the last place that began a run
  int joined_run_ = -1;          // places that "and" joined to a head and its own place
  std::size_t joined_head_ = 0;
  int subject_run_ = -1, front_run_ = -1, last_run_ = -1;
  int group_ = 0;
  int emitted_ = 0;
  enum class Last : std::uint8_t { none, place, head, details } last_ = Last::none;
};

}  // namespace fiducial::findings
