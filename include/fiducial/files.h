// Files: bytes, pairs of reports and single reports as docs/commands.md names their columns (CSV, TSV, JSONL, JSON;
// gzip or not; larger than memory or not; or standard input), and files that are written wholly or not at all.
//
// Every reader works the same way: `while (reader.next(pair)) …`, then look at `reader.problems()`. A bad record
// becomes a Problem and the others go on; a file that cannot be read at all is an InputError.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/problem.h"

namespace fiducial::io {

// ---------------------------------------------------------------------------------------------------- where bytes are

// A stream of bytes, already decompressed. Throws InputError if they cannot be read.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills at most `room` and says how much; 0 only at the end.
  virtual std::size_t read(std::span<char> room) = 0;
  // As the user named it; "-" is standard input.
  virtual const std::string& name() const = 0;
  // Progress, in bytes as they are stored (compressed, if they are). A total of 0 is unknown: a pipe.
  virtual std::uint64_t bytes_read() const = 0;
  virtual std::uint64_t total_bytes() const = 0;
};

// A file, or "-" for standard input; gzip is recognised by its first bytes, whatever the name.
// InputError: missing, a directory, no permission; while reading: an I/O error, a truncated or damaged gzip file.
// `check` is called before each read and several times a second while one waits; what it throws ends the reading.
std::unique_ptr<ByteSource> open_source(const std::string& path, std::function<void()> check = {});
// Bytes in memory, which must outlive the source. Gzip is recognised here too.
std::unique_ptr<ByteSource> memory_source(std::string_view bytes, std::string name = "memory");

// ------------------------------------------------------------------------------------------------------------ problems

// Problems in the order they were met. Only the first kKept are kept, so that a file of a million bad lines does not
// fill the memory; the rest are counted.
class ProblemLog {
 public:
  static constexpr std::size_t kKept = 10'000;

  void add(Problem problem);
  // The first ones of `count` problems, as a reader gives them; the rest is only counted here too.
  void add(const std::vector<Problem>& first, std::size_t count);
  void add(const ProblemLog& others) { add(others.kept_, others.count_); }
  const std::vector<Problem>& kept() const { return kept_; }
  std::size_t count() const { return count_; }

 private:
  std::vector<Problem> kept_;
  std::size_t count_ = 0;
};

// ------------------------------------------------------------------------------------------------------------- formats

enum class Format {
  automatic,   // by extension (.csv .tsv .tab .jsonl .ndjson .json, .gz ignored); if that says nothing, by content
  csv,         // RFC 4180 with a header
  tsv,         // the same with tabs
  jsonl,       // one JSON object a line; blank lines are skipped
  json_array,  // one JSON array of objects, read element by element
  json_texts,  // JSON objects one after the other, over any number of lines (a pretty-printed single object is one)
};

struct ReadOptions {
  Format format = Format::automatic;
  // A longer record is a Problem and is skipped without being held.
  std::size_t max_record = std::size_t{64} << 20;
  // So is a record with a longer text, which is no report: reading takes some hundred times its room.
  std::size_t max_text = std::size_t{2} << 20;
  // How much is read at a time. Results do not depend on it; tests set it to 1.
  std::size_t chunk = std::size_t{256} << 10;
};

// --------------------------------------------------------------------------------------------------- pairs and reports

struct Pair {
  std::string id, reference, candidate;
  std::size_t line = 0;
  std::string age{}, indication{};  // of the patient, if they were asked for and the record has them
};

// An age in years: "45", "45 years", "6 months", "019M" and the like as DICOM writes it; NaN for none that can be read.
double age_in_years(std::string_view text);

// The user's own column names; an empty one means the usual names (docs/commands.md), in their order.
struct PairColumns {
  std::string id{}, reference{}, candidate{};
  bool patient = false;  // read age and indication too; an age that is none is a problem of the record
  std::string age{}, indication{};
};

