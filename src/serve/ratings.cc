#include "serve/ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace fiducial::serve {
namespace {

using Kind = errors::Kind;

std::string key_of(const BlindPair& pair) {
  const auto& [a, b] = pair.systems;
  std::string key;
  io::append_json(key, io::Json::array({pair.id, pair.rater, std::min(a, b), std::max(a, b)}));
  return key;
}

std::string kind_name(int kind) {
  return std::string(name(static_cast<Kind>(kind)));
}

io::Json json_of(const Judgement& one) {
  io::Json counted = io::Json::object();
  for (int kind = 0; kind < errors::kKinds; ++kind) {
    if (const int count = one.errors[static_cast<std::size_t>(kind)]; count > 0) counted[kind_name(kind)] = count;
  }
  return {{"system", one.system}, {"rating", one.points}, {"errors", std::move(counted)}};
}

int count_in(const io::Json& object, const std::string& field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

Judgement judgement_of(const io::Json& record) {
  Judgement one;
  if (!record.is_object()) return one;
  one.system = record.value("system", "");
  one.points = count_in(record, "rating");
  const auto counted = record.find("errors");
  for (int kind = 0; counted != record.end() && kind < errors::kKinds; ++kind)
    one.errors[static_cast<std::size_t>(kind)] = count_in(*counted, kind_name(kind));
  return one;
}

// A line of the journal; nothing if it is another's.
std::optional<Rated> rated_of(const std::string& key, const Decision& last, std::size_t version) {
  const io::Json names = io::Json::parse(key, nullptr, false);
  const io::Json shown = io::Json::parse(last.tag, nullptr, false);
  const auto texts = [](const io::Json& one) { return one.is_string(); };
  if (!names.is_array() || names.size() != 4 || !std::all_of(names.begin(), names.end(), texts)) return std::nullopt;
  if (!shown.is_array() || shown.size() != 2) return std::nullopt;
  return Rated{names[0], names[1], last.why, last.time, {judgement_of(shown[0]), judgement_of(shown[1])}, version};
}

}  // namespace

int Judgement::total() const {
  return std::accumulate(errors.begin(), errors.end(), 0);
}

std::size_t shown_first(const BlindPair& pair) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a, and then mixed: its low bit alone goes with the letters
  for (const char c : key_of(pair)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 31)) * 0x94d049bb133111eb;
  const bool greater_first = ((hash >> 32) & 1) != 0;
  return greater_first == (pair.systems[0] > pair.systems[1]) ? 0 : 1;
}

std::optional<Rated> Ratings::of(const BlindPair& pair) const {
  const std::string key = key_of(pair);
  const auto list = journal_.of(key);
  return list.empty() ? std::nullopt : rated_of(key, list.back(), list.size());
}

std::vector<Rated> Ratings::all() const {
  std::vector<Rated> list;
  for (const auto& [key, last] : journal_.all()) {
    if (auto one = rated_of(key, last, 0)) list.push_back(std::move(*one));
  }
  return list;
}

bool Ratings::keep(const BlindPair& pair, std::size_t seen, const Rated& rated) {
  Decision decision{pair.rater, rated.why, rated.time, {}};
  io::append_json(decision.tag, io::Json::array({json_of(rated.shown[0]), json_of(rated.shown[1])}));
  return journal_.decide(key_of(pair), seen, std::move(decision));
}

std::string Ratings::lines_of(const std::string& system, const std::vector<std::string>& ids) const {
  std::map<std::string, std::map<std::string, std::pair<std::string, Judgement>>> by_case;  // rater → when and what
  for (const Rated& one : all()) {
    for (const Judgement& judgement : one.shown) {
      if (judgement.system != system) continue;
      auto& [time, last] = by_case[one.id][one.rater];
      if (one.time >= time) time = one.time, last = judgement;
    }
  }
  std::string lines;
  for (const std::string& id : ids) {
    const auto found = by_case.find(id);
    if (found == by_case.end()) continue;
    io::Json line = {{"id", id}, {"rating", io::Json::array()}, {"errors", io::Json::array()}};
    io::Json raters = io::Json::array();
    for (const auto& [rater, when_and_what] : found->second) {
      const Judgement& one = when_and_what.second;
      line["rating"].push_back(one.points);
      line["errors"].push_back(one.total());
      for (int kind = 0; kind < errors::kKinds; ++kind)
        line["errors." + kind_name(kind)].push_back(one.errors[static_cast<std::size_t>(kind)]);
      raters.push_back(rater);
    }
    line["raters"] = std::move(raters);
    lines += io::json_line(line);
  }
  return lines;
}

void Ratings::publish(const std::string& system, const std::vector<std::string>& ids) const {
  journal_.publish(system + ".ratings.jsonl", [&] { return lines_of(system, ids); });
}

}  // namespace fiducial::serve
