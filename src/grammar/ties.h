// The ties of a head to the places of its clause, from strongest to weakest: a list that it is part of, the tip of a
// device, a preposition behind it (its own, that of what it is joined to by "and", that of what it is made of), what it
// comes with, the subject, a place put in front. Where it then is, located.cc tells.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

// To a run of places, or to another head, where that is.
struct Tie {
  Rule rule = Rule::none;
  int weight = 0;
  int run = -1, chunk = -1;
};

class TieFinder {
 public:
  TieFinder(const Setting& setting, const Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  // The strongest.
  Tie best_tie(std::size_t i) const;
  Tie tie_to_preposition(std::size_t i) const;
  // "A tube courses below the diaphragm with its tip in the duodenum": where it ends is where it is.
  int run_of_tip(const Chunk& c) const;
  // The subject that holds for chunk i: the last place before it that no preposition stands before; else an object.
  int subject_of(std::size_t i) const;
  // The one side of `at` of which the clause has spoken before chunk i.
  Side side_of_subject(std::size_t i, ConceptId at) const;
  int previous_head(std::size_t i) const;
  // Something that is always in one place is not where what it comes with is, if that is another: "perihilar edema, no
  // pneumothorax".
  bool plausible(const Phrase& p, const std::vector<Site>& sites) const;
  // "The pericardium is normal, without effusion": a place of which the table of significance speaks, for that.
  static bool weighs_there(const Lexicon& lexicon, ConceptId c, const Site& s);
  bool other_of_two(ConceptId organ, ConceptId usual) const;
  // "An endotracheal tube and a nasogastric tube": the one is not where the other always is; a lead of a pacemaker is.
  bool apart_from_device(const Chunk& c, std::size_t before) const;
  bool other_device(const Chunk& c, const Chunk& placed) const;
  static bool other_side(const Phrase& p, const Site& s);

 private:
  const Chunk& chunk(std::size_t i) const { return clause_.chunks[i]; }
  bool on(Rule rule) const { return setting_.on(rule); }
  std::size_t resolved(std::size_t i) const;
  int governor(const PlaceRun& run) const;
  int device_that_ends(const PlaceRun& run, std::size_t head) const;
  bool may_share(const Phrase& p, const std::vector<Site>& sites) const;
  bool is_piece_of_another(const Chunk& c, const Chunk& n, const PlaceRun& run) const;
  bool acts_alone(const Chunk& c, const Chunk& n) const;
  bool reaches_there_too(const Chunk& c, const PlaceRun& run) const;
  bool is_soft_tissue(const Site& s) const;
  bool tip_of_another(const Chunk& c, const PlaceRun& run) const;
  bool tip_is_of(const Chunk& c, const PlaceRun& run) const;
  bool said_of_subject(std::size_t i, int subject, int behind) const;

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Clause& clause_;
};

}  // namespace fiducial::findings
