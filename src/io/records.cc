// RecordReader: every format as JSON objects.
#include <utility>

#include "fiducial/io.h"
#include "io/raw_records.h"
#include "io/show.h"

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

std::string Record::what_it_has() const {
  std::vector<std::string> names;
  for (const auto& item : fields.items()) names.push_back(item.key());
  return "the record has " + show_columns(names);
}

std::string Record::id() const {
  return id_of(fields);
}

struct RecordReader::State : RawRecords {
  using RawRecords::RawRecords;
};

RecordReader::RecordReader(const std::string& path, ReadOptions options) : RecordReader(open_source(path), options) {}
RecordReader::RecordReader(std::unique_ptr<ByteSource> source, ReadOptions options)
    : state_(std::make_unique<State>(std::move(source), options)) {}
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;
RecordReader::~RecordReader() = default;

bool RecordReader::next(Record& record) {
  if (!state_->next()) return false;
  record.line = state_->line();
  record.number = state_->number();
  record.fields = state_->fast() ? to_json(*state_->fast()) : std::move(state_->built());
  return true;
}

Format RecordReader::format() const {
  return state_->stream().format();
}
const std::vector<std::string>& RecordReader::columns() const {
  return state_->stream().columns();
}
const std::string& RecordReader::source() const {
  return state_->stream().name();
}

void RecordReader::reject(const Record& record, std::string message, std::string id) {
  state_->stream().log(record.line, std::move(message), std::move(id));
}

const std::vector<Problem>& RecordReader::problems() const {
  return state_->stream().problems().kept();
}
std::size_t RecordReader::problem_count() const {
  return state_->stream().problems().count();
}
std::uint64_t RecordReader::bytes_read() const {
  return state_->stream().source().bytes_read();
}
std::uint64_t RecordReader::total_bytes() const {
  return state_->stream().source().total_bytes();
}

}  // namespace fiducial::io
