// What the fuzzers of the record readers share: how an input says how it is to be read, and what came of the reading.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"

namespace fiducial::fuzz {

inline void check(bool condition) {
  if (!condition) std::abort();
}

// The first byte of an input chooses the format, the second the small chunks, the third the limit; the rest is the
// file.
struct Input {
  static constexpr std::size_t kChoices = 3;

  std::uint8_t format;
  io::ReadOptions options;  // but for the format
  std::size_t small_chunk;
  std::string_view bytes;

  // At least kChoices bytes.
  Input(const std::uint8_t* data, std::size_t size)
      : format(data[0]),
        small_chunk(1 + data[1] % 32U),
        bytes(reinterpret_cast<const char*>(data) + kChoices, size - kChoices) {
    options.chunk = 4096;  // all of most inputs; the default would spend the time on allocating
    if (data[2] % 2 == 0) options.max_record = data[2];
  }
  bool limited() const { return options.max_record != io::ReadOptions{}.max_record; }
};

template <typename Record>
struct Outcome {
  std::vector<Record> records;
  std::vector<std::string> problems;
  std::string error;
  bool operator==(const Outcome&) const = default;
};

// `take(reader, records)` reads to the end.
template <typename Record, typename Take>
Outcome<Record> read(std::string_view bytes, const io::ReadOptions& options, Take take) {
  Outcome<Record> out;
  try {
    io::RecordReader reader(io::memory_source(bytes), options);
    take(reader, out.records);
    for (const Problem& problem : reader.problems()) out.problems.push_back(problem.text());
  } catch (const InputError& error) {
    out.error = error.what();
  }
  return out;
}

}  // namespace fiducial::fuzz
