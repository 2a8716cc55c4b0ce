#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
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

// In the child: the three streams are in place.
[[noreturn]] void become_program(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment) {
  for (const std::string& setting : environment) {
    const std::size_t equals = setting.find('=');
    ::setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> argv{const_cast<char*>(FIDUCIAL_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  std::_Exit(127);
}

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

void redirect(int to, const std::string& path, int flags) {
  const int from = ::open(path.c_str(), flags, 0600);
  if (from < 0) std::_Exit(126);
  ::dup2(from, to);
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
  const std::string in = folder.file("in", streams.input);
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(0, in, O_RDONLY);
    redirect(1, streams.stdout_path.empty() ? folder.path("out") : streams.stdout_path, O_WRONLY | O_CREAT);
    redirect(2, folder.path("err"), O_WRONLY | O_CREAT);
    become_program(arguments, streams.environment);
  }
  Result result;
  result.code = wait_for(child);
  result.out = folder.read("out");
  result.err = folder.read("err");
  return result;
}

Result run_on_terminal(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
  int controller = -1;
  const pid_t child = ::forkpty(&controller, nullptr, nullptr, nullptr);
  if (child == 0) become_program(arguments, environment);
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
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[0], 0);
    redirect(1, folder.path("out"), O_WRONLY | O_CREAT);
    redirect(2, folder.path("err"), O_WRONLY | O_CREAT);
    become_program(arguments, {});
  }
  ::close(ends[0]);
  (void)!::write(ends[1], input.data(), input.size());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  ::kill(child, signal);
  Result result;
  result.code = wait_for(child);
  ::close(ends[1]);
  result.out = folder.read("out");
  result.err = folder.read("err");
  return result;
}

Result run_and_kill(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    int milliseconds) {
  const Folder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(0, "/dev/null", O_RDONLY);
    redirect(1, folder.path("out"), O_WRONLY | O_CREAT);
    redirect(2, folder.path("err"), O_WRONLY | O_CREAT);
    become_program(arguments, environment);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  ::kill(child, SIGKILL);  // until it is waited for, the number is still its own
  Result result;
  result.code = wait_for(child);
  result.out = folder.read("out");
  result.err = folder.read("err");
  return result;
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
