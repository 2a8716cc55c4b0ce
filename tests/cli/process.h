// Runs the real program as a process, in a folder of its own, and says what came out of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fiducial::cli_test {

struct Result {
  int code = -1;  // the exit code; 128 + the signal if one ended it
  std::string out, err;
};

struct Streams {
  std::string input;                     // what standard input holds
  std::string stdout_path;               // a file for standard output instead (/dev/full)
  std::vector<std::string> environment;  // "NAME=value", added to ours
};

// A folder that goes with the test.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  // Writes a file and gives its path.
  std::string file(const std::string& name, const std::string& bytes) const;
  std::string read(const std::string& name) const;
  // Everything in it, sorted, hidden files too.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

Result run(const std::vector<std::string>& arguments, const Streams& streams = {});
// The same with a terminal as standard output and standard error; all that was printed is in `out`.
Result run_on_terminal(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {});
// Starts the program with a pipe as standard input that gets `input` and stays open, sends the signal after the program
// had time to wait, and says how it ended.
Result run_and_signal(const std::vector<std::string>& arguments, const std::string& input, int signal);

// Starts the program and kills it (kill -9) after so many milliseconds, unless it ended before.
Result run_and_kill(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                    int milliseconds);

std::string example(const std::string& name);
std::vector<std::string> lines_of(const std::string& text);
bool contains(const std::string& text, const std::string& part);

}  // namespace fiducial::cli_test
