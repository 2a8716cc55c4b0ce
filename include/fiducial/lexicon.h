// The clinical knowledge that every reader is given: the built-in tables, or those with a site's own terms in front.
//
// A Lexicon is a handle: cheap to copy, never changed, safe in many threads. There is no global one; whoever reads is
// given the one to read with. The built-in tables are part of the program, with nothing to load.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace fiducial {

namespace lexicon {
class Lexicon;  // the tables themselves; not part of the public interface
}

class Lexicon {
 public:
  // The built-in tables.
  Lexicon();
  // The same with a site's own terms: the text of a table (lexicon/README.md); where both know a form, the site's
  // meaning wins. Error, which names `file` and the line, if it does not parse.
  static Lexicon with_terms(const std::string& file, std::string_view terms);
  // The same, and with a table of weights in the place of lexicon/significance.txt. What has no file is left out.
  struct Table {
    std::string file;
    std::string_view text;
  };
  static Lexicon with_tables(const Table& terms, const Table& significance);
  // The same from a file; Error if it cannot be read.
  static Lexicon from_file(const std::string& path);

  // A digest of the tables, as signatures have it.
  std::string_view version() const;
  std::size_t concepts() const;
  std::size_t forms() const;

  const lexicon::Lexicon& tables() const { return *tables_; }

 private:
  explicit Lexicon(std::shared_ptr<const lexicon::Lexicon> tables) : tables_(std::move(tables)) {}

  std::shared_ptr<const lexicon::Lexicon> tables_;
};

}  // namespace fiducial
