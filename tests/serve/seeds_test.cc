// The fuzzer's seeds: every route has some, and a service without files answers each by the API's rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "serve/api.h"

namespace fiducial::serve {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> seeds() {
  const auto folder = fs::path(FIDUCIAL_EXAMPLES).parent_path() / "fuzz" / "corpus" / "api";
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  return paths;
}

std::string with_parts(std::string path, std::istringstream& parts) {
  for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{')) {
    std::string part;
    if (!std::getline(parts, part, '/') || part.empty()) part = "0";
    path.replace(open, path.find('}') + 1 - open, part);
  }
  return path;
}

TEST(Seeds, EveryRouteHasOneAndAnswersIt) {
  Api api(Door("0123456789abcdef", {"localhost"}, 1, "http"), {});
  const std::vector<std::string> routes = api.routes();
  std::set<std::string> missing(routes.begin(), routes.end());
  for (const fs::path& path : seeds()) {
    std::ifstream in(path, std::ios::binary);
    std::string route, parts;
    Request request;
    std::getline(in, route);
    std::getline(in, parts);
    std::getline(in, request.query);
    request.body.assign(std::istreambuf_iterator<char>(in), {});
    if (std::find(routes.begin(), routes.end(), route) == routes.end()) continue;  // the fuzzer's own
    missing.erase(route);
    std::istringstream of_path(parts);
    request.method = route.substr(0, route.find(' '));
    request.path = with_parts(route.substr(route.find(' ') + 1), of_path);
    request.content_type = "application/json";
    request.if_match = "\"0\"";
    const Response answer = api.answer(request);
    EXPECT_GE(answer.status, 200) << path;
    EXPECT_LT(answer.status, 500) << path << answer.body;
    if (answer.status >= 400) {
      EXPECT_TRUE(io::Json::parse(answer.body).at("error").at("message").is_string()) << path;
    }
  }
  for (const std::string& route : missing) ADD_FAILURE() << "no seed in fuzz/corpus/api for " << route;
}

}  // namespace
}  // namespace fiducial::serve
