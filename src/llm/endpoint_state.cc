#include "llm/endpoint_state.h"

#include <algorithm>
#include <stdexcept>

#include "fiducial/problem.h"

namespace fiducial::llm {
namespace {

// Nobody means it who asks for more.
constexpr Seconds kLongestPause = 3600;
// How often a key that can be renewed is refused before we believe it.
constexpr std::size_t kRefusals = 3;

Secret key_of(const Config& config, const Endpoint& endpoint) {
  try {
    return fetch(endpoint.key);
  } catch (const std::exception& error) {
    throw InputError({config.file, 0, "", "endpoint " + endpoint.name + ": " + error.what()});
  }
}

}  // namespace

EndpointState::EndpointState(const Config& config, Endpoint endpoint, std::uint64_t seed, bool with_key)
    : what(std::move(endpoint)),
      key(with_key ? key_of(config, what) : Secret()),
      structure(what.structure),
      requests_(what.requests_per_minute),
      tokens_(what.tokens_per_minute),
      breaker_(config.patience.breaker_failures, config.patience.breaker_rest, config.patience.longest_wait),
      backoff_(config.patience.first_wait, config.patience.longest_wait, seed) {
  totals.name = what.name;
}

Seconds EndpointState::ready(Seconds now, double tokens) const {
  if (!usable() || flying_ >= what.parallel) return kNever;
  return std::max({paused_until_, breaker_.ready(now), requests_.ready(now, 1), tokens_.ready(now, tokens)});
}

double EndpointState::expected() const {
  return mean_seconds_ > 0 ? mean_seconds_ : 1 / what.speed_factor;
}

void EndpointState::sent(Seconds now, double tokens) {
  ++flying_;
  requests_.take(now, 1);
  tokens_.take(now, tokens);
  breaker_.passed(now);
}

void EndpointState::ended(double guessed, const Usage& usage) {
  --flying_;
  ++totals.requests;
  totals.usage += usage;
  totals.cost +=
      (static_cast<double>(usage.input) * what.input_price + static_cast<double>(usage.output) * what.output_price) /
      1e6;
  const auto used = static_cast<double>(usage.input + usage.output);
  if (used > 0) tokens_.correct(used - guessed);
}

void EndpointState::answered(const Exchange& exchange, double guessed, const Usage& usage) {
  ended(guessed, usage);
  ++totals.answers;
  breaker_.succeeded();
  busy_in_row_ = 0;
  mean_seconds_ = mean_seconds_ > 0 ? 0.8 * mean_seconds_ + 0.2 * exchange.seconds : exchange.seconds;
}

void EndpointState::failed(Seconds now, double guessed) {
  ended(guessed, {});
  ++totals.failures;
  breaker_.failed(now);
}

void EndpointState::undecided(double guessed, const Usage& usage) {
  ended(guessed, usage);
  ++totals.failures;
  breaker_.undecided();
}

void EndpointState::busy(Seconds now, Seconds sent, double guessed, double retry_after) {
  undecided(guessed);
  // All that were in flight are refused together: one pause, not one for each.
  const bool first = sent >= pause_began_;
  if (first) ++busy_in_row_;
  if (first || retry_after >= 0) pause(now, retry_after >= 0 ? retry_after : backoff_.wait(busy_in_row_));
}

void EndpointState::pause(Seconds now, double seconds) {
  pause_began_ = now;
  paused_until_ = std::max(paused_until_, now + std::min(seconds, kLongestPause));
}

bool EndpointState::key_refused(Seconds now, Seconds sent, std::size_t generation) {
  if (generation < key_generation) return true;
  if (!what.key.renewable()) return false;
  if (sent < pause_began_) return true;  // of those that were in flight together, one counts
  try {
    if (Secret newer = fetch(what.key); newer != key) {
      key = std::move(newer);
      ++key_generation;
      refusals_ = 0;
      return true;
    }
  } catch (const std::exception&) {  // it is perhaps being written at this moment
  }
  pause(now, backoff_.wait(++refusals_));
  return refusals_ < kRefusals;
}

}  // namespace fiducial::llm
