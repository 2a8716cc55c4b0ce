#include "llm/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <queue>
#include <unordered_map>

#include "llm/endpoint_state.h"
#include "llm/transport.h"

namespace fiducial::llm {
namespace {

// Questions that wait for an endpoint, and those that wait for their next attempt; more are not taken from the source,
// so that memory stays flat.
constexpr std::size_t kPending = 256;
constexpr std::size_t kLater = 4096;
// How often a question that another program is asking is looked up again.
constexpr Seconds kLookAgain = 0.2;
// A reply to `busy` is the endpoint's trouble; but not for ever.
constexpr std::size_t kBusyPerRetry = 20;
constexpr Seconds kTick = 0.2;
constexpr double kFirstGuessOfOutput = 500;

struct Call {
  std::size_t number = 0;
  Question question;
  std::vector<Message> talk;  // the question, and what followed when answers broke the rules
  std::string key;            // of the talk so far
  std::size_t failures = 0, busy = 0, asked_again = 0, requests = 0;
  bool elsewhere = false;  // another program is asking it
};
using CallPtr = std::shared_ptr<Call>;

struct Later {
  Seconds due;
  std::size_t order;
  CallPtr call;
  bool operator>(const Later& other) const { return std::tie(due, order) > std::tie(other.due, other.order); }
};

struct Flight {
  CallPtr call;
  std::size_t endpoint = 0;
  Seconds sent = 0;
  double tokens = 0;  // by guess
  Structure structure = Structure::schema;
  std::size_t key_generation = 0;
};

class Engine {
 public:
  Engine(const Config& config, const EngineOptions& options, Cache& cache, const EngineHooks& hooks)
      : config_(config),
        options_(options),
        cache_(cache),
        hooks_(hooks),
        parameters_(config.parameters_for(options.task)),
        model_(config.model_for(options.task)),
        backoff_(config.patience.first_wait, config.patience.longest_wait, options.seed),
        output_guess_(options.service == Service::chat ? kFirstGuessOfOutput : 0) {
    for (Endpoint& endpoint : config.endpoints_for(options.task))
      endpoints_.emplace_back(config, std::move(endpoint), options.seed + endpoints_.size() + 1, !hooks.collect);
  }

  Totals run() {
    last_answer_ = now();
    while (true) {
      take_questions();
      wake_later();
      send_pending();
      if (ended_ && pending_.empty() && later_.empty() && flights_.empty()) break;
      const auto exchanges = transport_.wait(next_wake() - now());
      for (const Exchange& exchange : exchanges) finish(exchange);
      give_up_if_silent();
      tick();
    }
    return totals();
  }

 private:
  static Seconds now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  // ---------------------------------------------------------------------------------------------- the way in

  bool room_for_more() const { return !ended_ && pending_.size() < kPending && later_.size() < kLater; }

  void take_questions() {
    while (room_for_more()) {
      auto call = std::make_shared<Call>();
      if (!hooks_.next(call->question)) {
        ended_ = true;
        break;
      }
      call->number = totals_.questions++;
      call->talk = call->question.messages;
      advance(call);
      tick();
    }
  }

  // Through the cache as far as it knows the way; then to the questions that wait for an endpoint.
  void advance(const CallPtr& call) {
    while (true) {
      call->key = cache_key(model_, call->talk, parameters_, call->question.schema.get());
      if (const auto asked = asked_.find(call->key); asked != asked_.end()) {
        asked->second.push_back(call);
        return;
      }
      const auto known = cache_.find(call->key);
      if (!known || (options_.retry_skipped && useless(*call, *known))) break;
      if (!known->failure.empty()) return skip(*call, known->failure);
      if (settled(*call, known->text)) return;
    }
    asked_.emplace(call->key, std::vector<CallPtr>());
    if (hooks_.collect) return collect(*call);
    if (cache_.claim(call->key, claim_seconds())) {
      // What was begun is ended first.
      call->requests > 0 ? pending_.push_front(call) : pending_.push_back(call);
    } else {
      call->elsewhere = true;
      later(call, kLookAgain);
    }
  }

  // The call ends here; those that ask the same wait for ever, and are counted.
  void collect(const Call& call) {
    const EndpointState& endpoint = endpoints_.front();
    hooks_.collect(
        {call.question.id, call.key,
         request_body(endpoint.what.deployment, call.talk, parameters_, call.question.schema.get(), endpoint.structure),
         guess_tokens(call.talk),
         // With its labels an answer is about three times as long as the texts that it is about.
         3 * guess_tokens(call.question.messages.back().content.size())});
  }

