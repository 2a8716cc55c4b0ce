// A build without the language-model client (FIDUCIAL_LLM=OFF) has no configuration to read, no cache and no transport.
// Whoever asks for one is told so; nothing else of the program is any different.
#include "fiducial/problem.h"
#include "llm/cache.h"
#include "llm/config.h"
#include "llm/transport.h"

namespace fiducial::llm {
namespace {

[[noreturn]] void refuse() {
  throw Error("this build of fiducial has no language-model client (it was built with FIDUCIAL_LLM=OFF)");
}

}  // namespace

Config parse_config(const std::string& /*file*/, std::string_view /*yaml*/) {
  refuse();
}
Config read_config(const std::string& /*path*/) {
  refuse();
}
std::vector<Endpoint> Config::endpoints_for(const std::string& /*task*/) const {
  refuse();
}
const Parameters& Config::parameters_for(const std::string& /*task*/) const {
  refuse();
}
std::string Config::model_for(const std::string& /*task*/) const {
  refuse();
}
std::vector<std::string> Config::encoder_models() const {
  refuse();
}
Encodes Config::encodes(const std::string& /*model*/) const {
  refuse();
}
bool exposes_key(const Endpoint& /*endpoint*/) {
  refuse();
}
const std::vector<std::string>& task_names() {
  static const std::vector<std::string> none;
  return none;
}

std::unique_ptr<Cache> open_sqlite_cache(const std::string& /*path*/) {
  refuse();
}
std::unique_ptr<Cache> open_redis_cache(const std::string& /*url*/, const Secret& /*password*/,
                                        const std::string& /*user*/, const std::string& /*ca_file*/) {
  refuse();
}

struct Transport::State {};
Transport::Transport() {
  refuse();
}
Transport::~Transport() = default;
void Transport::post(std::uint64_t /*ticket*/, const Endpoint& /*endpoint*/, const Secret& /*key*/,
                     std::string /*body*/) {
  refuse();
}
std::vector<Exchange> Transport::wait(double /*seconds*/) {
  refuse();
}

}  // namespace fiducial::llm
