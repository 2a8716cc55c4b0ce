#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace fiducial::cli_test {
namespace {

// How the program starts. Not by a fork: it would copy the locks that threads of a test's server hold at that moment,
// and nobody would open them in the child, which allocates memory before it becomes the program.
class Start {
 public:
  Start() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~Start() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  Start& open(int stream, const std::string& path, int flags) {
    ::posix_spawn_file_actions_addopen(&actions_, stream, path.c_str(), flags, 0600);
    return *this;
  }
  Start& copy(int from, int stream) {
    ::posix_spawn_file_actions_adddup2(&actions_, from, stream);
    return *this;
  }
  // The terminal that it opens first is its own.
  Start& own_session() {
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID);
    return *this;
  }

  pid_t program(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) const {
    std::vector<char*> argv{const_cast<char*>(FIDUCIAL_PROGRAM)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> settings;
    for (const std::string& setting : environment) settings.push_back(const_cast<char*>(setting.c_str()));
    for (char** ours = environ; *ours != nullptr; ++ours) {
      const std::string name = std::string(*ours).substr(0, std::string(*ours).find('=') + 1);
      if (std::none_of(environment.begin(), environment.end(), [&](const auto& s) { return s.starts_with(name); }))
        settings.push_back(*ours);
    }
    settings.push_back(nullptr);
    pid_t child = -1;
    if (::posix_spawn(&child, argv[0], &actions_, &attributes_, argv.data(), settings.data()) != 0)
      throw std::runtime_error("the program does not start");
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

Result result_of(pid_t child, const Folder& folder) {
  Result result;
  result.code = wait_for(child);
  result.out = folder.read("out");
  result.err = folder.read("err");
  return result;
}

}  // namespace

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "fiducial-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::file(const std::string& name, const std::string& bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

std::string Folder::read(const std::string& name) const {
  return slurp(path(name));
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

Result run(const std::vector<std::string>& arguments, const Streams& streams) {
  const Folder folder;
  Start start;
  start.open(0, folder.file("in", streams.input), O_RDONLY)
      .open(1, streams.stdout_path.empty() ? folder.path("out") : streams.stdout_path, O_WRONLY | O_CREAT)
      .open(2, folder.path("err"), O_WRONLY | O_CREAT);
  return result_of(start.program(arguments, streams.environment), folder);
}

Result run_on_terminal(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  int controller = -1;
  int terminal = -1;
  if (::openpty(&controller, &terminal, nullptr, nullptr, nullptr) != 0) throw std::runtime_error("no terminal");
  for (const int end : {controller, terminal}) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  Start start;
  start.own_session().open(0, ::ttyname(terminal), O_RDWR).copy(0, 1).copy(0, 2);
  const pid_t child = start.program(arguments, environment);
  ::close(terminal);
  Result result;
  char room[4096];
  // Linux reports the end of the other side as an error.
  for (ssize_t n = ::read(controller, room, sizeof room); n > 0; n = ::read(controller, room, sizeof room)) {
    result.out.append(room, static_cast<std::size_t>(n));
  }
  ::close(controller);
  result.code = wait_for(child);
  return result;
}

Result run_and_signal(const std::vector<std::string>& arguments, const std::string& input, int signal) {
  const Folder folder;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  Start start;
  start.copy(ends[0], 0)
      .open(1, folder.path("out"), O_WRONLY | O_CREAT)
      .open(2, folder.path("err"), O_WRONLY | O_CREAT);
  const pid_t child = start.program(arguments, {});
  ::close(ends[0]);
  (void)!::write(ends[1], input.data(), input.size());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ::kill(child, signal);
  Result result = result_of(child, folder);
  ::close(ends[1]);
  return result;
}

Result run_and_kill(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    int milliseconds) {
  const Folder folder;
  Start start;
  start.open(0, "/dev/null", O_RDONLY)
      .open(1, folder.path("out"), O_WRONLY | O_CREAT)
      .open(2, folder.path("err"), O_WRONLY | O_CREAT);
  const pid_t child = start.program(arguments, environment);
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  ::kill(child, SIGKILL);  // until it is waited for, the number is still its own
  return result_of(child, folder);
}

std::string example(const std::string& name) {
  return std::string(FIDUCIAL_EXAMPLES) + "/" + name;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace fiducial::cli_test
