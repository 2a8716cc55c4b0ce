#include "io/json_split.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

namespace fiducial::io {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string too_long(std::size_t limit) {
  return fmt::format("expected a record of at most {} bytes, found a longer one; it is skipped", limit);
}

class LineSplitter : public JsonSplitter {
 public:
  LineSplitter(Window& window, std::size_t limit) : window_(window), limit_(limit) {}

  bool next(JsonText& out, ProblemLog& problems) override {
    for (;;) {
      window_.consume(used_);
      used_ = 0;
      const std::size_t length = find_line();
      if (length == 0 && used_ == 0) return false;
      out.line = window_.line();
      if (length > limit_) {
        out.number = ++number_;
        problems.add({window_.source().name(), out.line, {}, too_long(limit_)});
        window_.skip_line();
        used_ = 0;
        continue;
      }
      out.text = trim(window_.view().substr(0, length));
      if (out.text.empty()) continue;
      out.number = ++number_;
      return true;
    }
  }

 private:
  // The length of the line at the window's start without its newline; used_ is set to its length with it. Stops
  // looking when it is longer than the limit.
  std::size_t find_line() {
    std::size_t searched = 0;
    for (;;) {
      const std::size_t newline = window_.view().find('\n', searched);
      if (newline != std::string_view::npos) {
        used_ = newline + 1;
        return newline;
      }
      searched = window_.size();
      used_ = searched;
      if (searched > limit_ || !window_.more()) return searched;
    }
  }

  Window& window_;
  std::size_t limit_;
  std::size_t used_ = 0;  // of the window, by the text handed out last
  std::size_t number_ = 0;
};

// Where a JSON value ends. Brackets are counted, not checked: the parser does that. A raw newline cannot be in a JSON
// string, so a string that meets one has lost its closing quote and ends there; the damage then stays in its element.
class ValueScan {
 public:
  // Takes bytes of [from, to) until the value ends. Returns where it stopped; done() says if it is the end.
  const char* scan(const char* from, const char* to) {
    for (const char* p = from; p < to; ++p) {
      if (escaped_) {
        escaped_ = false;
      } else if (in_string_) {
        p = scan_string(p, to);
        if (p == to) return to;
      } else if (take(*p)) {
        return ends_after_ ? p + 1 : p;
      }
      if (done_) return p + 1;
    }
    return to;
  }
  bool done() const { return done_; }

 private:
  const char* scan_string(const char* p, const char* to) {
    while (p < to && *p != '"' && *p != '\\' && *p != '\n') ++p;
    if (p == to) return to;
    if (*p == '\\') {
      escaped_ = true;
      return p;
    }
    in_string_ = false;
    if (depth_ == 0) done_ = true;
    return p;
  }

  // A byte outside strings; true if the value ends here.
  bool take(char c) {
    switch (c) {
      case '"':
        // A quote that follows a bare scalar belongs to the next value, but glued together both are invalid anyway.
        in_string_ = true;
        break;
      case '{':
      case '[':
        ++depth_;
        break;
      case '}':
      case ']':
        // At depth 0 this closes what is around a bare scalar.
        if (depth_ == 0) return end(false);
        if (--depth_ == 0) return end(true);
        break;
      case ',':
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        if (depth_ == 0) return end(false);
        break;
      default:
        break;
    }
    return false;
  }

  bool end(bool after) {
    done_ = true;
    ends_after_ = after;
    return true;
  }

  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool done_ = false;
  bool ends_after_ = false;
};

class ElementSplitter : public JsonSplitter {
 public:
  // Without brackets: values that follow each other, separated by spaces.
  ElementSplitter(Window& window, std::size_t limit, bool brackets)
      : window_(window), limit_(limit), brackets_(brackets) {}

  bool next(JsonText& out, ProblemLog& problems) override {
    while (!ended_) {
      window_.consume(used_);
      used_ = 0;
      if (!begun_) begin(problems);
      if (!find_element(problems)) break;
      out.line = window_.line();
      out.number = ++number_;
      if (take_element(out, problems)) return true;
    }
    return false;
  }

