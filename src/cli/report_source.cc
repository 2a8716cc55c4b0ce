#include "cli/report_source.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/own_terms.h"

namespace fiducial::cli {
namespace {

namespace fs = std::filesystem;

bool is_text_name(const fs::path& path) {
  std::string name = path.filename().string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name.ends_with(".txt") || name.ends_with(".TXT");
}

std::string name_of(const fs::path& path) {
  std::string name = path.filename().string();
  return name.substr(0, name.find_last_of('.', name.ends_with(".gz") ? name.size() - 4 : std::string::npos));
}

// One record a file, each read when it is its turn.
class TextFiles : public io::ByteSource {
 public:
  TextFiles(std::string name, std::vector<fs::path> files) : name_(std::move(name)), files_(std::move(files)) {}

  std::size_t read(std::span<char> room) override {
    while (at_ == line_.size()) {
      if (next_ == files_.size()) return 0;
      const fs::path& file = files_[next_++];
      check_interrupt();
      line_ = io::json_line({{"id", name_of(file)}, {"text", read_text(file.string())}});
      at_ = 0;
    }
    const std::size_t count = std::min(room.size(), line_.size() - at_);
    std::copy_n(line_.data() + at_, count, room.data());
    at_ += count;
    read_ += count;
    return count;
  }
  const std::string& name() const override { return name_; }
  std::uint64_t bytes_read() const override { return read_; }
  std::uint64_t total_bytes() const override { return 0; }

 private:
  std::string name_;
  std::vector<fs::path> files_;
  std::size_t next_ = 0, at_ = 0;
  std::uint64_t read_ = 0;
  std::string line_;
};

std::vector<fs::path> text_files(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error) && is_text_name(entry->path())) files.push_back(entry->path());
  }
  if (error) throw InputError({folder, 0, "", "expected a folder that can be read, but: " + error.message()});
  if (files.empty()) throw InputError({folder, 0, "", "expected a folder with .txt files, found none in it"});
  std::sort(files.begin(), files.end());
  return files;
}

// Does it begin as a file of records does: a JSON object or list, or a header with a column of reports?
bool holds_records(const std::string& path) {
  const auto source = open_input(path);
  std::vector<char> room(std::size_t{1} << 14);
  const std::string_view text(room.data(), source->read(room));
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos) return true;  // an empty file is told so by the readers
  if (text[first] == '{' || text[first] == '[') return true;
  const std::string_view line = text.substr(first, text.find_first_of("\r\n", first) - first);
  std::size_t begin = 0;
  while (begin <= line.size()) {
    const std::size_t end = std::min(line.find_first_of(",\t", begin), line.size());
    std::string_view cell = line.substr(begin, end - begin);
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    for (const std::string_view column : {"English_Report", "report", "findings", "text"}) {
      if (cell == column && line.size() > cell.size()) return true;
    }
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::unique_ptr<io::ByteSource> open_reports(const std::string& path) {
  std::error_code error;
  if (path != "-" && fs::is_directory(path, error)) return std::make_unique<TextFiles>(path, text_files(path));
  if (path != "-" && is_text_name(path) && fs::is_regular_file(path, error) && !holds_records(path))
    return std::make_unique<TextFiles>(path, std::vector<fs::path>{path});
  return open_input(path);
}

}  // namespace fiducial::cli
