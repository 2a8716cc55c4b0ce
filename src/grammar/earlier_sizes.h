// Sizes that are not those of now: "7 cm (5 cm in March)", "5 cm previously", "was 8 mm and is now 12 mm". What is
// smaller or larger than it was has changed.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

class EarlierSizes {
 public:
  EarlierSizes(const Lexicon& lexicon, Clause& clause) : lexicon_(lexicon), clause_(clause) {}

  // Has something before chunk i a size?
  bool sized_before(std::size_t i) const;
  // "7.3 cm (5.9 cm in March)", "(8 mm before)": is chunk i what it was, and not what it is?
  bool in_brackets(std::size_t i) const;
  // "A 3 cm mass, 5 cm previously", "1.8 cm against 1.2 cm last year": does the mark stand behind the size of then?
  bool stands_behind(const Mark& m) const;
  // "The nodule was 8 mm and is now 12 mm": the verb says that chunk i was; the size of now has changed.
  bool measured_then(std::size_t i);
  // "11 mm, previously 17 mm": smaller than chunk i was.
  void note_change_since(std::size_t i);

 private:
  bool moved_by(std::size_t i) const;
  bool is_uptake(const Quantity& q) const;
  void note_change_of_uptake(std::size_t i);
  void note_change(Phrase& now, const Phrase& then) const;
  bool measured_by(std::size_t i, bool past) const;

  const Lexicon& lexicon_;
  Clause& clause_;
};

}  // namespace fiducial::findings
