#include "serve/api.h"

#include <fmt/format.h>

#include <algorithm>

#include "serve/assets.h"
#include "serve/readers.h"
#include "serve/score_stream.h"

namespace fiducial::serve {
namespace {

// Does the path fit "/v1/runs/{run}/cases/{case}"? `parts` gets what stands for the braces.
bool fits(std::string_view pattern, std::string_view path, std::vector<std::string>& parts) {
  parts.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view p = pattern.substr(1, pattern.find('/', 1) - 1);
    const std::string_view q = path.substr(1, path.find('/', 1) - 1);
    if (p.starts_with('{') && !q.empty())
      parts.emplace_back(q);
    else if (p != q)
      return false;
    pattern.remove_prefix(std::min(pattern.size(), p.size() + 1));
    path.remove_prefix(std::min(path.size(), q.size() + 1));
  }
  return pattern.empty() && path.empty();
}

Response with_header(Response response, const char* name, std::string value) {
  response.headers.emplace_back(name, std::move(value));
  return response;
}

Response refusal(int status) {
  switch (status) {
    case 401:
      return with_header(
          error_response(401, "expected 'Authorization: Bearer TOKEN' with the token that the server printed"),
          "WWW-Authenticate", "Bearer");
    case 403:
      return error_response(403, "a page of another origin may not ask");
    default:
      return error_response(status, "the Host of the request is not a name of this server");
  }
}

}  // namespace

Api::Api(Door door, ApiOptions options)
    : door_(std::move(door)), options_(std::move(options)), readers_(std::make_shared<Readers>(options_.lexicon)) {
  for (const char* path : {"/", "/app.js", "/app.css", "/icon.svg", "/openapi.json"})
    add("GET", path, &Api::asset, true);
  add("GET", "/healthz", &Api::health, true);
  add("GET", "/metrics", &Api::counters);
  add("GET", "/v1/metrics", &Api::metrics);
  add("POST", "/v1/score", &Api::score);
  add("POST", "/v1/reward", &Api::reward);
  add("POST", "/v1/findings", &Api::findings);
  add("POST", "/v1/explain", &Api::explain);
  add("POST", "/v1/errors", &Api::errors);
  add("POST", "/v1/radfact/verify", &Api::verify);
  add("POST", "/v1/lunguage/structure", &Api::structure);
  add("GET", "/v1/lexicon", &Api::look_up);
  add("GET", "/v1/runs", &Api::list_runs);
  add("GET", "/v1/runs/{run}", &Api::run);
  add("GET", "/v1/runs/{run}/cases/{case}", &Api::run_case);
  add("GET", "/v1/compare", &Api::compare_runs);
  add("POST", "/v1/radsem/score", &Api::score_tag);
  add("GET", "/v1/runs/{run}/tags", &Api::run_tags);
  add("GET", "/v1/runs/{run}/cases/{case}/tag", &Api::case_tag);
  add("PUT", "/v1/runs/{run}/cases/{case}/tag", &Api::decide_case);
  add("GET", "/v1/runs/{run}/ratings", &Api::run_ratings);
  add("GET", "/v1/rating", &Api::rating);
  add("GET", "/v1/rating/{case}", &Api::rating_case);
  add("PUT", "/v1/rating/{case}", &Api::rate_case);
  add("GET", "/v1/studies", &Api::list_studies);
  add("GET", "/v1/studies/{study}", &Api::one_study);
  add("PUT", "/v1/studies/{study}", &Api::decide_study);
  add("GET", "/v1/rows.csv", &Api::rows_csv);
  add("POST", "/v1/lunguage/suggest", &Api::suggest);
  add("POST", "/v1/lunguage/validate", &Api::validate_rows);
  std::vector<std::string> names;
  for (const Route& route : routes_) names.push_back(route.pattern);
  names.emplace_back("other");
  telemetry_ = std::make_unique<Telemetry>(std::move(names), options_.log);
}
Api::~Api() = default;

