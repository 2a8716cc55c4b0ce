#include "llm/limits.h"

#include <algorithm>
#include <cmath>

namespace fiducial::llm {

// What was saved up is given beside the rate in the minute after: so the rate is that much lower.
Bucket::Bucket(double per_minute)
    : rate_((per_minute - std::max(0.0, per_minute / 60 - 1)) / 60),
      room_(std::max(1.0, per_minute / 60)),
      level_(room_) {}

double Bucket::at(Seconds now) const {
  return std::min(room_, level_ + (now - last_) * rate_);
}

Seconds Bucket::ready(Seconds now, double amount) const {
  if (rate_ <= 0) return now;
  const double missing = std::min(amount, room_) - at(now);
  return missing <= 1e-9 ? now : now + missing / rate_;
}

void Bucket::take(Seconds now, double amount) {
  if (rate_ <= 0) return;
  level_ = at(now) - amount;
  last_ = now;
}

Seconds Backoff::wait(std::size_t n) {
  state_ = state_ * 6364136223846793005U + 1442695040888963407U;
  const double random = static_cast<double>(state_ >> 11U) / static_cast<double>(std::uint64_t{1} << 53U);
  const double doubled = first_ * std::exp2(static_cast<double>(std::min<std::size_t>(n, 60)) - 1);
  return std::min(longest_, doubled) * (0.5 + 0.5 * random);
}

Seconds Breaker::ready(Seconds now) const {
  if (!open_) return now;
  return trial_ ? kNever : std::max(now, until_);
}

void Breaker::passed(Seconds now) {
  if (open_ && now >= until_) trial_ = true;
}

void Breaker::succeeded() {
  in_row_ = opened_ = 0;
  open_ = trial_ = false;
}

bool Breaker::failed(Seconds now) {
  ++in_row_;
  // Requests that were sent before it opened come back as failures too; they change nothing.
  if (open_ && !trial_) return false;
  if (!open_ && in_row_ < limit_) return false;
  until_ = now + std::min(longest_, rest_ * std::exp2(static_cast<double>(std::min<std::size_t>(opened_, 60))));
  ++opened_;
  open_ = true;
  trial_ = false;
  return true;
}

void Breaker::undecided() {
  trial_ = false;
}

}  // namespace fiducial::llm
