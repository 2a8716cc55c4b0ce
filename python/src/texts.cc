#include "texts.h"

#include <cmath>
#include <cstring>
#include <vector>

#include "arrow.h"
#include "fiducial/files.h"
#include "fiducial/problem.h"

namespace nb = nanobind;

namespace fiducial::python {
namespace {

std::string at(const std::string& name, std::size_t i) {
  return name + "[" + std::to_string(i) + "]";
}

// ----------------------------------------------------------------------------------------------------------------
// lists

// Holds the strings, so that nobody can take them away while they are read without the GIL.
class ListTexts final : public Texts {
 public:
  ListTexts(const nb::object& list, const std::string& name) {
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(list.ptr()));
    held_.reserve(count);
    views_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const nb::handle item = PySequence_Fast_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i));
      views_.push_back(PyUnicode_CheckExact(item.ptr()) ? quick(item, name, i) : utf8_of(item, at(name, i)));
      held_.push_back(nb::borrow(item));
    }
  }
  ~ListTexts() override {
    const nb::gil_scoped_acquire gil;
    held_.clear();
  }
  ListTexts(const ListTexts&) = delete;
  ListTexts& operator=(const ListTexts&) = delete;
  ListTexts(ListTexts&&) = delete;
  ListTexts& operator=(ListTexts&&) = delete;

  bool next(std::string_view& text) override {
    if (place_ == views_.size()) return false;
    text = views_[place_++];
    return true;
  }

 private:
  static std::string_view quick(nb::handle item, const std::string& name, std::size_t i) {
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(item.ptr(), &size);
    if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
    PyErr_Clear();
    return utf8_of(item, at(name, i));
  }

  std::vector<nb::object> held_;
  std::vector<std::string_view> views_;
  std::size_t place_ = 0;
};

// ----------------------------------------------------------------------------------------------------------------
// Arrow

bool is_null(const ArrowArray& array, std::int64_t row) {
  if (array.null_count == 0 || array.buffers[0] == nullptr) return false;
  const auto* bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  const std::int64_t bit = row + array.offset;
  return (bits[bit / 8] >> (bit % 8) & 1) == 0;
}

// A column of strings within one piece of an Arrow stream. Format u, U (64-bit offsets), vu (views), or a dictionary of
// one of these.
class StringColumn {
 public:
  StringColumn(const ArrowSchema& schema, const std::string& name) : name_(name) {
    const ArrowSchema* values = schema.dictionary != nullptr ? schema.dictionary : &schema;
    values_ = values->format;
    if (schema.dictionary != nullptr) keys_ = schema.format;
    if (values_ != "u" && values_ != "U" && values_ != "vu") {
      throw Error(name_ + ": expected a column of text, found one of Arrow's type '" + schema.format + "'");
    }
  }

  // `place` counts the rows before this piece, for errors.
  std::string_view text(const ArrowArray& array, std::int64_t row, std::size_t place) const {
    const std::optional<std::string_view> found = text_or_null(array, row);
    if (!found) throw Error(at(name_, place) + ": expected a text, found null");
    return *found;
  }

  std::optional<std::string_view> text_or_null(const ArrowArray& array, std::int64_t row) const {
    if (is_null(array, row)) return std::nullopt;
    if (array.dictionary == nullptr) return value(array, row);
    const std::int64_t key = key_of(array, row + array.offset);
    if (is_null(*array.dictionary, key)) return std::nullopt;
    return value(*array.dictionary, key);
  }

 private:
  template <class Offset>
  static std::string_view between(const ArrowArray& array, std::int64_t at) {
    const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
    const auto* bytes = static_cast<const char*>(array.buffers[2]);
    return {bytes + offsets[at], static_cast<std::size_t>(offsets[at + 1] - offsets[at])};
  }

