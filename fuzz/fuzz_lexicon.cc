// Any text as a site's own terms: a lexicon that reads, or an error that names the file.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "grammar/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fiducial;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto own = lexicon::Lexicon::with_terms("own.txt", text);
    findings::Reader reader(*own);
    findings::Reading reading;
    reader.read("There is a small nodule in the right upper lobe. No effusion.", reading);
  } catch (const std::exception& error) {
    if (std::string_view(error.what()).find("own.txt") == std::string_view::npos) std::abort();
  }
  return 0;
}