  bool useless(const Call& call, const CachedAnswer& known) {
    return call.requests == 0 && (!known.failure.empty() || !hooks_.check(call.number, known.text).empty());
  }

  // True if the question has ended with this answer; else it goes on with what is wrong.
  bool settled(Call& call, const std::string& text) {
    const Complaint complaint = hooks_.check(call.number, text);
    if (complaint.empty()) {
      ++totals_.answered;
      if (call.requests == 0) ++totals_.cached;
      hooks_.deliver(call.number, {true, text, "", call.requests, call.requests == 0});
      return true;
    }
    ++totals_.invalid;
    if (call.asked_again == config_.patience.ask_again) {
      skip(call, fmt::format("{} answer{} broke the task's rules; the last: {}", call.asked_again + 1,
                             call.asked_again == 0 ? "" : "s", complaint.reason));
      return true;
    }
    ++call.asked_again;
    call.talk.push_back({"assistant", text});
    call.talk.push_back({"user", complaint.to_model});
    return false;
  }

  void skip(const Call& call, const std::string& reason) {
    ++totals_.skipped;
    hooks_.deliver(call.number, {false, "", reason, call.requests, call.requests == 0});
  }

  // Those that asked the same may go on.
  std::vector<CallPtr> others_of(const std::string& key) {
    const auto found = asked_.find(key);
    std::vector<CallPtr> others = std::move(found->second);
    asked_.erase(found);
    return others;
  }

  void end_with(const CallPtr& call, const std::string& reason) {
    cache_.release(call->key);
    const auto others = others_of(call->key);
    skip(*call, reason);
    for (const CallPtr& other : others) advance(other);
  }

  // ---------------------------------------------------------------------------------------------- waiting

  void later(const CallPtr& call, Seconds wait) { later_.push({now() + wait, order_++, call}); }

  void wake_later() {
    const Seconds at = now();
    while (!later_.empty() && later_.top().due <= at) {
      const CallPtr call = later_.top().call;
      later_.pop();
      if (!call->elsewhere) {
        pending_.push_front(call);
        continue;
      }
      call->elsewhere = false;
      const auto others = others_of(call->key);
      advance(call);
      for (const CallPtr& other : others) advance(other);
    }
  }

  Seconds next_wake() {
    const Seconds at = now();
    Seconds wake = at + kTick;
    if (!later_.empty()) wake = std::min(wake, later_.top().due);
    if (room_for_more()) return at;
    if (pending_.empty()) return wake;
    for (const EndpointState& endpoint : endpoints_)
      wake = std::min(wake, std::max(at, endpoint.ready(at, tokens_of(*pending_.front()))));
    return wake;
  }

  double claim_seconds() const {
    double longest = 0;
    for (const EndpointState& endpoint : endpoints_) longest = std::max(longest, endpoint.what.timeout_seconds);
    return longest + config_.patience.longest_wait + 10;
  }

  // ---------------------------------------------------------------------------------------------- sending

  double tokens_of(const Call& call) const {
    const double limit = parameters_.max_tokens ? static_cast<double>(*parameters_.max_tokens) : 1e9;
    return static_cast<double>(guess_tokens(call.talk)) + std::min(limit, output_guess_);
  }

  EndpointState* free_for(const Call& call) {
    const Seconds at = now();
    EndpointState* best = nullptr;
    for (EndpointState& endpoint : endpoints_) {
      if (endpoint.ready(at, tokens_of(call)) > at) continue;
      if (best == nullptr || endpoint.expected() < best->expected()) best = &endpoint;
    }
    return best;
  }

  bool any_usable() const {
    return std::any_of(endpoints_.begin(), endpoints_.end(), [](const EndpointState& e) { return e.usable(); });
  }

  // Longer than the context of every endpoint that could take it, by a guess that is generous to the question.
  bool too_long(const Call& call) const {
    const std::size_t tokens = guess_tokens(call.talk) * 2 / 3;
    return std::all_of(endpoints_.begin(), endpoints_.end(),
                       [&](const EndpointState& e) { return e.long_for(tokens); });
  }

  std::string troubles() const {
    std::string all;
    for (const EndpointState& endpoint : endpoints_)
      all += fmt::format("{}{}: {}", all.empty() ? "" : "; ", endpoint.what.name, endpoint.totals.trouble);
    return all;
  }

