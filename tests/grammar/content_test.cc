// The words of a report that no Finding says.
#include "grammar/content.h"

#include <gtest/gtest.h>

#include <string>

#include "grammar/reader.h"

namespace fiducial::findings {
namespace {

class Report {
 public:
  explicit Report(std::string text) : text_(std::move(text)), words_(Lexicon::embedded()) {
    Reader reader(Lexicon::embedded());
    Reading reading;
    reader.read(text_, reading, [&](const Clause& clause, std::span<const Finding> /*found*/) { words_.add(clause); });
    words_.place(reading.findings);
  }
  std::string left_over() const {
    std::string out;
    for (const ContentWord& word : words_.words()) {
      if (word.placed) continue;
      out += (out.empty() ? "" : ", ") + text_.substr(word.span.begin, word.span.end - word.span.begin);
    }
    return out;
  }
  std::span<const ContentWord> words() const { return words_.words(); }

 private:
  std::string text_;
  ContentWords words_;
};

TEST(ContentWords, WhatFindingsSayIsPlaced) {
  EXPECT_EQ(Report("A 7 mm stone in the lower pole of the left kidney, without hydronephrosis.").left_over(), "");
  EXPECT_EQ(Report("Possible small pneumothorax on the right. The heart is not enlarged.").left_over(), "");
}

TEST(ContentWords, WhatIsLeftOutForAReasonIsNotLeftOver) {
  EXPECT_EQ(Report("A 9 mm nodule in the right breast, previously 6 mm. CT is recommended.").left_over(), "");
}

TEST(ContentWords, AReportSharesAllWithItself) {
  const Report report("Zorbish widgets of the left kidney, seven of them. No stones.");
  EXPECT_EQ(count_unshared(report.words(), report.words()), 0U);
}

TEST(ContentWords, OnlyWhatNoFindingSaysIsCounted) {
  std::vector<ContentWord> a(3);
  std::vector<ContentWord> b(2);
  for (std::size_t i = 0; i < a.size(); ++i) a[i].meanings[0] = i + 1, a[i].count = 1;
  b[0] = a[0];
  b[1].meanings[0] = 9, b[1].count = 1;
  // 2 and 3 are in the one alone, 9 in the other.
  EXPECT_EQ(count_unshared(a, b), 3U);
  EXPECT_EQ(count_unshared(b, a), 3U);
  a[1].placed = true;
  EXPECT_EQ(count_unshared(a, b), 2U);
  // Said twice is not said more.
  a.push_back(a[2]);
  EXPECT_EQ(count_unshared(a, b), 2U);
}

}  // namespace
}  // namespace fiducial::findings
