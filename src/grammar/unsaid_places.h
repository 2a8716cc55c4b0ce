// Where something is of which its clause does not say it: below a heading, in what was spoken of or examined, where
// such a thing always or mostly is; and of what a bare piece ("in the lower pole") is.
#pragma once

#include "grammar/ties.h"

namespace fiducial::findings {

class UnsaidPlaces {
 public:
  UnsaidPlaces(const Setting& setting, const Context& context, const Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), context_(context), clause_(clause), ties_(setting, clause) {}

  struct Guess {
    Tie tie;  // by which rule; none: its own words
    std::vector<Site> sites;
  };
  // Of chunk i, whose own words say `own`; `inferred` if the place was not said with it.
  Guess find(std::size_t i, Site own, bool& inferred) const;
  // The heading, what was operated on, or what was spoken of last: what a bare piece may be of.
  const std::vector<Site>& carried(const Site& inner) const;
  // The organ that a bare piece is mostly of: bases and apices are those of the lungs.
  ConceptId whole_of_piece(const Site& piece) const;
  // A run of pieces alone ("in the lower pole") lies in what was spoken of.
  // "The head of the pancreas is normal and | the tail | is atrophic": the tail of the pancreas, not of its head.
  Site piece_beside(const Site& piece, const Site& named) const;
  void complete_pieces(const Phrase& p, const Site& own, std::vector<Site>& base, bool& inferred) const;

 private:
  const Chunk& chunk(std::size_t i) const { return clause_.chunks[i]; }
  bool on(Rule rule) const { return setting_.on(rule); }
  bool of_limb_heading(const Site& s) const;
  bool known_place(ConceptId c, const Site& s) const;
  bool sided_neighbour(const Phrase& p, const Site& s, ConceptId home) const;
  bool move_to_home_organ(const Chunk& c, std::vector<Site>& sites) const;
  bool of_the_rest(std::size_t i) const;
  std::vector<Site> levels_before(std::size_t i) const;
  bool piece_at_home(const Phrase& p, Site& own) const;
  const Site* lesion_named(std::size_t i) const;
  bool of_the_examined(std::size_t i) const;
  bool explains() const;
  bool sums_up(std::size_t i) const;
  bool joint_of(const Site& place, Site& joint) const;
  bool is_of_joint(ConceptId c) const;
  bool joint_spoken_of(ConceptId usual, Site& joint) const;
  Side side_of_ill() const;
  Side side_spoken_of(std::size_t i, ConceptId at) const;
  bool spoken_of_as_one(ConceptId place) const;
  bool has_piece(const std::vector<Site>& wholes, const Site& piece) const;
  ConceptId organ_with_piece(const Site& piece, ConceptId at, ConceptId home_of_thing) const;

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Context& context_;
  const Clause& clause_;
  const TieFinder ties_;
};

// The places, if they are of the spine and have no level, at each of those levels.
std::vector<Site> at_levels_of(const Setting& setting, const std::vector<Site>& sites, const std::vector<Site>& levels);

// At the level of the sentence before, where the clause says "at this level" or "its".
void take_level_spoken_of(const Setting& setting, const Context& context, const Clause& clause,
                          std::vector<Site>& sites);

}  // namespace fiducial::findings