  void send_pending() {
    while (!pending_.empty()) {
      const CallPtr call = pending_.front();
      if (!any_usable()) {
        pending_.pop_front();
        end_with(call, "no endpoint is left: " + troubles());
        continue;
      }
      if (too_long(*call)) {
        pending_.pop_front();
        end_with(call, "longer than the model's context (context_tokens)");
        continue;
      }
      EndpointState* endpoint = free_for(*call);
      if (endpoint == nullptr) return;
      pending_.pop_front();
      send(call, *endpoint);
    }
  }

  void send(const CallPtr& call, EndpointState& endpoint) {
    const Seconds at = now();
    Flight flight{call,
                  static_cast<std::size_t>(&endpoint - endpoints_.data()),
                  at,
                  tokens_of(*call),
                  endpoint.structure,
                  endpoint.key_generation};
    std::string body = options_.service == Service::embeddings
                           ? embeddings_body(endpoint.what.deployment, call->talk)
                           : request_body(endpoint.what.deployment, call->talk, parameters_,
                                          call->question.schema.get(), endpoint.structure);
    cache_.claim(call->key, claim_seconds());
    endpoint.sent(at, flight.tokens);
    ++call->requests;
    transport_.post(++ticket_, endpoint.what, endpoint.key, std::move(body));
    flights_.emplace(ticket_, std::move(flight));
  }

  // ---------------------------------------------------------------------------------------------- coming back

  void finish(const Exchange& exchange) {
    const auto found = flights_.find(exchange.ticket);
    const Flight flight = std::move(found->second);
    flights_.erase(found);
    EndpointState& endpoint = endpoints_[flight.endpoint];
    endpoint.totals.seconds += exchange.seconds;
    Reply reply;
    if (exchange.end == Exchange::End::reply) {
      reply = options_.service == Service::embeddings
                  ? read_embeddings(exchange.status, exchange.body, flight.call->talk.size())
                  : read_reply(exchange.status, exchange.content_type, exchange.body);
    } else {
      reply.reason = exchange.reason;
    }
    const bool good = reply.meaning == Meaning::answer;
    hooks_.journal({flight.call->question.id, options_.task, endpoint.what.name, good ? "answer" : reply.reason,
                    exchange.seconds, reply.usage});
    if (exchange.end == Exchange::End::reply) {
      after_reply(flight, endpoint, exchange, reply);
    } else {
      after_failure(flight, endpoint, exchange);
    }
  }

  void after_failure(const Flight& flight, EndpointState& endpoint, const Exchange& exchange) {
    using End = Exchange::End;
    if (exchange.end == End::untrusted || exchange.end == End::misconfigured) {
      endpoint.undecided(flight.tokens);
      endpoint.disable(exchange.reason);
      pending_.push_front(flight.call);
      return;
    }
    endpoint.failed(now(), flight.tokens);
    if (exchange.end == End::unreachable) {
      // Nothing was sent: the question is not to blame, however often.
      later(flight.call, backoff_.wait(1));
    } else {
      retry(flight.call, exchange.reason);
    }
  }

  void retry(const CallPtr& call, const std::string& reason) {
    if (++call->failures > config_.patience.retries) {
      end_with(call, fmt::format("failed {} times; the last: {}", call->failures, reason));
    } else {
      later(call, backoff_.wait(call->failures));
    }
  }

  void after_reply(const Flight& flight, EndpointState& endpoint, const Exchange& exchange, const Reply& reply) {
    const CallPtr& call = flight.call;
    switch (reply.meaning) {
      case Meaning::answer:
        return after_answer(flight, endpoint, exchange, reply);
      case Meaning::retry:
        endpoint.failed(now(), flight.tokens);
        if (exchange.retry_after >= 0) endpoint.pause(now(), exchange.retry_after);
        return retry(call, reply.reason);
      case Meaning::busy:
        endpoint.busy(now(), flight.sent, flight.tokens, exchange.retry_after);
        if (++call->busy > kBusyPerRetry * (config_.patience.retries + 1))
          return end_with(call, "the endpoints had too many requests for too long: " + reply.reason);
        pending_.push_front(call);
        return;
      case Meaning::poor:
      case Meaning::refused:
        endpoint.undecided(flight.tokens, reply.usage);
        return retry(call, reply.reason);
      case Meaning::unauthorized:
        endpoint.undecided(flight.tokens);
        if (!endpoint.key_refused(now(), flight.sent, flight.key_generation))
          endpoint.disable(fmt::format("it does not take the key from {}: {}", endpoint.what.key.name(), reply.reason));
        pending_.push_front(call);
        return;
      case Meaning::unknown_model:
        endpoint.undecided(flight.tokens);
        endpoint.disable(fmt::format("it knows no model or deployment '{}', or the address is wrong: {}",
                                     endpoint.what.deployment, reply.reason));
        pending_.push_front(call);
        return;
      case Meaning::bad_request:
        endpoint.undecided(flight.tokens);
        return after_bad_request(flight, endpoint, reply);
      case Meaning::cut_off:
      case Meaning::filtered:
      case Meaning::too_long:
        endpoint.undecided(flight.tokens, reply.usage);
        // It was paid for, and asked again it would be no better.
        if (reply.meaning == Meaning::cut_off) cache_.put(call->key, {"", reply.reason, reply.usage});
        return end_with(call, reply.meaning == Meaning::too_long ? "longer than the model's context: " + reply.reason
                                                                 : reply.reason);
    }
  }

