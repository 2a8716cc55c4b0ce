// LUNGUAGE's second stage as a question.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "llm/lunguage_tasks.h"
#include "llm/rules.h"
#include "lunguage/values.h"
#include "radsem/sentences.h"

namespace fiducial::llm {
namespace {

using io::Json;
using lunguage::Row;

Json group_schema() {
  const Json text = {{"type", "string"}};
  const Json episode = object_schema({{"findings", list_schema({{"type", "integer"}})}});
  return object_schema(
      {{"groups", list_schema(object_schema({{"name", text}, {"episodes", list_schema(episode)}, {"why", text}}))}});
}

class GroupingReader {
 public:
  explicit GroupingReader(std::span<const Row* const> rows) : rows_(rows), grouped_(rows.size()) {}

  std::vector<Grouped> read(const Json& object) {
    for (const Json& item : list_in(object, "groups")) group(item);
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < grouped_.size(); ++i) {
      if (grouped_[i].episode == 0) missing.push_back(i + 1);
    }
    if (!missing.empty())
      throw BrokenRule{fmt::format("these findings are in no group: {}", fmt::join(missing, ", ")),
                       fmt::format("{} of {} findings are in no group", missing.size(), rows_.size())};
    return std::move(grouped_);
  }

 private:
  using Episode = std::vector<std::size_t>;  // places of rows, sorted

  void group(const Json& item) {
    const std::string name = lunguage::folded(radsem::trim(text_in(item, "name")));
    if (name.empty()) throw BrokenRule{"a \"name\" is empty", "a name is empty"};
    if (!names_.insert(name).second)
      throw BrokenRule{fmt::format("two groups have the name \"{}\"", name), "two groups have the same name"};
    std::vector<Episode> episodes;
    for (const Json& one : list_in(item, "episodes")) episodes.push_back(episode(one));
    if (episodes.empty()) throw BrokenRule{"a group has no \"episodes\"", "a group has no episodes"};
    std::sort(episodes.begin(), episodes.end());
    const auto normal = std::count_if(episodes.begin(), episodes.end(),
                                      [&](const Episode& list) { return !rows_[list.front()]->positive; });
    if (normal > 1)
      throw BrokenRule{fmt::format("the negative findings of the group \"{}\" must be one episode", name),
                       "negative findings of a group are in several episodes"};
    const std::string why(radsem::trim(text_in(item, "why")));
    for (std::size_t i = 0; i < episodes.size(); ++i) {
      for (const std::size_t row : episodes[i]) grouped_[row] = {name, why, static_cast<int>(i) + 1};
    }
  }

  Episode episode(const Json& item) {
    Episode list;
    for (const Json& number : list_in(item, "findings")) {
      const std::size_t place = number_of(number, "findings", rows_.size()) - 1;
      if (!seen_.insert(place).second)
        throw BrokenRule{fmt::format("finding {} is there twice", place + 1), "a finding is there twice"};
      list.push_back(place);
    }
    if (list.empty()) throw BrokenRule{"an episode has no \"findings\"", "an episode has no findings"};
    std::sort(list.begin(), list.end());
    const bool first = rows_[list.front()]->positive;
    for (const std::size_t place : list) {
      if (rows_[place]->positive != first)
        throw BrokenRule{fmt::format("findings {} and {} are in one episode, but only one of them is negative",
                                     list.front() + 1, place + 1),
                         "an episode has positive and negative findings"};
    }
    return list;
  }

  std::span<const Row* const> rows_;
  std::vector<Grouped> grouped_;
  std::set<std::string> names_;
  std::set<std::size_t> seen_;
};

}  // namespace

std::string finding_line(const Row& row) {
  const std::string when = row.day ? fmt::format("day {}", *row.day) : fmt::format("study {}", row.sequence);
  return fmt::format("{}; {}; {}; {}; {}: {}", when, row.section, name(row.category),
                     row.positive ? "positive" : "negative", row.definitive ? "definitive" : "tentative",
                     lunguage::folded(lunguage::phrase(row)));
}

GroupTask::GroupTask(Prompt prompt)
    : prompt_(std::move(prompt)), schema_(std::make_shared<Schema>(Schema{"entity_groups", group_schema()})) {}

Question GroupTask::question(const std::string& id, std::span<const Row* const> rows) const {
  std::string numbered;
  for (std::size_t i = 0; i < rows.size(); ++i)
    numbered += fmt::format("{}[{}] {}", i == 0 ? "" : "\n", i + 1, finding_line(*rows[i]));
  return {id, prompt_.messages({{"findings", numbered}}), schema_};
}

Complaint GroupTask::read(const std::string& answer, std::span<const Row* const> rows,
                          std::vector<Grouped>& grouped) const {
  return by_rules(prompt_, [&] { grouped = GroupingReader(rows).read(answered_object(answer)); });
}

}  // namespace fiducial::llm