  // Twelve bytes or fewer stand in the view itself; more are in one of the buffers behind it.
  static std::string_view viewed(const ArrowArray& array, std::int64_t at) {
    const auto* view = static_cast<const char*>(array.buffers[1]) + 16 * at;
    std::int32_t numbers[4];
    std::memcpy(numbers, view, sizeof numbers);
    const auto size = static_cast<std::size_t>(numbers[0]);
    if (size <= 12) return {view + 4, size};
    return {static_cast<const char*>(array.buffers[2 + numbers[2]]) + numbers[3], size};
  }

  std::string_view value(const ArrowArray& array, std::int64_t row) const {
    const std::int64_t at = row + array.offset;
    if (values_ == "u") return between<std::int32_t>(array, at);
    if (values_ == "U") return between<std::int64_t>(array, at);
    return viewed(array, at);
  }

  std::int64_t key_of(const ArrowArray& array, std::int64_t at) const {
    const void* keys = array.buffers[1];
    switch (keys_.front()) {
      case 'c':
        return static_cast<const std::int8_t*>(keys)[at];
      case 'C':
        return static_cast<const std::uint8_t*>(keys)[at];
      case 's':
        return static_cast<const std::int16_t*>(keys)[at];
      case 'S':
        return static_cast<const std::uint16_t*>(keys)[at];
      case 'i':
        return static_cast<const std::int32_t*>(keys)[at];
      case 'I':
        return static_cast<const std::uint32_t*>(keys)[at];
      default:
        return static_cast<const std::int64_t*>(keys)[at];
    }
  }

  std::string name_, values_, keys_;
};

// A column of what is known of patients: text, numbers, or nothing at all (a column of nulls).
class PatientColumn {
 public:
  PatientColumn(const ArrowSchema& schema, const std::string& name, bool is_age) : name_(name), is_age_(is_age) {
    format_ = schema.dictionary != nullptr ? "u" : schema.format;
    const bool number =
        format_.size() == 1 && std::string_view("cCsSiIlLfg").find(format_[0]) != std::string_view::npos;
    if (!(number && is_age) && format_ != "n") text_.emplace(schema, name);
  }

  // Empty where nothing is known. Error for an age that is none.
  std::string value(const ArrowArray& array, std::int64_t row, std::size_t place) const {
    if (format_ == "n") return {};
    std::string out;
    if (text_) {
      out = text_->text_or_null(array, row).value_or(std::string_view());
    } else if (!is_null(array, row)) {
      const double number = number_at(array.buffers[1], row + array.offset);
      if (!std::isnan(number)) out = number_text(number);
    }
    if (is_age_ && !out.empty() && std::isnan(io::age_in_years(out)))
      throw Error(at(name_, place) + ": expected an age like 45, '6 months' or '019M', found something else");
    return out;
  }

 private:
  static std::string number_text(double number) {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%g", number);
    return text;
  }

  double number_at(const void* values, std::int64_t i) const {
    const auto value = [&](auto one) { return static_cast<double>(static_cast<const decltype(one)*>(values)[i]); };
    switch (format_.front()) {
      case 'c':
        return value(std::int8_t{});
      case 'C':
        return value(std::uint8_t{});
      case 's':
        return value(std::int16_t{});
      case 'S':
        return value(std::uint16_t{});
      case 'i':
        return value(std::int32_t{});
      case 'I':
        return value(std::uint32_t{});
      case 'l':
        return value(std::int64_t{});
      case 'L':
        return value(std::uint64_t{});
      case 'f':
        return value(float{});
      default:
        return value(double{});
    }
  }

  std::string name_, format_;
  bool is_age_;
  std::optional<StringColumn> text_;
};

