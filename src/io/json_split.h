// Cuts a stream into the texts of its JSON records without understanding more of them than where they end: lines of
// JSONL, or elements of an array that is never in memory as a whole. Damage stays within the record that has it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "fiducial/io.h"
#include "io/window.h"

namespace fiducial::io {

struct JsonText {
  std::string_view text;   // valid until the next call; Window::kPadding readable bytes follow
  std::size_t line = 0;    // where it begins
  std::size_t number = 0;  // which record of the stream, skipped ones included, counted from 1
};

class JsonSplitter {
 public:
  virtual ~JsonSplitter() = default;
  // The next text that may be a record; false at the end. What cannot be one is logged.
  virtual bool next(JsonText& out, ProblemLog& problems) = 0;
};

// `format` is jsonl, json_array or json_texts. The window outlives the splitter.
std::unique_ptr<JsonSplitter> split_json(Format format, Window& window, std::size_t max_record);

}  // namespace fiducial::io