void Api::add(const char* method, const char* pattern, Response (Api::*function)(const Call&) const, bool open) {
  routes_.push_back({method, pattern, open, [this, function](const Call& call) { return (this->*function)(call); }});
}

std::vector<std::string> Api::routes() const {
  std::vector<std::string> list;
  for (const Route& route : routes_) list.push_back(route.method + " " + route.pattern);
  return list;
}

Api::Found Api::find(std::string_view method, std::string_view path) const {
  Found found;
  for (const Route& route : routes_) {
    if (!fits(route.pattern, path, found.parts)) continue;
    found.allowed += (found.allowed.empty() ? "" : ", ") + route.method + (route.method == "GET" ? ", HEAD" : "");
    if (route.method == method || (method == "HEAD" && route.method == "GET")) {
      found.route = &route;
      return found;
    }
  }
  return found;
}

std::optional<Response> Api::refuse(const Request& head, const Credentials& credentials) const {
  const Found found = find(head.method, head.path);
  const bool open = found.route != nullptr && found.route->open;
  if (const int status = door_.refuses(credentials, open); status != 0) return refusal(status);
  if (found.route != nullptr) return std::nullopt;
  if (found.allowed.empty()) return error_response(404, "there is no such path; /openapi.json lists them");
  return with_header(error_response(405, "this path is asked by " + found.allowed), "Allow", found.allowed);
}

Response Api::answer(const Request& request) {
  try {
    Found found = find(request.method, request.path);
    if (found.route == nullptr) return error_response(404, "there is no such path; /openapi.json lists them");
    for (std::string& part : found.parts) part = decoded(part);
    return found.route->answer({request, std::move(found.parts)});
  } catch (const ApiError& error) {
    return error_response(error.status(), error.what());
  } catch (const RecordError& error) {
    return error_response(413, error.what());
  } catch (const std::bad_alloc&) {
    return error_response(503, "out of memory");
  } catch (const std::exception&) {
    return error_response(500, "the program could not do this; please report it");  // what() may quote a text
  }
}

// What has to do with the files: decisions go to the disk, and a run has many cases.
bool Api::is_long(const Request& head) const {
  constexpr std::string_view kPaths[] = {"/v1/runs/", "/v1/rating", "/v1/compare", "/v1/studies", "/v1/rows.csv"};
  return std::any_of(std::begin(kPaths), std::end(kPaths),
                     [&](std::string_view path) { return head.path.starts_with(path); });
}

std::unique_ptr<LineStream> Api::stream(const Request& head) {
  if (head.path != "/v1/score" || head.method != "POST" || head.content_type != "application/x-ndjson") return nullptr;
  return score_stream(head, *readers_, [this](std::size_t pairs) { telemetry_->add_pairs(pairs); });
}

std::size_t Api::number_of(std::string_view method, std::string_view path) const {
  const Found found = find(method, path);
  return found.route == nullptr ? routes_.size() : static_cast<std::size_t>(found.route - routes_.data());
}

void Api::finished(const Finished& what) {
  telemetry_->add({number_of(what.method, what.path), what.method, what.status,
                   std::chrono::duration<double>(what.time).count(), what.bytes_in, what.bytes_out});
}

Response Api::health(const Call& /*call*/) const {
  return json_response({{"status", "ok"}, {"version", program_version()}});
}

Response Api::counters(const Call& /*call*/) const {
  Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = telemetry_->text(connections_ ? connections_() : 0);
  return response;
}

Response Api::asset(const Call& call) const {
  const Asset& asset = *asset_at(call.request.path);
  // The files are those of the program: its version and their length tell two of them apart well enough for a cache
  // that always asks.
  const std::string tag = fmt::format("\"{}-{:x}\"", asset.bytes.size(), std::hash<std::string_view>()(asset.bytes));
  Response response;
  response.content_type = asset.content_type;
  response.headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}};
  if (call.request.if_none_match == tag)
    response.status = 304;
  else
    response.body = asset.bytes;
  return response;
}

}  // namespace fiducial::serve
