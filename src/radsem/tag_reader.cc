#include "fiducial/tag_reader.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "io/raw_records.h"
#include "io/show.h"
#include "radsem/tag_json.h"

namespace fiducial::radsem {

struct TagReader::State {
  io::RawRecords records;
  TagFields fields;
  std::unordered_set<std::string> seen;

  void read(Tag& tag) {
    if (records.fast()) {
      fields.read(*records.fast(), tag);
    } else {
      fields.read(records.built(), tag);
    }
  }
  std::string unusable() {
    std::vector<std::string> names;
    if (records.fast()) {
      for (const simdjson::dom::key_value_pair field : *records.fast()) names.emplace_back(field.key);
    } else {
      for (const auto& item : records.built().items()) names.push_back(item.key());
    }
    if (std::find(names.begin(), names.end(), "findings") != names.end())
      return "expected findings to be an object, found something else: scored 0";
    return "expected a field 'findings'; the record has " + io::show_columns(names) + ": scored 0";
  }
  void log(std::string message, std::string name = {}) {
    records.stream().log(records.line(), std::move(message), std::move(name));
  }
};

TagReader::TagReader(std::unique_ptr<io::ByteSource> source, io::ReadOptions options)
    : state_(new State{{std::move(source), options}, {}, {}}) {}
TagReader::TagReader(TagReader&&) noexcept = default;
TagReader& TagReader::operator=(TagReader&&) noexcept = default;
TagReader::~TagReader() = default;

bool TagReader::next(Tag& tag) {
  State& state = *state_;
  while (state.records.next()) {
    std::string name = state.records.id();
    if (name.empty()) {
      state.log("expected a name, found none");
    } else if (!state.seen.insert(name).second) {
      state.log("expected each name once, found it again", std::move(name));
    } else {
      state.read(tag);
      tag.name = std::move(name);
      // The published scorer gives such a record 0, and so do we; but the user should know.
      if (!tag.well_formed) state.log(state.unusable(), tag.name);
      return true;
    }
  }
  return false;
}

const std::vector<Problem>& TagReader::problems() const {
  return state_->records.stream().problems().kept();
}
std::size_t TagReader::problem_count() const {
  return state_->records.stream().problems().count();
}
std::uint64_t TagReader::bytes_read() const {
  return state_->records.stream().source().bytes_read();
}
std::uint64_t TagReader::total_bytes() const {
  return state_->records.stream().source().total_bytes();
}

}  // namespace fiducial::radsem
