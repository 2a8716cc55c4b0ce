// Work on many batches on all cores, with results in the order of the input. There is no reader thread and no writer
// thread: every worker does the same three steps,
//
//   take     under the input lock: the next batch, and with it its number;
//   work     alone;
//   deliver  when all earlier batches have been delivered.
//
// So reading goes on while others work, no more than one batch a worker is in memory, and what comes out is the same
// for any number of threads.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace fiducial::stats {

template <class Batch>
class OrderedBatches {
 public:
  std::function<bool(Batch&)> take;                          // false: there is none left; by one thread at a time
  std::function<std::function<void(Batch&)>()> make_worker;  // called in each thread that has a batch, once
  std::function<void(Batch&)> deliver;                       // in order, by one thread at a time

  // 0 threads: as many as the machine has. Throws what one of the functions throws, after all threads have ended. The
  // calling thread works too. A batch is used again by its thread, so that it can keep its memory.
  void run(unsigned threads) {
    const unsigned workers = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < workers; ++i) others.emplace_back([this] { go(); });
    go();
    others.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void go() {
    try {
      std::function<void(Batch&)> work;
      Batch batch;
      std::size_t number = 0;
      while (take_next(batch, number)) {
        if (!work) work = make_worker();
        work(batch);
        hand_over(batch, number);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  bool take_next(Batch& batch, std::size_t& number) {
    const std::lock_guard lock(input_);
    if (ended_) return false;
    ended_ = true;  // also if take() throws: the others must not read on
    ended_ = !take(batch);
    number = taken_;
    if (!ended_) ++taken_;
    return !ended_;
  }

  void hand_over(Batch& batch, std::size_t number) {
    std::unique_lock lock(output_);
    turn_.wait(lock, [&] { return failure_ || delivered_ == number; });
    if (failure_) return;
    deliver(batch);
    ++delivered_;
    lock.unlock();
    turn_.notify_all();
  }

  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(output_);
      if (!failure_) failure_ = std::move(failure);
    }
    turn_.notify_all();
    const std::lock_guard lock(input_);
    ended_ = true;
  }

  std::mutex input_;  // guards take, ended_, taken_
  bool ended_ = false;
  std::size_t taken_ = 0;
  std::mutex output_;  // guards deliver and all below
  std::condition_variable turn_;
  std::size_t delivered_ = 0;
  std::exception_ptr failure_;
};

}  // namespace fiducial::stats
