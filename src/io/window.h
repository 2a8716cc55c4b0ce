// A sliding window over a byte source: the unread bytes, contiguous, from the start of the current record on.
// Parsers count offsets from the window's start, because more() may move the bytes. The bytes are the parser's to
// change (unquoting is done in place), and kPadding readable bytes follow them, as simdjson wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fiducial/io.h"

namespace fiducial::io {

class Window {
 public:
  static constexpr std::size_t kPadding = 64;

  Window(std::unique_ptr<ByteSource> source, std::size_t chunk);

  char* data() { return buffer_.get() + begin_; }
  std::size_t size() const { return end_ - begin_; }
  std::string_view view() const { return {buffer_.get() + begin_, size()}; }

  // Reads another chunk behind what is there; false at the end of the source.
  bool more();
  // Forgets the first `count` bytes and counts their lines.
  void consume(std::size_t count);
  // Forgets everything up to and including the next newline, without holding it: how a too long line is skipped.
  void skip_line();

  // The line that the window's first byte is on.
  std::size_t line() const { return line_; }
  const ByteSource& source() const { return *source_; }

 private:
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  void make_room();
  void resize(std::size_t capacity);

  std::unique_ptr<ByteSource> source_;
  std::size_t chunk_;
  std::unique_ptr<char[], Free> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t line_ = 1;
  bool ended_ = false;
};

}  // namespace fiducial::io
