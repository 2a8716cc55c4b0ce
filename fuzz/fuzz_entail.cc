// Any bytes as two reports: RadFact's phrases and verdicts, with evidence that is there.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/problem.h"
#include "fiducial/radfact.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fiducial::radfact;
  static Verifier reader;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = bytes.find('\0');
  const std::string_view candidate = bytes.substr(0, cut);
  const std::string_view reference = cut == std::string_view::npos ? bytes : bytes.substr(cut + 1);
  try {
    const std::vector<std::string> ours = reader.phrases(candidate);
    const std::vector<std::string> theirs = reader.phrases(reference);
    const Verified verified = reader.verify(ours, theirs, true);
    if (verified.candidate.size() != ours.size() || verified.reference.size() != theirs.size()) std::abort();
    for (const Verdict& verdict : verified.candidate) {
      for (const std::uint32_t i : verdict.evidence) {
        if (i >= theirs.size()) std::abort();
      }
    }
    reader.verify_reports(candidate, reference, true, true);
  } catch (const fiducial::RecordError&) {
    return 0;  // more than is compared of one record
  }
  return 0;
}
