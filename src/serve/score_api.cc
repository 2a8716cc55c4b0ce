// /v1/metrics, /v1/score and /v1/reward.
#include <fmt/format.h>

#include "serve/api.h"
#include "serve/metrics.h"
#include "serve/readers.h"
#include "serve/score_stream.h"

namespace fiducial::serve {
namespace {

std::vector<std::string> names_of(const Fields& fields) {
  return fields.has("metrics") ? fields.texts("metrics") : default_metrics();
}

io::Json scores_of(const std::vector<const Metric*>& metrics, const io::Pair& pair) {
  io::Json scores = io::Json::object();
  for (const Metric* metric : metrics) scores.update(values_of(*metric, pair));
  return scores;
}

// Splits what comes into lines, and answers each.
class ScoreStream final : public LineStream {
 public:
  ScoreStream(std::vector<const Metric*> metrics, std::function<void(std::size_t)> count)
      : metrics_(std::move(metrics)), count_(std::move(count)) {}

  std::string_view content_type() const override { return "application/x-ndjson"; }

  std::string feed(std::string_view bytes) override {
    std::string out;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t end = bytes.find('\n', at);
      take(bytes.substr(at, end - at));
      if (end == std::string_view::npos) break;
      end_line(out);
      at = end + 1;
    }
    return out;
  }

  std::string finish() override {
    std::string out;
    if (!line_.empty() || too_long_) end_line(out);
    return out;
  }

 private:
  static constexpr std::size_t kLongest = std::size_t{4} << 20;

  void take(std::string_view piece) {
    too_long_ = too_long_ || line_.size() + piece.size() > kLongest;
    if (too_long_)
      line_.clear();
    else
      line_ += piece;
  }

  void end_line(std::string& out) {
    ++number_;
    if (too_long_)
      problem(out, fmt::format("expected a line of at most {} bytes, found a longer one", kLongest));
    else if (line_.find_first_not_of(" \t\r") != std::string::npos)
      answer(out);
    line_.clear();
    too_long_ = false;
  }

  void answer(std::string& out) {
    try {
      Request request;
      request.body.swap(line_);
      const io::Json object = object_of(request);
      const Fields fields(object);
      const io::Pair pair = pair_in(fields, number_);
      io::Json line = {{"id", pair.id}};
      line.update(scores_of(metrics_, pair));
      out += io::json_line(line);
      count_(1);
    } catch (const ApiError& error) {
      problem(out, error.what());
    } catch (const RecordError& error) {
      problem(out, error.what());
    } catch (const std::exception&) {
      problem(out, "the program could not do this; please report it");  // what() may quote a text
    }
  }
  void problem(std::string& out, const std::string& message) const {
    out += io::json_line({{"line", number_}, {"error", message}});
  }

  std::vector<const Metric*> metrics_;
  std::function<void(std::size_t)> count_;
  std::string line_;
  std::size_t number_ = 0;
  bool too_long_ = false;
};

// What a trainer asks with: the whole text that a model saw and wrote, and the prompt that it begins with.
std::string_view written_after(std::string_view query, std::string_view prompt) {
  return query.starts_with(prompt) ? query.substr(prompt.size()) : query;
}

}  // namespace

std::unique_ptr<LineStream> score_stream(const Request& head, const Readers& readers,
                                         std::function<void(std::size_t)> count) {
  try {
    const auto names = names_in(query_value(head.query, "metrics"));
    return std::make_unique<ScoreStream>(readers.without_corpus(names), std::move(count));
  } catch (const ApiError&) {
    return nullptr;
  }
}

Response Api::metrics(const Call& /*call*/) const {
  io::Json list = io::Json::array();
  for (const std::string& name : metric_names()) {
    const Metric& metric = *readers_->metric(name);
    io::Json columns = io::Json::array();
    for (const std::string& column : metric.columns()) columns.push_back(column);
    list.push_back({{"name", name},
                    {"columns", std::move(columns)},
                    {"needs_corpus", metric.needs_corpus()},
                    {"signature", signature_of(metric)}});
  }
  return json_response({{"version", program_version()}, {"default", default_metrics()}, {"metrics", std::move(list)}});
}

