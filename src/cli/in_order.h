// Work on many records on all cores, with results in the order of the input: what evaluate() does for metrics, for the
// commands that turn one record into another.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fiducial/problem.h"
#include "stats/ordered_batches.h"

namespace fiducial::cli {

template <class Item, class Result>
struct InOrder {
  std::function<bool(Item&)> next;                                  // the next record; called by one thread at a time
  std::function<std::function<Result(const Item&)>()> make_worker;  // called once in each thread
  std::function<void(Item&, Result&)> deliver;                      // in order, by one thread at a time
  std::function<std::size_t(const Item&)> bytes;                    // how long a record is: batches end by bytes too
  // Gets, in order, the records of which the worker threw a RecordError, with the reason. Without it that ends the
  // work.
  std::function<void(Item&, const std::string&)> failed;

  // Throws what one of the functions throws, after all threads have ended.
  void run(unsigned threads);

 private:
  static constexpr std::size_t kBatchItems = 128;
  static constexpr std::size_t kBatchBytes = std::size_t{1} << 20;

  struct Entry {
    Item item;
    Result result;
    std::string why;  // it failed; empty: it did not
  };
  using Batch = std::vector<Entry>;

  bool take(Batch& batch);
  void work_on(Entry& entry, const std::function<Result(const Item&)>& worker) const;
  void hand_over(Batch& batch);

  bool ended_ = false;  // of the input
};

template <class Item, class Result>
void InOrder<Item, Result>::run(unsigned threads) {
  stats::OrderedBatches<Batch> batches;
  batches.take = [this](Batch& batch) { return take(batch); };
  batches.make_worker = [this] {
    return [this, worker = make_worker()](Batch& batch) {
      for (Entry& entry : batch) work_on(entry, worker);
    };
  };
  batches.deliver = [this](Batch& batch) { hand_over(batch); };
  batches.run(threads);
}

template <class Item, class Result>
bool InOrder<Item, Result>::take(Batch& batch) {
  batch.clear();
  std::size_t size = 0;
  while (!ended_ && batch.size() < kBatchItems && size < kBatchBytes) {
    Item item;
    ended_ = !next(item);
    if (ended_) break;
    size += bytes(item);
    batch.push_back({std::move(item), Result{}, {}});
  }
  return !batch.empty();
}

template <class Item, class Result>
void InOrder<Item, Result>::work_on(Entry& entry, const std::function<Result(const Item&)>& worker) const {
  try {
    entry.result = worker(entry.item);
  } catch (const RecordError& error) {
    if (!failed) throw;
    entry.why = error.what();
  }
}

template <class Item, class Result>
void InOrder<Item, Result>::hand_over(Batch& batch) {
  for (auto& [item, result, why] : batch) {
    if (why.empty()) {
      deliver(item, result);
    } else {
      failed(item, why);
    }
  }
}

}  // namespace fiducial::cli
