// Changing a match and seeing the score move: tags of a run's cases, what they score, and who decided what.
#include <fmt/format.h>

#include "fiducial/radsem.h"
#include "radsem/record_json.h"
#include "serve/adjudication.h"
#include "serve/api.h"
#include "serve/clock.h"
#include "serve/runs.h"

namespace fiducial::serve {
namespace {

radsem::Tag tag_of(const io::Json& record) {
  radsem::Tag tag = radsem::tag_from_json(record);
  if (!tag.well_formed)
    throw ApiError(400, "tag: expected {\"findings\": {\"pairs\", \"unmatched_sentences\"}}, found another shape");
  return tag;
}

io::Json scored(const radsem::Tag& tag) {
  return radsem::to_json(tag, radsem::score(tag));
}

const io::Pair& pair_of(const MeasuredRun& run, const std::string& id) {
  const auto found = run.by_id.find(id);
  if (found == run.by_id.end()) throw ApiError(404, "the run has no such case");
  return run.cases.pairs[found->second];
}

// What there is to adjudicate: the tag that the run's folder has of the case, or what the reader makes of it.
radsem::Tag tag_as_read(const MeasuredRun& run, radsem::Matcher& reader, const io::Pair& pair) {
  if (const auto given = run.cases.tags.find(pair.id); given != run.cases.tags.end())
    return radsem::tag_from_json(io::Json::parse(given->second));
  radsem::Tag tag = reader.match(pair.reference, pair.candidate).tag;
  tag.name = pair.id;
  return tag;
}

std::string who_read(const MeasuredRun& run, const io::Pair& pair) {
  if (!run.cases.tags.contains(pair.id)) return "embedded";
  const std::string& signature = run.cases.signature;
  const std::size_t at = signature.find("|reader:");
  if (at == std::string::npos) return "the run";
  const std::size_t begin = at + std::string_view("|reader:").size();
  return signature.substr(begin, signature.find('|', begin) - begin);
}

io::Json state_of(const MeasuredRun& run, const io::Pair& pair) {
  radsem::Matcher reader(run.lexicon);
  const radsem::Tag as_read = tag_as_read(run, reader, pair);
  const io::Json read = radsem::to_json(as_read);
  const auto decisions = run.adjudication->of(pair.id);
  const io::Json tag = decisions.empty() ? read : io::Json::parse(decisions.back().tag);
  io::Json journal = io::Json::array();
  for (const Decision& one : decisions)
    journal.push_back({{"version", journal.size() + 1},
                       {"who", one.who},
                       {"why", one.why},
                       {"time", one.time},
                       {"score", radsem::score(radsem::tag_from_json(io::Json::parse(one.tag))).score}});
  return {{"id", pair.id},
          {"version", decisions.size()},
          {"reference", pair.reference},
          {"candidate", pair.candidate},
          {"read_by", who_read(run, pair)},
          {"read", read},
          {"tag", tag},
          {"read_score", radsem::score(as_read).score},
          {"scored", scored(radsem::tag_from_json(tag))},
          {"journal", std::move(journal)}};
}

}  // namespace

std::string tag_lines(const MeasuredRun& run) {
  std::string lines;
  radsem::Matcher reader(run.lexicon);
  for (const io::Pair& pair : run.cases.pairs) {
    const auto decided = run.adjudication->tag(pair.id);
    lines += decided ? *decided + "\n" : io::json_line(radsem::to_json(tag_as_read(run, reader, pair)));
  }
  return lines;
}

// What people's decisions score, a line a case that they decided on: ratings, as `fiducial correlate` reads them.
std::string adjudicated_lines(const MeasuredRun& run) {
  std::string lines;
  for (const io::Pair& pair : run.cases.pairs) {
    const auto decisions = run.adjudication->of(pair.id);
    if (decisions.empty()) continue;
    const radsem::Tag tag = radsem::tag_from_json(io::Json::parse(decisions.back().tag));
    lines += io::json_line({{"id", pair.id},
                            {"rating", radsem::score(tag).score},
                            {"who", decisions.back().who},
                            {"decisions", decisions.size()}});
  }
  return lines;
}

Response Api::score_tag(const Call& call) const {
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  if (!fields.has("tag")) throw ApiError(400, "tag: expected it, found nothing");
  return json_response(scored(tag_of(object["tag"])));
}

Response Api::case_tag(const Call& call) const {
  const auto run = measured_by(call.parts[0]);
  Response response = json_response(state_of(*run, pair_of(*run, call.parts[1])));
  response.headers.emplace_back("ETag", fmt::format("\"{}\"", run->adjudication->of(call.parts[1]).size()));
  return response;
}

Response Api::decide_case(const Call& call) const {
  const auto run = measured_by(call.parts[0]);
  const io::Pair& pair = pair_of(*run, call.parts[1]);
  const std::size_t seen = version_in(call.request.if_match);
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  fields.only({"who", "why", "tag"});
  if (!fields.has("tag")) throw ApiError(400, "tag: expected it, found nothing");
  radsem::Tag tag = tag_of(object["tag"]);
  tag.name = pair.id;
  Decision decision{fields.text("who"), fields.text_or("why", ""), utc_now(), {}};
  io::append_json(decision.tag, radsem::to_json(tag));
  if (decision.who.empty()) throw ApiError(400, "who: expected the name of who decides, found none");
  try {
    if (!run->adjudication->decide(pair.id, seen, std::move(decision))) {
      Response conflict = json_response(state_of(*run, pair));
      conflict.status = 409;
      return conflict;
    }
    run->adjudication->publish("tags.jsonl", [&] { return tag_lines(*run); });
    run->adjudication->publish("ratings.jsonl", [&] { return adjudicated_lines(*run); });
  } catch (const InputError& error) {
    throw ApiError(507, error.what());
  }
  return json_response(state_of(*run, pair));
}

Response Api::run_tags(const Call& call) const {
  Response response;
  response.content_type = "application/x-ndjson";
  response.body = tag_lines(*measured_by(call.parts[0]));
  return response;
}

}  // namespace fiducial::serve
