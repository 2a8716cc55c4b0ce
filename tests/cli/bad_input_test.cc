// Bad input, item by item: a clear message, the right exit code, and nothing written where nothing is right.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "process.h"

namespace fiducial::cli_test {
namespace {

const std::string kGood = R"({"id":"a","reference":"No effusion.","candidate":"No effusion."})";

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "expected '" << part << "' in: " << text;
}

// One bad record among two good ones: it is listed with its file and line, the others are scored, exit code 1.
void expect_one_bad(const std::string& bad, const std::string& said) {
  const Folder folder;
  const std::string pairs =
      folder.file("pairs.jsonl", kGood + "\n" + bad + "\n" + R"({"id":"z","reference":"x","candidate":"y"})" + "\n");
  const Result result = run({"score", pairs, "--samples", folder.path("s.jsonl"), "--resamples", "10"});
  EXPECT_EQ(result.code, 1);
  expect_contains(result.err, "pairs.jsonl:2:");
  expect_contains(result.err, said);
  expect_contains(result.err, "1 record failed");
  EXPECT_EQ(lines_of(folder.read("s.jsonl")).size(), 2U);
  expect_contains(result.out, "bleu4");
}

TEST(BadInput, TruncatedJson) {
  expect_one_bad(R"({"id":"b","reference":"No effu)", "JSON");
}
TEST(BadInput, InvalidUtf8) {
  expect_one_bad("{\"id\":\"b\",\"reference\":\"\xff\xfe\",\"candidate\":\"x\"}", "UTF-8");
}
TEST(BadInput, NulByte) {
  expect_one_bad(std::string("{\"id\":\"b\",\"reference\":\"x") + '\0' + "\",\"candidate\":\"x\"}", "");
}
TEST(BadInput, MissingField) {
  expect_one_bad(R"({"id":"b","reference":"x"})", "candidate");
}
TEST(BadInput, NotAnObject) {
  expect_one_bad("[1,2]", "object");
}
TEST(BadInput, NotText) {
  expect_one_bad(R"({"id":"b","reference":7,"candidate":"x"})", "reference");
}
TEST(BadInput, DuplicateId) {
  expect_one_bad(kGood, "id a");
}

TEST(BadInput, ReportTextsStayOutOfMessages) {
  const Folder folder;
  const std::string pairs =
      folder.file("pairs.jsonl", kGood + "\n" + R"({"id":"b","reference":"PRIVATE WORDS","candidate":3})" + "\n" +
                                     R"({"id":"c","reference":"PRIVATE WORDS","candidate":"x)" + "\n");
  const Result result = run({"score", pairs});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.err.find("PRIVATE"), std::string::npos) << result.err;
}

// The whole input cannot be used: exit code 2, the file named, nothing on standard output, no file left behind.
void expect_unreadable(const std::string& path, const std::string& said, const std::string& input = "") {
  const Folder folder;
  const Result result =
      run({"score", path, "--samples", folder.path("s.jsonl"), "--json", folder.path("j.json")}, {input, "", {}});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.out, "");
  expect_contains(result.err, "error: ");
  expect_contains(result.err, said);
  EXPECT_TRUE(folder.names().empty());
}

TEST(BadInput, EmptyFile) {
  const Folder folder;
  expect_unreadable(folder.file("empty.jsonl", ""), "empty.jsonl");
  expect_unreadable(folder.file("empty.csv", ""), "empty.csv");
  expect_unreadable("-", "-", "");
}
TEST(BadInput, Directory) {
  const Folder folder;
  expect_unreadable(folder.path(""), "directory");
}
TEST(BadInput, MissingFile) {
  const Folder folder;
  expect_unreadable(folder.path("nowhere.jsonl"), "nowhere.jsonl");
}
TEST(BadInput, NoPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const Folder folder;
  const std::string path = folder.file("secret.jsonl", kGood + "\n");
  ::chmod(path.c_str(), 0);
  expect_unreadable(path, "ermission");
}
TEST(BadInput, MissingColumns) {
  const Folder folder;
  expect_unreadable(folder.file("pairs.csv", "id,reference,note\na,b,c\n"), "candidate");
}
TEST(BadInput, NamedColumnMissing) {
  const Folder folder;
  const Result result =
      run({"score", folder.file("pairs.csv", "id,reference,candidate\na,b,c\n"), "--cand-col", "model"});
  EXPECT_EQ(result.code, 2);
  expect_contains(result.err, "model");
}
TEST(BadInput, NoGoodRecord) {
  const Folder folder;
  expect_unreadable(folder.file("pairs.jsonl", "{\n{\n"), "pairs.jsonl");
}

