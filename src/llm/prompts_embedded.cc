// The prompts' texts, linked into the program as they are.
#include "llm/prompts.h"

// NOLINTBEGIN(hicpp-no-assembler): as the lexicon's image, see src/lexicon/builtin.cc.
__asm__(
    ".section .rodata\n"
    "fiducial_prompts:\n.incbin \"" FIDUCIAL_PROMPTS
    "\"\n"
    "fiducial_prompts_end:\n"
    ".previous\n");
// NOLINTEND(hicpp-no-assembler)

extern "C" {
extern const char fiducial_prompts[];
extern const char fiducial_prompts_end[];
}

namespace fiducial::llm {

std::string_view embedded_prompts() {
  return {fiducial_prompts, static_cast<std::size_t>(fiducial_prompts_end - fiducial_prompts)};
}

}  // namespace fiducial::llm
