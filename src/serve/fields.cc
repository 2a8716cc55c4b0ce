#include "serve/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/json_parse.h"
#include "io/suggest.h"

namespace fiducial::serve {
namespace {

std::string_view type_of(const io::Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_string()) return "a string";
  if (value.is_number()) return "a number";
  return value.is_null() ? "null" : "true or false";
}

[[noreturn]] void expected(const std::string& name, std::string_view what, const io::Json& found) {
  throw ApiError(400, fmt::format("{}: expected {}, found {}", name, what, type_of(found)));
}

}  // namespace

io::Json object_of(const Request& request) {
  if (!request.content_type.empty() && request.content_type != "application/json")
    throw ApiError(415, "expected Content-Type application/json");
  std::string padded;  // the parser reads some bytes beyond the end
  padded.reserve(request.body.size() + simdjson::SIMDJSON_PADDING);
  padded = request.body;
  thread_local io::JsonParser parser;
  io::Json object;
  if (const std::string wrong = parser.parse(padded, object); !wrong.empty()) throw ApiError(400, wrong);
  return object;
}

std::string Fields::named(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
}

const io::Json& Fields::at(std::string_view name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) throw ApiError(400, fmt::format("{}: expected it, found nothing", named(name)));
  return *found;
}

std::string Fields::text(std::string_view name) const {
  const io::Json& value = at(name);
  if (!value.is_string()) expected(named(name), "a string", value);
  return value.get<std::string>();
}

std::string Fields::text_or(std::string_view name, std::string_view otherwise) const {
  return has(name) ? text(name) : std::string(otherwise);
}

bool Fields::flag_or(std::string_view name, bool otherwise) const {
  if (!has(name)) return otherwise;
  const io::Json& value = at(name);
  if (!value.is_boolean()) expected(named(name), "true or false", value);
  return value.get<bool>();
}

int Fields::whole(std::string_view name, int low, int high) const {
  const io::Json& value = at(name);
  const std::string range = fmt::format("a whole number from {} to {}", low, high);
  if (!value.is_number_integer()) expected(named(name), range, value);
  const auto number = value.get<std::int64_t>();
  if (number < low || number > high)
    throw ApiError(400, fmt::format("{}: expected {}, found another", named(name), range));
  return static_cast<int>(number);
}

Fields Fields::in(std::string_view name) const {
  const io::Json& value = at(name);
  if (!value.is_object()) expected(named(name), "an object", value);
  return Fields(value, named(name));
}

std::vector<std::string> Fields::texts(std::string_view name) const {
  const io::Json& value = at(name);
  if (!value.is_array()) expected(named(name), "an array of strings", value);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_string()) expected(fmt::format("{}[{}]", named(name), i), "a string", value[i]);
    out.push_back(value[i].get<std::string>());
  }
  return out;
}

std::vector<Fields> Fields::objects(std::string_view name, std::size_t most) const {
  const io::Json& value = at(name);
  if (!value.is_array()) expected(named(name), "an array of objects", value);
  if (value.size() > most)
    throw ApiError(400, fmt::format("{}: expected at most {}, found {}", named(name), most, value.size()));
  std::vector<Fields> out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string path = fmt::format("{}[{}]", named(name), i);
    if (!value[i].is_object()) expected(path, "an object", value[i]);
    out.emplace_back(value[i], path);
  }
  return out;
}

std::string Fields::id() const {
  const auto found = object_.find("id");
  if (found == object_.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  if (found->is_number_integer()) return found->dump();
  expected(named("id"), "a string or a whole number", *found);
}

void Fields::only(std::initializer_list<std::string_view> names) const {
  for (const auto& [name, value] : object_.items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string where = path_.empty() ? "" : path_ + ": ";
    throw ApiError(400, fmt::format("{}expected only {}, found another field", where, fmt::join(names, ", ")));
  }
}

std::size_t characters(std::string_view text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
}

io::Pair pair_in(const Fields& fields, std::size_t number) {
  io::Pair pair;
  pair.id = fields.id();
  if (pair.id.empty()) pair.id = std::to_string(number);
  pair.reference = fields.text("reference");
  pair.candidate = fields.text("candidate");
  pair.line = number;
  const auto given = [&](const char* name) {
    const auto found = fields.object().find(name);
    return found != fields.object().end() && !found->is_null();
  };
  if (given("indication")) pair.indication = fields.text("indication");
  if (given("age")) {
    const io::Json& age = fields.object()["age"];
    pair.age = age.is_number() ? age.dump() : fields.text("age");
  }
  return pair;
}

}  // namespace fiducial::serve
