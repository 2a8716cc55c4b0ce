// docs/commands.md lists what --json holds: every field that a summary has stands in the line of its command.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "process.h"

namespace fiducial::cli_test {
namespace {

using Json = nlohmann::ordered_json;

// The line of a command in the table of fields.
std::string line_of(const std::string& command) {
  std::ifstream in(std::string(FIDUCIAL_EXAMPLES) + "/../docs/commands.md");
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) inside = contains(line, "`--json FILE`");
    if (inside && line.starts_with("| `") && contains(line.substr(0, line.find(" | ", 3)), "`" + command)) return line;
  }
  return "";
}

// Names of fields, down to those that records choose themselves: columns of metrics, kinds, parts of the body.
void collect(const Json& value, const std::set<std::string>& chosen, std::set<std::string>& out, bool open = false) {
  if (value.is_array()) {
    for (const Json& one : value) collect(one, chosen, out);
  } else if (value.is_object()) {
    for (const auto& [name, one] : value.items()) {
      if (!open) out.insert(name);
      collect(one, chosen, out, chosen.contains(name));
    }
  }
}

void check(const std::string& command, const Json& summary, const std::set<std::string>& chosen) {
  const std::string line = line_of(command);
  ASSERT_NE(line, "") << command;
  std::set<std::string> names;
  collect(summary, chosen, names);
  for (const std::string& name : names) {
    const bool said = name == "version" || name == "resamples" || name == "seed" || name == "confidence" ||
                      contains(line, "`" + name + "`");
    EXPECT_TRUE(said) << command << ": " << name;
  }
  for (const auto& [name, value] : summary.items()) {
    EXPECT_TRUE(name == "version" || contains(line, "`" + name + "`")) << command << ": " << name;
  }
}

TEST(JsonDocs, EveryFieldIsDocumented) {
  const Folder folder;
  const std::string samples = folder.path("a.jsonl");
  const auto summary = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--json", folder.path("o.json"), "-q"});
    const Result result = run(words);
    EXPECT_EQ(result.code, 0) << words[0] << result.err;
    return Json::parse(folder.read("o.json"));
  };
  const std::string pairs = example("pairs.jsonl");
  check("score", summary({"score", pairs, "--metrics", "radsem,bleu", "--samples", samples}), {"scores", "signatures"});
  Json errors = summary({"errors", pairs});
  errors["body_parts"] = Json::object();  // parts and kinds as they come
  check("errors", errors, {"kinds", "significance"});
  check("contrast evaluate", summary({"contrast", "evaluate", example("contrast.jsonl"), "--metrics", "clinical"}),
        {"by_kind", "by_modality"});
  check("ssree evaluate",
        summary({"ssree", "evaluate", "--data", example("ssree"), "--rewrites", example("rewrites.jsonl"), "--metrics",
                 "radsem"}),
        {"by_type"});
  check("radsem score", summary({"radsem", "score", example("tags.jsonl"), "-o", folder.path("s.jsonl")}), {"scores"});
  ASSERT_EQ(run({"radfact", "verify", example("radfact/phrases.json"), "-o", folder.path("v.json")}).code, 0);
  check("radfact score", summary({"radfact", "score", folder.path("v.json")}), {"measures", "counts"});
  const std::string reports = example("timeline/reports.jsonl");
  const std::string gold = example("timeline/gold.csv");
  check("lunguage score", summary({"lunguage", "score", "--pred", reports, "--gold", gold}), {});
  Json evaluated = summary({"lunguage", "evaluate", "--pred", reports, "--gold", gold});
  for (const std::string relation : {"triplet.cat", "triplet.location"}) EXPECT_TRUE(evaluated.contains(relation));
  Json fixed = Json::object();
  for (const auto& [name, value] : evaluated.items()) {
    if (!name.starts_with("triplet.")) fixed[name] = value;
  }
  for (const char* name : {"entity_relation_any_sentence", "triplet_any_sentence", "entity_groups_by_patient",
                           "temporal_groups_by_patient"})
    EXPECT_EQ(fixed["published"].erase(name), 1U) << name;
  check("lunguage evaluate", fixed, {});
  const std::string other = folder.file("b.jsonl", folder.read("a.jsonl"));
  check("compare", summary({"compare", samples, other}), {});
  check("correlate", summary({"correlate", samples, "--ratings", samples, "--rating", "radsem"}), {});
  check("lexicon coverage", summary({"lexicon", "coverage", pairs}), {});
}

}  // namespace
}  // namespace fiducial::cli_test
