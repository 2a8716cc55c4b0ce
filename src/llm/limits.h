// When an endpoint may be asked: limits a minute, waits after failures, a rest after many. Plain arithmetic on a clock
// that the caller reads, so that tests need not wait.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace fiducial::llm {

// Seconds on a steady clock.
using Seconds = double;
inline constexpr Seconds kNever = std::numeric_limits<double>::infinity();

// So many units a minute, whichever minute it is, and at most a second's worth at once, so that a run does not begin
// with a burst which the provider's own shorter windows refuse. Nothing is limited if the rate is 0.
class Bucket {
 public:
  explicit Bucket(double per_minute);
  // When `amount` can be taken: `now` or later. An amount above what fits is possible when the bucket is full.
  Seconds ready(Seconds now, double amount) const;
  void take(Seconds now, double amount);
  // The truth came out as more (or less) than what was taken.
  void correct(double amount) { level_ -= amount; }

 private:
  double at(Seconds now) const;
  double rate_, room_, level_;
  Seconds last_ = 0;
};

// The wait before the n-th retry (n from 1): first · 2^(n-1), at most `longest`, times a random half to whole, so that
// many callers that failed together do not come back together.
class Backoff {
 public:
  Backoff(Seconds first, Seconds longest, std::uint64_t seed) : first_(first), longest_(longest), state_(seed) {}
  Seconds wait(std::size_t n);

 private:
  Seconds first_, longest_;
  std::uint64_t state_;
};

// A circuit breaker. Closed: all may pass. After some failures in a row it opens: nobody passes for a while; then one
// may try. If that one comes through the breaker closes, else it opens again for twice as long.
class Breaker {
 public:
  Breaker(std::size_t failures, Seconds rest, Seconds longest) : limit_(failures), rest_(rest), longest_(longest) {}
  // When one more may pass; kNever while a trial is under way.
  Seconds ready(Seconds now) const;
  void passed(Seconds now);  // a request was sent
  void succeeded();
  // True if this failure opened it.
  bool failed(Seconds now);
  // The request ended in a way that says nothing of the endpoint's health.
  void undecided();
  bool open() const { return open_; }

 private:
  std::size_t limit_, in_row_ = 0, opened_ = 0;
  Seconds rest_, longest_, until_ = 0;
  bool open_ = false, trial_ = false;
};

}  // namespace fiducial::llm