// The pieces of a stream, one at a time; what is read stays until the next.
class ArrowStream {
 public:
  explicit ArrowStream(const nb::object& data) {
    if (nb::hasattr(data, "__arrow_c_stream__")) {
      nb::object capsule = data.attr("__arrow_c_stream__")();
      auto* stream = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule.ptr(), "arrow_array_stream"));
      if (stream == nullptr) throw nb::python_error();
      stream_ = *stream;
      stream->release = nullptr;  // it is ours now
      if (stream_.get_schema(&stream_, &schema_) != 0) fail();
      return;
    }
    nb::object pair = data.attr("__arrow_c_array__")();
    auto* schema = static_cast<ArrowSchema*>(PyCapsule_GetPointer(nb::object(pair[0]).ptr(), "arrow_schema"));
    auto* array = static_cast<ArrowArray*>(PyCapsule_GetPointer(nb::object(pair[1]).ptr(), "arrow_array"));
    if (schema == nullptr || array == nullptr) throw nb::python_error();
    schema_ = *schema;
    schema->release = nullptr;
    array_ = *array;
    array->release = nullptr;
    single_ = true;
  }
  ~ArrowStream() {
    const nb::gil_scoped_acquire gil;  // what it holds may be Python's
    drop_array();
    if (schema_.release != nullptr) schema_.release(&schema_);
    if (stream_.release != nullptr) stream_.release(&stream_);
  }
  ArrowStream(const ArrowStream&) = delete;
  ArrowStream& operator=(const ArrowStream&) = delete;
  ArrowStream(ArrowStream&&) = delete;
  ArrowStream& operator=(ArrowStream&&) = delete;

  const ArrowSchema& schema() const { return schema_; }
  const ArrowArray& piece() const { return array_; }

  // The next piece that is not empty; false at the end.
  bool next_piece() {
    if (single_) {
      const bool fresh = !begun_;
      begun_ = true;
      return fresh && array_.length > 0;
    }
    do {
      drop_array();
      if (stream_.release == nullptr || stream_.get_next(&stream_, &array_) != 0) fail();
      if (array_.release == nullptr) return false;
    } while (array_.length == 0);
    return true;
  }

 private:
  void drop_array() {
    if (array_.release != nullptr) array_.release(&array_);
    array_ = {};
  }
  [[noreturn]] void fail() {
    const char* why = stream_.release != nullptr ? stream_.get_last_error(&stream_) : nullptr;
    throw Error(std::string("the Arrow stream cannot be read: ") + (why != nullptr ? why : "it was read already"));
  }

  ArrowArrayStream stream_{};
  ArrowSchema schema_{};
  ArrowArray array_{};
  bool single_ = false, begun_ = false;
};

class ArrowTexts final : public Texts {
 public:
  ArrowTexts(const nb::object& data, const std::string& name) : stream_(data), column_(stream_.schema(), name) {}

  bool next(std::string_view& text) override {
    if (row_ == rows_) {
      if (!stream_.next_piece()) return false;
      row_ = 0;
      rows_ = stream_.piece().length;
    }
    text = column_.text(stream_.piece(), row_++, place_++);
    return true;
  }

 private:
  ArrowStream stream_;
  StringColumn column_;
  std::int64_t row_ = 0, rows_ = 0;
  std::size_t place_ = 0;
};

std::int64_t column_named(const ArrowSchema& schema, const std::string& name) {
  std::string has;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    if (schema.children[i]->name == name) return i;
    has += (has.empty() ? "" : ", ") + std::string(schema.children[i]->name);
  }
  throw Error("expected a column '" + name + "', found: " + has);
}

// The wanted columns of a stream of records.
class ArrowRecords {
 public:
  ArrowRecords(const nb::object& table, const TableColumns& columns)
      : stream_(table),
        first_(column_named(stream_.schema(), columns.reference)),
        second_(column_named(stream_.schema(), columns.candidate)),
        reference_(*stream_.schema().children[first_], columns.reference),
        candidate_(*stream_.schema().children[second_], columns.candidate),
        age_(patient_column(columns.age, true)),
        indication_(patient_column(columns.indication, false)) {}

  bool next(io::Pair& pair) {
    if (row_ == rows_) {
      if (!stream_.next_piece()) return false;
      row_ = 0;
      rows_ = stream_.piece().length;
    }
    const ArrowArray& records = stream_.piece();
    // A record batch is a struct; its own offset comes on top of its columns'.
    pair.id = std::to_string(place_);
    pair.reference = reference_.text(*records.children[first_], row_ + records.offset, place_);
    pair.candidate = candidate_.text(*records.children[second_], row_ + records.offset, place_);
    pair.age = age_.value(records, row_, place_);
    pair.indication = indication_.value(records, row_, place_);
    ++row_;
    ++place_;
    return true;
  }