struct Report {
  std::string name, text;
  std::string area, type;  // Examined_Area and Examined_Type; empty if the record has none
  std::size_t line = 0;
  std::string source{};  // of a rewritten report: what it was rewritten from; empty if the record does not say
  // Of a record that has findings and impression in columns of their own: both. The text is then the findings, or the
  // impression if these are blank.
  bool in_columns = false;
  std::string findings{}, impression{};
};

struct ReportColumns {
  std::string name, text;
  std::string source{};  // empty: not read
};

class ColumnReader;  // src/io/columns.h: what the two readers below share

// Pairs of reports. Reference and candidate are strings (empty ones too); an id is a string or a number, and unique.
// A file whose first record has no id column is numbered: "1", "2", … by the record's place in the file.
class PairReader {
 public:
  // InputError: as RecordReader; a CSV header without the columns (the message lists those it has).
  explicit PairReader(const std::string& path, const PairColumns& columns = {}, ReadOptions options = {});
  explicit PairReader(std::unique_ptr<ByteSource> source, const PairColumns& columns = {}, ReadOptions options = {});
  PairReader(PairReader&&) noexcept;
  PairReader& operator=(PairReader&&) noexcept;
  ~PairReader();

  bool next(Pair& pair);

  const std::vector<Problem>& problems() const;  // the first ProblemLog::kKept
  std::size_t problem_count() const;             // all of them
  std::uint64_t bytes_read() const;
  std::uint64_t total_bytes() const;

 private:
  std::unique_ptr<ColumnReader> reader_;
};

// Single reports: text is English_Report, report, findings, text or impression; name is name, id, example_id or
// study_id. Names are as the ids of pairs: unique, and numbered if the file has none.
class ReportReader {
 public:
  explicit ReportReader(const std::string& path, const ReportColumns& columns = {}, ReadOptions options = {});
  explicit ReportReader(std::unique_ptr<ByteSource> source, const ReportColumns& columns = {},
                        ReadOptions options = {});
  ReportReader(ReportReader&&) noexcept;
  ReportReader& operator=(ReportReader&&) noexcept;
  ~ReportReader();

  bool next(Report& report);

  const std::vector<Problem>& problems() const;
  std::size_t problem_count() const;
  std::uint64_t bytes_read() const;
  std::uint64_t total_bytes() const;

 private:
  std::unique_ptr<ColumnReader> reader_;
  bool own_text_ = false;  // the user named the column of the text
};

// ------------------------------------------------------------------------------------------------------------- writing

// A file that appears whole or not at all: written beside its final place under a temporary name, put in place by
// commit(). Without a commit the temporary file goes and an older file stays as it was. "-" is standard output; devices
// and pipes are written directly. A name that ends in .gz is compressed. Failures are InputErrors that name the file.
class AtomicFile {
 public:
  // `shown` is what messages call it, if that is not its path.
  explicit AtomicFile(std::string path, std::string shown = {});
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) noexcept;
  ~AtomicFile();

  void write(std::string_view bytes);
  // Everything is on the disk, and the file in its place, when this returns. Once only; nothing is written afterwards.
  void commit();
  // Gives the file these permissions, as the one that it replaces has them.
  void keep_mode(unsigned mode);
  const std::string& path() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Writes `bytes` to `path`, wholly or not at all.
void write_file(const std::string& path, std::string_view bytes);

// One CSV record with its newline; fields are quoted where RFC 4180 asks for it.
void append_csv(std::string& out, std::span<const std::string> fields, char separator = ',');

// --------------------------------------------------------------------------------------------------------------- UTF-8

bool is_utf8(std::string_view bytes);
// The offset of the first byte that is not part of valid UTF-8; bytes.size() if all is valid.
std::size_t utf8_error(std::string_view bytes);
// `bytes` with every maximal ill-formed part replaced by U+FFFD.
std::string to_utf8(std::string_view bytes);

}  // namespace fiducial::io
