#include "llm/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
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
// A question that no endpoint has room for at the moment lets so many others pass, then all wait with it.
constexpr std::size_t kOvertakes = 64;
constexpr double kFirstGuessOfOutput = 500;

struct Call {
  std::size_t number = 0;
  Question question;
  std::vector<Message> talk;  // the question, and what followed when answers broke the rules
  std::string key;            // of the talk so far
  std::size_t failures = 0, unreached = 0, busy = 0, asked_again = 0, requests = 0;
  bool elsewhere = false;     // another program is asking it
  bool waited = false;        // for another question that is the same
  std::size_t overtaken = 0;  // by questions that an endpoint had room for, while it had none for this one
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

  // Not for long while requests are waited for: a long way through the cache would look like their time-out.
  void take_questions() {
    const Seconds until = now() + kTick;
    while (room_for_more() && ((pending_.empty() && flights_.empty()) || now() < until)) {
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
    const bool may_retry = options_.retry_skipped && call->requests == 0 && !call->waited;
    const std::optional<std::string> anew = may_retry ? dead_end(*call) : std::nullopt;
    while (true) {
      call->key = key_of(*call);
      if (const auto asked = asked_.find(call->key); asked != asked_.end()) {
        call->waited = true;
        asked->second.push_back(call);
        return;
      }
      const auto known = anew == call->key ? std::nullopt : cache_.find(call->key);
      if (known && !known->failure.empty()) return skip(*call, known->failure);
      if (known && settled(*call, known->text)) return;
      if (!known && (hooks_.collect || claimed(*call))) break;
    }
    asked_.emplace(call->key, std::vector<CallPtr>());
    if (hooks_.collect) return collect(*call);
    if (call->elsewhere) return later(call, kLookAgain);
    // What was begun is ended first.
    call->requests > 0 ? pending_.push_front(call) : pending_.push_back(call);
  }

  // False if the cache must be looked into once more: until now others could ask the question.
  bool claimed(Call& call) {
    const Claim claim = cache_.claim(call.key, claim_seconds());
    call.elsewhere = claim == Claim::anothers;
    return claim != Claim::taken;
  }

  std::string key_of(const Call& call) const {
    return cache_key(model_, call.talk, parameters_, call.question.schema.get());
  }

  // The call ends here; those that ask the same wait for ever, and are counted.
  void collect(const Call& call) {
    const EndpointState& endpoint = endpoints_.front();
    const std::size_t said = call.question.answer_tokens;
    hooks_.collect(
        {call.question.id, call.key,
         request_body(endpoint.what.deployment, call.talk, parameters_, call.question.schema.get(), endpoint.structure),
         guess_tokens(call.talk),
         // With its labels an answer is about three times as long as the texts that it is about.
         said > 0 ? said : 3 * guess_tokens(call.question.messages.back().content.size())});
  }

  // What the cache knows ends with the question skipped: the turn of the talk at which it does, to be asked anew. What
  // was said before it is paid for and stays. A copy goes the way.
  std::optional<std::string> dead_end(Call call) {
    while (true) {
      std::string key = key_of(call);
      const auto known = cache_.find(key);
      if (!known) return std::nullopt;
      if (!known->failure.empty()) return key;
      const Complaint complaint = hooks_.check(call.number, known->text);
      if (complaint.empty()) return std::nullopt;
      if (!goes_on(call, known->text, complaint)) return key;
    }
  }

  // The talk with what is wrong with the answer; false if it was asked for often enough.
  bool goes_on(Call& call, const std::string& text, const Complaint& complaint) const {
    if (call.asked_again == config_.patience.ask_again) return false;
    ++call.asked_again;
    call.talk.push_back({"assistant", text});
    call.talk.push_back({"user", complaint.to_model});
    return true;
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
    if (goes_on(call, text, complaint)) return false;
    skip(call, fmt::format("{} answer{} broke the task's rules; the last: {}", call.asked_again + 1,
                           call.asked_again == 0 ? "" : "s", complaint.reason));
    return true;
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
      call->elsewhere ? look_again(call) : pending_.push_front(call);
    }
  }

  // Another program was asking it, or may have been.
  void look_again(const CallPtr& call) {
    const auto others = others_of(call->key);
    advance(call);
    for (const CallPtr& other : others) advance(other);
  }

  Seconds next_wake() {
    const Seconds at = now();
    Seconds wake = at + kTick;
    if (!later_.empty()) wake = std::min(wake, later_.top().due);
    if (room_for_more()) return at;
    for (const CallPtr& call : pending_) {
      for (const EndpointState& endpoint : endpoints_) wake = std::min(wake, std::max(at, ready(endpoint, *call, at)));
      if (call->overtaken >= kOvertakes) break;
    }
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

  // By a guess that is generous to the question.
  static bool too_long_for(const EndpointState& endpoint, const Call& call) {
    return endpoint.long_for(guess_tokens(call.talk) * 2 / 3);
  }

  // When the endpoint may be sent the call.
  Seconds ready(const EndpointState& endpoint, const Call& call, Seconds at) const {
    return too_long_for(endpoint, call) ? kNever : endpoint.ready(at, tokens_of(call));
  }

  EndpointState* free_for(const Call& call) {
    const Seconds at = now();
    EndpointState* best = nullptr;
    for (EndpointState& endpoint : endpoints_) {
      if (ready(endpoint, call, at) > at) continue;
      if (best == nullptr || endpoint.expected() < best->expected()) best = &endpoint;
    }
    return best;
  }

  bool any_usable() const {
    return std::any_of(endpoints_.begin(), endpoints_.end(), [](const EndpointState& e) { return e.usable(); });
  }

  // Longer than the context of every endpoint that is left.
  bool too_long(const Call& call) const {
    return std::all_of(endpoints_.begin(), endpoints_.end(),
                       [&](const EndpointState& e) { return !e.usable() || too_long_for(e, call); });
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
      if (!send_first_that_fits()) return;
    }
  }

