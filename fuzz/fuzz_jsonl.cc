// Any bytes as JSONL, as a JSON array, or as whatever they look like: no crash, the same records and problems however
// the bytes are cut into chunks, lines that are read are those that nlohmann's parser takes too, and what was read can
// be written and read again.
#include <string>
#include <string_view>
#include <vector>

#include "reading.h"

namespace {

using fiducial::InputError;
using namespace fiducial::fuzz;
using namespace fiducial::io;

void take_lines(RecordReader& reader, std::vector<std::string>& lines) {
  Record record;
  while (reader.next(record)) {
    lines.push_back(json_line(record.fields));
    check(is_utf8(lines.back()));
  }
}

Outcome<std::string> read_lines(std::string_view bytes, const ReadOptions& options) {
  return read<std::string>(bytes, options, take_lines);
}

std::vector<std::string> read_pairs(std::string_view bytes, const ReadOptions& options) {
  std::vector<std::string> out;
  try {
    PairReader reader(memory_source(bytes), {}, options);
    Pair pair;
    while (reader.next(pair)) out.push_back(pair.id + "|" + pair.reference + "|" + pair.candidate);
    for (const fiducial::Problem& problem : reader.problems()) out.push_back(problem.text());
  } catch (const InputError& error) {
    out.emplace_back(error.what());
  }
  return out;
}

// A single line is a record if and only if nlohmann's parser reads an object from it. (Nesting is bounded by us alone;
// inputs that are long enough to meet the bound are not compared.)
void compare_with_nlohmann(std::string_view bytes, const Outcome<std::string>& outcome) {
  const bool one_line = bytes.find('\n') == std::string_view::npos && bytes.find('\0') == std::string_view::npos;
  if (!one_line || bytes.size() > 500 || !outcome.error.empty() || bytes.starts_with("\xEF\xBB\xBF")) return;
  const Json value = Json::parse(bytes, nullptr, false);
  const bool object = !value.is_discarded() && value.is_object();
  check(outcome.records.size() == (object ? 1U : 0U));
  if (object) check(outcome.records[0] == json_line(value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < Input::kChoices) return 0;
  constexpr Format formats[] = {Format::jsonl, Format::json_array, Format::json_texts, Format::automatic};
  const Input input(data, size);
  ReadOptions options = input.options;
  options.format = formats[input.format % 4U];
  const auto whole = read_lines(input.bytes, options);
  const std::vector<std::string> pairs = read_pairs(input.bytes, options);
  if (options.format == Format::jsonl && !input.limited() && !input.bytes.starts_with("\x1f\x8b")) {
    compare_with_nlohmann(input.bytes, whole);
  }
  options.chunk = input.small_chunk;
  check(read_lines(input.bytes, options) == whole);
  check(read_pairs(input.bytes, options) == pairs);

  std::string written;
  for (const std::string& record : whole.records) written += record;
  if (written.empty()) return 0;
  options.format = Format::jsonl;
  options.max_record = written.size();
  const auto again = read_lines(written, options);
  check(again.records == whole.records && again.problems.empty());
  return 0;
}
