#include "llm/embeddings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "llm/digest.h"

namespace fiducial::llm {
namespace {

using Vector = std::vector<float>;

std::string key_of(const std::string& model, const std::string& phrase) {
  std::string text;
  io::append_json(text, {{"service", kEmbeddings}, {"model", model}, {"input", phrase}});
  return sha256(text);
}

// A line of Reply::text, or of the cache. Empty if it is none.
Vector parse(std::string_view line) {
  Vector out;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at < end) {
    float value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) return {};
    out.push_back(value);
    at = next < end ? next + 1 : next;
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The configuration with the encoders of one model as its endpoints.
Config only(const Config& config, const std::string& model) {
  Config one = config;
  one.tasks.clear();
  one.endpoints.clear();
  for (const Endpoint& encoder : config.encoders) {
    if (encoder.model == model) one.endpoints.push_back(encoder);
  }
  return one;
}

// The vectors of one model.
class Fetch {
 public:
  Fetch(const Config& config, std::string model, const std::vector<std::string>& phrases, Cache& cache,
        const EmbeddingHooks& hooks)
      : config_(only(config, model)), model_(std::move(model)), phrases_(phrases), cache_(cache), hooks_(hooks) {}

  std::vector<Vector> run() {
    vectors_.resize(phrases_.size());
    for (std::size_t i = 0; i < phrases_.size(); ++i) {
      const auto known = cache_.find(key_of(model_, phrases_[i]));
      if (known) vectors_[i] = parse(known->text);
      if (vectors_[i].empty()) missing_.push_back(i);
    }
    done_ = phrases_.size() - missing_.size();
    hooks_.progress(model_, done_);
    if (!missing_.empty()) ask();
    check_lengths();
    return std::move(vectors_);
  }

 private:
  std::size_t batch() const {
    std::size_t least = config_.endpoints.front().batch;
    for (const Endpoint& endpoint : config_.endpoints) least = std::min(least, endpoint.batch);
    return least;
  }

  void ask() {
    const std::size_t size = batch();
    EngineHooks hooks;
    hooks.next = [&, at = std::size_t{0}](Question& question) mutable {
      if (at >= missing_.size()) return false;
      question = {fmt::format("phrases from {}", at + 1), {}, nullptr};
      for (const std::size_t end = std::min(at + size, missing_.size()); at < end; ++at)
        question.messages.push_back({"input", phrases_[missing_[at]]});
      return true;
    };
    hooks.check = [](std::size_t, const std::string& text) {
      const std::vector<std::string> lines = lines_of(text);
      const bool good = std::all_of(lines.begin(), lines.end(), [](const auto& line) { return is_vector(line); });
      return good ? Complaint{} : Complaint{"", "a vector of zeros: it says nothing of the phrase"};
    };
    std::string reason;
    hooks.deliver = [&](std::size_t number, const Outcome& outcome) {
      if (outcome.answered) return keep(number * size, outcome.text);
      if (reason.empty()) reason = outcome.reason;
    };
    hooks.tick = hooks_.tick;
    hooks.journal = hooks_.journal;
    const auto none = memory_cache();  // batches are not kept, their vectors are
    EngineOptions options;
    options.task = kEmbeddings;
    options.service = Service::embeddings;
    const Totals totals = ask_all(config_, options, *none, hooks);
    hooks_.account(model_, totals);
    if (done_ < phrases_.size()) {
      throw InputError({config_.file, 0, "",
                        fmt::format("encoder {}: {} of {} phrases could not be encoded: {}. Those that could are kept",
                                    model_, phrases_.size() - done_, phrases_.size(), reason)});
    }
  }

  // The vectors of a batch that begins at this place of the missing ones.
  void keep(std::size_t first, const std::string& text) {
    for (const std::string& line : lines_of(text)) {
      const std::size_t phrase = missing_[first++];
      vectors_[phrase] = parse(line);
      cache_.put(key_of(model_, phrases_[phrase]), {line, "", {}});
      ++done_;
    }
    hooks_.progress(model_, done_);
  }

  void check_lengths() const {
    for (const Vector& vector : vectors_) {
      if (vector.size() == vectors_.front().size()) continue;
      throw InputError({config_.file, 0, "",
                        fmt::format("encoder {}: expected vectors of one length, found {} and {}: two models under "
                                    "one name?",
                                    model_, vectors_.front().size(), vector.size())});
    }
  }

  Config config_;
  std::string model_;
  const std::vector<std::string>& phrases_;
  Cache& cache_;
  const EmbeddingHooks& hooks_;
  std::vector<Vector> vectors_;
  std::vector<std::size_t> missing_;
  std::size_t done_ = 0;
};

class KnownPhrases : public lunguage::Encoder {
 public:
  using Vectors = std::unordered_map<std::string, lunguage::Embedding>;

  // One set of vectors if phrases and attributes are encoded alike.
  KnownPhrases(std::string signature, Vectors phrases, std::optional<Vectors> attributes)
      : signature_(std::move(signature)), phrases_(std::move(phrases)), attributes_(std::move(attributes)) {}

