#include "llm/yaml_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fiducial/problem.h"
#include "io/suggest.h"

namespace fiducial::llm {
namespace {

// Names under which people put their keys. Whatever is there is never quoted.
bool holds_a_key(const std::string& name) {
  for (const char* word : {"api_key", "key", "token", "api_token", "password", "secret", "openai_api_key", "api-key"}) {
    if (name == word) return true;
  }
  return false;
}

}  // namespace

void complain_at(const std::string& file, const YAML::Mark& mark, const std::string& message) {
  const std::size_t line = mark.is_null() ? 0 : static_cast<std::size_t>(mark.line) + 1;
  throw InputError({file, line, "", message});
}

YamlFields::YamlFields(std::string file, const YAML::Node& node, std::string what)
    : file_(std::move(file)), node_(node), what_(std::move(what)) {
  if (!node_.IsMap()) complain_at(file_, node_.Mark(), fmt::format("{}: expected fields with values", what_));
  std::vector<std::string> seen;
  for (const auto& field : node_) {
    const std::string name = field.first.IsScalar() ? field.first.Scalar() : "";
    if (std::find(seen.begin(), seen.end(), name) != seen.end())
      complain_at(file_, field.first.Mark(), fmt::format("{}: the field '{}' is there twice", what_, name));
    seen.push_back(name);
  }
}

bool YamlFields::has(const char* name) {
  if (std::find(known_.begin(), known_.end(), name) == known_.end()) known_.emplace_back(name);
  const YAML::Node value = node(name);
  return value.IsDefined() && !value.IsNull();
}

YAML::Node YamlFields::node(const char* name) {
  return static_cast<const YAML::Node&>(node_)[name];
}

void YamlFields::complain(const char* name, const std::string& message) const {
  const YAML::Node value = node_[name];
  complain_at(file_, value.IsDefined() ? value.Mark() : node_.Mark(), fmt::format("{}: {}: {}", what_, name, message));
}

std::string YamlFields::scalar(const char* name) {
  const YAML::Node value = node(name);
  if (!value.IsScalar()) complain(name, "expected one value, found a list or a mapping");
  return value.Scalar();
}

bool YamlFields::text(const char* name, std::string& out) {
  if (!has(name)) return false;
  out = scalar(name);
  return true;
}

bool YamlFields::number(const char* name, double& out, double low, double high) {
  if (!has(name)) return false;
  const std::string text = scalar(name);
  double value = 0;
  if (!YAML::convert<double>::decode(node(name), value) || !(value >= low && value <= high))
    complain(name, fmt::format("expected a number from {} to {}, found '{}'", low, high, text));
  out = value;
  return true;
}

bool YamlFields::count(const char* name, std::size_t& out, std::size_t low, std::size_t high) {
  double value = 0;
  if (!number(name, value, static_cast<double>(low), static_cast<double>(high))) return false;
  if (value != std::floor(value)) complain(name, fmt::format("expected a whole number, found '{}'", scalar(name)));
  out = static_cast<std::size_t>(value);
  return true;
}

bool YamlFields::words(const char* name, std::vector<std::string>& out) {
  if (!has(name)) return false;
  const YAML::Node value = node(name);
  out.clear();
  if (value.IsScalar()) out.push_back(value.Scalar());
  if (value.IsMap()) complain(name, "expected a list, found a mapping");
  if (value.IsSequence()) {
    for (const auto& item : value) {
      if (!item.IsScalar()) complain_at(file_, item.Mark(), fmt::format("{}: {}: expected words", what_, name));
      out.push_back(item.Scalar());
    }
  }
  return true;
}

bool YamlFields::choice(const char* name, const std::vector<std::string>& choices, std::size_t& out) {
  if (!has(name)) return false;
  const std::string text = scalar(name);
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found == choices.end())
    complain(name, fmt::format("expected one of {}, found '{}'.{}", fmt::join(choices, ", "), text,
                               io::did_you_mean(text, choices)));
  out = static_cast<std::size_t>(found - choices.begin());
  return true;
}

void YamlFields::finish() {
  for (const auto& field : node_) {
    const std::string name = field.first.IsScalar() ? field.first.Scalar() : "";
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    if (holds_a_key(name)) {
      complain_at(file_, field.first.Mark(),
                  fmt::format("{}: {}: keys do not belong into this file; name an environment variable by "
                              "api_key_env_var_name, a file by api_key_file or a command by api_key_command",
                              what_, name));
    }
    complain_at(file_, field.first.Mark(),
                fmt::format("{}: there is no field '{}'.{}", what_, name, io::did_you_mean(name, known_)));
  }
}

}  // namespace fiducial::llm