TEST(BadInput, ManyBadRecordsAreListedThenCounted) {
  const Folder folder;
  std::string bytes = kGood + "\n";
  for (int i = 0; i < 50; ++i) bytes += "{\n";
  const Result result = run({"score", folder.file("pairs.jsonl", bytes), "--resamples", "0"});
  EXPECT_EQ(result.code, 1);
  const auto lines = lines_of(result.err);
  ASSERT_EQ(lines.size(), 2U) << "the same failure is told once";
  expect_contains(lines.front(), "(50 records fail so; this is the first)");
  EXPECT_EQ(lines.back(), "50 records failed");
}

TEST(BadInput, ManyKindsOfFailureAreListedThenCounted) {
  const Folder folder;
  std::string bytes;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 25; ++i) bytes += R"({"id":")" + std::to_string(i) + R"(","ref":"a","cand":"b"})" + "\n";
  }
  const Result result = run({"score", folder.file("pairs.jsonl", bytes), "--metrics", "bleu1", "--resamples", "0"});
  EXPECT_EQ(result.code, 1);
  const auto lines = lines_of(result.err);
  ASSERT_EQ(lines.size(), 21U);
  EXPECT_EQ(lines.back(), "25 records failed; the first 20 are listed above");
}

TEST(BadInput, FullDisk) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  const Folder folder;
  const Result samples = run({"score", example("pairs.jsonl"), "--samples", "/dev/full"});
  EXPECT_EQ(samples.code, 2);
  expect_contains(samples.err, "/dev/full");
  const Result table = run({"score", example("pairs.jsonl")}, {"", "/dev/full", {}});
  EXPECT_EQ(table.code, 2);
  expect_contains(table.err, "standard output");
  const Result scores = run({"radsem", "score", example("tags.jsonl")}, {"", "/dev/full", {}});
  EXPECT_EQ(scores.code, 2);
}

TEST(BadInput, AnOlderOutputStaysWhenTheNewOneFails) {
  const Folder folder;
  folder.file("s.jsonl", "older\n");
  const Result result = run({"score", folder.file("bad.jsonl", "{\n"), "--samples", folder.path("s.jsonl")});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(folder.read("s.jsonl"), "older\n");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"bad.jsonl", "s.jsonl"}));
}

TEST(BadInput, OutputFolderMissing) {
  const Folder folder;
  const Result result = run({"score", example("pairs.jsonl"), "--samples", folder.path("no/such/s.jsonl")});
  EXPECT_EQ(result.code, 2);
  expect_contains(result.err, "s.jsonl");
}

TEST(BadInput, SignalsLeaveNoHalfFiles) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "TSan keeps a signal back while its thread waits for a lock, here until there is more input";
#endif
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    const Result result = run_and_signal({"score", "-", "--samples", folder.path("s.jsonl")}, kGood + "\n", signal);
    EXPECT_EQ(result.code, 128 + signal) << result.err;
    EXPECT_TRUE(folder.names().empty());
    EXPECT_EQ(result.out, "");
  }
}

TEST(BadInput, OfTheOtherCommands) {
  const Folder folder;
  EXPECT_EQ(run({"radsem", "score", folder.path("nowhere")}).code, 2);
  EXPECT_EQ(run({"radsem", "score", folder.file("t.jsonl", "{\"name\":\"a\"")}).code, 2);
  EXPECT_EQ(run({"compare", folder.file("a.jsonl", "{\"id\":\"1\",\"x\":1}\n"), folder.path("nowhere")}).code, 2);
  EXPECT_EQ(run({"compare", folder.path("a.jsonl"), folder.file("b.jsonl", "{\"id\":\"2\",\"x\":1}\n")}).code, 2);
  EXPECT_EQ(run({"ssree", "evaluate", "--data", folder.path("nowhere")}).code, 2);
  EXPECT_EQ(run({"ssree", "evaluate", "--data", folder.path("")}).code, 2);
  EXPECT_EQ(run({"ssree", "evaluate"}).code, 2);
}

TEST(BadInput, TagRecordsThatAreDamaged) {
  const Folder folder;
  const std::string tags =
      folder.file("t.jsonl",
                  "{\"name\":\"text\",\"findings\":7}\n{\"findings\":{}}\n{\"name\":\"text\"}\n{\"name\":\n"
                  "{\"name\":\"good\",\"findings\":{\"pairs\":[],\"unmatched_sentences\":[]}}\n");
  const Result result = run({"radsem", "score", tags, "-q"});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.out, "{\"name\":\"text\",\"score\":0.0}\n{\"name\":\"good\",\"score\":0.0}\n");
  for (const char* line : {"t.jsonl:1:", "t.jsonl:2:", "t.jsonl:3:", "t.jsonl:4:"}) expect_contains(result.err, line);
}

}  // namespace
}  // namespace fiducial::cli_test
