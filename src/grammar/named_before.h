// What a clause says of something that an earlier one named: more of a lesion ("the hepatic lesion measures 9 mm"), and
// how far a device reaches ("its tip is in the duodenum", "the leads end in the right ventricle").
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

// Is the place of the finding told by its name alone ("consolidation" is in the lung)?
bool placed_by_name(const Lexicon& lexicon, const Finding& finding);

class NamedBefore {
 public:
  NamedBefore(const Setting& setting, Clause& clause, std::vector<Finding>& out)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause), out_(out) {}

  // "A right subdural hematoma. The subdural hematoma is 9 mm thick.": on that side.
  void narrow(std::size_t i, Located& sites) const;
  // Does head `i`, at these places, speak of one of the findings so far? Then they have what it says of it.
  bool takes(std::size_t i, const Located& sites);
  // A clause of a tip and where it is, or of the measures of two sides, and nothing else.
  void take_alone() {
    take_tip_alone();
    measure_sides();
    place_alone();
  }
  // A clause of places and how they have changed: what was found there has.
  void change_there();

 private:
  void take_tip_alone();
  void measure_sides();
  void place_alone();
  bool names_nature(std::size_t i);
  // Was the place not said, or only by its name?
  bool place_is_open(const Finding& f) const;
  bool changed_otherwise(const Finding& f, const Phrase& said) const;
  void put(Finding& f, const Site& there) const;
  bool place_of_it(std::size_t i, const Located& sites);
  bool more_of_lesion(std::size_t i, const Located& located);
  bool tip_of_device(std::size_t i, const std::vector<Site>& sites);
  bool piece_of_device(std::size_t i, const Located& sites);
  // The last finding, if it is a device of this sentence or the one before.
  Finding* last_device();
  bool soon_after(const Finding& f) const { return setting_.sentence <= f.sentence + 1; }
  bool projected(const Site& site) const;
  bool grows_into(const Finding& lesion, const std::vector<Site>& sites) const;
  bool one_of_them(const Finding& several, const std::vector<Site>& sites) const;
  bool same_place(const Site& there, const std::vector<Site>& sites) const;
  void reaches(Finding& device, const Site& end) const;

  const Setting& setting_;
  const Lexicon& lexicon_;
  Clause& clause_;
  std::vector<Finding>& out_;
};

// Where a tube ends is where it is; that it is its tip that is there goes without saying.
void without_tip(const Lexicon& lexicon, Site& site);

}  // namespace fiducial::findings
