// How many questions a second the client itself can ask, against a server of our own on this machine that answers at
// once: the most that it could do with endpoints that take no time. The server runs in the same process and takes its
// share of the cores.
//
//   bench_llm                            requests in flight × kind of cache
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "llm/engine.h"
#include "server.h"

namespace {

using namespace fiducial;

constexpr std::size_t kQuestions = 5000;

llm::Config config_of(const llm_server::Server& server, std::size_t parallel) {
  llm::Config config;
  llm::Endpoint endpoint;
  endpoint.name = "BENCH";
  endpoint.url = server.url() + "/chat/completions";
  endpoint.deployment = endpoint.model = "m";
  endpoint.parallel = parallel;
  config.endpoints.push_back(endpoint);
  return config;
}

void ask(const llm::Config& config, llm::Cache& cache, benchmark::State& state) {
  llm::EngineHooks hooks;
  hooks.next = [at = std::size_t{0}](llm::Question& question) mutable {
    question.id = std::to_string(at);
    question.messages = {{"system", std::string(4000, 's')}, {"user", "question " + std::to_string(at)}};
    return at++ < kQuestions;
  };
  hooks.check = [](std::size_t, const std::string&) { return llm::Complaint{}; };
  hooks.deliver = [](std::size_t, const llm::Outcome&) {};
  const llm::Totals totals = llm::ask_all(config, {}, cache, hooks);
  if (totals.answered != kQuestions) state.SkipWithError("not all were answered");
}

void BM_Ask(benchmark::State& state) {
  llm_server::Server server([](const llm_server::Request&) { return llm_server::completion("yes"); });
  const llm::Config config = config_of(server, static_cast<std::size_t>(state.range(0)));
  const auto folder = std::filesystem::temp_directory_path() / "fiducial-bench-llm";
  for (auto _ : state) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const auto cache = state.range(1) == 0 ? llm::memory_cache() : llm::open_sqlite_cache((folder / "cache").string());
    ask(config, *cache, state);
  }
  std::filesystem::remove_all(folder);
  state.SetItemsProcessed(static_cast<std::int64_t>(kQuestions) * state.iterations());
}
BENCHMARK(BM_Ask)->ArgNames({"in_flight", "sqlite"})->ArgsProduct({{1, 16, 64}, {0, 1}})->UseRealTime();

// Everything is in the cache: what a run costs that has nothing left to ask.
void BM_Resume(benchmark::State& state) {
  llm_server::Server server([](const llm_server::Request&) { return llm_server::completion("yes"); });
  const llm::Config config = config_of(server, 64);
  const auto folder = std::filesystem::temp_directory_path() / "fiducial-bench-llm";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const auto cache = llm::open_sqlite_cache((folder / "cache").string());
  ask(config, *cache, state);
  for (auto _ : state) ask(config, *cache, state);
  std::filesystem::remove_all(folder);
  state.SetItemsProcessed(static_cast<std::int64_t>(kQuestions) * state.iterations());
}
BENCHMARK(BM_Resume)->UseRealTime();

}  // namespace
