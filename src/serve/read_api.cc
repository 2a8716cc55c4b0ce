// What reads a report or two: /v1/findings, /v1/explain, /v1/errors, /v1/radfact/verify, /v1/lunguage/structure,
// /v1/lexicon.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "explain/case_record.h"
#include "explain/errors_json.h"
#include "explain/explain.h"
#include "explain/finding_json.h"
#include "explain/verdict_json.h"
#include "serve/api.h"
#include "serve/readers.h"
#include "serve/studies.h"

namespace fiducial::serve {
namespace {

constexpr std::size_t kMostReports = 10'000;
constexpr std::size_t kLongestTerm = 200;

io::Json findings_of(const Readers& readers, const std::string& text, bool trace) {
  const lexicon::Lexicon& lexicon = readers.tables();
  findings::Reading reading;
  io::Json clauses = io::Json::array();
  findings::ClauseWatcher watch;
  if (trace) {
    watch = [&](const findings::Clause& clause, std::span<const findings::Finding> found) {
      io::Json one = explain::clause_json(lexicon, clause, text);
      one["findings"] = found.size();
      clauses.push_back(std::move(one));
    };
  }
  readers.findings()->read(text, reading, watch);
  io::Json list = io::Json::array();
  for (const findings::Finding& finding : reading.findings)
    list.push_back(explain::finding_json(lexicon, finding, text));
  io::Json out = {{"findings", std::move(list)}};
  if (trace) out["clauses"] = std::move(clauses);
  return out;
}

io::Json errors_of(const Readers& readers, const io::Pair& pair) {
  const auto reader = readers.errors();
  reader->run(pair.reference, pair.candidate, {pair.age, pair.indication});
  return explain::errors_record(pair, *reader, reader->account(pair.reference, pair.candidate));
}

radsem::Policy policy_of(const Fields& fields) {
  const std::string name = fields.text_or("policy", "many-to-many");
  if (name == "many-to-many") return radsem::Policy::many_to_many;
  if (name == "alt") return radsem::Policy::alt;
  throw ApiError(400, "policy: expected many-to-many or alt, found another word");
}

io::Json verified(const Readers& readers, const Fields& example) {
  const auto& record = example.object();
  const auto input = record.find("input");
  if (input == record.end() || !input->is_object())
    throw ApiError(400, "expected {\"example_id\", \"input\": {\"phrases_A\", \"phrases_B\"}}, found no \"input\"");
  const Fields fields(*input, "input");
  const auto a = fields.texts("phrases_A");
  const auto b = fields.texts("phrases_B");
  const radfact::Verified both = readers.radfact()->verify(a, b, true);
  io::Json out = record;
  out["output"] = {{"phrases_A_evidenced", explain::evidenced(a, both.candidate, b)},
                   {"phrases_B_evidenced", explain::evidenced(b, both.reference, a)}};
  return out;
}

io::Json structured(const Readers& readers, const std::string& text) {
  io::Json rows = io::Json::array();
  for (const lunguage::Row& row : readers.structurer()->structure(text)) rows.push_back(row_json(row));
  return rows;
}

// Calls `one` for a single {"text"}, or for each of {"reports": [{"id", "text"}]}.
template <class One>
Response each_report(const Request& request, std::initializer_list<std::string_view> known, const One& one) {
  const io::Json object = object_of(request);
  const Fields fields(object);
  fields.only(known);
  (void)fields.flag_or("trace", false);
  if (!fields.has("reports")) return json_response(one(fields, fields.text("text")));
  io::Json list = io::Json::array();
  for (const Fields& report : fields.objects("reports", kMostReports)) {
    io::Json line = {{"id", report.id().empty() ? std::to_string(list.size() + 1) : report.id()}};
    line.update(one(fields, report.text("text")));
    list.push_back(std::move(line));
  }
  return json_response({{"reports", std::move(list)}});
}

}  // namespace

Response Api::findings(const Call& call) const {
  return each_report(call.request, {"text", "reports", "trace"}, [this](const Fields& fields, const std::string& text) {
    return findings_of(*readers_, text, fields.flag_or("trace", false));
  });
}

Response Api::explain(const Call& call) const {
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  fields.only({"reference", "candidate", "policy", "metrics", "age", "indication"});
  const io::Pair pair = pair_in(fields, 1);
  io::Json out = explain::case_record(readers_->tables(), pair.reference, pair.candidate, policy_of(fields));
  io::Json mistakes = errors_of(*readers_, pair);
  out["clinical"] = mistakes["clinical"];
  out["errors"] = std::move(mistakes["errors"]);
  if (!fields.has("metrics")) return json_response(out);
  out["accounts"] = io::Json::object();
  for (const std::string& metric : fields.texts("metrics")) {
    const auto account = explain::explain(metric, pair, readers_->lexicon());
    if (!account)
      throw ApiError(400, fmt::format("metrics: expected some of {}, found another name",
                                      fmt::join(explain::explained_metrics(), ", ")));
    out["accounts"][metric] = explain::json(*account);
  }
  return json_response(out);
}

Response Api::errors(const Call& call) const {
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  if (!fields.has("pairs")) {
    fields.only({"id", "reference", "candidate", "age", "indication"});
    return json_response(errors_of(*readers_, pair_in(fields, 1)));
  }
  fields.only({"pairs"});
  io::Json list = io::Json::array();
  for (const Fields& one : fields.objects("pairs", kMostReports))
    list.push_back(errors_of(*readers_, pair_in(one, list.size() + 1)));
  return json_response({{"pairs", std::move(list)}});
}

// RadFact's own files are lists; a single example is taken too.
Response Api::verify(const Call& call) const {
  const bool is_list = call.request.body.find_first_not_of(" \t\r\n") == call.request.body.find('[');
  if (!is_list || call.request.body.empty()) {
    const io::Json object = object_of(call.request);
    return json_response(verified(*readers_, Fields(object)));
  }
  Request wrapped;
  wrapped.content_type = call.request.content_type;
  wrapped.body = "{\"examples\":" + call.request.body + "}";
  const io::Json object = object_of(wrapped);
  io::Json list = io::Json::array();
  for (const Fields& example : Fields(object).objects("examples", kMostReports))
    list.push_back(verified(*readers_, example));
  return json_response(list);
}

Response Api::structure(const Call& call) const {
  return each_report(call.request, {"text", "reports"}, [this](const Fields& /*fields*/, const std::string& text) {
    return io::Json{{"rows", structured(*readers_, text)}};
  });
}

Response Api::look_up(const Call& call) const {
  const std::string term = query_value(call.request.query, "term");
  if (characters(term) > kLongestTerm)
    throw ApiError(400, fmt::format("term: expected at most {} characters", kLongestTerm));
  return json_response(readers_->terms().look_up(term));
}

}  // namespace fiducial::serve
