// Any bytes as a file of structured reports: no crash; what was read can be written and read again, as CSV and as
// JSONL; a table against itself scores 1.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fiducial/lunguage.h"

namespace {

using namespace fiducial::lunguage;

void check(bool condition) {
  if (!condition) std::abort();
}

Rows read(std::string_view bytes) {
  Table table = read_rows(fiducial::io::memory_source(bytes));
  for (Row& row : table.rows) row.line = 0;
  return std::move(table.rows);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static Structurer structurer;
  check(validate(structurer.structure(bytes), "fuzz").empty());
  Rows rows;
  try {
    rows = read(bytes);
  } catch (const fiducial::InputError&) {
    return 0;
  }
  (void)validate(rows, "fuzz");
  if (rows.empty() || rows.size() > 200) return 0;
  check(read(to_csv(rows)).size() == rows.size());
  check(read(to_jsonl(rows)).size() == rows.size());
  group(rows, {});
  static const auto encoder = make_lexicon_encoder();
  std::vector<const Row*> pointers;
  for (const Row& row : rows) pointers.push_back(&row);
  // A finding of which nothing is stated agrees in nothing, as published.
  if (!std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.states(Relation::dx_status); })) return 0;
  check(score(pointers, pointers, Setting::sequential, *encoder).f1 > 0.999);
  return 0;
}
