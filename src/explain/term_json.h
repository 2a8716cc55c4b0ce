// A term of the lexicon as a record: its meanings, their place in the hierarchy, their weight, their forms.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "errors/weigh.h"
#include "fiducial/io.h"
#include "lexicon/source.h"

namespace fiducial::explain {

// The tables as they are written, indexed. Made once; reading it is thread-safe.
class Terms {
 public:
  // `tables`: as lexicon::Lexicon::tables() gives them, a site's own terms in front or not.
  Terms(const lexicon::Lexicon& lexicon, std::string_view tables);

  // {"term", "meanings": […], "pieces": […], "near": […]}. `meanings` is empty for a term that the lexicon lacks: then
  // `pieces` has the parts of it that are known. `near` has forms that begin as the term does.
  io::Json look_up(const std::string& term) const;
  // Names of places that begin so, in order.
  std::vector<std::string> places(std::string_view beginning, std::size_t most) const;

 private:
  io::Json named(lexicon::ConceptId id) const;
  io::Json meaning(const lexicon::Sense& sense) const;
  io::Json relations(lexicon::ConceptId id) const;
  io::Json ways_up(lexicon::ConceptId id) const;
  io::Json narrower(lexicon::ConceptId id) const;
  void climb(lexicon::ConceptId id, const io::Json& path, io::Json& paths) const;
  io::Json pieces(const std::string& term) const;
  io::Json near(const std::string& term) const;

  const lexicon::Lexicon& lexicon_;
  errors::Weigher weigher_;
  lexicon::Source source_;
  std::map<std::string, std::size_t, std::less<>> by_id_;
  std::vector<std::string> forms_, places_;  // sorted
};

}  // namespace fiducial::explain
