// A Finding as the record of `fiducial findings`: exact fields, spans in bytes of the report.
#include "explain/finding_json.h"

#include <gtest/gtest.h>

#include "grammar/reader.h"

namespace fiducial::explain {
namespace {

io::Json findings_of(const std::string& report) {
  const findings::Lexicon& lexicon = findings::Lexicon::embedded();
  findings::Reader reader(lexicon);
  findings::Reading reading;
  reader.read(report, reading);
  io::Json list = io::Json::array();
  for (const findings::Finding& finding : reading.findings) list.push_back(finding_json(lexicon, finding, report));
  return list;
}

TEST(FindingJson, SaysWhatWhereAndHowSure) {
  const io::Json list = findings_of("Possible 7 mm stone in the left kidney.");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["concept"], "stone");
  EXPECT_EQ(list[0]["site"], "kidney");
  EXPECT_EQ(list[0]["side"], "left");
  EXPECT_EQ(list[0]["polarity"], "present");
  EXPECT_EQ(list[0]["status"], "abnormal");
  EXPECT_EQ(list[0]["certainty"], "tentative");
  EXPECT_EQ(list[0]["how_sure"], "possible");
  EXPECT_EQ(list[0]["details"]["measurement"], io::Json::array({"7 mm"}));
}

TEST(FindingJson, SpansAreBytesOfTheReport) {
  const std::string report = "Über 3 µm. No pleural effusion.";
  const io::Json list = findings_of(report);
  ASSERT_FALSE(list.empty());
  for (const io::Json& one : list) {
    const std::size_t begin = one["span"][0];
    const std::size_t end = one["span"][1];
    EXPECT_EQ(one["text"], report.substr(begin, end - begin));
  }
  EXPECT_EQ(list.back()["polarity"], "absent");
}

}  // namespace
}  // namespace fiducial::explain
