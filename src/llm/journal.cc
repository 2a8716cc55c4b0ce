#include "llm/journal.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

namespace fiducial::llm {

Journal::Journal(std::string path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file_ < 0)
    throw InputError({path_, 0, "", std::string("expected a file for the journal: ") + std::strerror(errno)});
}

Journal::~Journal() {
  ::close(file_);
}

void Journal::write(const JournalEntry& entry) {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const std::string line = io::json_line({{"time", fmt::format("{:%FT%TZ}", now)},
                                          {"id", entry.id},
                                          {"task", entry.task},
                                          {"endpoint", entry.endpoint},
                                          {"result", entry.result},
                                          {"seconds", std::round(entry.seconds * 1000) / 1000},
                                          {"input_tokens", entry.usage.input},
                                          {"output_tokens", entry.usage.output}});
  // One write a line: a kill leaves whole lines.
  if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw InputError({path_, 0, "", "the journal cannot be written"});
}

}  // namespace fiducial::llm
