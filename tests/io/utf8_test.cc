// UTF-8: a table of what is valid, and the fast validator against the slow one.
#include <gtest/gtest.h>

#include <random>

#include "fiducial/io.h"

namespace fiducial::io {
namespace {

TEST(Utf8, Table) {
  struct Case {
    std::string_view bytes;
    std::size_t error;
    std::string_view repaired;
  };
  const Case cases[] = {
      {"", 0, ""},
      {"plain", 5, "plain"},
      {"\xC3\xA9", 2, "\xC3\xA9"},                  // é
      {"\xF0\x9F\xA9\xBB", 4, "\xF0\x9F\xA9\xBB"},  // U+1FA7B
      {"a\xFFz", 1, "a\xEF\xBF\xBDz"},              // never a byte of UTF-8
      {"\xC0\xAF", 0, "\xEF\xBF\xBD\xEF\xBF\xBD"},  // overlong
      {"\xE0\x80\x80", 0, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"\xED\xA0\x80", 0, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // a surrogate
      {"\xF4\x90\x80\x80", 0, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"ab\xE2\x82", 2, "ab\xEF\xBF\xBD"},  // a character cut off
      {"\xE2\x82z", 0, "\xEF\xBF\xBDz"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(utf8_error(c.bytes), c.error) << c.repaired;
    EXPECT_EQ(is_utf8(c.bytes), c.error == c.bytes.size()) << c.repaired;
    EXPECT_EQ(to_utf8(c.bytes), c.repaired);
  }
}

TEST(Utf8, RandomBytes) {
  std::mt19937 random(7);
  constexpr std::string_view interesting = "a\x7F\x80\xA0\xBF\xC2\xDF\xE0\xE2\xED\xEF\xF0\xF4\xF5\xFF";
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes(random() % 12, 'x');
    for (char& c : bytes) c = interesting[random() % interesting.size()];
    const std::size_t error = utf8_error(bytes);
    ASSERT_EQ(is_utf8(bytes), error == bytes.size());
    ASSERT_TRUE(is_utf8(bytes.substr(0, error)));
    const std::string repaired = to_utf8(bytes);
    ASSERT_TRUE(is_utf8(repaired));
    ASSERT_EQ(to_utf8(repaired), repaired);
  }
}

}  // namespace
}  // namespace fiducial::io
