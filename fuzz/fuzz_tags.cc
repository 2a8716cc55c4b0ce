// Any bytes as a tag record: reading and scoring must not crash, and a score must be a score.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "fiducial/radsem.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace radsem = fiducial::radsem;
  const auto record = nlohmann::ordered_json::parse(data, data + size, nullptr, false);
  if (record.is_discarded()) return 0;
  const radsem::Tag tag = radsem::tag_from_json(record);
  for (const radsem::Policy policy : {radsem::Policy::many_to_many, radsem::Policy::alt}) {
    const radsem::Audit audit = radsem::score(tag, policy);
    if (!(audit.score >= 0 && audit.score <= 1)) std::abort();
    if (audit.score != radsem::Scorer().score(tag, policy).score) std::abort();
    if (radsem::to_json(tag, audit).dump().empty()) std::abort();
  }
  // What is written must read back to the same score.
  const radsem::Tag again = radsem::tag_from_json(radsem::to_json(tag));
  if (radsem::score(again).score != radsem::score(tag).score) std::abort();
  return 0;
}
