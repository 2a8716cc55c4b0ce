// Any bytes as a tag record: reading and scoring must not crash, a score must be a score, and the reader of files must
// read what the reader of values reads.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fiducial/radsem.h"
#include "fiducial/tag_reader.h"
#include "radsem/record_json.h"

namespace {

namespace radsem = fiducial::radsem;
namespace io = fiducial::io;

// The bytes as a file of one object, if that is what they are.
void compare_with_file_reader(std::string_view bytes, radsem::Tag expected) {
  io::ReadOptions options;
  options.chunk = 4096;  // all of most inputs; the default would spend the time on allocating
  options.format = io::Format::json_texts;
  try {
    radsem::TagReader reader(io::memory_source(bytes), options);
    radsem::Tag tag;
    if (!reader.next(tag)) return;  // it has no name, or is beyond a limit
    expected.name = tag.name;
    if (tag != expected) std::abort();
  } catch (const fiducial::InputError&) {
    // Not text.
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto record = nlohmann::ordered_json::parse(data, data + size, nullptr, false);
  if (record.is_discarded()) return 0;
  const radsem::Tag tag = radsem::tag_from_json(record);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // A zero byte ends the text for the parser of values; a file with one is not text.
  if (bytes.find('\0') == std::string_view::npos) compare_with_file_reader(bytes, tag);
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
