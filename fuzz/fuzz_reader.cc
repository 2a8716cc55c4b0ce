// Any bytes as two reports: reading, matching and scoring never fail, and the score is a score.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fiducial/radsem.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fiducial::radsem::Matcher radsem;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = bytes.find('\0');
  const std::string_view ref = bytes.substr(0, cut);
  const std::string_view gen = cut == std::string_view::npos ? bytes : bytes.substr(cut + 1);
  const double score = radsem.score(ref, gen).score;
  if (!(score >= 0.0 && score <= 1.0)) std::abort();
  for (const auto& atom : radsem.rewrite(ref).atoms) {
    if (atom.begin > atom.end || atom.end > ref.size()) std::abort();
  }
  return 0;
}
