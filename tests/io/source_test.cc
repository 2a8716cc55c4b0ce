// Files, gzip and standard input as byte sources, and everything that is wrong with a file as a whole.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fiducial/io.h"
#include "temp_folder.h"

namespace fiducial::io {
namespace {

std::string read_all(ByteSource& source, std::size_t chunk) {
  std::string out;
  std::string room(chunk, '\0');
  while (const std::size_t count = source.read(room)) out.append(room, 0, count);
  return out;
}

std::string gzip(const TempFolder& folder, std::string_view bytes) {
  const std::string path = folder / "zipped.gz";
  write_file(path, bytes);
  return contents(path);
}

TEST(Source, FileWithProgress) {
  const TempFolder folder;
  const std::string path = folder.write("a.txt", "hello\nworld");
  for (const std::size_t chunk : {1U, 3U, 100U}) {
    const auto source = open_source(path);
    EXPECT_EQ(source->total_bytes(), 11U);
    EXPECT_EQ(read_all(*source, chunk), "hello\nworld");
    EXPECT_EQ(source->bytes_read(), 11U);
    EXPECT_EQ(source->name(), path);
  }
}

TEST(Source, GzipByItsFirstBytesWhateverTheName) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919) + "\n";
  const std::string zipped = gzip(folder, text);
  EXPECT_LT(zipped.size(), text.size() / 2);
  const std::string path = folder.write("named.csv", zipped);
  for (const std::size_t chunk : {7U, 1U << 16U}) {
    const auto source = open_source(path);
    EXPECT_EQ(read_all(*source, chunk), text);
    EXPECT_EQ(source->bytes_read(), zipped.size());
    EXPECT_EQ(source->total_bytes(), zipped.size());
  }
}

TEST(Source, GzipFilesJoinedAndPadded) {
  const TempFolder folder;
  const std::string joined = gzip(folder, "one\n") + gzip(folder, "") + gzip(folder, "two\n") + std::string(1000, '\0');
  EXPECT_EQ(read_all(*memory_source(joined), 2), "one\ntwo\n");
}

TEST(Source, DamagedGzip) {
  const TempFolder folder;
  const std::string text(100'000, 'x');
  const std::string zipped = gzip(folder, text);
  for (const std::size_t length : {std::size_t{2}, std::size_t{10}, zipped.size() / 2, zipped.size() - 1}) {
    const std::string message =
        input_error([&] { read_all(*memory_source(std::string_view(zipped).substr(0, length), "cut.gz"), 1000); });
    EXPECT_EQ(message, "cut.gz: the gzip data end in the middle: is the file truncated?") << length;
  }
  std::string wrong = zipped;
  wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 1);  // the check sum
  EXPECT_NE(input_error([&] { read_all(*memory_source(wrong, "w.gz"), 1000); }).find("w.gz: the gzip data are damaged"),
            std::string::npos);
  const std::string more = zipped + "tail";
  EXPECT_NE(input_error([&] { read_all(*memory_source(more, "m.gz"), 1000); }).find("after the end of the gzip data"),
            std::string::npos);
}

// Damage is told after what came before it, wherever the reader's chunks end.
TEST(Source, DamagedGzipGivesWhatIsBeforeTheDamage) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::to_string(i * 7919) + "\n";
  const std::string zipped = gzip(folder, text);
  for (std::size_t at = 10; at < zipped.size() + 4; ++at) {
    std::string damaged = zipped + "tail";
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const auto read = [&](std::size_t chunk) {
      std::string out;
      const auto source = memory_source(damaged, "d.gz");
      std::string room(chunk, '\0');
      const std::string message = input_error([&] {
        while (const std::size_t count = source->read(room)) out.append(room, 0, count);
      });
      return out + "|" + message;
    };
    const std::string whole = read(std::size_t{1} << 16U);
    EXPECT_NE(whole.find("|d.gz: "), std::string::npos);
    EXPECT_EQ(read(1), whole) << at;
    EXPECT_EQ(read(37), whole) << at;
    if (at >= zipped.size() - 8) {
      EXPECT_TRUE(whole.starts_with(text)) << at;
    }
  }
}

TEST(Source, MissingFileAndDirectory) {
  const TempFolder folder;
  EXPECT_EQ(input_error([&] { open_source(folder / "none.csv"); }), folder / "none.csv" + ": there is no such file");
  EXPECT_EQ(input_error([&] { open_source(folder.path()); }), folder.path() + ": expected a file, found a directory");
}

TEST(Source, NoPermission) {
  const TempFolder folder;
  const std::string path = folder.write("secret.csv", "id\n");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0), 0);
  const std::string message = input_error([&] {
    const AsNobody nobody;
    open_source(path);
  });
  EXPECT_EQ(message, path + ": no permission to read this file");
}

TEST(Source, EmptyFile) {
  for (const std::string_view bytes : {"", "\xEF\xBB\xBF", " \n\r\n", "\n\n"}) {
    EXPECT_NE(
        input_error([&] { RecordReader reader(memory_source(bytes, "e.jsonl")); }).find("e.jsonl: the file is empty"),
        std::string::npos);
    EXPECT_NE(input_error([&] { PairReader reader(memory_source(bytes, "e.csv")); }).find("e.csv: the file is empty"),
              std::string::npos);
  }
}

TEST(Source, NotText) {
  EXPECT_NE(input_error([] { RecordReader reader(memory_source("\xFF\xFEi\0d\0", "u.csv")); }).find("UTF-16"),
            std::string::npos);
  EXPECT_NE(input_error([] { RecordReader reader(memory_source("PK\x03\x04zzzz", "s.xlsx")); }).find("spreadsheet"),
            std::string::npos);
}

TEST(Source, StandardInput) {
  const TempFolder folder;
  const std::string path = folder.write("in", "{\"id\":\"a\",\"ref\":\"r\",\"gen\":\"g\"}\n");
  const int kept = ::dup(STDIN_FILENO);
  const int file = ::open(path.c_str(), O_RDONLY);
  ASSERT_GE(::dup2(file, STDIN_FILENO), 0);
  PairReader reader("-");
  Pair pair;
  EXPECT_TRUE(reader.next(pair));
  EXPECT_EQ(pair.candidate, "g");
  EXPECT_FALSE(reader.next(pair));
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
  ::close(file);
}

}  // namespace
}  // namespace fiducial::io
