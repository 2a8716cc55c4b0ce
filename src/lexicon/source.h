// The lexicon's tables as they are written (lexicon/README.md), parsed but not yet resolved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lexicon/lexicon.h"

namespace fiducial::lexicon {

struct Complaint {
  std::string file;
  std::size_t line = 0;
  std::string message;
  bool fatal = true;  // false: `lexicon check` reports it, the build goes on
  std::string text() const { return file + ":" + std::to_string(line) + ": " + message; }
};

struct SourceForm {
  std::string text;  // without @ and %
  std::string site, side;
  std::vector<std::string> modifiers;
  std::size_t line = 0;
  std::string file;
};

struct Property {
  std::string key, value;
  std::size_t line = 0;
  std::string file;  // a concept may get properties from several
};

struct SourceConcept {
  std::string id;
  Section section = Section::none;
  std::vector<Property> properties;
  std::vector<SourceForm> forms;
  std::string file;
  std::size_t line = 0;
  std::size_t defined = 0;  // the how many-th definition of all; what only adds to a concept defines nothing
};

struct SourceSign {
  std::string words;  // "known <disease>"
  std::vector<Property> weights;
  std::string file;
  std::size_t line = 0;
};

struct Source {
  std::vector<SourceConcept> concepts;
  std::vector<SourceSign> signs;
  std::vector<Complaint> complaints;
  std::size_t definitions = 0;

  // Adds a file's tables. Errors are collected; what can be read is.
  void add(const std::string& file, std::string_view text);
  // What is defined so far counts as defined after all that comes: a site's own terms, whose forms go first, name
  // nothing that the built-in tables have a name for.
  void define_last();
};

}  // namespace fiducial::lexicon
