// Encoders behind endpoints, against the test server's /v1/embeddings.
#include "llm/embeddings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "../io/temp_folder.h"
#include "asking.h"

namespace fiducial::llm {
namespace {

using io::input_error;
using llm_server::letter_embeddings;
using llm_server::letters;

// An encoder for each of the models, all at one address.
Config config_for(const std::string& url, const std::vector<std::string>& models, std::size_t batch = 2) {
  Config config = config_of({url}, 2);
  config.patience.give_up = 3;
  for (const std::string& model : models) {
    Endpoint encoder = config.endpoints.front();
    encoder.name = fmt::format("X{}", config.encoders.size());
    encoder.url = url + "/embeddings";
    encoder.model = encoder.deployment = model;
    encoder.batch = batch;
    config.encoders.push_back(encoder);
  }
  return config;
}

double plain_cosine(const std::vector<double>& a, const std::vector<double>& b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / std::sqrt(aa * bb);
}

const std::vector<std::string> kPhrases{"effusion left", "effusion", "nodule", "large mass", "rib fracture"};

TEST(Embeddings, AreAskedForInBatchesAndKeptByPhrase) {
  Server server(letter_embeddings);
  const Config config = config_for(server.url(), {"m"});
  const auto cache = memory_cache();
  EXPECT_EQ(unknown_vectors(config, kPhrases, *cache), 5U);
  const auto encoder = encoder_of(config, kPhrases, *cache, {});
  EXPECT_EQ(server.requests(), 3U) << "five phrases, two at a time";
  EXPECT_EQ(unknown_vectors(config, kPhrases, *cache), 0U);
  const auto vectors = encoder->encode(kPhrases);
  for (std::size_t i = 0; i < kPhrases.size(); ++i) {
    for (std::size_t j = 0; j < kPhrases.size(); ++j)
      EXPECT_NEAR(lunguage::cosine(vectors[i], vectors[j]), plain_cosine(letters(kPhrases[i]), letters(kPhrases[j])),
                  1e-6);
  }
  EXPECT_EQ(encoder->signature(), "encoder:m");
  // Other phrases in another order: only what is new is asked for, and the others are the same to the bit.
  const auto more = encoder_of(config, {"nodule", "new", "effusion"}, *cache, {});
  EXPECT_EQ(server.requests(), 4U);
  const std::vector<std::string> nodule{"nodule"};
  EXPECT_EQ(more->encode(nodule).front(), vectors[2]);
  const std::vector<std::string> nothing{""};
  EXPECT_TRUE(more->encode(nothing).front().empty());
}

TEST(Embeddings, OfSeveralModelsAreAveraged) {
  const auto flat = [](const std::string& text) { return std::vector<double>{static_cast<double>(text.size()), 5}; };
  Server server([&](const Request& request) {
    if (!contains(request.body, "\"model\":\"flat\"")) return letter_embeddings(request);
    std::vector<std::vector<double>> vectors;
    for (const std::string& text : llm_server::inputs(request)) vectors.push_back(flat(text));
    return llm_server::embeddings(vectors);
  });
  const Config config = config_for(server.url(), {"letters", "flat", "letters"});
  EXPECT_EQ(config.encoder_models(), (std::vector<std::string>{"letters", "flat"})) << "one model, two endpoints";
  const auto cache = memory_cache();
  const auto encoder = encoder_of(config, kPhrases, *cache, {});
  EXPECT_EQ(encoder->signature(), "encoder:letters+flat");
  const auto vectors = encoder->encode(kPhrases);
  EXPECT_NEAR(
      lunguage::cosine(vectors[0], vectors[3]),
      (plain_cosine(letters(kPhrases[0]), letters(kPhrases[3])) + plain_cosine(flat(kPhrases[0]), flat(kPhrases[3]))) /
          2,
      1e-6);
}

TEST(Embeddings, PhrasesAndAttributesMayBePooledOtherwise) {
  const auto flat = [](const std::string& text) { return std::vector<double>{static_cast<double>(text.size()), 5}; };
  Server server([&](const Request& request) {
    if (!contains(request.body, "\"model\":\"first\"")) return letter_embeddings(request);
    std::vector<std::vector<double>> vectors;
    for (const std::string& text : llm_server::inputs(request)) vectors.push_back(flat(text));
    return llm_server::embeddings(vectors);
  });
  Config config = config_for(server.url(), {"mean", "first"});
  config.encoders[0].encodes = Encodes::phrases;
  config.encoders[1].encodes = Encodes::attributes;
  const auto cache = memory_cache();
  const auto encoder = encoder_of(config, kPhrases, *cache, {});
  EXPECT_EQ(encoder->signature(), "encoder:mean,attributes:first");
  const auto phrases = encoder->encode(kPhrases);
  const auto attributes = encoder->encode_attributes(kPhrases);
  EXPECT_NEAR(lunguage::cosine(phrases[0], phrases[3]), plain_cosine(letters(kPhrases[0]), letters(kPhrases[3])), 1e-6);
  EXPECT_NEAR(lunguage::cosine(attributes[0], attributes[3]), plain_cosine(flat(kPhrases[0]), flat(kPhrases[3])), 1e-6);
  config.encoders[1].encodes = Encodes::phrases;
  EXPECT_TRUE(contains(input_error([&] { (void)encoder_of(config, kPhrases, *cache, {}); }),
                       "expected an encoder of attributes"));
}

TEST(Embeddings, SurviveWhatEndpointsDo) {
  Server server([](const Request& request) -> ServerReply {
    switch (request.number) {
      case 0:
        return failure(500);
      case 1:
        return failure(429, "", {"Retry-After: 0"});
      case 2:
        return llm_server::embeddings({});  // none for one or two
      case 3:
        return llm_server::embeddings({{1, 2}, {1, 2, 3}});
      case 4: {
        ServerReply reply = llm_server::embeddings({{1, 2}, {1, 2}});
        reply.body.resize(reply.body.size() / 2);
        return reply;
      }
      default:
        return letter_embeddings(request);
    }
  });
  const auto cache = memory_cache();
  std::vector<JournalEntry> journal;
  EmbeddingHooks hooks;
  hooks.journal = [&](const JournalEntry& entry) { journal.push_back(entry); };
  const auto encoder = encoder_of(config_for(server.url(), {"m"}), kPhrases, *cache, hooks);
  EXPECT_EQ(encoder->encode(kPhrases).size(), 5U);
  EXPECT_EQ(journal.size(), server.requests());
  for (const JournalEntry& entry : journal) {
    EXPECT_EQ(entry.task, "embeddings");
    for (const std::string& phrase : kPhrases) EXPECT_FALSE(contains(entry.id + entry.result, phrase));
  }
}

TEST(Embeddings, ThatCannotBeHadAreAnError) {
  const auto cache = memory_cache();
  const auto said = [&](const Config& config) {
    return input_error([&] { (void)encoder_of(config, kPhrases, *cache, {}); });
  };
  EXPECT_TRUE(contains(said(config_for("http://127.0.0.1:1/v1", {"m"})),
                       "encoder m: 5 of 5 phrases could not be encoded: no endpoint is left: X0: no answer for 3 s"))
      << said(config_for("http://127.0.0.1:1/v1", {"m"}));
  EXPECT_TRUE(contains(said(config_of({"http://127.0.0.1:1/v1"}, 1)), "expected a field 'encoders', found none"));
  Server unknown([](const Request&) { return failure(404); });
  EXPECT_TRUE(contains(said(config_for(unknown.url(), {"m"})), "it knows no model or deployment 'm'"));
  Server changing([](const Request& request) {
    const std::vector<double> vector(request.number == 0 ? 2 : 3, 1.0);
    return llm_server::embeddings(std::vector<std::vector<double>>(llm_server::inputs(request).size(), vector));
  });
  EXPECT_TRUE(contains(said(config_for(changing.url(), {"other"}, 4)), "expected vectors of one length, found"));
}

TEST(Embeddings, ComeFromTheCacheOnDisk) {
  const io::TempFolder folder;
  Server server(letter_embeddings);
  const Config config = config_for(server.url(), {"m"});
  std::vector<lunguage::Embedding> first;
  for (int i = 0; i < 2; ++i) {
    const auto cache = open_sqlite_cache(folder.path() + "/cache.sqlite");
    const auto vectors = encoder_of(config, kPhrases, *cache, {})->encode(kPhrases);
    if (i == 0) first = vectors;
    EXPECT_EQ(vectors, first);
  }
  EXPECT_EQ(server.requests(), 3U);
}

}  // namespace
}  // namespace fiducial::llm
