// The folder of a run: one run, whole; another one is refused; a swap that was cut short is finished; one writer.
#include "io/run_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "temp_folder.h"

namespace fiducial::io {
namespace {

const std::vector<std::string> kKnown{"scores.jsonl", "tags.jsonl"};
const RunIdentity kRun{"radsem run", "radsem|version:1", {"/a", "/b"}};

void write_run(const std::string& path, const RunIdentity& identity, const std::vector<std::string>& names,
               const std::string& bytes, bool overwrite = false) {
  RunFolder folder(path, kKnown);
  folder.claim(identity, overwrite);
  for (const std::string& name : names) folder.put(name, bytes);
  folder.commit();
}

std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(RunFolderTest, PutsAllFilesInPlaceAndLeavesNothingElse) {
  const TempFolder temp;
  const std::string path = temp / "new/run";
  write_run(path, kRun, {"scores.jsonl", "tags.jsonl"}, "one");
  EXPECT_EQ(names_in(path), (std::vector<std::string>{"run.json", "scores.jsonl", "tags.jsonl"}));
  EXPECT_EQ(contents(path + "/scores.jsonl"), "one");
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path + "/scores.jsonl")));
}

TEST(RunFolderTest, ReplacesTheSameRunAndKeepsWhatIsNotOfARun) {
  const TempFolder temp;
  const std::string path = temp / "run";
  write_run(path, kRun, {"scores.jsonl", "tags.jsonl"}, "one");
  std::filesystem::permissions(path + "/scores.jsonl", std::filesystem::perms{0600});
  static_cast<void>(temp.write("run/cache.sqlite", "kept"));
  write_run(path, kRun, {"scores.jsonl"}, "two");
  EXPECT_EQ(names_in(path), (std::vector<std::string>{"cache.sqlite", "run.json", "scores.jsonl"}));
  EXPECT_EQ(contents(path + "/scores.jsonl"), "two");
  struct stat about {};
  ASSERT_EQ(::stat((path + "/scores.jsonl").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
}

TEST(RunFolderTest, RefusesAnotherRunUnlessItMayOverwrite) {
  const TempFolder temp;
  const std::string path = temp / "run";
  write_run(path, kRun, {"scores.jsonl", "tags.jsonl"}, "one");
  RunIdentity other = kRun;
  other.command = "radfact run";
  EXPECT_NE(input_error([&] { write_run(path, other, {"scores.jsonl"}, "two"); }).find("holds a run of 'radsem run'"),
            std::string::npos);
  other = kRun;
  other.signature = "radsem|version:2";
  EXPECT_NE(input_error([&] { write_run(path, other, {"scores.jsonl"}, "two"); }).find("of another version"),
            std::string::npos);
  other = kRun;
  other.inputs = {"/a", "/c"};
  EXPECT_NE(input_error([&] { write_run(path, other, {"scores.jsonl"}, "two"); }).find("--overwrite"),
            std::string::npos);
  EXPECT_EQ(contents(path + "/scores.jsonl"), "one");
  write_run(path, other, {"outputs.json"}, "two", true);
  EXPECT_EQ(names_in(path), (std::vector<std::string>{"outputs.json", "run.json"}));
}

TEST(RunFolderTest, AFolderOfFilesWithoutARecordIsAnotherRun) {
  const TempFolder temp;
  std::filesystem::create_directory(temp / "run");
  static_cast<void>(temp.write("run/tags.jsonl", "of an older version"));
  EXPECT_NE(input_error([&] { write_run(temp / "run", kRun, {"scores.jsonl"}, "x"); }).find("without a run.json"),
            std::string::npos);
  static_cast<void>(temp.write("run/run.json", "not json"));
  EXPECT_NE(input_error([&] { write_run(temp / "run", kRun, {"scores.jsonl"}, "x"); }).find("run.json"),
            std::string::npos);
}

TEST(RunFolderTest, WithoutACommitTheOldRunStays) {
  const TempFolder temp;
  const std::string path = temp / "run";
  write_run(path, kRun, {"scores.jsonl"}, "one");
  {
    RunFolder folder(path, kKnown);
    folder.claim(kRun, false);
    folder.put("scores.jsonl", "two");
  }
  EXPECT_EQ(names_in(path), (std::vector<std::string>{"run.json", "scores.jsonl"}));
  EXPECT_EQ(contents(path + "/scores.jsonl"), "one");
}

// A process that is killed at a random moment of a run, many times: what is read is one run, before and after.
TEST(RunFolderTest, AKillLeavesTheOldRunOrTheNewOne) {
  const TempFolder temp;
  const std::string path = temp / "run";
  const std::vector<std::string> names{"scores.jsonl", "tags.jsonl", "summary.json"};
  write_run(path, kRun, names, "0");
  for (int round = 1; round <= 60; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int i = 0;; ++i) {
        try {
          write_run(path, kRun, names, std::to_string(1000 * round + i));
        } catch (const std::exception&) {
          ::_exit(1);
        }
      }
    }
    ::usleep(static_cast<useconds_t>(1000 + 613 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << round;
    const std::string seen = contents(path + "/scores.jsonl");
    ASSERT_NE(seen, "");
    for (const std::string& name : names) ASSERT_EQ(contents(path + "/" + name), seen) << name << round;
    { const RunFolder settled(path, kKnown); }
    ASSERT_EQ(names_in(path), (std::vector<std::string>{"run.json", "scores.jsonl", "summary.json", "tags.jsonl"}));
    for (const std::string& name : names) ASSERT_EQ(contents(path + "/" + name), seen) << name << round;
  }
}

TEST(LockTest, NamesItsOwnerAndIsTakenOverFromTheDead) {
  const TempFolder temp;
  const std::string path = temp / "lock";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Lock lock(path, "run");
    static_cast<void>(!::write(ready[1], "x", 1));
    ::pause();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  const std::string said = input_error([&] { const Lock lock(path, "run"); });
  EXPECT_NE(said.find("run: is being written by process " + std::to_string(child) + " on "), std::string::npos) << said;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(path));
  { const Lock lock(path, "run"); }
  EXPECT_FALSE(std::filesystem::exists(path));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(AtomicFileTest, RemovesWhatAKilledProcessLeft) {
  const TempFolder temp;
  const std::string stale = temp.write(".out.jsonl.123.1.tmp", "half");
  const std::string other = temp.write(".other.jsonl.123.1.tmp", "half");
  AtomicFile first(temp / "out.jsonl");
  EXPECT_FALSE(std::filesystem::exists(stale));
  EXPECT_TRUE(std::filesystem::exists(other));
  AtomicFile second(temp / "out.jsonl");  // the first one is being written, and stays
  first.write("1");
  first.commit();
  second.write("2");
  second.commit();
  EXPECT_EQ(contents(temp / "out.jsonl"), "2");
}

}  // namespace
}  // namespace fiducial::io
