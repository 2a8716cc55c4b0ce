// What comes with something: nodes beside a tumor, a retracted nipple beside a mass, a clot in what it distends.
#pragma once

#include "grammar/steps.h"

namespace fiducial::findings {

// "With perigastric nodes": a place that stands for what is seen there.
bool is_named_node(const Lexicon& lexicon, const Chunk& c);

// "A mass in the breast with nipple retraction and | calcifications": chunk i is where the mass is, and not in the
// nipple that was named `before` it.
bool joins_companion(const Lexicon& lexicon, const Clause& clause, std::size_t i, std::size_t before);

// "Cirrhosis with portal hypertension but | no focal lesion": none in the liver, and not in the vein. What chunk i
// comes with, if that is not the one `before` it.
std::size_t first_of_all(const Lexicon& lexicon, const Clause& clause, std::size_t i, std::size_t before);

// "A mediastinal mass that contains fat and calcium, likely | a teratoma": the mass is, and not the calcium that was
// named last. -1: no such mass.
int lesion_of_signs(const Lexicon& lexicon, const Clause& clause, std::size_t i, int last);

// "Pancreatitis with fluid and necrosis of the | tail", "gallstones and thickening of the | wall": whose piece it is
// that the preposition of chunk i names, by the head before it in a list. -1: nobody's.
std::int16_t owner_of_list(const Lexicon& lexicon, const Clause& clause, std::size_t i, int run);

// "…, others stable": not what was found last.
bool speaks_of_others(const Clause& clause);

// A clot in a deep vein is a thrombosis.
bool has_name_in(const Lexicon& lexicon, ConceptId c, const Site& place);

// "A mass with displacement of bowel loops": what it does to them, and not where it is.
bool acts_elsewhere(const Lexicon& lexicon, ConceptId c);

// "… and presses on the root": the head's word is a verb with its ending.
bool said_as_verb(const Clause& clause, const Phrase& phrase);

// "Fractures of the orbit, the zygoma and the maxillary sinus, which contains | blood": of a list only the last does,
// by the ending of the verb.
std::vector<Site> last_if_singular(const Clause& clause, std::size_t i, const std::vector<Site>& sites);

}  // namespace fiducial::findings
