// Blind rating: two candidates of a case in random order, points from 1 to 5 and counts of errors by kind.
#include <fmt/format.h>

#include <set>

#include "serve/api.h"
#include "serve/clock.h"
#include "serve/ratings.h"
#include "serve/runs.h"

namespace fiducial::serve {
namespace {

constexpr int kBest = 5, kMostErrors = 99;
constexpr std::size_t kLongestName = 200;

// The two systems that are compared, by their runs.
struct Both {
  std::array<std::shared_ptr<const MeasuredRun>, 2> runs;

  std::array<std::string, 2> names() const { return {runs[0]->cases.name, runs[1]->cases.name}; }
  const io::Pair* find(std::size_t run, const std::string& id) const {
    const auto found = runs[run]->by_id.find(id);
    return found == runs[run]->by_id.end() ? nullptr : &runs[run]->cases.pairs[found->second];
  }
  // Both have the case, against the same reference.
  bool comparable(const std::string& id) const {
    const io::Pair* const a = find(0, id);
    const io::Pair* const b = find(1, id);
    return a != nullptr && b != nullptr && a->reference == b->reference;
  }
};

std::string rater_in(const std::string& who) {
  const std::size_t begin = who.find_first_not_of(" \t\r\n");
  const std::size_t end = who.find_last_not_of(" \t\r\n");
  if (begin == std::string::npos) throw ApiError(400, "who: expected the name of who rates, found none");
  if (end + 1 - begin > kLongestName) throw ApiError(400, fmt::format("who: expected at most {} bytes", kLongestName));
  return who.substr(begin, end + 1 - begin);
}

io::Json kind_names() {
  io::Json list = io::Json::array();
  for (int kind = 0; kind < errors::kKinds; ++kind) list.push_back(name(static_cast<errors::Kind>(kind)));
  return list;
}

Judgement judged(const Fields& fields, const std::string& system) {
  fields.only({"rating", "errors"});
  Judgement one;
  one.system = system;
  one.points = fields.whole("rating", 1, kBest);
  if (!fields.has("errors")) return one;
  const Fields counted = fields.in("errors");
  std::size_t known = 0;
  for (int kind = 0; kind < errors::kKinds; ++kind) {
    const std::string_view of = name(static_cast<errors::Kind>(kind));
    if (!counted.has(of)) continue;
    one.errors[static_cast<std::size_t>(kind)] = counted.whole(of, 0, kMostErrors);
    ++known;
  }
  if (known != counted.object().size())
    throw ApiError(400, "errors: expected kinds of error, found another word; /v1/rating lists them");
  return one;
}

// What was kept, without the systems' names: the order is all that the page knows.
io::Json kept_json(const Rated& rated) {
  io::Json list = io::Json::array();
  for (const Judgement& one : rated.shown) {
    io::Json counted = io::Json::object();
    for (int kind = 0; kind < errors::kKinds; ++kind) {
      if (const int count = one.errors[static_cast<std::size_t>(kind)]; count > 0)
        counted[std::string(name(static_cast<errors::Kind>(kind)))] = count;
    }
    list.push_back({{"rating", one.points}, {"errors", std::move(counted)}});
  }
  return {{"candidates", std::move(list)}, {"why", rated.why}, {"time", rated.time}};
}

io::Json case_json(const Both& both, const BlindPair& pair, const std::optional<Rated>& kept) {
  const std::size_t first = shown_first(pair);
  const io::Pair& one = *both.find(0, pair.id);
  return {{"id", pair.id},
          {"reference", one.reference},
          {"age", one.age},
          {"indication", one.indication},
          {"candidates", {both.find(first, pair.id)->candidate, both.find(1 - first, pair.id)->candidate}},
          {"version", kept ? kept->version : 0},
          {"kept", kept ? kept_json(*kept) : io::Json(nullptr)}};
}

Both both_of(std::shared_ptr<const MeasuredRun> a, std::shared_ptr<const MeasuredRun> b) {
  if (a == b) throw ApiError(400, "expected two runs, found the same one twice");
  return {{std::move(a), std::move(b)}};
}

BlindPair pair_of_case(const Both& both, const std::string& id, const std::string& who) {
  if (!both.comparable(id)) throw ApiError(404, "there is no such case in both runs with the same reference");
  return {id, rater_in(who), both.names()};
}

std::vector<std::string> ids_of(const MeasuredRun& run) {
  std::vector<std::string> ids;
  for (const io::Pair& pair : run.cases.pairs) ids.push_back(pair.id);
  return ids;
}

}  // namespace

// Which cases there are to rate, who rated how many, and how far they agree.
Response Api::rating(const Call& call) const {
  const auto parameter = [&](const char* name) { return query_value(call.request.query, name); };
  const Both both = both_of(measured_by(parameter("a")), measured_by(parameter("b")));
  const std::string who = parameter("who");
  const auto rated = options_.runs->ratings().all();
  const auto names = both.names();
  std::map<std::string, std::set<std::string>> raters;
  for (const Rated& one : rated) {
    const std::set<std::string> seen{one.shown[0].system, one.shown[1].system};
    if (seen.contains(names[0]) && seen.contains(names[1])) raters[one.id].insert(one.rater);
  }
  io::Json cases = io::Json::array();
  std::size_t different = 0;
  for (const io::Pair& pair : both.runs[0]->cases.pairs) {
    if (both.find(1, pair.id) == nullptr) continue;
    if (!both.comparable(pair.id)) {
      ++different;
      continue;
    }
    const auto& by = raters[pair.id];
    cases.push_back({{"id", pair.id}, {"raters", by.size()}, {"yours", by.contains(who)}});
  }
  return json_response({{"systems", names},
                        {"kinds", kind_names()},
                        {"cases", std::move(cases)},
                        {"different", different},
                        {"agreement", agreement_json(rated, names)}});
}

Response Api::rating_case(const Call& call) const {
  const auto parameter = [&](const char* name) { return query_value(call.request.query, name); };
  const Both both = both_of(measured_by(parameter("a")), measured_by(parameter("b")));
  const BlindPair pair = pair_of_case(both, call.parts[0], parameter("who"));
  return json_response(case_json(both, pair, options_.runs->ratings().of(pair)));
}

Response Api::rate_case(const Call& call) const {
  const auto parameter = [&](const char* name) { return query_value(call.request.query, name); };
  const Both both = both_of(measured_by(parameter("a")), measured_by(parameter("b")));
  const std::size_t seen = version_in(call.request.if_match);
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  fields.only({"who", "why", "candidates"});
  const BlindPair pair = pair_of_case(both, call.parts[0], fields.text("who"));
  const auto candidates = fields.objects("candidates", 2);
  if (candidates.size() != 2) throw ApiError(400, "candidates: expected a rating of both, in the order shown");
  const std::size_t first = shown_first(pair);
  const Rated rated{pair.id,
                    pair.rater,
                    fields.text_or("why", ""),
                    utc_now(),
                    {judged(candidates[0], pair.systems[first]), judged(candidates[1], pair.systems[1 - first])},
                    0};
  Ratings& ratings = options_.runs->ratings();
  try {
    const bool kept = ratings.keep(pair, seen, rated);
    for (std::size_t i = 0; kept && i < 2; ++i) ratings.publish(both.names()[i], ids_of(*both.runs[i]));
    Response response = json_response(case_json(both, pair, ratings.of(pair)));
    if (!kept) response.status = 409;
    return response;
  } catch (const InputError& error) {
    throw ApiError(507, error.what());
  }
}

Response Api::run_ratings(const Call& call) const {
  const auto run = measured_by(call.parts[0]);
  Response response;
  response.content_type = "application/x-ndjson";
  response.body = options_.runs->ratings().lines_of(run->cases.name, ids_of(*run));
  return response;
}

}  // namespace fiducial::serve
