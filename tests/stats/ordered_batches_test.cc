// Batches on many threads: delivered in the order of the input, each once, and ended by whatever throws.
#include "stats/ordered_batches.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace fiducial::stats {
namespace {

// The numbers 0, 1, … `count` - 1 through a pool that turns each into its square.
struct Squares {
  int count = 0;
  OrderedBatches<std::vector<int>> batches;
  std::atomic<int> workers = 0;
  std::vector<int> delivered;

  explicit Squares(int numbers, int at_once = 3) : count(numbers) {
    batches.take = [this, at_once, next = 0](std::vector<int>& batch) mutable {
      batch.clear();
      while (next < count && static_cast<int>(batch.size()) < at_once) batch.push_back(next++);
      return !batch.empty();
    };
    batches.make_worker = [this] {
      ++workers;
      return [](std::vector<int>& batch) {
        // Early batches take longest, so that later ones are done first and must wait.
        if (batch.front() < 30) std::this_thread::sleep_for(std::chrono::milliseconds(30 - batch.front()));
        for (int& n : batch) n *= n;
      };
    };
    batches.deliver = [this](const std::vector<int>& batch) {
      delivered.insert(delivered.end(), batch.begin(), batch.end());
    };
  }
};

TEST(OrderedBatches, DeliverInTheOrderOfTheInput) {
  std::vector<int> squares(100);
  std::iota(squares.begin(), squares.end(), 0);
  for (int& n : squares) n *= n;
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    Squares run(100);
    run.batches.run(threads);
    EXPECT_EQ(run.delivered, squares) << threads;
  }
}

TEST(OrderedBatches, MakeAWorkerOnlyForAThreadThatHasABatch) {
  Squares nothing(0);
  nothing.batches.run(4);
  EXPECT_EQ(nothing.workers, 0);
  EXPECT_TRUE(nothing.delivered.empty());
  Squares one(2);
  one.batches.run(4);
  EXPECT_EQ(one.workers, 1);
  EXPECT_EQ(one.delivered, (std::vector<int>{0, 1}));
}

TEST(OrderedBatches, AreNotTakenAgainAfterTheEnd) {
  Squares run(9);
  std::atomic<int> ends = 0;
  run.batches.take = [&, take = run.batches.take](std::vector<int>& batch) {
    const bool more = take(batch);
    if (!more) ++ends;
    return more;
  };
  run.batches.run(5);
  EXPECT_EQ(ends, 1);
}

// Whatever throws, the exception comes out after all threads have ended, and what was delivered is a beginning.
TEST(OrderedBatches, EndByWhatIsThrown) {
  for (const char* where : {"take", "worker", "work", "deliver"}) {
    Squares run(100);
    const auto fail_at = [&](const char* here, const std::vector<int>& batch, int first) {
      if (std::string_view(where) == here && !batch.empty() && batch.front() == first) throw std::runtime_error(here);
    };
    run.batches.take = [&, take = run.batches.take](std::vector<int>& batch) {
      const bool more = take(batch);
      fail_at("take", batch, 60);
      return more;
    };
    run.batches.make_worker = [&, make = run.batches.make_worker]() -> std::function<void(std::vector<int>&)> {
      if (std::string_view(where) == "worker") throw std::runtime_error("worker");
      return [&, work = make()](std::vector<int>& batch) {
        fail_at("work", batch, 60);
        work(batch);
      };
    };
    run.batches.deliver = [&, deliver = run.batches.deliver](std::vector<int>& batch) {
      fail_at("deliver", batch, 60 * 60);
      deliver(batch);
    };
    try {
      run.batches.run(3);
      FAIL() << where << " did not end it";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), where);
    }
    EXPECT_LE(run.delivered.size(), 60U) << where;
    for (std::size_t i = 0; i < run.delivered.size(); ++i) EXPECT_EQ(run.delivered[i], static_cast<int>(i * i));
  }
}

}  // namespace
}  // namespace fiducial::stats