  // Perhaps it is the schema that the endpoint does not take: less is asked of it from now on.
  void after_bad_request(const Flight& flight, EndpointState& endpoint, const Reply& reply) {
    if (flight.structure == Structure::off || flight.call->question.schema == nullptr)
      return end_with(flight.call, "the endpoint does not take the request: " + reply.reason);
    if (endpoint.structure == flight.structure)
      endpoint.structure = flight.structure == Structure::schema ? Structure::object : Structure::off;
    pending_.push_front(flight.call);
  }

  void after_answer(const Flight& flight, EndpointState& endpoint, const Exchange& exchange, const Reply& reply) {
    const CallPtr& call = flight.call;
    last_answer_ = now();
    endpoint.answered(last_answer_, exchange, flight.tokens, reply.usage);
    if (reply.usage.output > 0) output_guess_ += 0.1 * (static_cast<double>(reply.usage.output) - output_guess_);
    cache_.put(call->key, {reply.text, "", reply.usage});
    const auto others = others_of(call->key);
    if (!settled(*call, reply.text)) advance(call);
    for (const CallPtr& other : others) advance(other);
  }

  // ---------------------------------------------------------------------------------------------- the account

  void give_up_if_silent() {
    if (pending_.empty() && later_.empty() && flights_.empty()) return;
    Seconds since = last_answer_;
    for (const EndpointState& endpoint : endpoints_) since = std::max(since, endpoint.paused_until());
    if (now() - since < config_.patience.give_up) return;
    for (EndpointState& endpoint : endpoints_) {
      if (endpoint.usable()) endpoint.disable(fmt::format("no answer for {:.0f} s", config_.patience.give_up));
    }
    // Questions that wait for a second attempt need not.
    for (; !later_.empty(); later_.pop()) {
      later_.top().call->elsewhere = false;
      pending_.push_back(later_.top().call);
    }
  }

  Totals totals() {
    Totals all = totals_;
    if (hooks_.collect) all.collected = all.questions - all.answered - all.skipped;
    for (const EndpointState& endpoint : endpoints_) {
      all.endpoints.push_back(endpoint.totals);
      all.endpoints.back().structure = endpoint.structure;
      all.requests += endpoint.totals.requests;
      all.usage += endpoint.totals.usage;
      all.cost += endpoint.totals.cost;
    }
    return all;
  }

  void tick() {
    if (const Seconds at = now(); at - last_tick_ > kTick / 2) {
      last_tick_ = at;
      hooks_.tick(totals());
    }
  }

  const Config& config_;
  const EngineOptions& options_;
  Cache& cache_;
  const EngineHooks& hooks_;
  Parameters parameters_;
  std::string model_;
  Backoff backoff_;
  std::vector<EndpointState> endpoints_;
  Transport transport_;
  std::deque<CallPtr> pending_;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::unordered_map<std::uint64_t, Flight> flights_;
  std::unordered_map<std::string, std::vector<CallPtr>> asked_;  // key → others that wait for the same answer
  Totals totals_;
  bool ended_ = false;
  std::size_t order_ = 0;
  std::uint64_t ticket_ = 0;
  double output_guess_;
  Seconds last_answer_ = 0, last_tick_ = 0;
};

}  // namespace

Totals ask_all(const Config& config, const EngineOptions& options, Cache& cache, const EngineHooks& hooks) {
  return Engine(config, options, cache, hooks).run();
}

}  // namespace fiducial::llm
