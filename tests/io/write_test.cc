// What is written: whole files or none, numbers that read back, text that is always UTF-8.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <random>

#include "fiducial/io.h"
#include "temp_folder.h"

namespace fiducial::io {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat about = {};
  EXPECT_EQ(::stat(path.c_str(), &about), 0);
  return about.st_mode & 0777U;
}

// A table can have anything in its cells: on a terminal it must not act.
TEST(AtomicFile, OnATerminalNothingActs) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  AtomicFile file(::ptsname(master));
  file.write("id,text\na\x1b[2J\xC2\x9B\xE2\x80\xAE,b\n");
  file.commit();
  char shown[256];
  const ssize_t count = ::read(master, shown, sizeof shown);
  ASSERT_GT(count, 0);
  EXPECT_EQ(std::string(shown, static_cast<std::size_t>(count)), "id,text\r\na?[2J??,b\r\n");
  ::close(master);
}

TEST(AtomicFile, AppearsAtCommit) {
  const TempFolder folder;
  const std::string path = folder.write("out.jsonl", "old");
  {
    AtomicFile file(path);
    file.write("new ");
    file.write(std::string(1'000'000, 'x'));
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(folder.file_count(), 2U);
    file.commit();
    EXPECT_THROW(file.write("more"), Error);
  }
  EXPECT_EQ(contents(path), "new " + std::string(1'000'000, 'x'));
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFile, WithoutCommitNothingChanges) {
  const TempFolder folder;
  const std::string path = folder.write("out.jsonl", "old");
  {
    AtomicFile file(path);
    file.write(std::string(1'000'000, 'x'));
    AtomicFile moved = std::move(file);
    moved.write("y");
    AtomicFile never(folder / "never");
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFile, Modes) {
  const TempFolder folder;
  const mode_t old = ::umask(027);
  write_file(folder / "new", "x");
  const std::string secret = folder.write("secret", "x");
  ::chmod(secret.c_str(), 0600);
  write_file(secret, "y");
  ::umask(old);
  EXPECT_EQ(mode_of(folder / "new"), 0640U);
  EXPECT_EQ(mode_of(secret), 0600U);
}

TEST(AtomicFile, ALinkStaysALink) {
  const TempFolder folder;
  const std::string target = folder.write("target", "old");
  ASSERT_EQ(::symlink("target", (folder / "link").c_str()), 0);
  write_file(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(contents(target), "new");
}

TEST(AtomicFile, WhereItCannotWrite) {
  const TempFolder folder;
  EXPECT_EQ(input_error([&] { AtomicFile file(folder.path()); }),
            folder.path() + ": expected a file to write, found a directory");
  EXPECT_EQ(input_error([&] { AtomicFile file(folder / "no" + "/x"); }),
            folder / "no" + "/x: cannot be written: there is no folder '" + folder / "no" + "'");
  EXPECT_NE(input_error([&] { AtomicFile file(folder / "new" + "/"); }), "");
  EXPECT_NE(input_error([] { AtomicFile file(""); }), "");
}

TEST(AtomicFile, NoPermission) {
  const TempFolder folder;
  const std::string path = folder.write("out", "old");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0444), 0);
  const std::string message = input_error([&] {
    const AsNobody nobody;
    write_file(path, "new");
  });
  EXPECT_EQ(message, path + ": cannot be written: Permission denied");
  EXPECT_EQ(contents(path), "old");
}

TEST(AtomicFile, FullDisk) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP();
  const std::string expected = "/dev/full: cannot be written: No space left on device; free some space and run again";
  EXPECT_EQ(input_error([] { write_file("/dev/full", "x"); }), expected);
  EXPECT_EQ(input_error([] { write_file("/dev/full", std::string(1'000'000, 'x')); }), expected);
}

// A limit on the size of files stands for a disk that fills up half-way.
TEST(AtomicFile, ADiskThatFillsUpLeavesTheOldFile) {
  const TempFolder folder;
  const std::string path = folder.write("out", "old");
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{500'000, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = input_error([&] {
    AtomicFile file(path);
    for (int i = 0; i < 1000; ++i) file.write(std::string(1000, 'x'));
    file.commit();
  });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, path + ": cannot be written: File too large");
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFile, Devices) {
  write_file("/dev/null", "x");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, StandardOutput) {
  ::testing::internal::CaptureStdout();
  write_file("-", "to stdout\n");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "to stdout\n");
}

TEST(AtomicFile, GzipReadsBackAndIsTheSameEachTime) {
  const TempFolder folder;
  std::string text = "{\"a\":1}\n";
  std::mt19937 random(3);
  while (text.size() < 2'000'000) text += json_line({{"a", random()}});
  for (const std::string name : {"a.jsonl.gz", "b.jsonl.gz"}) {
    AtomicFile file(folder / name);
    for (std::size_t at = 0; at < text.size(); at += 70'000) file.write(std::string_view(text).substr(at, 70'000));
    file.commit();
  }
  EXPECT_EQ(contents(folder / "a.jsonl.gz"), contents(folder / "b.jsonl.gz"));
  RecordReader reader(folder / "a.jsonl.gz");
  std::string read;
  Record record;
  while (reader.next(record)) read += json_line(record.fields);
  EXPECT_EQ(read, text);
}

TEST(Json, Numbers) {
  const auto written = [](double number) {
    std::string out;
    append_json_number(out, number);
    return out;
  };
  EXPECT_EQ(written(0.81375), "0.81375");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(1), "1.0");
  EXPECT_EQ(written(0), "0.0");
  EXPECT_EQ(written(-0.0), "-0.0");
  EXPECT_EQ(written(100'000), "100000.0");
  EXPECT_EQ(written(1e-5), "0.00001");
  EXPECT_EQ(written(1e-7), "1e-07");
  EXPECT_EQ(written(1e300), "1e+300");
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "null");
  std::mt19937_64 random(5);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    ASSERT_EQ(Json::parse(written(number)).get<double>(), number);
  }
}

TEST(Json, Lines) {
  const Json value = {
      {"b", 1}, {"a", {1.5, nullptr, true, -3, "x\"\\\n\x01/é"}}, {"e", Json::object()}, {"f", Json::array()}};
  EXPECT_EQ(json_line(value), "{\"b\":1,\"a\":[1.5,null,true,-3,\"x\\\"\\\\\\n\\u0001/é\"],\"e\":{},\"f\":[]}\n");
  EXPECT_EQ(json_line("a\xFFz"), "\"a\xEF\xBF\xBDz\"\n");
  EXPECT_EQ(json_line({{"k\xFF", 1}}), "{\"k\xEF\xBF\xBD\":1}\n");
  EXPECT_EQ(json_pretty({{"a", {1, 2}}, {"b", Json::object()}}),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n");
}

}  // namespace
}  // namespace fiducial::io
