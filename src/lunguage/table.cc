// Structured reports from files. A CSV row or a flat JSON object is one entity; a JSON object with "entities" is a
// whole study or section, in the shape that models are asked for.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "fiducial/io.h"
#include "fiducial/lunguage.h"
#include "io/safe_text.h"
#include "io/show.h"
#include "lunguage/days.h"
#include "lunguage/values.h"

namespace fiducial::lunguage {
namespace {

using io::Json;

// What a row must not be, as a message; caught where the row is read.
struct Broken {
  std::string message;
};

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// A scalar as text; a list as its parts joined by ", "; null and pandas' nan as nothing.
std::string text_of(const Json& value) {
  if (value.is_string()) {
    const auto text = trimmed(value.get_ref<const std::string&>());
    return text == "nan" || text == "NaN" ? std::string() : std::string(text);
  }
  if (value.is_array()) {
    std::string out;
    for (const Json& part : value) {
      const std::string text = text_of(part);
      if (!text.empty()) out += (out.empty() ? "" : ", ") + text;
    }
    return out;
  }
  if (value.is_null()) return {};
  if (value.is_number_integer() || value.is_number_unsigned()) return value.dump();
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  throw Broken{"expected texts, numbers or lists of them as values, found something else"};
}

// 3, "3", "3.0" (as pandas writes whole numbers beside missing ones), "idx3", "obj_ent_idx3".
std::optional<long> whole_number(std::string_view text) {
  if (text.starts_with("obj_ent_")) text.remove_prefix(8);
  if (text.starts_with("idx")) text.remove_prefix(3);
  if (text.ends_with(".0")) text.remove_suffix(2);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int index_of(std::string_view column, std::string_view text) {
  const auto value = whole_number(text);
  if (!value || *value < 0 || *value > 1'000'000)
    throw Broken{fmt::format("expected a whole number in {}, found '{}'", column, io::show(text))};
  return static_cast<int>(*value);
}

// "3, 4", or as the published files have it, each with the other entity's name before it: "pneumonia, idx3".
std::vector<int> indices_of(std::string_view column, std::string_view text) {
  std::vector<int> out;
  std::string_view name;  // whose index must follow
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find_first_of(",;"), text.size());
    const auto part = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (part.empty()) continue;
    if (!whole_number(part) && name.empty() && !text.empty()) {
      name = part;
      continue;
    }
    out.push_back(index_of(column, part));
    name = {};
  }
  return out;
}

bool choice(std::string_view column, std::string_view text, std::string_view yes, std::string_view no) {
  const std::string word = folded(text);
  if (word == yes) return true;
  if (word == no) return false;
  throw Broken{fmt::format("expected {} to be {} or {}, found '{}'", column, yes, no, io::show(text))};
}

// "HISTORY", "Indication" and the like are the section hist.
std::string section_name(const std::string& written) {
  std::string text = folded(written);
  if (text == "history" || text == "indication") return "hist";
  if (text == "finding" || text == "find") return "findings";
  if (text == "impr") return "impression";
  return text;
}

void set_relation(Row& row, Relation relation, const std::string& value) {
  if (relation <= Relation::dx_certainty) ++row.given[static_cast<std::size_t>(relation)];
  switch (relation) {
    case Relation::cat: {
      const auto category = category_of(value);
      if (!category)
        throw Broken{
            fmt::format("expected cat to be PF, CF, OTH, COF, NCD or PATIENT INFO, found '{}'", io::show(value))};
      row.category = *category;
      return;
    }
    case Relation::dx_status:
      row.positive = choice("dx_status", value, "positive", "negative");
      return;
    case Relation::dx_certainty:
      row.definitive = choice("dx_certainty", value, "definitive", "tentative");
      return;
    case Relation::associate:
      row.associate = indices_of("associate", value);
      return;
    case Relation::evidence:
      row.evidence = indices_of("evidence", value);
      return;
    default:
      row.text(relation) = value;
  }
}

// One named value of a row, whichever way it was written.
void set(Row& row, const std::string& column, const std::string& value) {
  if (column == "subject_id") {
    row.subject = value;
  } else if (column == "study_id") {
    row.study = value;
  } else if (column == "sequence") {
    row.sequence = index_of(column, value);
  } else if (column == "section") {
    row.section = section_name(value);
  } else if (column == "sent_idx") {
    row.sent_idx = index_of(column, value);
  } else if (column == "ent_idx") {
    row.ent_idx = index_of(column, value);
  } else if (column == "entity" || column == "ent" || column == "name") {
    row.entity = value;
  } else if (column == "entity_group" || column == "LLM_cluster") {
    row.group = value;
  } else if (column == "gt_entity_group") {
    // A file of predictions may have the gold beside its own.
    if (row.group.empty()) row.group = value;
  } else if (column == "episode" || column == "temporal_group") {
    row.episode = index_of(column, value);
  } else if (column == "gt_temporal_group") {
    if (const int episode = index_of(column, value); row.episode == 0) row.episode = episode;
  } else if (column == "day_from_first") {
    row.day = whole_number(value);
    if (!row.day) throw Broken{fmt::format("expected a whole number in {}, found '{}'", column, io::show(value))};
  } else if (const auto relation = relation_of(column)) {
    set_relation(row, *relation, value);
  } else {
    row.other.emplace_back(column, value);
  }
}

void set_fields(Row& row, const Json& fields) {
  for (const auto& [column, value] : fields.items()) {
    if (column == "entities" || column == "relations") continue;
    const std::string text = text_of(value);
    if (!text.empty()) set(row, column, std::string(io::unguarded_cell(text)));
  }
}

// The day by the date, where it is not given; the date itself stays among the other columns.
std::optional<long> day_by_date(const Row& row) {
  for (const auto& [column, value] : row.other) {
    if (column != "StudyDateTime") continue;
    const auto day = day_of_date(value);
    if (!day)
      throw Broken{fmt::format("expected a date like 2180-05-07 in StudyDateTime, found '{}'", io::show(value))};
    return day;
  }
  return std::nullopt;
}

void check_complete(const Row& row) {
  if (row.entity.empty()) throw Broken{"expected a name in entity, found none"};
  if (row.study.empty()) throw Broken{"expected a study_id, found none"};
}

class RowReader {
 public:
  RowReader(std::unique_ptr<io::ByteSource> source, const RowSink& sink) : reader_(std::move(source)), sink_(sink) {}

