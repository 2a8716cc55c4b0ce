// The image and the tables' text, linked into the program as they are.
#include <utility>

#include "fiducial/problem.h"
#include "lexicon/compile.h"
#include "lexicon/lexicon.h"

// NOLINTBEGIN(hicpp-no-assembler): the assembler's .incbin puts a file into read-only data without a detour over C++.
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    "fiducial_lexicon_image:\n.incbin \"" FIDUCIAL_LEXICON_IMAGE
    "\"\n"
    "fiducial_lexicon_image_end:\n"
    ".balign 16\n"
    "fiducial_lexicon_source:\n.incbin \"" FIDUCIAL_LEXICON_SOURCE
    "\"\n"
    "fiducial_lexicon_source_end:\n"
    ".previous\n");
// NOLINTEND(hicpp-no-assembler)

extern "C" {
extern const std::byte fiducial_lexicon_image[];
extern const std::byte fiducial_lexicon_image_end[];
extern const char fiducial_lexicon_source[];
extern const char fiducial_lexicon_source_end[];
}

namespace fiducial::lexicon {

const Lexicon& Lexicon::embedded() {
  static const Lexicon lexicon(std::span<const std::byte>(fiducial_lexicon_image, fiducial_lexicon_image_end));
  return lexicon;
}

std::string_view Lexicon::tables() {
  return {fiducial_lexicon_source, static_cast<std::size_t>(fiducial_lexicon_source_end - fiducial_lexicon_source)};
}

namespace {

// The tables without the one of that file.
std::string tables_without(std::string_view file) {
  std::string text(Lexicon::tables());
  const std::size_t begin = text.find("#: " + std::string(file));
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find("\n#: ", begin);
  text.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  return text;
}

}  // namespace

std::unique_ptr<Lexicon> Lexicon::with_terms(const std::string& file, std::string_view terms) {
  return with_tables({file, terms}, {});
}

std::unique_ptr<Lexicon> Lexicon::with_tables(const OwnTable& terms, const OwnTable& significance) {
  Source source;
  std::string version(embedded().version());
  // The user's terms come first: where both have a form, the user's meaning wins.
  if (!terms.file.empty()) {
    source.add(terms.file, terms.text);
    source.define_last();
    version += "+" + digest(terms.text);
  }
  if (significance.file.empty()) {
    source.add("built-in lexicon", tables());
  } else {
    source.add("built-in lexicon", tables_without("lexicon/significance.txt"));
    source.add(significance.file, significance.text);
    version += "+significance-" + digest(significance.text);
  }
  const auto own = [&](const Complaint& c) {
    return !c.file.empty() && (c.file == terms.file || c.file == significance.file);
  };
  for (const Complaint& c : source.complaints) {
    if (own(c)) throw Error(c.text());
  }
  Compiled compiled = compile(source, version);
  for (const Complaint& c : compiled.complaints) {
    if (own(c) && c.message.find("means both") == std::string::npos) throw Error(c.text());
  }
  return std::make_unique<Lexicon>(std::move(compiled.image));
}

}  // namespace fiducial::lexicon