 private:
  struct OptionalColumn {
    std::int64_t number = 0;
    std::optional<PatientColumn> column{};

    std::string value(const ArrowArray& records, std::int64_t row, std::size_t place) const {
      return column ? column->value(*records.children[number], row + records.offset, place) : std::string();
    }
  };

  OptionalColumn patient_column(const std::string& name, bool is_age) const {
    if (name.empty()) return {};
    const std::int64_t number = column_named(stream_.schema(), name);
    return {number, PatientColumn(*stream_.schema().children[number], name, is_age)};
  }

  ArrowStream stream_;
  std::int64_t first_, second_;
  StringColumn reference_, candidate_;
  OptionalColumn age_, indication_;
  std::int64_t row_ = 0, rows_ = 0;
  std::size_t place_ = 0;
};

// Of the pair at `place`, or (if there are no more) nothing, with a look at whether some are left.
void take_known(const std::optional<std::vector<std::string>>& known, const char* name, std::size_t place, bool more,
                std::string& out) {
  out.clear();
  if (!known) return;
  if (more ? place >= known->size() : place != known->size()) {
    throw Error(std::string(name) + ": expected one for each pair, found " + std::to_string(known->size()) + " for " +
                (more ? "more than " + std::to_string(place) : std::to_string(place)) + " pairs");
  }
  if (more) out = (*known)[place];
}

}  // namespace

std::string_view utf8_of(nb::handle text, const std::string& where) {
  if (!PyUnicode_Check(text.ptr())) {
    const bool nan = PyFloat_Check(text.ptr()) && Py_IS_NAN(PyFloat_AS_DOUBLE(text.ptr()));
    const std::string found = text.is_none() ? "None" : nan ? "NaN" : std::string(Py_TYPE(text.ptr())->tp_name);
    throw nb::type_error((where + ": expected a str, found " + found).c_str());
  }
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw nb::value_error((where + ": the text has a lone surrogate, which is no character").c_str());
  }
  return {bytes, static_cast<std::size_t>(size)};
}

std::unique_ptr<Texts> texts_of(const nb::object& data, const std::string& name) {
  if (nb::hasattr(data, "__arrow_c_stream__") || nb::hasattr(data, "__arrow_c_array__"))
    return std::make_unique<ArrowTexts>(data, name);
  if (!PyList_Check(data.ptr()) && !PyTuple_Check(data.ptr()))
    throw nb::type_error((name + ": expected a list of str").c_str());
  return std::make_unique<ListTexts>(data, name);
}

NextPair pairs_of(std::shared_ptr<Texts> references, std::shared_ptr<Texts> candidates, Patients patients) {
  return [references = std::move(references), candidates = std::move(candidates), patients = std::move(patients),
          count = std::size_t{0}](io::Pair& pair) mutable {
    std::string_view reference;
    std::string_view candidate;
    const bool more = references->next(reference);
    if (more != candidates->next(candidate)) {
      throw Error("expected a candidate for each reference, but the " +
                  std::string(more ? "candidates" : "references") + " end after " + std::to_string(count));
    }
    pair.id = std::to_string(count);
    pair.reference = reference;
    pair.candidate = candidate;
    take_known(patients.ages, "age", count, more, pair.age);
    take_known(patients.indications, "indication", count, more, pair.indication);
    ++count;
    return more;
  };
}

NextPair pairs_of_table(const nb::object& table, const TableColumns& columns) {
  return [records = std::make_shared<ArrowRecords>(table, columns)](io::Pair& pair) { return records->next(pair); };
}

std::vector<std::string> columns_of_table(const nb::object& table) {
  const ArrowStream stream(table);
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < stream.schema().n_children; ++i) names.emplace_back(stream.schema().children[i]->name);
  return names;
}

}  // namespace fiducial::python