  void read(io::ProblemLog& problems) {
    io::Record record;
    while (reader_.next(record)) {
      const Json* entities = record.find("entities");
      if (entities == nullptr) {
        one(record, record.fields, {});
      } else if (!entities->is_array()) {
        reader_.reject(record, "expected entities to be a list, found something else");
      } else {
        for (const Json& entity : *entities) one(record, entity, record.fields);
        if (entities->empty()) nothing(record);
      }
    }
    problems.add(reader_.problems(), reader_.problem_count());
  }

 private:
  void one(const io::Record& record, const Json& fields, const Json& around) {
    Row row;
    row.given = {0, 0, 0};
    row.line = record.line;
    try {
      if (!fields.is_object()) throw Broken{"expected an entity to be an object, found something else"};
      if (around.is_object()) set_fields(row, around);
      set_fields(row, fields);
      if (fields.contains("relations")) set_relations(row, fields["relations"]);
      check_complete(row);
      const auto date = day_by_date(row);
      const bool dated = date && !row.day;
      if (dated) row.day = date;
      sink_.row(std::move(row), dated);
    } catch (const Broken& broken) {
      reader_.reject(record, broken.message, row.study);
    }
  }

  // A study in which nothing was found.
  void nothing(const io::Record& record) {
    Row study;
    try {
      set_fields(study, record.fields);
      if (study.study.empty()) throw Broken{"expected a study_id, found none"};
      sink_.empty_study(study.subject, study.study);
    } catch (const Broken& broken) {
      reader_.reject(record, broken.message);
    }
  }

  static void set_relations(Row& row, const Json& relations) {
    if (!relations.is_array()) throw Broken{"expected relations to be a list, found something else"};
    for (const Json& entry : relations) {
      if (!entry.is_object() || !entry.contains("relation"))
        throw Broken{"expected each relation to be an object with its name, found something else"};
      const std::string named = text_of(entry["relation"]);
      const auto relation = relation_of(named);
      if (!relation) throw Broken{fmt::format("expected a relation of the schema, found '{}'", io::show(named))};
      if (*relation == Relation::associate || *relation == Relation::evidence) {
        if (!entry.contains("obj_ent_idx"))
          throw Broken{fmt::format("expected obj_ent_idx with {}, found none", named)};
        auto& list = *relation == Relation::associate ? row.associate : row.evidence;
        list.push_back(index_of("obj_ent_idx", text_of(entry["obj_ent_idx"])));
      } else {
        const std::string value = entry.contains("value") ? text_of(entry["value"]) : "";
        if (value.empty()) continue;
        const bool more = *relation >= Relation::location && !row.text(*relation).empty();
        set_relation(row, *relation, more ? row.text(*relation) + ", " + value : value);
      }
    }
  }

  io::RecordReader reader_;
  const RowSink& sink_;
};

// Dates become days from the patient's first.
void count_days(Rows& rows, const std::vector<std::size_t>& dated) {
  std::map<std::string, long> first;
  for (const std::size_t i : dated) {
    const auto [entry, fresh] = first.try_emplace(rows[i].subject, *rows[i].day);
    if (!fresh) entry->second = std::min(entry->second, *rows[i].day);
  }
  for (const std::size_t i : dated) *rows[i].day -= first[rows[i].subject];
}

std::string joined(const std::vector<int>& list) {
  return fmt::format("{}", fmt::join(list, ", "));
}

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list{"subject_id", "study_id", "sequence", "day_from_first",
                                  "section",    "sent_idx", "ent_idx",  "entity"};
    for (std::size_t i = 0; i < kRelations; ++i) list.emplace_back(name(static_cast<Relation>(i)));
    list.insert(list.end(), {"entity_group", "episode"});
    return list;
  }();
  return names;
}

