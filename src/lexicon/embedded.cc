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

std::unique_ptr<Lexicon> Lexicon::with_terms(const std::string& file, std::string_view terms) {
  Source source;
  // The user's terms come first: where both have a form, the user's meaning wins.
  source.add(file, terms);
  source.add("built-in lexicon", tables());
  for (const Complaint& c : source.complaints) {
    if (c.file == file) throw Error(c.text());
  }
  Compiled compiled = compile(source, embedded().version().data() + std::string("+") + digest(terms));
  for (const Complaint& c : compiled.complaints) {
    if (c.file == file && c.message.find("means both") == std::string::npos) throw Error(c.text());
  }
  return std::make_unique<Lexicon>(std::move(compiled.image));
}

}  // namespace fiducial::lexicon
