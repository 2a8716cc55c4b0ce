#include "cli/record_table.h"

#include <fmt/format.h>
#include <unistd.h>

#include <vector>

#include "cli/table.h"
#include "cli/terminal.h"

namespace fiducial::cli {
namespace {

std::string text_in(const io::Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || !found->is_string() ? std::string() : found->get<std::string>();
}

std::string heading(const std::string& id) {
  return stdout_paint().bold("== " + id) + "\n";
}

// "severity: small; change: new"
std::string details_text(const io::Json& details) {
  std::string out;
  for (const auto& [kind, words] : details.items()) {
    std::string list;
    for (const io::Json& word : words) list += (list.empty() ? "" : ", ") + word.get<std::string>();
    out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", kind, list);
  }
  return out;
}

std::string indices(const std::vector<int>& list) {
  return fmt::format("{}", fmt::join(list, ", "));
}

// "location: right base; associate: 3"
std::string attributes_text(const lunguage::Row& row) {
  std::string out;
  const auto add = [&](lunguage::Relation relation, const std::string& value) {
    if (!value.empty()) out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", name(relation), value);
  };
  for (std::size_t i = 0; i < lunguage::kTexts; ++i) {
    const auto relation = static_cast<lunguage::Relation>(lunguage::kFirstText + i);
    if (relation != lunguage::Relation::location) add(relation, row.text(relation));
  }
  add(lunguage::Relation::associate, indices(row.associate));
  add(lunguage::Relation::evidence, indices(row.evidence));
  return out;
}

}  // namespace

void add_as(CLI::App& command, std::string& as) {
  value_name(command.add_option("--as", as,
                                "Write a table for people, or records (default: a table on a terminal, else records)"),
             "table|records");
}

bool as_table(const std::string& as, const std::string& out) {
  if (!as.empty()) return as == "table";
  return out == "-" && isatty(STDOUT_FILENO) == 1;
}

std::string findings_table(const std::string& id, const io::Json& findings) {
  Table table({{"finding", Align::left},
               {"place", Align::left},
               {"said", Align::left},
               {"status", Align::left},
               {"details", Align::left}});
  for (const io::Json& one : findings) {
    const std::string side = text_in(one, "side");
    const std::string site = text_in(one, "site");
    const std::string sure = text_in(one, "how_sure");
    std::string said = text_in(one, "polarity");
    if (sure != "definite") said += ", " + sure;
    std::string named = text_in(one, "concept");
    if (named.empty()) named = text_in(one, "text");
    table.add({named, side.empty() ? site : fmt::format("{} {}", side, site), said, text_in(one, "status"),
               details_text(one.at("details"))});
  }
  return heading(id) + (table.empty() ? "nothing found\n" : table.text(stdout_paint())) + "\n";
}

std::string rows_table(const lunguage::Rows& rows) {
  std::string out;
  for (const lunguage::Patient& patient : lunguage::patients_of(rows)) {
    for (const lunguage::Study& study : patient.studies) {
      Table table({{"", Align::right},
                   {"entity", Align::left},
                   {"cat", Align::left},
                   {"said", Align::left},
                   {"location", Align::left},
                   {"relations", Align::left}});
      for (const std::size_t i : study.rows) {
        const lunguage::Row& row = rows[i];
        table.add({fmt::format("{}", row.ent_idx), row.entity, std::string(name(row.category)),
                   fmt::format("{}{}", row.positive ? "positive" : "negative", row.definitive ? "" : ", tentative"),
                   row.text(lunguage::Relation::location), attributes_text(row)});
      }
      out += heading(patient.subject == study.id ? study.id : patient.subject + " " + study.id);
      out += table.text(stdout_paint()) + "\n";
    }
  }
  return out;
}

std::string verified_table(const std::string& id, const io::Json& output) {
  Table table({{"", Align::left}, {"phrase", Align::left}, {"status", Align::left}, {"evidence", Align::left}});
  for (const auto& [side, list] : output.items()) {
    const std::string letter = side == "phrases_A_evidenced" ? "A" : "B";
    for (const io::Json& one : list) {
      std::string evidence;
      for (const io::Json& premise : one.at("evidence"))
        evidence += (evidence.empty() ? "" : " | ") + premise.get<std::string>();
      if (one.contains("reason")) evidence += (evidence.empty() ? "" : " ") + ("(" + text_in(one, "reason") + ")");
      table.add({letter, text_in(one, "phrase"), text_in(one, "status"), evidence});
    }
  }
  return heading(id) + table.text(stdout_paint()) + "\n";
}

}  // namespace fiducial::cli
