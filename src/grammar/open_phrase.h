// The words since the last joint, while a clause is cut into chunks: what they do, change or describe, by what stands
// before them and behind.
#pragma once

#include <span>

#include "grammar/items.h"
#include "grammar/parse.h"

namespace fiducial::findings {

// What the clause named last.
const Chunk* last_named(const Clause& clause);

// Is the subject so far something that is somewhere ("a mass in the upper lobe …", "a mass which …", "the mass …")?
// "Atelectasis does not involve the left lung" says that there is none.
bool is_there_already(const Clause& clause);

// "A fracture does not involve the joint": whatever it does not do, it is there; so is a device.
bool names_one(const Lexicon& lexicon, const Clause& clause);

// "dilated down to a 5 mm stone": the stone is there; "down to the diaphragm" only says how far.
bool ends_at_thing(const Lexicon& lexicon, const Clause& clause, const Item& preposition);

class OpenPhrase {
 public:
  OpenPhrase(const Lexicon& lexicon, const Clause& clause, std::span<const Item> words, Joint joint, bool listed,
             bool comma)
      : lexicon_(lexicon), clause_(clause), phrase_(words), joint_(joint), listed_(listed), comma_(comma) {}

  bool thing_so_far() const;
  // "Ischemia excluded.": a participle with nothing behind it.
  // "ascites nil", "fibroids: none"
  bool is_denied_by(const Item& behind) const;
  // "Opacities at both bases, likely atelectasis", "nodules in both lungs, the largest 9 mm at the apex, likely
  // metastases"
  bool thing_with_place() const;
  // "A protrusion at L5-S1 contacting the root": the phrase so far is where the thing is that does something.
  bool placed_before() const;
  // "… is likely a granuloma": does a thing stand behind the hedge, rather than how it is?
  bool names_nature_behind(const Item& hedge) const;
  // The subject so far is something observed, of no place that could be the subject instead.
  bool subject_is_lesion() const;
  // "The lobe contains a nodule, which is lobulated": the nodule is.
  bool relative_of_thing() const;
  // "The nodule is lobulated and calcified": how it is, as before the "and".
  bool describes_again() const;
  // "Thrombus occluding the vein": in the vein, and occlusive. "The dilated duct has returned to normal": no longer.
  bool tells_how(const Item& item) const;
  // "A mass compressing the trachea", "the mass invades the pleura": two things, of which the second has its own place.
  bool does_something(std::size_t at) const;
  // "Edema around the mass has decreased": the edema has. "Effusion due to failure has increased": the effusion has.
  // "The effusion and the pneumothorax have resolved": a verb, said of both.
  // "The mass in the liver enhances avidly": the mass does.
  bool changes_subject(const Item& item) const;
  // "The effusion has increased on the left and decreased on the right": the second change is of the effusion too.
  bool changes_again() const;
  // "The nodules have low T1 signal and are hyperintense on T2": the second signal is a finding of its own.
  bool second_signal() const;
  // "A lesion in the pancreatic head, 56 mm, hyperattenuating": how the lesion is.
  bool adjective_behind() const;
  // "A well-defined, lobulated, homogeneous mass": adjectives, between commas, of a thing that is named behind them.
  bool adjective_ahead() const;
  // "A mass in the pancreatic head ill-defined", "a fracture of the fibula nondisplaced": the mass is, and not the
  // head.
  ConceptSet<12> details_behind_place() const;
  // "Normal in size and enhancement": the second is one more that is normal.
  void go_on_with_attribute(Phrase& p) const;
  // "One | left renal artery": a noun that names an organ.
  bool names_organ() const;
  // "A mass in the left kidney, which is | enlarged": the kidney is.
  bool relative_of_organ() const;
  // "High-grade (70-99%) narrowing": a measure in brackets before the thing that it is of, the bracket standing at
  // `at`.
  bool measured_within(std::size_t at) const;
  // "A mass of | low density"
  bool looks_of_lesion() const;

 private:
  // "A rib fracture, consolidated": how old it is, and not of the lung.
  bool tells_age_of_fracture(const Item& item) const;
  // Something that can be described, rather than a value or a bare shadow.
  bool is_thing(const Phrase& p) const;
  // A word within a list of adjectives: "lobulated", "extra-axial", "intensely enhancing".
  bool within_adjectives(const Item& item) const;

  const Lexicon& lexicon_;
  const Clause& clause_;
  std::span<const Item> phrase_;
  Joint joint_;
  bool listed_, comma_;
};

}  // namespace fiducial::findings
