// Work on many records on all cores, with results in the order of the input: what evaluate() does for metrics, for the
// commands that turn one record into another. Every worker takes a batch under the input lock, works on it alone, and
// delivers it when all earlier batches have been delivered; so one batch a worker is in memory, and the bytes that come
// out are the same for any number of threads.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fiducial/problem.h"

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
  struct Batch {
    std::size_t number = 0;
    std::vector<Entry> items;
  };

  void work();
  void work_on(Entry& entry, const std::function<Result(const Item&)>& worker);
  bool take(Batch& batch);
  void hand_over(Batch& batch);
  void fail(std::exception_ptr failure);

  std::mutex input_;  // guards next, ended_, taken_
  bool ended_ = false;
  std::size_t taken_ = 0;
  std::mutex output_;  // guards deliver, delivered_, failure_
  std::condition_variable turn_;
  std::size_t delivered_ = 0;
  std::exception_ptr failure_;
};

template <class Item, class Result>
void InOrder<Item, Result>::run(unsigned threads) {
  const unsigned workers = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < workers; ++i) others.emplace_back([this] { work(); });
  work();
  others.clear();
  if (failure_) std::rethrow_exception(failure_);
}

template <class Item, class Result>
void InOrder<Item, Result>::work() {
  try {
    std::function<Result(const Item&)> worker;  // made when there is something to do
    Batch batch;
    while (take(batch)) {
      if (!worker) worker = make_worker();
      for (Entry& entry : batch.items) work_on(entry, worker);
      hand_over(batch);
    }
  } catch (...) {
    fail(std::current_exception());
  }
}

template <class Item, class Result>
void InOrder<Item, Result>::work_on(Entry& entry, const std::function<Result(const Item&)>& worker) {
  try {
    entry.result = worker(entry.item);
  } catch (const RecordError& error) {
    if (!failed) throw;
    entry.why = error.what();
  }
}

template <class Item, class Result>
bool InOrder<Item, Result>::take(Batch& batch) {
  const std::lock_guard lock(input_);
  batch.items.clear();
  std::size_t size = 0;
  while (!ended_ && batch.items.size() < kBatchItems && size < kBatchBytes) {
    Item item;
    try {
      ended_ = !next(item);
    } catch (...) {
      ended_ = true;  // the others must not read on
      throw;
    }
    if (ended_) break;
    size += bytes(item);
    batch.items.push_back({std::move(item), Result{}, {}});
  }
  batch.number = taken_;
  if (!batch.items.empty()) ++taken_;
  return !batch.items.empty();
}

template <class Item, class Result>
void InOrder<Item, Result>::hand_over(Batch& batch) {
  std::unique_lock lock(output_);
  turn_.wait(lock, [&] { return failure_ || delivered_ == batch.number; });
  if (failure_) return;
  for (auto& [item, result, why] : batch.items) {
    if (why.empty()) {
      deliver(item, result);
    } else {
      failed(item, why);
    }
  }
  ++delivered_;
  lock.unlock();
  turn_.notify_all();
}

template <class Item, class Result>
void InOrder<Item, Result>::fail(std::exception_ptr failure) {
  {
    const std::lock_guard lock(output_);
    if (!failure_) failure_ = std::move(failure);
  }
  turn_.notify_all();
  const std::lock_guard lock(input_);
  ended_ = true;
}

}  // namespace fiducial::cli
