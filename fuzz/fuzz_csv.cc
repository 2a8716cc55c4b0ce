// Any bytes as CSV and TSV: no crash, the same records and problems however the bytes are cut into chunks, every value
// valid UTF-8, and what was read can be written and read again.
#include <string>
#include <string_view>
#include <vector>

#include "reading.h"

namespace {

using fiducial::InputError;
using namespace fiducial::fuzz;
using namespace fiducial::io;

using Row = std::vector<std::string>;

// The header, then the rows.
void take_rows(RecordReader& reader, std::vector<Row>& rows) {
  rows.push_back(reader.columns());
  Record record;
  while (reader.next(record)) {
    Row& row = rows.emplace_back();
    for (const auto& [name, value] : record.fields.items()) row.push_back(value.get<std::string>());
    check(row.size() == reader.columns().size());
    for (const std::string& value : row) check(is_utf8(value));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < Input::kChoices) return 0;
  const Input input(data, size);
  ReadOptions options = input.options;
  options.format = input.format % 2 == 0 ? Format::csv : Format::tsv;
  const auto whole = read<Row>(input.bytes, options, take_rows);
  options.chunk = input.small_chunk;
  check(read<Row>(input.bytes, options, take_rows) == whole);

  // With a byte order mark: text that begins as some other kind of file does is then still text.
  std::string written = "\xEF\xBB\xBF";
  for (const auto& row : whole.records) append_csv(written, row, options.format == Format::csv ? ',' : '\t');
  const bool only_spaces = written.find_first_not_of(" \t\r\n", 3) == std::string::npos;  // an empty file
  if (whole.error.empty() && !only_spaces) {
    options.max_record = written.size();
    const auto again = read<Row>(written, options, take_rows);
    check(again.records == whole.records && again.problems.empty());
  }
  try {
    PairReader pairs(memory_source(input.bytes), {}, options);
    Pair pair;
    while (pairs.next(pair)) check(!pair.id.empty() && is_utf8(pair.reference) && is_utf8(pair.candidate));
  } catch (const InputError&) {
    // A header without the columns: most inputs.
  }
  return 0;
}
