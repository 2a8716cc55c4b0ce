// Results of a batch: what goes into the cache, what is asked for again, what is no result.
#include "llm/batch.h"

#include <gtest/gtest.h>

#include "asking.h"

namespace fiducial::llm {
namespace {

std::string batch_key(char digit) {
  return std::string(64, digit);
}

std::string batch_result(char digit, const std::string& body, int status = 200) {
  return "{\"custom_id\":\"" + batch_key(digit) + "\",\"response\":{\"status_code\":" + std::to_string(status) +
         ",\"body\":" + body + "}}\n";
}

TEST(Batch, PaidResultsAreKeptAndTheOthersAskedForAgain) {
  const io::TempFolder folder;
  const std::string file = folder.write(
      "results.jsonl", batch_result('a', completion("yes").body) + batch_result('b', completion("ye", "length").body) +
                           batch_result('c', failure(500).body, 500) + "{\"custom_id\":\"" + batch_key('d') +
                           "\",\"response\":null,\"error\":{\"code\":\"expired\"}}\n" +
                           "{\"custom_id\":\"somebody's\"}\n{\"no\":\"result\"}\n");
  const auto cache = memory_cache();
  const BatchResults results = read_batch(file, *cache);
  EXPECT_EQ(results.answers, 1U);
  EXPECT_EQ(results.failures, 3U);
  EXPECT_EQ(results.problems.count(), 2U);
  EXPECT_EQ(cache->find(batch_key('a'))->text, "yes");
  EXPECT_TRUE(contains(cache->find(batch_key('b'))->failure, "max_tokens")) << "as if the engine had asked";
  EXPECT_FALSE(cache->find(batch_key('c')).has_value());
  EXPECT_FALSE(cache->find(batch_key('d')).has_value());
}

}  // namespace
}  // namespace fiducial::llm
