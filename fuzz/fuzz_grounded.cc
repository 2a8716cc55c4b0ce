// Any bytes as a grounded sample: reading must not crash, and what was read must verify, count and read back the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "fiducial/radfact.h"
#include "radfact/record_json.h"

namespace {

namespace radfact = fiducial::radfact;

std::vector<std::string> texts(const std::vector<radfact::Phrase>& phrases) {
  std::vector<std::string> out;
  for (const radfact::Phrase& phrase : phrases) out.push_back(phrase.text);
  return out;
}

nlohmann::ordered_json list(const std::vector<radfact::Phrase>& phrases) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const radfact::Phrase& phrase : phrases) out.push_back(radfact::to_json(phrase));
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto record = nlohmann::ordered_json::parse(data, data + size, nullptr, false);
  if (record.is_discarded()) return 0;
  radfact::Sample sample;
  if (!radfact::sample_from_json(record, sample).empty()) return 0;
  static radfact::Verifier reader;
  const radfact::Verified verified = reader.verify(texts(sample.candidate), texts(sample.reference), true);
  const radfact::Counts ours = radfact::count(sample.candidate, verified.candidate, sample.reference);
  const radfact::Counts theirs = radfact::count(sample.reference, verified.reference, sample.candidate);
  for (const double value : radfact::measure(ours, theirs)) {
    if (value < 0 || value > 1) std::abort();
  }
  radfact::Sample again;
  const nlohmann::ordered_json written = {{"prediction", list(sample.candidate)}, {"target", list(sample.reference)}};
  if (!radfact::sample_from_json(written, again).empty()) std::abort();
  if (again.candidate != sample.candidate || again.reference != sample.reference) std::abort();
  return 0;
}
