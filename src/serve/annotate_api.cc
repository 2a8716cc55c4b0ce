// Annotating reports by LUNGUAGE's schema: studies, their rows, what is wrong with them, and who decided what.
#include <fmt/format.h>

#include <charconv>

#include "serve/api.h"
#include "serve/clock.h"
#include "serve/studies.h"

namespace fiducial::serve {
namespace {

std::size_t study_number(const std::string& text, const Studies* studies) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (studies == nullptr || error != std::errc() || end != text.data() + text.size() || number >= studies->size())
    throw ApiError(404, "there is no such study; /v1/studies lists them");
  return number;
}

io::Json problem_list(const std::vector<Problem>& problems) {
  io::Json list = io::Json::array();
  for (const Problem& problem : problems) list.push_back({{"row", problem.line}, {"message", problem.message}});
  return list;
}

io::Json study_json(const Studies& studies, std::size_t number) {
  const lunguage::StudyText& study = studies.study(number);
  io::Json rows = io::Json::array();
  for (const lunguage::Row& row : studies.rows(number)) rows.push_back(row_json(row));
  std::vector<Problem> problems;
  (void)rows_from_json(rows, problems);
  io::Json journal = io::Json::array();
  for (const Decision& one : studies.decisions(number))
    journal.push_back({{"version", journal.size() + 1},
                       {"who", one.who},
                       {"why", one.why},
                       {"time", one.time},
                       {"rows", io::Json::parse(one.tag).size()}});
  io::Json patient = io::Json::array();
  for (std::size_t i = 0; i < studies.size(); ++i) {
    if (studies.study(i).subject == study.subject) patient.push_back(i);
  }
  io::Json sentences = io::Json::array();
  for (const lunguage::SentencePlace& one : studies.sentences(number))
    sentences.push_back({{"section", one.section}, {"sent_idx", one.sent_idx}, {"span", {one.begin, one.end}}});
  return {{"number", number},
          {"subject", study.subject},
          {"study", study.study},
          {"sequence", studies.sequence(number)},
          {"day", study.day ? io::Json(*study.day) : io::Json(nullptr)},
          {"report", study.report},
          {"sentences", std::move(sentences)},
          {"version", journal.size()},
          {"rows", std::move(rows)},
          {"problems", problem_list(problems)},
          {"patient", std::move(patient)},
          {"journal", std::move(journal)}};
}

const io::Json& row_list(const io::Json& object) {
  const auto found = object.find("rows");
  if (found == object.end() || !found->is_array()) throw ApiError(400, "rows: expected an array of rows");
  return *found;
}

}  // namespace

Response Api::list_studies(const Call& /*call*/) const {
  io::Json list = io::Json::array();
  const Studies* const studies = options_.studies.get();
  for (std::size_t i = 0; studies != nullptr && i < studies->size(); ++i) {
    const lunguage::StudyText& study = studies->study(i);
    list.push_back({{"subject", study.subject},
                    {"study", study.study},
                    {"sequence", studies->sequence(i)},
                    {"day", study.day ? io::Json(*study.day) : io::Json(nullptr)},
                    {"version", studies->decisions(i).size()}});
  }
  return json_response({{"studies", std::move(list)}});
}

Response Api::one_study(const Call& call) const {
  const std::size_t number = study_number(call.parts[0], options_.studies.get());
  return json_response(study_json(*options_.studies, number));
}

Response Api::decide_study(const Call& call) const {
  const std::size_t number = study_number(call.parts[0], options_.studies.get());
  const std::size_t seen = version_in(call.request.if_match);
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  fields.only({"who", "why", "rows"});
  const std::string who = fields.text("who");
  if (who.empty()) throw ApiError(400, "who: expected the name of who decides, found none");
  std::vector<Problem> problems;
  const io::Json& list = row_list(object);
  const lunguage::Rows rows = rows_from_json(list, problems);
  if (rows.size() != list.size())  // some cannot be kept at all
    throw ApiError(400, fmt::format("row {}: {}", problems.front().line, problems.front().message));
  try {
    const bool kept = options_.studies->decide(number, seen, who, fields.text_or("why", ""), utc_now(), rows);
    Response response = json_response(study_json(*options_.studies, number));
    if (!kept) response.status = 409;
    return response;
  } catch (const InputError& error) {
    throw ApiError(507, error.what());
  }
}

Response Api::validate_rows(const Call& call) const {
  const io::Json object = object_of(call.request);
  std::vector<Problem> problems;
  (void)rows_from_json(row_list(object), problems);
  return json_response({{"problems", problem_list(problems)}});
}

Response Api::rows_csv(const Call& /*call*/) const {
  if (!options_.studies) throw ApiError(404, "there are no studies: start the service with --annotate FILE");
  Response response;
  response.content_type = "text/csv; charset=utf-8";
  response.body = options_.studies->csv();
  return response;
}

}  // namespace fiducial::serve
