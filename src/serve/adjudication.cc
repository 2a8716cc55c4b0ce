#include "serve/adjudication.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fiducial::serve {
namespace {

[[noreturn]] void cannot(const std::string& path, const char* what) {
  throw InputError({path, 0, "", fmt::format("expected to {}, but: {}", what, std::strerror(errno))});
}

std::string text_of_json(const io::Json& value) {
  std::string text;
  io::append_json(text, value);
  return text;
}

std::string text_of(const io::Json& line, const char* field) {
  const auto found = line.find(field);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Adjudication::Adjudication(std::string folder) : folder_(std::move(folder)), path_(folder_ + "/journal.jsonl") {
  load();
}
Adjudication::~Adjudication() {
  if (file_ >= 0) ::close(file_);
}

void Adjudication::load() {
  decisions_.clear();
  size_ = 0;
  std::ifstream in(path_, std::ios::binary);
  if (!in) return;
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::size_t at = 0;
  for (std::size_t number = 1; at < text.size(); ++number) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;  // the write that did not end
    const io::Json line = io::Json::parse(std::string_view(text).substr(at, end - at), nullptr, false);
    const std::string id = line.is_object() ? text_of(line, "case") : "";
    if (id.empty() || !line.contains("tag"))
      throw InputError(
          {path_, number, "", "expected a decision {\"case\",\"who\",\"why\",\"time\",\"tag\"}, found something else"});
    decisions_[id].push_back(
        {text_of(line, "who"), text_of(line, "why"), text_of(line, "time"), text_of_json(line["tag"])});
    at = end + 1;
  }
  if (at < text.size()) std::filesystem::resize_file(path_, at);
  size_ = at;
}

std::vector<Decision> Adjudication::of(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = decisions_.find(id);
  return found == decisions_.end() ? std::vector<Decision>() : found->second;
}

std::optional<std::string> Adjudication::tag(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = decisions_.find(id);
  if (found == decisions_.end()) return std::nullopt;
  return found->second.back().tag;
}

std::size_t Adjudication::decided() const {
  const std::lock_guard lock(mutex_);
  return decisions_.size();
}

std::map<std::string, Decision> Adjudication::all() const {
  const std::lock_guard lock(mutex_);
  std::map<std::string, Decision> last;
  for (const auto& [id, list] : decisions_) last.emplace(id, list.back());
  return last;
}

void Adjudication::publish(const std::string& name, const std::function<std::string()>& text) const {
  const std::lock_guard lock(publishing_);
  io::write_file(folder_ + "/" + name, text());
}

// The journal is ours from the first decision to the end. What another program wrote since we read it is read first.
void Adjudication::take_file() {
  if (file_ >= 0) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) cannot(path_, "keep the decision");
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    const bool held = errno == EWOULDBLOCK;
    ::close(file);
    if (held)
      throw InputError({path_, 0, "", "expected to be the only program that decides here, but another one is running"});
    cannot(path_, "keep the decision");
  }
  file_ = file;
  if (std::filesystem::file_size(path_) != size_) load();
}

// One write of one line, and on the disk. A write that ended early is taken back, so that the next line begins a line.
void Adjudication::append(const std::string& line) {
  const off_t before = ::lseek(file_, 0, SEEK_END);
  const ssize_t written = ::write(file_, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size()) && ::fdatasync(file_) == 0) {
    size_ += line.size();
    return;
  }
  const int why = written < 0 ? errno : ENOSPC;
  (void)::ftruncate(file_, before);
  errno = why;
  cannot(path_, "keep the decision");
}

bool Adjudication::decide(const std::string& id, std::size_t seen, Decision decision) {
  const std::lock_guard lock(mutex_);
  take_file();
  const auto found = decisions_.find(id);
  const std::size_t version = found == decisions_.end() ? 0 : found->second.size();
  if (version != seen) return false;
  std::string line = text_of_json(
      {{"case", id}, {"version", version + 1}, {"who", decision.who}, {"why", decision.why}, {"time", decision.time}});
  line.pop_back();  // the closing brace: the tag goes in before it
  append(line + ",\"tag\":" + decision.tag + "}\n");
  decisions_[id].push_back(std::move(decision));
  return true;
}

}  // namespace fiducial::serve
