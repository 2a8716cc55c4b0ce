// Any bytes as CSV and TSV: no crash, the same records and problems however the bytes are cut into chunks, every value
// valid UTF-8, and what was read can be written and read again.
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
  std::vector<std::vector<std::string>> rows;
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
    out.rows.push_back(reader.columns());
    Record record;
    while (reader.next(record)) {
      std::vector<std::string>& row = out.rows.emplace_back();
      for (const auto& [name, value] : record.fields.items()) row.push_back(value.get<std::string>());
      check(row.size() == reader.columns().size());
      for (const std::string& value : row) check(is_utf8(value));
    }
    for (const fiducial::Problem& problem : reader.problems()) out.problems.push_back(problem.text());
  } catch (const InputError& error) {
    out.error = error.what();
  }
  return out;
}

}  // namespace

// The first byte chooses the format, the second the chunks, the third the limit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  ReadOptions options;
  options.chunk = 4096;  // all of most inputs; the default would spend the time on allocating
  options.format = data[0] % 2 == 0 ? Format::csv : Format::tsv;
  if (data[2] % 2 == 0) options.max_record = data[2];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const Outcome whole = read(bytes, options);
  options.chunk = 1 + data[1] % 32U;
  check(read(bytes, options) == whole);

  // With a byte order mark: text that begins as some other kind of file does is then still text.
  std::string written = "\xEF\xBB\xBF";
  for (const auto& row : whole.rows) append_csv(written, row, options.format == Format::csv ? ',' : '\t');
  const bool only_spaces = written.find_first_not_of(" \t\r\n", 3) == std::string::npos;  // an empty file
  if (whole.error.empty() && !only_spaces) {
    options.max_record = written.size();
    const Outcome again = read(written, options);
    check(again.rows == whole.rows && again.problems.empty());
  }
  try {
    PairReader pairs(memory_source(bytes), {}, options);
    Pair pair;
    while (pairs.next(pair)) check(!pair.id.empty() && is_utf8(pair.reference) && is_utf8(pair.candidate));
  } catch (const InputError&) {
    // A header without the columns: most inputs.
  }
  return 0;
}
