// A mapping of the user's YAML, field by field: each getter takes a field, of the right kind or with a complaint that
// names the line; finish() complains of fields that nobody took.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

namespace fiducial::llm {

class YamlFields {
 public:
  // `what` is the mapping's name in messages: "endpoint LOCAL".
  YamlFields(std::string file, const YAML::Node& node, std::string what);

  bool has(const char* name);  // there, and not null
  YAML::Node node(const char* name);
  // Each sets `out` if the field is there. Numbers are within [low, high].
  bool text(const char* name, std::string& out);
  bool number(const char* name, double& out, double low, double high);
  bool count(const char* name, std::size_t& out, std::size_t low, std::size_t high);
  // A list of words, or one word.
  bool words(const char* name, std::vector<std::string>& out);
  // One of `choices`; gives its place.
  bool choice(const char* name, const std::vector<std::string>& choices, std::size_t& out);

  void finish();
  // Throws InputError at the line of this field (or of the mapping).
  [[noreturn]] void complain(const char* name, const std::string& message) const;

 private:
  std::string scalar(const char* name);

  std::string file_;
  YAML::Node node_;
  std::string what_;
  std::vector<std::string> known_;
};

[[noreturn]] void complain_at(const std::string& file, const YAML::Mark& mark, const std::string& message);

}  // namespace fiducial::llm