  std::vector<lunguage::Embedding> encode(std::span<const std::string> phrases) const override {
    return look_up(phrases_, phrases);
  }
  std::vector<lunguage::Embedding> encode_attributes(std::span<const std::string> texts) const override {
    return look_up(attributes_ ? *attributes_ : phrases_, texts);
  }
  std::string signature() const override { return signature_; }

 private:
  static std::vector<lunguage::Embedding> look_up(const Vectors& vectors, std::span<const std::string> texts) {
    std::vector<lunguage::Embedding> out;
    for (const std::string& text : texts) {
      const auto found = vectors.find(text);
      if (found == vectors.end() && !text.empty())
        throw std::logic_error("a phrase was not among those that were encoded");
      out.push_back(text.empty() ? lunguage::Embedding{} : found->second);
    }
    return out;
  }

  std::string signature_;
  Vectors phrases_;
  std::optional<Vectors> attributes_;
};

// Behind what is there already, with this length.
void append(lunguage::Embedding& to, const Vector& vector, std::uint32_t first, double length) {
  double sum = 0;
  for (const float value : vector) sum += static_cast<double>(value) * static_cast<double>(value);
  const double scale = sum > 0 ? length / std::sqrt(sum) : 0;
  for (std::size_t i = 0; i < vector.size(); ++i)
    to.emplace_back(first + static_cast<std::uint32_t>(i), static_cast<float>(static_cast<double>(vector[i]) * scale));
}

std::vector<std::string> models_of(const Config& config) {
  std::vector<std::string> models = config.encoder_models();
  if (models.empty()) throw InputError({config.file, 0, "", "expected a field 'encoders', found none"});
  return models;
}

using ModelVectors = std::vector<std::pair<std::string, std::vector<Vector>>>;

// The vectors of the models that encode this, one after the other, and the models' names.
std::pair<std::string, KnownPhrases::Vectors> joined(const Config& config, const ModelVectors& known, Encodes what,
                                                     const std::vector<std::string>& phrases) {
  std::vector<std::string> names;
  for (const auto& [model, vectors] : known) {
    const Encodes encodes = config.encodes(model);
    if (encodes == Encodes::all || encodes == what) names.push_back(model);
  }
  if (names.empty())
    throw InputError({config.file, 0, "",
                      fmt::format("expected an encoder of {}, found only others",
                                  what == Encodes::phrases ? "phrases" : "attributes")});
  const double length = 1 / std::sqrt(static_cast<double>(names.size()));
  std::vector<lunguage::Embedding> rows(phrases.size());
  std::uint32_t first = 0;
  for (const auto& [model, vectors] : known) {
    if (std::find(names.begin(), names.end(), model) == names.end()) continue;
    for (std::size_t i = 0; i < phrases.size(); ++i) append(rows[i], vectors[i], first, length);
    if (!vectors.empty()) first += static_cast<std::uint32_t>(vectors.front().size());
  }
  KnownPhrases::Vectors out;
  for (std::size_t i = 0; i < phrases.size(); ++i) out.emplace(phrases[i], std::move(rows[i]));
  return {fmt::format("{}", fmt::join(names, "+")), std::move(out)};
}

}  // namespace

bool is_vector(std::string_view line) {
  const Vector vector = parse(line);
  return std::any_of(vector.begin(), vector.end(), [](float value) { return value != 0; });
}

std::size_t unknown_vectors(const Config& config, const std::vector<std::string>& phrases, Cache& cache,
                            const std::function<void(const Unasked&)>& collect) {
  std::size_t count = 0;
  for (const std::string& model : models_of(config)) {
    const std::string deployment = only(config, model).endpoints.front().deployment;
    for (const std::string& phrase : phrases) {
      const std::string key = key_of(model, phrase);
      if (cache.find(key)) continue;
      ++count;
      if (collect) collect({"", key, embeddings_body(deployment, {{"input", phrase}}), 0, 0});
    }
  }
  return count;
}

std::unique_ptr<lunguage::Encoder> encoder_of(const Config& config, const std::vector<std::string>& phrases,
                                              Cache& cache, const EmbeddingHooks& hooks) {
  ModelVectors known;
  for (const std::string& model : models_of(config))
    known.emplace_back(model, Fetch(config, model, phrases, cache, hooks).run());
  const bool alike = std::all_of(known.begin(), known.end(),
                                 [&](const auto& entry) { return config.encodes(entry.first) == Encodes::all; });
  auto [named, vectors] = joined(config, known, Encodes::phrases, phrases);
  if (alike) return std::make_unique<KnownPhrases>("encoder:" + named, std::move(vectors), std::nullopt);
  auto [attributes, values] = joined(config, known, Encodes::attributes, phrases);
  return std::make_unique<KnownPhrases>(fmt::format("encoder:{},attributes:{}", named, attributes), std::move(vectors),
                                        std::move(values));
}

}  // namespace fiducial::llm
