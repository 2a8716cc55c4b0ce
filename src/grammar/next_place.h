// Where a head is of which its own words and prepositions say nothing: with what comes behind it, if that has a place
// ("a cyst with a calcified wall arises from the right kidney", "an enlarged, nodular thyroid").
#pragma once

#include "grammar/ties.h"

namespace fiducial::findings {

class NextPlace {
 public:
  NextPlace(const Setting& setting, const Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause), ties_(setting, clause) {}

  // Nowhere if nothing behind it tells.
  std::vector<Site> find(std::size_t i) const;
  // The organ that such a thing is mostly in, if that is one of a pair.
  ConceptId paired_home(const Phrase& p) const;
  // "The hemidiaphragm is raised, with a small left effusion": it has a side of its own, and is where it mostly is.
  bool sided_at_home(const Phrase& p, const std::vector<Site>& sites) const;

 private:
  bool blocks(ConceptId c, const Chunk& other) const;
  bool says_of_organ(const Phrase& p) const;
  bool at_home_near(ConceptId c, const Site& near) const;
  const Chunk& chunk(std::size_t i) const { return clause_.chunks[i]; }
  const std::vector<Site>& places(int run) const { return clause_.runs[static_cast<std::size_t>(run)].sites; }

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Clause& clause_;
  TieFinder ties_;
};

}  // namespace fiducial::findings
