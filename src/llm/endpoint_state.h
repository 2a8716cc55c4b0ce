// An endpoint while questions are asked: what it has in flight, when it may be asked again, how fast it is.
#pragma once

#include <string>

#include "llm/config.h"
#include "llm/engine.h"
#include "llm/limits.h"
#include "llm/transport.h"

namespace fiducial::llm {

class EndpointState {
 public:
  // Fetches the key, if it will be used; InputError if there is none.
  EndpointState(const Config& config, Endpoint endpoint, std::uint64_t seed, bool with_key);

  // When a request of so many tokens may be sent; kNever if it has to wait for another to end, or is out of use.
  Seconds ready(Seconds now, double tokens) const;
  // Seconds that a request is expected to take: measured, or by the configuration's speed_factor.
  double expected() const;
  void sent(Seconds now, double tokens);

  // A request that took `tokens` by guess ended, as …
  void answered(const Exchange& exchange, double guessed, const Usage& usage);
  void failed(Seconds now, double guessed);                                  // its own trouble
  void undecided(double guessed, const Usage& usage = {});                   // the question's trouble
  void busy(Seconds now, Seconds sent, double guessed, double retry_after);  // asked for a pause
  void pause(Seconds now, double seconds);

  // The key of that generation was not taken. False if that is final: there is no newer one, nor will there be.
  bool key_refused(Seconds now, Seconds sent, std::size_t generation);
  // The end of the pause that it asked for.
  Seconds paused_until() const { return paused_until_; }
  void disable(std::string why) { totals.trouble = std::move(why); }
  bool usable() const { return totals.trouble.empty(); }
  bool long_for(std::size_t tokens) const { return what.context_tokens > 0 && tokens > what.context_tokens; }

  Endpoint what;
  Secret key;
  std::size_t key_generation = 0;
  Structure structure;           // falls as the endpoint refuses
  bool structure_taken = false;  // an answer has come by it
  EndpointTotals totals;

 private:
  void ended(double guessed, const Usage& usage);

  Bucket requests_, tokens_;
  Breaker breaker_;
  Backoff backoff_;
  std::size_t flying_ = 0, busy_in_row_ = 0, refusals_ = 0;
  Seconds paused_until_ = 0, pause_began_ = 0;
  double mean_seconds_ = 0;  // 0: not measured
};

}  // namespace fiducial::llm
