// Text that comes from anybody, made safe to show.
#include "io/safe_text.h"

#include <gtest/gtest.h>

#include "fiducial/io.h"

namespace fiducial::io {
namespace {

TEST(SafeText, WhatActsOnATerminalBecomesAQuestionMark) {
  EXPECT_EQ(safe_line("a\x1b[31mb\x07"
                      "c"),
            "a?[31mb?c");
  EXPECT_EQ(safe_line("a\nb\tc\rd"), "a?b?c?d");
  EXPECT_EQ(safe_line("C1 \xC2\x9B"
                      "2J, DEL \x7F"),
            "C1 ?2J, DEL ?");
  EXPECT_EQ(safe_line("\xE2\x80\xAE"
                      "abc\xE2\x80\xAC \xE2\x81\xA6x\xE2\x81\xA9 \xD8\x9C"),
            "?abc? ?x? ?");
  EXPECT_EQ(safe_line("\xEF\xBB\xBF\xE2\x80\xA8\xF3\xA0\x81\x81"), "???");
  EXPECT_EQ(safe_line("bad \xFF byte"), "bad \xEF\xBF\xBD byte");
  EXPECT_EQ(safe_line("0,5 × 3 µm “größer” – 肺"), "0,5 × 3 µm “größer” – 肺");
  EXPECT_EQ(safe_lines("a\n\tb\rc"), "a\n\tb?c");
}

TEST(SafeText, MarkupIsText) {
  EXPECT_EQ(safe_markup("<b a='\"'>&\x01</b>"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;?&lt;/b&gt;");
  EXPECT_EQ(safe_markup("\xEF\xBF\xBF"), "?");
}

TEST(SafeText, AFormulaIsNoCell) {
  EXPECT_EQ(safe_cell("=HYPERLINK(1)"), "'=HYPERLINK(1)");
  EXPECT_EQ(safe_cell("@x"), "'@x");
  EXPECT_EQ(safe_cell("-cmd"), "'-cmd");
  EXPECT_EQ(safe_cell("-3.5"), "-3.5");
  EXPECT_EQ(safe_cell("+7"), "+7");
  EXPECT_EQ(safe_cell("it's"), "it's");
  for (const char* text : {"=1+1", "'=1+1", "''@", "-", "'-3", "plain", "", "'", "\tx", "'quoted'"})
    EXPECT_EQ(unguarded_cell(safe_cell(text)), text);
}

TEST(SafeText, JsonIsReadBackTheSameAndActsOnNoTerminal) {
  const std::string text = "\x1b[2J \x7F \xC2\x9B \xE2\x80\xAE \xF3\xA0\x81\x81 \xF0\x9F\x98\x80 é";
  std::string out;
  append_json_text(out, text);
  EXPECT_EQ(out, "\"\\u001b[2J \\u007f \\u009b \\u202e \\udb40\\udc41 \xF0\x9F\x98\x80 é\"");
  EXPECT_EQ(Json::parse(out).get<std::string>(), text);
}

}  // namespace
}  // namespace fiducial::io
