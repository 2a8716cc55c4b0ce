// SSREE's levels as a question: what is asked, and what can be checked of five reports that a model wrote.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "fiducial/stats.h"
#include "llm/radsem_tasks.h"
#include "llm/rules.h"
#include "llm/ssree_task.h"

namespace fiducial::llm {
namespace {

using io::Json;
using ssree::kRungs;
using Numbers = std::set<std::size_t>;

Json levels_schema() {
  const Json number = {{"type", "integer"}};
  const Json normality = object_schema({{"number", number}, {"is", word_schema({"normal", "abnormal"}, false)}});
  const Json sentence = object_schema({{"from", list_schema(number)}, {"text", {{"type", "string"}}}});
  return object_schema(
      {{"normality", list_schema(normality)},
       {"levels", list_schema(object_schema(
                      {{"level", number}, {"turned", list_schema(number)}, {"sentences", list_schema(sentence)}}))}});
}

std::uint64_t drawn(std::uint64_t x) {
  return stats::Random::mixed(x + stats::Random::kStep);
}

std::vector<std::size_t> abnormal_in(const Json& object, std::size_t atoms) {
  Accounts accounts("normality", atoms);
  std::vector<std::size_t> abnormal;
  for (const Json& item : list_in(object, "normality")) {
    const std::size_t number = number_in(item, "number", atoms);
    accounts.add(number);
    if (word_in(item, "is", {"normal", "abnormal"}, false) == "abnormal") abnormal.push_back(number);
  }
  accounts.check();
  std::sort(abnormal.begin(), abnormal.end());
  return abnormal;
}

// "2", "1.5": the figures of a text, each as often as it stands there.
std::multiset<std::string> figures(std::string_view text) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  std::multiset<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!digit(text[i])) continue;
    std::size_t end = i + 1;
    while (end < text.size() &&
           (digit(text[end]) || (text[end] == '.' && end + 1 < text.size() && digit(text[end + 1]))))
      ++end;
    out.emplace(text.substr(i, end - i));
    i = end;
  }
  return out;
}

// One level of an answer, against what it must be.
class LevelReader {
 public:
  LevelReader(std::size_t level, const std::vector<std::string>& atoms, Numbers turned)
      : level_(level), atoms_(atoms), turned_(std::move(turned)) {}

  std::string read(const Json& item) {
    if (number_in(item, "level", kRungs) != level_) complain("stands in another's place", "a level is out of order");
    check_turned(item);
    Accounts accounts("from", atoms_.size());
    std::string text;
    for (const Json& sentence : list_in(item, "sentences")) {
      std::string words = on_one_line(text_in(sentence, "text"));
      if (words.empty()) complain("has a \"text\" that is empty", "a text is empty");
      check_sentence(list_in(sentence, "from"), words, accounts);
      if (!text.empty()) text += ' ';
      text += words;
      if (!words.ends_with('.')) text += '.';
    }
    accounts.check();
    return text;
  }

 private:
  [[noreturn]] void complain(const std::string& to_model, const std::string& reason) const {
    throw BrokenRule{fmt::format("level {} {}", level_, to_model), fmt::format("level {}: {}", level_, reason)};
  }

  void check_turned(const Json& item) const {
    Numbers said;
    for (const Json& value : list_in(item, "turned")) said.insert(number_of(value, "turned", atoms_.size()));
    if (said == turned_) return;
    complain(fmt::format("must turn exactly these sentences: {}",
                         turned_.empty() ? "none" : fmt::format("{}", fmt::join(turned_, ", "))),
             "other sentences are turned than it must");
  }

