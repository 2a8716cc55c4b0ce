// The HTTP API: which path is answered by which function, who may ask, and what is said when something is wrong.
// The functions call the library; none computes a score of its own.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fiducial/score.h"
#include "serve/fields.h"
#include "serve/server.h"
#include "serve/telemetry.h"

namespace fiducial::serve {

class Readers;
class Runs;
class Studies;
struct MeasuredRun;

// What was asked: the request, and the parts of its path that stand for {…} in the pattern.
struct Call {
  const Request& request;
  std::vector<std::string> parts;
};

struct ApiOptions {
  Lexicon lexicon;                   // that reports are read with
  std::shared_ptr<Runs> runs;        // what Explore shows; null: nothing
  std::shared_ptr<Studies> studies;  // what Annotate shows; null: nothing
  Telemetry::WriteLog log;           // empty: no access log
  std::size_t most_pairs = 100'000;  // in one request
};

class Api final : public Service {
 public:
  Api(Door door, ApiOptions options);
  ~Api() override;

  std::optional<Response> refuse(const Request& head, const Credentials& credentials) const override;
  Response answer(const Request& request) override;
  bool is_long(const Request& head) const override;
  std::unique_ptr<LineStream> stream(const Request& head) override;
  void finished(const Finished& what) override;
  void tick() override { telemetry_->flush(); }

  // For /metrics: how many connections there are.
  void count_connections(std::function<std::size_t()> count) { connections_ = std::move(count); }
  // "GET /healthz", …: every route, as /openapi.json describes it.
  std::vector<std::string> routes() const;

 private:
  struct Route {
    std::string method, pattern;
    bool open = false;  // needs no token
    std::function<Response(const Call&)> answer;
  };
  struct Found {
    const Route* route = nullptr;
    std::vector<std::string> parts;
    std::string allowed;  // other methods of the path
  };
  void add(const char* method, const char* pattern, Response (Api::*function)(const Call&) const, bool open = false);
  Found find(std::string_view method, std::string_view path) const;
  std::size_t number_of(std::string_view method, std::string_view path) const;

  Response health(const Call& call) const;
  Response counters(const Call& call) const;
  Response asset(const Call& call) const;
  // score_api.cc
  Response metrics(const Call& call) const;
  Response score(const Call& call) const;
  Response reward(const Call& call) const;
  // read_api.cc
  Response findings(const Call& call) const;
  Response explain(const Call& call) const;
  Response errors(const Call& call) const;
  Response verify(const Call& call) const;
  Response structure(const Call& call) const;
  Response look_up(const Call& call) const;
  // runs_api.cc
  Response list_runs(const Call& call) const;
  Response run(const Call& call) const;
  Response run_case(const Call& call) const;
  Response compare_runs(const Call& call) const;
  std::shared_ptr<const MeasuredRun> measured_by(const std::string& number) const;
  // adjudicate_api.cc
  Response score_tag(const Call& call) const;
  Response case_tag(const Call& call) const;
  Response decide_case(const Call& call) const;
  Response run_tags(const Call& call) const;
  // rate_api.cc
  Response rating(const Call& call) const;
  Response rating_case(const Call& call) const;
  Response rate_case(const Call& call) const;
  Response run_ratings(const Call& call) const;
  // annotate_api.cc
  Response list_studies(const Call& call) const;
  Response one_study(const Call& call) const;
  Response decide_study(const Call& call) const;
  Response validate_rows(const Call& call) const;
  Response suggest(const Call& call) const;  // suggest_api.cc
  Response rows_csv(const Call& call) const;

  Response score_pair(const Fields& fields) const;
  Response score_pairs(const Fields& fields) const;

  Door door_;
  ApiOptions options_;
  std::shared_ptr<const Readers> readers_;
  std::vector<Route> routes_;
  std::unique_ptr<Telemetry> telemetry_;
  std::function<std::size_t()> connections_;
};

}  // namespace fiducial::serve
