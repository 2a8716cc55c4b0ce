// Diagnoses that follow from several findings together: a report that has a dilated appendix and stranding around it
// need not say "acute appendicitis". Which signs make which diagnosis is written in lexicon/radfact/diagnoses.txt, in
// phrases as they may stand in a report; they are read like every other phrase, and a diagnosis follows if all of its
// signs do.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "radfact/statement.h"

namespace fiducial::radfact {

struct Diagnosis {
  Statement named;
  std::vector<std::vector<Statement>> signs;  // all of them; of each the alternatives
  bool tells_where = false;                   // some of them are where the diagnosis is: in which part of the organ
};

class Diagnoses {
 public:
  // Those of the built-in table, or of a text in its form.
  explicit Diagnoses(const Lexicon& lexicon);
  Diagnoses(const Lexicon& lexicon, std::string_view table);

  // Those that are called by the concept.
  const std::vector<std::size_t>& named(ConceptId concept_id) const;
  const Diagnosis& operator[](std::size_t i) const { return all_[i]; }
  std::size_t size() const { return all_.size(); }

 private:
  void add(StatementReader& reader, std::string_view line);
  void index();

  const Lexicon& lexicon_;
  std::vector<Diagnosis> all_;
  std::map<ConceptId, std::vector<std::size_t>> by_concept_;
  std::vector<std::size_t> none_;
};

}  // namespace fiducial::radfact