 private:
  void log(ProblemLog& problems, std::size_t line, std::string message) {
    problems.add({window_.source().name(), line, {}, std::move(message)});
  }

  // Skips spaces; false at the end of the stream.
  bool skip_spaces() {
    for (;;) {
      const std::string_view view = window_.view();
      std::size_t count = 0;
      while (count < view.size() && is_space(view[count])) ++count;
      const bool found = count < view.size();
      window_.consume(count);
      if (found) return true;
      if (!window_.more()) return false;
    }
  }

  void begin(ProblemLog& problems) {
    begun_ = true;
    if (!brackets_) return;
    if (skip_spaces() && window_.view().front() == '[') {
      window_.consume(1);
    } else {
      log(problems, window_.line(), "expected '[' at the start of a JSON array");
    }
  }

  // Goes to the first byte of the next element; false if there is none.
  bool find_element(ProblemLog& problems) {
    bool comma = false;
    for (;;) {
      if (!skip_spaces()) {
        if (brackets_) log(problems, window_.line(), "expected ']' at the end of the JSON array: truncated?");
        ended_ = true;
        return false;
      }
      const char c = window_.view().front();
      if (c == ',') {
        if (brackets_ && (comma || number_ == 0)) log(problems, window_.line(), "expected a JSON object, found ','");
        comma = true;
      } else if (c == ']' && brackets_) {
        if (comma) log(problems, window_.line(), "expected a JSON object after ',', found ']'");
        close(problems);
        return false;
      } else {
        if (brackets_ && number_ > 0 && !comma) log(problems, window_.line(), "expected ',' between array elements");
        return true;
      }
      window_.consume(1);
    }
  }

  void close(ProblemLog& problems) {
    ended_ = true;
    window_.consume(1);
    if (skip_spaces()) log(problems, window_.line(), "expected nothing after the end of the JSON array");
  }

  // Hands out the element at the window's start; false if it is logged instead.
  bool take_element(JsonText& out, ProblemLog& problems) {
    ValueScan scan;
    bool too_large = false;
    std::size_t at = 0;
    for (;;) {
      const char* const base = window_.data();
      at = static_cast<std::size_t>(scan.scan(base + at, base + window_.size()) - base);
      if (at > limit_ && !too_large) {
        too_large = true;
        log(problems, out.line, too_long(limit_));
      }
      if (scan.done()) break;
      if (too_large) {
        window_.consume(at);
        at = 0;
      }
      if (!window_.more()) return end_of_stream(out, problems, at, too_large);
    }
    // A stray closing bracket is no element; step over it, or we would meet it for ever.
    if (at == 0 && !too_large) at = 1;
    used_ = at;
    if (too_large) return false;
    out.text = window_.view().substr(0, at);
    return true;
  }

  // The stream ended in an element. A bare scalar may end so where there are no brackets; all else is truncated, and
  // the parser would say the same at more cost.
  bool end_of_stream(JsonText& out, ProblemLog& problems, std::size_t length, bool too_large) {
    ended_ = true;
    if (too_large) return false;
    if (!brackets_) {
      out.text = window_.view().substr(0, length);
      used_ = length;
      return true;
    }
    log(problems, out.line, "expected a complete JSON object, found its beginning: truncated?");
    return false;
  }

  Window& window_;
  std::size_t limit_;
  bool brackets_;
  bool begun_ = false;
  bool ended_ = false;
  std::size_t used_ = 0;  // of the window, by the element handed out last
  std::size_t number_ = 0;
};

}  // namespace

std::unique_ptr<JsonSplitter> split_json(Format format, Window& window, std::size_t max_record) {
  if (format == Format::jsonl) return std::make_unique<LineSplitter>(window, max_record);
  return std::make_unique<ElementSplitter>(window, max_record, format == Format::json_array);
}

}  // namespace fiducial::io
