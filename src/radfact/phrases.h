// A sentence of a report to phrases of one finding each, in the report's own words.
//
// RadFact's rules: what is seen, or seen to be absent, stays, and so does its change over time; guesses at causes,
// advice and remarks on the image go. The sentence is cut in three steps, all by words of the grammar
// (lexicon/cues.txt) and never by what the findings are:
//   clauses   "the heart is enlarged, and the bones are intact"; "…, with no effusion" becomes "No effusion"
//   opinions  "…, consistent with pneumonia", "…, which may represent scarring" are taken off
//   lists     "no effusion or pneumothorax is seen" becomes "no effusion is seen", "no pneumothorax is seen"
// A list whose parts do not each name a finding or an organ ("in the middle and lower lobes") is left as it is.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/items.h"

namespace fiducial::radfact {

class PhraseSplitter {
 public:
  explicit PhraseSplitter(const lexicon::Lexicon& lexicon) : lexicon_(lexicon) {}

  // The phrases of a sentence, each with a capital letter and a full stop; none if it is only an opinion.
  void split(std::string_view sentence, std::vector<std::string>& out);
  // Is the sentence only about the image, the study or the patient? For those that gave no finding.
  bool remark(std::string_view sentence);
  // Does the sentence speak of what an earlier one named ("This is unchanged"), and is it a guess?
  struct Reference {
    bool back = false;
    bool guess = false;
  };
  Reference reference(std::string_view sentence);

 private:
  using Items = std::vector<findings::Item>;

  void read(std::string_view sentence);
  static void split_body(std::string_view sentence, std::span<const findings::Item> body,
                         std::vector<std::string>& out);

  const lexicon::Lexicon& lexicon_;
  std::vector<text::Token> tokens_;
  Items items_;
};

}  // namespace fiducial::radfact
