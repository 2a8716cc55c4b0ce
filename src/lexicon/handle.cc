// The public Lexicon: a shared, unchanging view of the tables.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "fiducial/lexicon.h"
#include "fiducial/problem.h"
#include "lexicon/lexicon.h"

namespace fiducial {

// The built-in tables live as long as the program: nobody owns them.
Lexicon::Lexicon() : tables_(std::shared_ptr<const lexicon::Lexicon>(), &lexicon::Lexicon::embedded()) {}

Lexicon Lexicon::with_terms(const std::string& file, std::string_view terms) {
  return Lexicon(std::shared_ptr<const lexicon::Lexicon>(lexicon::Lexicon::with_terms(file, terms)));
}

Lexicon Lexicon::with_tables(const Table& terms, const Table& significance) {
  return Lexicon(std::shared_ptr<const lexicon::Lexicon>(
      lexicon::Lexicon::with_tables({terms.file, terms.text}, {significance.file, significance.text})));
}

Lexicon Lexicon::from_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string terms(std::istreambuf_iterator<char>(in), {});
  if (!in) throw Error(path + ": cannot be read: " + std::strerror(errno));
  return with_terms(path, terms);
}

std::string_view Lexicon::version() const {
  return tables_->version();
}

std::size_t Lexicon::concepts() const {
  return tables_->size() - 1;  // one stands for none
}

std::size_t Lexicon::forms() const {
  return tables_->forms();
}

}  // namespace fiducial