Response Api::score_pair(const Fields& fields) const {
  fields.only({"reference", "candidate", "metrics", "id", "age", "indication"});
  const auto metrics = readers_->without_corpus(names_of(fields));
  const io::Json scores = scores_of(metrics, pair_in(fields, 1));
  telemetry_->add_pairs(1);
  return json_response({{"scores", scores}, {"signatures", signatures_of(metrics)}});
}

Response Api::score_pairs(const Fields& fields) const {
  fields.only({"pairs", "metrics"});
  const auto names = names_of(fields);
  readers_->check_names(names);
  std::vector<io::Pair> pairs;
  for (const Fields& one : fields.objects("pairs", options_.most_pairs)) {
    pairs.push_back(pair_in(one, pairs.size() + 1));
  }
  if (pairs.empty()) throw ApiError(400, "pairs: expected at least one, found none");
  const Resampling how;
  const Measured all = measured(pairs, names, readers_->lexicon(), how, 1);
  if (all.failed.size() == pairs.size()) throw ApiError(413, "no pair could be measured; " + all.failed.front().second);
  telemetry_->add_pairs(pairs.size());
  Response response;
  response.body = "{\"samples\":[";
  for (std::size_t at = 0; at < all.lines.size();) {  // each line is a JSON object
    const std::size_t end = all.lines.find('\n', at);
    response.body += (at == 0 ? "" : ",") + all.lines.substr(at, end - at);
    at = end + 1;
  }
  response.body += "]";
  if (!all.failed.empty()) {
    io::Json failed = io::Json::array();
    for (const auto& [number, why] : all.failed) failed.push_back({{"id", pairs[number].id}, {"error", why}});
    response.body += ",\"failed\":";
    io::append_json(response.body, failed);
  }
  response.body += ",\"scores\":";
  response.body += all.scores;
  response.body += ",\"bootstrap\":";
  io::append_json(response.body, {{"resamples", how.resamples}, {"seed", how.seed}, {"confidence", how.confidence}});
  response.body += ",\"signatures\":";
  response.body += all.signatures;
  response.body += "}";
  return response;
}

Response Api::score(const Call& call) const {
  if (call.request.content_type == "application/x-ndjson") {  // a stream that could not begin: say why
    (void)readers_->without_corpus(names_in(query_value(call.request.query, "metrics")));
  }
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  return fields.has("pairs") ? score_pairs(fields) : score_pair(fields);
}

// OpenRLHF's remote reward model: {"query", "prompts", "labels"} in, {"rewards"} out, one a query.
Response Api::reward(const Call& call) const {
  std::string name = query_value(call.request.query, "metric");
  if (name.empty()) name = "radsem";
  const Metric& metric = *readers_->without_corpus({name}).front();
  const io::Json object = object_of(call.request);
  const Fields fields(object);
  const auto queries = fields.texts("query");
  const auto labels = fields.texts("labels");
  const auto prompts = fields.has("prompts") ? fields.texts("prompts") : std::vector<std::string>(queries.size());
  if (labels.size() != queries.size() || prompts.size() != queries.size())
    throw ApiError(400, fmt::format("expected as many labels and prompts as queries ({}), found {} and {}",
                                    queries.size(), labels.size(), prompts.size()));
  io::Json rewards = io::Json::array();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const io::Json values = values_of(metric, {"", labels[i], std::string(written_after(queries[i], prompts[i])), 0});
    const io::Json& value = values[metric.columns().front()];
    rewards.push_back(value.is_null() ? io::Json(0.0) : value);
  }
  telemetry_->add_pairs(queries.size());
  io::Json scores = rewards;
  return json_response(
      {{"rewards", std::move(rewards)}, {"scores", std::move(scores)}, {"signature", signature_of(metric)}});
}

}  // namespace fiducial::serve
