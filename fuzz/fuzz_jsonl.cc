// Any bytes as JSONL, as a JSON array, or as whatever they look like: no crash, the same records and problems however
// the bytes are cut into chunks, lines that are read are those that nlohmann's parser takes too, and what was read can
// be written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"

namespace {

using fiducial::InputError;
using namespace fiducial::io;

struct Outcome {
  std::vector<std::string> records;
  std::vector<std::string> problems;
  std::string error;
  bool operator==(const Outcome&) const = default;
};

void check(bool condition) {
  if (!condition) std::abort();
}

Outcome read(std::string_view bytes, const ReadOptions& options) {
  Outcome out;
  try {
    RecordReader reader(memory_source(bytes), options);
    Record record;
    while (reader.next(record)) {
      out.records.push_back(json_line(record.fields));
      check(is_utf8(out.records.back()));
    }
    for (const fiducial::Problem& problem : reader.problems()) out.problems.push_back(problem.text());
  } catch (const InputError& error) {
    out.error = error.what();
  }
  return out;
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
void compare_with_nlohmann(std::string_view bytes, const Outcome& outcome) {
  const bool one_line = bytes.find('\n') == std::string_view::npos && bytes.find('\0') == std::string_view::npos;
  if (!one_line || bytes.size() > 500 || !outcome.error.empty() || bytes.starts_with("\xEF\xBB\xBF")) return;
  const Json value = Json::parse(bytes, nullptr, false);
  const bool object = !value.is_discarded() && value.is_object();
  check(outcome.records.size() == (object ? 1U : 0U));
  if (object) check(outcome.records[0] == json_line(value));
}

}  // namespace

// The first byte chooses the format, the second the chunks, the third the limit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  constexpr Format formats[] = {Format::jsonl, Format::json_array, Format::json_texts, Format::automatic};
  ReadOptions options;
  options.chunk = 4096;  // all of most inputs; the default would spend the time on allocating
  options.format = formats[data[0] % 4U];
  if (data[2] % 2 == 0) options.max_record = data[2];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const Outcome whole = read(bytes, options);
  const std::vector<std::string> pairs = read_pairs(bytes, options);
  if (options.format == Format::jsonl && data[2] % 2 != 0 && !bytes.starts_with("\x1f\x8b")) {
    compare_with_nlohmann(bytes, whole);
  }
  options.chunk = 1 + data[1] % 32U;
  check(read(bytes, options) == whole);
  check(read_pairs(bytes, options) == pairs);

  std::string written;
  for (const std::string& record : whole.records) written += record;
  if (written.empty()) return 0;
  options.format = Format::jsonl;
  options.max_record = written.size();
  const Outcome again = read(written, options);
  check(again.records == whole.records && again.problems.empty());
  return 0;
}