  void check_sentence(const Json& from, const std::string& words, Accounts& accounts) const {
    if (from.empty() || (level_ == kRungs && from.size() > 1)) {
      complain("has a \"from\" with none or several numbers where one was asked for",
               "a sentence stands for none or for several");
    }
    std::multiset<std::string> needed;
    for (const Json& value : from) {
      const std::size_t number = number_of(value, "from", atoms_.size());
      accounts.add(number);
      const std::string& atom = atoms_[number - 1];
      if (!turned_.contains(number)) {
        needed.merge(figures(atom));
      } else if (from.size() == 1 && bare(atom) == bare(words)) {
        complain(fmt::format("turns sentence {}, but its words are the same", number),
                 "a sentence that is turned has the same words");
      }
    }
    const std::multiset<std::string> there = figures(words);
    if (!std::includes(there.begin(), there.end(), needed.begin(), needed.end())) {
      complain(fmt::format("changes the figures of sentence {}, which is not turned", from.front().dump()),
               "figures are changed in a sentence that is not turned");
    }
  }

  static std::string_view bare(std::string_view text) {
    while (text.ends_with('.')) text.remove_suffix(1);
    return text;
  }

  std::size_t level_;
  const std::vector<std::string>& atoms_;
  Numbers turned_;
};

// What each level turns: 0, 1, 2 and all of the abnormal sentences, and everything.
Numbers turned_at(std::size_t level, const std::vector<std::size_t>& abnormal, const std::vector<std::size_t>& order) {
  if (level == kRungs) return {order.begin(), order.end()};
  if (level + 1 == kRungs) return {abnormal.begin(), abnormal.end()};
  Numbers turned;
  for (const std::size_t number : order) {
    if (turned.size() + 1 < level && std::binary_search(abnormal.begin(), abnormal.end(), number))
      turned.insert(number);
  }
  return turned;
}

}  // namespace

LevelsTask::LevelsTask(Prompt prompt)
    : prompt_(std::move(prompt)), schema_(std::make_shared<Schema>(Schema{"levels", levels_schema()})) {}

std::vector<std::size_t> LevelsTask::order_of(std::size_t atoms, std::uint64_t seed) {
  std::vector<std::size_t> order(atoms);
  std::iota(order.begin(), order.end(), std::size_t{1});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return drawn(seed ^ drawn(a)) < drawn(seed ^ drawn(b)); });
  return order;
}

Question LevelsTask::question(const std::string& name, const std::vector<std::string>& atoms,
                              const std::vector<std::size_t>& order) const {
  std::string lines;
  for (std::size_t i = 0; i < atoms.size(); ++i)
    lines += fmt::format("{}{}. {}.", i == 0 ? "" : "\n", i + 1, on_one_line(atoms[i]));
  // Five reports as long as the sentences, each sentence with its numbers.
  const std::size_t answer = 2 * kRungs * guess_tokens(lines.size());
  return {name, prompt_.messages({{"sentences", lines}, {"order", fmt::format("{}", fmt::join(order, ", "))}}), schema_,
          answer};
}

Complaint LevelsTask::read(const std::string& answer, const std::vector<std::string>& atoms,
                           const std::vector<std::size_t>& order, Levels& levels) const {
  return by_rules(prompt_, [&] {
    levels = {};
    const Json object = answered_object(answer);
    levels.abnormal = abnormal_in(object, atoms.size());
    levels.unfit = ssree::unfit_for_levels(levels.abnormal.size(), atoms.size() - levels.abnormal.size());
    if (!levels.unfit.empty()) return;
    const Json& list = list_in(object, "levels");
    if (list.size() != kRungs) throw BrokenRule{"\"levels\" must have five levels", "there are not five levels"};
    ssree::Ladder ladder;
    std::set<std::string_view> texts;
    const std::string original = rewritten_text(atoms);
    texts.insert(original);
    for (std::size_t level = 1; level <= kRungs; ++level) {
      std::string& text = ladder.levels.at(level - 1);
      text = LevelReader(level, atoms, turned_at(level, levels.abnormal, order)).read(list[level - 1]);
      if (!texts.insert(text).second) {
        throw BrokenRule{fmt::format("level {} is word for word the report or another level", level),
                         "two levels are the same"};
      }
    }
    levels.ladder = std::move(ladder);
  });
}

}  // namespace fiducial::llm
