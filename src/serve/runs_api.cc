// /v1/runs: the files that the service was started with, their cases, and two of them compared.
#include <fmt/format.h>

#include <charconv>

#include "serve/api.h"
#include "serve/report.h"

namespace fiducial::serve {
namespace {

std::size_t run_number(const std::string& text, std::size_t size) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number >= size)
    throw ApiError(404, "there is no such run; /v1/runs lists them");
  return number;
}

}  // namespace

std::shared_ptr<const MeasuredRun> Api::measured_by(const std::string& number) const {
  const std::size_t which = run_number(number, options_.runs ? options_.runs->size() : 0);
  auto run = options_.runs->find(which);
  if (run != nullptr) return run;
  const std::string problem = options_.runs->problem(which);
  throw ApiError(503, problem.empty() ? "this run is still being measured" : "this run cannot be measured: " + problem);
}

Response Api::list_runs(const Call& /*call*/) const {
  io::Json list = io::Json::array();
  const std::size_t count = options_.runs ? options_.runs->size() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back({{"name", options_.runs->name(i)},
                    {"pairs", options_.runs->pairs(i)},
                    {"ready", options_.runs->find(i) != nullptr}});
  }
  return json_response({{"runs", std::move(list)}});
}

Response Api::run(const Call& call) const {
  return json_response(measured_by(call.parts[0])->record);
}

Response Api::run_case(const Call& call) const {
  const auto run = measured_by(call.parts[0]);
  const auto found = run->by_id.find(call.parts[1]);
  if (found == run->by_id.end()) throw ApiError(404, "the run has no such case");
  const io::Pair& pair = run->cases.pairs[found->second];
  io::Json scores = io::Json::object();
  for (const auto& [column, values] : run->record["columns"].items()) scores[column] = values[found->second];
  return json_response(
      {{"id", pair.id}, {"reference", pair.reference}, {"candidate", pair.candidate}, {"scores", std::move(scores)}});
}

Response Api::compare_runs(const Call& call) const {
  const auto a = measured_by(query_value(call.request.query, "a"));
  const auto b = measured_by(query_value(call.request.query, "b"));
  const io::Json result = compared(*a, *b, query_value(call.request.query, "column"), 1);
  if (result.is_null()) throw ApiError(400, "expected a column that both runs have, and cases in common");
  return json_response(result);
}

}  // namespace fiducial::serve
