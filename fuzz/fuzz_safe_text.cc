// Any bytes made safe to show: valid UTF-8 in which nothing acts, and cells that are read back as they were.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fiducial/io.h"
#include "io/safe_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fiducial::io;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string line = safe_line(bytes);
  const std::string markup = safe_markup(bytes);
  if (!is_utf8(line) || !is_utf8(markup)) std::abort();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (unsafe_character(line, i) > 0) std::abort();
  }
  if (markup.find_first_of("<>\"'") != std::string::npos) std::abort();
  const std::string text = to_utf8(bytes);
  if (unguarded_cell(safe_cell(text)) != text) std::abort();
  std::string json;
  append_json_text(json, text);
  if (Json::parse(json).get<std::string>() != text) std::abort();
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (unsafe_character(json, i) > 0) std::abort();
  }
  return 0;
}
