// LunguageScore's encoder behind endpoints of the OpenAI shape (/v1/embeddings): phrases to vectors by the models that
// the configuration names under `encoders`, their cosines averaged.
//
// All phrases are asked for once, before any scoring: in batches, over all endpoints of a model, by the same engine
// that asks language models, with its patience. Each vector is kept in the cache by model and phrase, whatever batch it
// came in.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fiducial/lunguage.h"
#include "llm/cache.h"
#include "llm/engine.h"

namespace fiducial::llm {

inline constexpr const char* kEmbeddings = "embeddings";  // the task's name in journals and accounts

struct EmbeddingHooks {
  std::function<void(const std::string& model, std::size_t done)> progress = [](const std::string&, std::size_t) {};
  std::function<void(const Totals&)> tick = [](const Totals&) {};  // may throw to end
  std::function<void(const JournalEntry&)> journal = [](const JournalEntry&) {};
  std::function<void(const std::string& model, const Totals&)> account = [](const std::string&, const Totals&) {};
};

// How many vectors the cache lacks, over all models. Each, as a request of its own, goes to `collect` if there is one.
std::size_t unknown_vectors(const Config& config, const std::vector<std::string>& phrases, Cache& cache,
                            const std::function<void(const Unasked&)>& collect = {});
// Does a vector say something: is it one, and not all zeros?
bool is_vector(std::string_view line);

// An encoder that knows these phrases and no others. InputError if the configuration has no encoders, or if a vector
// cannot be had: a score with some of its phrases missing would be another score.
std::unique_ptr<lunguage::Encoder> encoder_of(const Config& config, const std::vector<std::string>& phrases,
                                              Cache& cache, const EmbeddingHooks& hooks);

}  // namespace fiducial::llm
