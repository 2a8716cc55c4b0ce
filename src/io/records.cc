// RecordReader: every format as JSON objects.
#include <utility>

#include "fiducial/io.h"
#include "io/json_parse.h"
#include "io/stream.h"

namespace fiducial::io {

const Json* Record::find(std::string_view name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? nullptr : &*found;
}

std::string_view Record::text(std::string_view name) const {
  const Json* const value = find(name);
  if (value == nullptr || !value->is_string()) return {};
  return value->get_ref<const std::string&>();
}

struct RecordReader::State {
  RecordStream stream;
  JsonParser parser;
  CsvRow row;
  JsonText text;

  State(std::unique_ptr<ByteSource> source, const ReadOptions& options) : stream(std::move(source), options) {}

  bool next_row(Record& record) {
    if (!stream.next_row(row)) return false;
    record.line = row.line;
    record.number = row.number;
    // Built beside the object's own look-ups: names are unique already, and there may be many columns.
    Json::object_t object;
    object.reserve(row.fields.size());
    for (std::size_t i = 0; i < row.fields.size(); ++i) {
      object.Container::emplace_back(stream.columns()[i], std::string(row.fields[i]));
    }
    record.fields = std::move(object);
    return true;
  }

  bool next_text(Record& record) {
    while (stream.next_text(text)) {
      record.line = text.line;
      record.number = text.number;
      std::string message = parser.parse(text.text, record.fields);
      if (message.empty()) return true;
      stream.log(text.line, std::move(message));
    }
    return false;
  }
};

RecordReader::RecordReader(const std::string& path, ReadOptions options) : RecordReader(open_source(path), options) {}
RecordReader::RecordReader(std::unique_ptr<ByteSource> source, ReadOptions options)
    : state_(std::make_unique<State>(std::move(source), options)) {}
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;
RecordReader::~RecordReader() = default;

bool RecordReader::next(Record& record) {
  return state_->stream.tabular() ? state_->next_row(record) : state_->next_text(record);
}

Format RecordReader::format() const {
  return state_->stream.format();
}
const std::vector<std::string>& RecordReader::columns() const {
  return state_->stream.columns();
}
const std::string& RecordReader::source() const {
  return state_->stream.name();
}

void RecordReader::reject(const Record& record, std::string message, std::string id) {
  state_->stream.log(record.line, std::move(message), std::move(id));
}

const std::vector<Problem>& RecordReader::problems() const {
  return state_->stream.problems().kept();
}
std::size_t RecordReader::problem_count() const {
  return state_->stream.problems().count();
}
std::uint64_t RecordReader::bytes_read() const {
  return state_->stream.source().bytes_read();
}
std::uint64_t RecordReader::total_bytes() const {
  return state_->stream.source().total_bytes();
}

}  // namespace fiducial::io
