#include "lunguage/embedded_vocabulary.h"

// NOLINTBEGIN(hicpp-no-assembler): as in src/lexicon/builtin.cc
__asm__(
    ".section .rodata\n"
    "fiducial_lunguage_vocabulary:\n.incbin \"" FIDUCIAL_LUNGUAGE_VOCABULARY
    "\"\n"
    "fiducial_lunguage_vocabulary_end:\n"
    ".previous\n");
// NOLINTEND(hicpp-no-assembler)

extern "C" {
extern const char fiducial_lunguage_vocabulary[];
extern const char fiducial_lunguage_vocabulary_end[];
}

namespace fiducial::lunguage {

// Simpler than CSV at large: no quotes.
const Vocabulary& embedded_vocabulary() {
  static const Vocabulary vocabulary = [] {
    Vocabulary out(Vocabulary::Case::folded);
    std::string_view text(fiducial_lunguage_vocabulary,
                          static_cast<std::size_t>(fiducial_lunguage_vocabulary_end - fiducial_lunguage_vocabulary));
    bool head = true;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      const std::size_t comma = line.rfind(',');
      if (!head && comma != std::string_view::npos) out.add(line.substr(0, comma), line.substr(comma + 1));
      head = false;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
  }();
  return vocabulary;
}

}  // namespace fiducial::lunguage
