// Working memory that is kept between calls: readers that many threads share without waiting for one another.
//
// A caller borrows one and gives it back; if all are lent out, a new one is made. There is no lock, so that a process
// forked in the middle of another thread's work can go on: it has lost what was lent out, and nothing else.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace fiducial::text {

template <class T>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}
  ~Pool() {
    for (auto& place : places_) delete place.load();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  Pool(Pool&&) = delete;
  Pool& operator=(Pool&&) = delete;

  class Borrowed {
   public:
    Borrowed(Pool& pool, std::unique_ptr<T> one) : pool_(pool), one_(std::move(one)) {}
    ~Borrowed() { pool_.give_back(std::move(one_)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Borrowed(Borrowed&&) = delete;
    Borrowed& operator=(Borrowed&&) = delete;
    T* operator->() const { return one_.get(); }
    T& operator*() const { return *one_; }

   private:
    Pool& pool_;
    std::unique_ptr<T> one_;
  };

  // A thread begins to look where it left the last one, which may still hold what was read there.
  Borrowed borrow() {
    const std::size_t first = home();
    for (std::size_t i = 0; i < kPlaces; ++i) {
      if (T* one = places_[(first + i) % kPlaces].exchange(nullptr)) return {*this, std::unique_ptr<T>(one)};
    }
    return {*this, make_()};
  }

 private:
  static constexpr std::size_t kPlaces = 64;

  static std::size_t home() {
    static std::atomic<std::size_t> threads{0};
    thread_local const std::size_t mine = threads++;
    return mine % kPlaces;
  }

  void give_back(std::unique_ptr<T> one) {
    const std::size_t first = home();
    for (std::size_t i = 0; i < kPlaces; ++i) {
      T* empty = nullptr;
      if (places_[(first + i) % kPlaces].compare_exchange_strong(empty, one.get())) {
        static_cast<void>(one.release());
        return;
      }
    }
  }

  std::function<std::unique_ptr<T>()> make_;
  std::array<std::atomic<T*>, kPlaces> places_{};
};

}  // namespace fiducial::text