  // The first question that an endpoint has room for; one that is too long for what is free does not hold up the
  // others, unless too many have passed it already.
  bool send_first_that_fits() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const CallPtr call = pending_[i];
      if (EndpointState* endpoint = free_for(*call)) {
        for (std::size_t k = 0; k < i; ++k) ++pending_[k]->overtaken;
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
        // It may have waited for longer than its claim held.
        cache_.claim(call->key, claim_seconds()) == Claim::ours ? send(call, *endpoint) : look_again(call);
        return true;
      }
      if (call->overtaken >= kOvertakes) return false;
    }
    return false;
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
    endpoint.sent(at, flight.tokens);
    silent_since_ = std::min(silent_since_, at);
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
    if (good || reply.meaning == Meaning::cut_off) keep(*flight.call, reply);
    if (!good) endpoint.totals.last_failure = reply.reason;
    hooks_.journal({flight.call->question.id, options_.task, endpoint.what.name, good ? "answer" : reply.reason,
                    exchange.seconds, reply.usage});
    if (exchange.end == Exchange::End::reply) {
      after_reply(flight, endpoint, exchange, reply);
    } else {
      after_failure(flight, endpoint, exchange);
    }
  }

  // Before anything else that could fail: it was paid for. An answer that was cut off would be no better the next time.
  void keep(const Call& call, const Reply& reply) {
    cache_.put(call.key, {reply.text, reply.reason, reply.usage});
    silent_since_ = kNever;
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
    if (exchange.end != End::unreachable) return retry(flight.call, exchange.reason);
    // Nothing was sent: the question is not to blame, however often.
    if (++flight.call->unreached > config_.patience.unreached) return end_with(flight.call, exchange.reason);
    later(flight.call, backoff_.wait(1));
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
        return end_with(call, reply.meaning == Meaning::too_long ? "longer than the model's context: " + reply.reason
                                                                 : reply.reason);
    }
  }

  // Perhaps it is the schema that the endpoint does not take: less is asked of it from now on. But not if it answered
  // others that were asked for as much or more; nor if it does not take the question without a schema either.
  void after_bad_request(const Flight& flight, EndpointState& endpoint, const Reply& reply) {
    // A parameter goes with every question: who refuses it once refuses them all.
    if (!reply.parameter.empty() && !endpoint.structure_taken) {
      endpoint.disable(
          fmt::format("it does not take the parameter '{0}' ({1}): leave it out of the configuration's "
                      "parameters, or set it to null",
                      reply.parameter, reply.reason));
      pending_.push_front(flight.call);
      return;
    }
    const bool taken = endpoint.structure_taken && flight.structure >= endpoint.structure;
    if (!endpoint.structure_taken && flight.structure == Structure::off) endpoint.structure = endpoint.what.structure;
    if (taken || flight.structure == Structure::off || flight.call->question.schema == nullptr)
      return end_with(flight.call, "the endpoint does not take the request: " + reply.reason);
    if (endpoint.structure == flight.structure)
      endpoint.structure = flight.structure == Structure::schema ? Structure::object : Structure::off;
    pending_.push_front(flight.call);
  }

  void after_answer(const Flight& flight, EndpointState& endpoint, const Exchange& exchange, const Reply& reply) {
    const CallPtr& call = flight.call;
    endpoint.answered(exchange, flight.tokens, reply.usage);
    endpoint.structure = flight.structure;
    endpoint.structure_taken = true;
    if (reply.usage.output > 0) output_guess_ += 0.1 * (static_cast<double>(reply.usage.output) - output_guess_);
    const auto others = others_of(call->key);
    if (!settled(*call, reply.text)) advance(call);
    for (const CallPtr& other : others) advance(other);
  }

  // ---------------------------------------------------------------------------------------------- the account

  // Silence begins when an endpoint is asked, not while questions come from the cache or wait for a limit a minute.
  void give_up_if_silent() {
    Seconds since = silent_since_;
    for (const EndpointState& endpoint : endpoints_) since = std::max(since, endpoint.paused_until());
    if (now() - since < config_.patience.give_up) return;
    for (EndpointState& endpoint : endpoints_) {
      if (!endpoint.usable()) continue;
      const std::string& last = endpoint.totals.last_failure;
      endpoint.disable(fmt::format("no answer for {:.0f} s{}{}", config_.patience.give_up,
                                   last.empty() ? "" : "; the last: ", last));
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
  Seconds silent_since_ = kNever;  // the first request after the last answer
  Seconds last_tick_ = 0;
};

}  // namespace

Totals ask_all(const Config& config, const EngineOptions& options, Cache& cache, const EngineHooks& hooks) {
  return Engine(config, options, cache, hooks).run();
}

}  // namespace fiducial::llm
