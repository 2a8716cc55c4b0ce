// Any text as a table of the lexicon: tables that compile to an image that can be opened and looked up in, or
// complaints that name the file and a line of it. As a site's own terms on top of all that is built in, which takes a
// second, only one in many inputs is tried: an error names the file.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/reader.h"
#include "lexicon/compile.h"
#include "text/token.h"

namespace {

using namespace fiducial;

// A few concepts that a table may speak of.
constexpr std::string_view kBase =
    "[anatomy]\nlung | paired | lung; lungs\nlobe | part light | lobe\n[attribute]\nsize | | size\n"
    "[observation]\nnormal | normal | normal\nnodule | at=lung | nodule\nenlargement | about=size dir=up | enlarged\n"
    "[modifier]\nsize.large | kind=size rank=4 | large\n[cue]\nno | kind=neg | no\n";

void check(bool condition) {
  if (!condition) std::abort();
}

void compile_alone(const std::string& text) {
  lexicon::Source source;
  source.add("own.txt", text);
  source.add("base.txt", kBase);
  const lexicon::Compiled compiled = lexicon::compile(source, "fuzz");
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  bool fatal = false;
  for (const lexicon::Complaint& c : compiled.complaints) {
    check(c.file == "own.txt" || c.file == "base.txt");
    check(!c.message.empty() && (c.file != "own.txt" || c.line <= lines));
    fatal |= c.fatal;
  }
  if (fatal) return;
  const lexicon::Lexicon own(compiled.image);
  std::vector<text::Token> tokens;
  text::tokenize("a large nodule in the right upper lobe " + text.substr(0, 200), tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    for (const lexicon::Sense& sense : own.longest(tokens, i).senses) check(sense.concept_id < own.size());
  }
}

void read_with_all(const std::string& text) {
  try {
    const auto own = lexicon::Lexicon::with_terms("own.txt", text);
    findings::Reader reader(*own);
    findings::Reading reading;
    reader.read("There is a small nodule in the right upper lobe. No effusion.", reading);
  } catch (const std::exception& error) {
    check(std::string_view(error.what()).find("own.txt") != std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  compile_alone(text);
  constexpr std::uint64_t kOneIn = 512;
  if (text::hash_word(text) % kOneIn == 0) read_with_all(text);
  return 0;
}
