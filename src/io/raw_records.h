// The records of a stream before anything is built of them: an object as simdjson left it, or, where simdjson refused
// or the file is a table, one of nlohmann's. RecordReader builds all of it; readers that know what they want take only
// that.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "fiducial/io.h"
#include "io/json_parse.h"
#include "io/stream.h"

namespace fiducial::io {

// What Record::id() says of an object.
std::string id_of(const Json& object);

class RawRecords {
 public:
  RawRecords(std::unique_ptr<ByteSource> source, const ReadOptions& options) : stream_(std::move(source), options) {}

  // The next good record, valid until the next call; bad ones on the way are logged.
  bool next() { return stream_.tabular() ? next_row() : next_text(); }

  std::size_t line() const { return line_; }
  std::size_t number() const { return number_; }
  // The record's object, if simdjson read it; if not, it is built().
  const std::optional<simdjson::dom::object>& fast() const { return fast_; }
  Json& built() { return built_; }

  // The record's id, as Record::id().
  std::string id() const;

  RecordStream& stream() { return stream_; }
  const RecordStream& stream() const { return stream_; }

 private:
  bool next_row();
  bool next_text();

  RecordStream stream_;
  JsonParser parser_;
  CsvRow row_;
  JsonText text_;
  std::optional<simdjson::dom::object> fast_;
  Json built_;
  std::size_t line_ = 0;
  std::size_t number_ = 0;
};

}  // namespace fiducial::io
