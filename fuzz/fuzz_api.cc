// Any bytes as a request to the service: a line with the route ("PUT /v1/studies/{study}"), a line with what stands for
// the braces ("0/a"), one with the query, then the body. A first line that is no route chooses one by its bytes. Every
// request is answered by the API's rules: a status that it knows, JSON where it says so, a reason where it refuses, and
// never 500; by a service without files, and by one with runs and studies, whose decisions go to the disk. The same
// bytes as a stream of pairs.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>

#include "serve/api.h"
#include "serve/runs.h"
#include "serve/studies.h"

namespace {

using namespace fiducial;
namespace fs = std::filesystem;

void check_that(bool good) {
  if (!good) std::abort();
}

void check_answer(const serve::Response& answer) {
  check_that(answer.status >= 200 && answer.status < 500);
  if (answer.content_type == "application/json") {
    const io::Json body = io::Json::parse(answer.body);
    check_that(answer.status < 400 || answer.status == 409 || body.at("error").at("message").is_string());
  }
}

serve::Door door() {
  return serve::Door("0123456789abcdef", {"localhost"}, 1, "http");
}

// A service with two runs and two studies in a folder of its own.
class Shown {
 public:
  Shown() : folder_(fs::temp_directory_path() / ("fiducial-fuzz-api-" + std::to_string(::getpid()))) { begin(); }
  ~Shown() {
    api_.reset();
    fs::remove_all(folder_);
  }

  serve::Response answer(const serve::Request& request) {
    serve::Response answer = api_->answer(request);
    constexpr int kMostDecisions = 20;  // more would only make every further one slower
    if (request.method == "PUT" && answer.status == 200 && ++decisions_ > kMostDecisions) begin();
    return answer;
  }

 private:
  void write(const char* name, std::string_view text) const { std::ofstream(folder_ / name, std::ios::binary) << text; }
  void begin() {
    api_.reset();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    decisions_ = 0;
    constexpr std::string_view kPairs =
        R"({"id":"a","reference":"Left pleural effusion. Cardiomegaly.","candidate":"Left pleural effusion."}
{"id":"b/c","reference":"Gallstones.","candidate":"No gallstones."}
)";
    write("one.jsonl", kPairs);
    write("two.jsonl", kPairs);
    write("reports.jsonl", R"({"subject_id":"p","study_id":"1","report":"Small left effusion. No mass."}
{"subject_id":"p","study_id":"2","report":"Large left effusion. The heart is normal."}
)");
    std::vector<serve::Cases> cases;
    for (const char* name : {"one.jsonl", "two.jsonl"})
      cases.push_back(serve::read_cases((folder_ / name).string(), {}));
    serve::ApiOptions options;
    options.runs = std::make_shared<serve::Runs>(std::move(cases), Lexicon(), 1);
    options.studies = std::make_shared<serve::Studies>((folder_ / "reports.jsonl").string());
    while (options.runs->find(1) == nullptr) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    api_ = std::make_unique<serve::Api>(door(), std::move(options));
  }

  fs::path folder_;
  std::unique_ptr<serve::Api> api_;
  int decisions_ = 0;
};

std::string_view take_line(std::string_view& bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  bytes.remove_prefix(std::min(bytes.size(), line.size() + 1));
  return line;
}

// The pattern with its braces filled from "0/a", from left to right; "0" where there is no more.
std::string filled(std::string_view pattern, std::string_view parts) {
  std::string path;
  while (!pattern.empty()) {
    const std::size_t open = std::min(pattern.find('{'), pattern.size());
    path += pattern.substr(0, open);
    if (open == pattern.size()) break;
    const std::string_view part = parts.substr(0, parts.find('/'));
    parts.remove_prefix(std::min(parts.size(), part.size() + 1));
    path += part.empty() ? "0" : part;
    pattern.remove_prefix(pattern.find('}') + 1);
  }
  return path;
}

void check_stream(serve::Api& api, const std::string& query, std::string_view body) {
  const serve::Request head{"POST", "/v1/score", query, "", "application/x-ndjson", "", ""};
  const auto stream = api.stream(head);
  if (stream == nullptr) return;
  std::string lines = stream->feed(body.substr(0, body.size() / 2));
  lines += stream->feed(body.substr(body.size() / 2));
  lines += stream->finish();
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    check_that(end != std::string::npos);
    check_that(io::Json::parse(lines.substr(at, end - at)).is_object());
    at = end + 1;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static serve::Api bare(door(), {});
  static Shown shown;
  static const std::vector<std::string> routes = bare.routes();
  if (size == 0) return 0;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string_view named = take_line(bytes);
  const auto known = std::find(routes.begin(), routes.end(), named);
  const std::string& route = known != routes.end()
                                 ? *known
                                 : routes[std::accumulate(named.begin(), named.end(), std::size_t{0}) % routes.size()];
  const std::string_view parts = take_line(bytes);
  serve::Request request;
  request.method = route.substr(0, route.find(' '));
  request.path = filled(std::string_view(route).substr(route.find(' ') + 1), parts);
  request.query = take_line(bytes);
  request.body = bytes;
  request.content_type = "application/json";
  if (request.method == "PUT") request.if_match = "\"0\"";
  check_answer(bare.answer(request));
  check_answer(shown.answer(request));
  if (request.path == "/v1/score") check_stream(bare, request.query, request.body);
  request.path = "/" + request.query;
  check_answer(shown.answer(request));
  return 0;
}
