// Asks many questions of a task over several endpoints and loses none: each ends as an answer that keeps the task's
// rules, or as skipped with a reason.
//
// How it works. Everything happens on one thread, in a loop around libcurl's multi interface; the endpoints are what is
// slow. A question goes through these hands:
//
//   next() ─► cache ── there ──────────────────────────────► check ─► deliver
//               │ not there                                    │ breaks the rules
//               ▼                                              ▼
//            pending ─► an endpoint that is free ─► reply ─► cache, and asked again with what was wrong
//               ▲                                     │
//               └── later (backoff) ◄── failed ◄──────┘
//
// Every reply that costs money goes into the cache under a hash of the whole conversation so far, before it is checked:
// whoever kills the program and starts it again walks the same way through the cache, without a call, to the place
// where it was. Two questions that are the same word for word are asked once.
//
// An endpoint is free if it has fewer requests in flight than it may, its breaker is closed, its limits a minute leave
// room, and it did not ask for a pause (429, Retry-After). Whoever is free takes the next question, so that the share
// of an endpoint is its speed; of several that are free, the fastest so far is taken.
//
// Failures. What is the endpoint's trouble (no connection, 5xx, a broken reply) counts for its breaker, and, if the
// request had been sent, for the question too, which may fail so many times. What is the configuration's trouble (the
// key, the certificate, the model's name) ends the endpoint. What is the question's own (too long, filtered) ends the
// question. When no endpoint is left, or none has answered for long, the rest is skipped: another run goes on from
// there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "llm/cache.h"
#include "llm/config.h"
#include "llm/protocol.h"

namespace fiducial::llm {

struct Question {
  std::string id;  // the record's name: in the journal and in the list of what was skipped
  std::vector<Message> messages;
  std::shared_ptr<const Schema> schema;
  std::size_t answer_tokens = 0;  // about, for estimates; 0: in proportion to the texts of the question
};

// What is wrong with an answer. Empty: nothing.
struct Complaint {
  std::string to_model;  // the next message to the model; may quote what it wrote
  std::string reason;    // for people and files; quotes nothing

  bool empty() const { return reason.empty(); }
};

struct Outcome {
  bool answered = false;
  std::string text;          // the answer
  std::string reason;        // why it was skipped
  std::size_t requests = 0;  // that this question took
  bool cached = false;       // it took none
};

// What was done at one endpoint.
struct EndpointTotals {
  std::string name;
  std::size_t requests = 0;  // sent and ended: answers + failures
  std::size_t answers = 0;   // replies with a text in them
  std::size_t failures = 0;  // everything else
  Usage usage;
  double cost = 0;
  double seconds = 0;                       // of all its requests
  std::string last_failure;                 // why a request failed, the last time that one did
  std::string trouble;                      // why it is not asked any more
  Structure structure = Structure::schema;  // what it took in the end
};

// `questions` = `answered` + `skipped` (+ `collected`), and `requests` = the sum over the endpoints.
struct Totals {
  std::size_t questions = 0, answered = 0, skipped = 0;
  std::size_t cached = 0;  // of the answered: without a request
  std::size_t requests = 0;
  std::size_t collected = 0;  // with EngineHooks::collect: questions that would be asked
  std::size_t invalid = 0;    // answers that broke the task's rules, cached ones too
  Usage usage;
  double cost = 0;
  std::vector<EndpointTotals> endpoints;
};

// One line of a run's journal: what became of one request, without a word of what was said.
struct JournalEntry {
  std::string id, task, endpoint, result;
  double seconds = 0;
  Usage usage;
};

// A request that is not in the cache, as it would be sent.
struct Unasked {
  std::string id, key, body;
  std::size_t input_tokens = 0, output_tokens = 0;  // by guess
};

struct EngineHooks {
  std::function<bool(Question&)> next;                                     // false: no more
  std::function<Complaint(std::size_t number, const std::string&)> check;  // of the question of that number, from 0
  std::function<void(std::size_t number, const Outcome&)> deliver;         // in the order in which they end
  std::function<void(const Totals&)> tick = [](const Totals&) {};          // a few times a second; may throw to end
  std::function<void(const JournalEntry&)> journal = [](const JournalEntry&) {};
  // If it is set nothing is sent: what would be is collected, and those questions are delivered to nobody. For batch
  // files and estimates.
  std::function<void(const Unasked&)> collect;
};

struct EngineOptions {
  std::string task;
  bool retry_skipped = false;  // cached replies that led to nothing are not used: they are asked for again
  std::uint64_t seed = 1;      // of the jitter
  // Embeddings: the messages of a question are the texts to encode, and its answer is their vectors; see embeddings.h.
  Service service = Service::chat;
};

// Throws InputError if a key cannot be had, or if the task's endpoints serve different models.
Totals ask_all(const Config& config, const EngineOptions& options, Cache& cache, const EngineHooks& hooks);

}  // namespace fiducial::llm
