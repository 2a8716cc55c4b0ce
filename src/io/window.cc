#include "io/window.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace fiducial::io {

Window::Window(std::unique_ptr<ByteSource> source, std::size_t chunk)
    : source_(std::move(source)), chunk_(std::max<std::size_t>(chunk, 1)) {
  resize(2 * chunk_);
}

// realloc, as it moves large blocks without copying them or having both in memory.
void Window::resize(std::size_t capacity) {
  auto* const memory = static_cast<char*>(std::realloc(buffer_.get(), capacity + kPadding));
  if (memory == nullptr) throw std::bad_alloc();
  static_cast<void>(buffer_.release());
  buffer_.reset(memory);
  capacity_ = capacity;
}

bool Window::more() {
  if (ended_) return false;
  make_room();
  const std::size_t count = source_->read({buffer_.get() + end_, chunk_});
  end_ += count;
  ended_ = count == 0;
  return !ended_;
}

// Room for one chunk. The buffer doubles for a long record, which keeps copying linear, and is given back once the
// record has passed, so that one long line does not cost memory for the rest of the file.
void Window::make_room() {
  const std::size_t held = size();
  std::size_t wanted = 2 * chunk_;
  while (wanted < held + chunk_) wanted *= 2;
  const bool far_too_large = capacity_ / 8 >= wanted;
  if (capacity_ - end_ >= chunk_ && !far_too_large) return;
  std::memmove(buffer_.get(), data(), held);
  begin_ = 0;
  end_ = held;
  if (wanted > capacity_ || far_too_large) resize(wanted);
}

void Window::consume(std::size_t count) {
  line_ += static_cast<std::size_t>(std::count(data(), data() + count, '\n'));
  begin_ += count;
  if (begin_ == end_) begin_ = end_ = 0;
}

void Window::skip_line() {
  for (;;) {
    const std::size_t newline = view().find('\n');
    if (newline != std::string_view::npos) return consume(newline + 1);
    consume(size());
    if (!more()) return;
  }
}

}  // namespace fiducial::io
