// What a list of denied things goes on with, and what begins a statement of its own behind its comma, "and" or "with":
// what is not there has no size, no side, no age and no place of its own.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

class DenialReach {
 public:
  DenialReach(const Setting& setting, const Clause& clause)
      : setting_(setting), lexicon_(setting.lexicon), clause_(clause) {}

  // "No nodules, minimal pleural fluid": how much there is of it is not denied, unless the list ends in "or".
  bool asserts_amount(const Chunk& c) const;
  // "Without fracture, and an air-fluid level in the sinus", "no blush or aneurysm, and mild emphysema": a list of what
  // is denied has no new article, and what is not there no degree.
  bool begins_anew(std::size_t i) const;
  // What is not there has no size or severity of its own, and is not normal.
  bool says_how_much(std::size_t i) const;
  // "No recurrence with stable postoperative changes": what is stable is there.
  bool says_it_stays(std::size_t i) const;
  // "No stenosis, with only minor plaque"
  bool is_only_that(const Mark& m) const;
  // "A nodule without calcification, increased in size": the nodule is.
  bool says_how_it_changed(const Chunk& c) const;
  // The head before chunk i; i if there is none.
  std::size_t head_before(std::size_t i) const;
  // "No fracture or dislocation, soft tissue swelling": behind "or" comes the last of what is denied.
  bool ends_denied_list(std::size_t i) const;
  // "Heart not enlarged, small amount of fluid in the pericardium": what was denied is an adjective, and the next is
  // not.
  bool behind_denied_adjective(std::size_t i) const;
  // The item that begins there; the first if none does.
  std::size_t item_at(std::uint32_t begin) const;
  bool is_device(const Phrase& p) const;
  // "Malpositioned", "migrated"
  bool says_moved(ConceptId detail) const;
  // "No malposition of the IUD", "no migration of the left ureteric stent": it is there, and where it should be.
  void keep_device(Chunk& c) const;

 private:
  // "No consolidation, left effusion": of what was denied before no side was said.
  bool says_which_side(const Chunk& c) const;
  // "No pneumothorax, ET tube 3 cm above the carina"
  bool tells_of_one(std::size_t i) const;
  bool names_other_side(const Chunk& c) const;
  bool is_placed(const Chunk& c) const;
  bool is_old(ConceptId detail) const;
  bool list_has_or() const;

  const Setting& setting_;
  const Lexicon& lexicon_;
  const Clause& clause_;
};

}  // namespace fiducial::findings