std::string cell_of(const Row& row, Relation relation) {
  if (relation == Relation::associate) return joined(row.associate);
  if (relation == Relation::evidence) return joined(row.evidence);
  return value_of(row, relation);
}

Json entity_json(const Row& row) {
  Json entity{{"section", row.section}, {"name", row.entity}, {"sent_idx", row.sent_idx}, {"ent_idx", row.ent_idx}};
  Json relations = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(Relation::associate); ++i) {
    const auto relation = static_cast<Relation>(i);
    const std::string value = value_of(row, relation);
    if (!value.empty()) relations.push_back({{"relation", name(relation)}, {"value", value}});
  }
  for (const int target : row.associate) relations.push_back({{"relation", "associate"}, {"obj_ent_idx", target}});
  for (const int target : row.evidence) relations.push_back({{"relation", "evidence"}, {"obj_ent_idx", target}});
  entity["relations"] = std::move(relations);
  if (!row.group.empty()) entity["entity_group"] = row.group;
  if (row.episode > 0) entity["episode"] = row.episode;
  for (const auto& [column, value] : row.other) entity[column] = value;
  return entity;
}

}  // namespace

Table read_rows(std::unique_ptr<io::ByteSource> source) {
  Table table;
  std::vector<std::size_t> dated_rows;
  RowSink sink;
  sink.row = [&](Row&& row, bool dated) {
    if (dated) dated_rows.push_back(table.rows.size());
    table.rows.push_back(std::move(row));
  };
  sink.empty_study = [&](const std::string& subject, const std::string& study) {
    table.empty_studies.emplace_back(subject, study);
  };
  read_rows(std::move(source), sink, table.problems);
  count_days(table.rows, dated_rows);
  return table;
}

void read_rows(std::unique_ptr<io::ByteSource> source, const RowSink& sink, io::ProblemLog& problems) {
  RowReader(std::move(source), sink).read(problems);
}

Table read_rows(const std::string& path) {
  return read_rows(io::open_source(path));
}

bool is_structured(const io::RecordReader& reader, const io::Record& first) {
  const auto has = [&](std::string_view column) {
    return first.find(column) != nullptr ||
           std::find(reader.columns().begin(), reader.columns().end(), column) != reader.columns().end();
  };
  return has("entities") || has("entity") || has("ent");
}

void add_other_columns(const Row& row, std::vector<std::string>& others) {
  for (const auto& [column, value] : row.other) {
    if (std::find(others.begin(), others.end(), column) == others.end()) others.push_back(column);
  }
}

std::string csv_head(const std::vector<std::string>& others) {
  std::string out;
  std::vector<std::string> head = columns();
  head.insert(head.end(), others.begin(), others.end());
  io::append_csv(out, head);
  return out;
}

void append_csv(std::string& out, const Row& row, const std::vector<std::string>& others) {
  std::vector<std::string> cells{row.subject,
                                 row.study,
                                 fmt::format("{}", row.sequence),
                                 row.day ? fmt::format("{}", *row.day) : "",
                                 row.section,
                                 fmt::format("{}", row.sent_idx),
                                 fmt::format("{}", row.ent_idx),
                                 row.entity};
  for (std::size_t i = 0; i < kRelations; ++i) cells.push_back(cell_of(row, static_cast<Relation>(i)));
  cells.push_back(row.group);
  cells.push_back(row.episode > 0 ? fmt::format("{}", row.episode) : "");
  for (const std::string& column : others) {
    const auto found =
        std::find_if(row.other.begin(), row.other.end(), [&](const auto& o) { return o.first == column; });
    cells.push_back(found == row.other.end() ? "" : found->second);
  }
  std::transform(cells.begin(), cells.end(), cells.begin(), [](const std::string& c) { return io::safe_cell(c); });
  io::append_csv(out, cells);
}

std::string to_csv(const Rows& rows) {
  std::vector<std::string> others;
  for (const Row& row : rows) add_other_columns(row, others);
  std::string out = csv_head(others);
  for (const Row& row : rows) append_csv(out, row, others);
  return out;
}

std::string to_jsonl(const Rows& rows) {
  std::string out;
  for (const Patient& patient : patients_of(rows)) {
    for (const Study& study : patient.studies) {
      Json line{{"subject_id", patient.subject}, {"study_id", study.id}, {"sequence", study.sequence}};
      if (study.day) line["day_from_first"] = *study.day;
      Json entities = Json::array();
      for (const std::size_t row : study.rows) entities.push_back(entity_json(rows[row]));
      line["entities"] = std::move(entities);
      out += io::json_line(line);
    }
  }
  return out;
}

}  // namespace fiducial::lunguage
