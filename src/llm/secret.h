// A key or token, and where it comes from: an environment variable, a file, or a command that prints it (for key vaults
// and token providers). Never the configuration itself, and never a message: a Secret has no way to be printed, only to
// be handed to the transport by reveal().
#pragma once

#include <string>

namespace fiducial::llm {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}
  bool empty() const { return value_.empty(); }
  // For the header of a request, and nothing else.
  const std::string& reveal() const { return value_; }
  bool operator==(const Secret&) const = default;

 private:
  std::string value_;
};

struct SecretSource {
  enum class Kind {
    none,         // the endpoint wants no key
    environment,  // `where` is the variable's name
    file,         // … a path
    command,      // … a shell command that prints the key
  };
  Kind kind = Kind::none;
  std::string where;
  double seconds = 60;  // that a command may take

  // "environment variable API_KEY": for messages. A command is not quoted, as people put passwords into them.
  std::string name() const;
  // A token that may have been renewed since: asked for again when an endpoint no longer takes it.
  bool renewable() const { return kind == Kind::file || kind == Kind::command; }
};

// The key, without white space at its ends. std::runtime_error says what is missing: a variable that is not set, a file
// that cannot be read, a command that failed; an empty key; one with a line break in it.
Secret fetch(const SecretSource& source);

}  // namespace fiducial::llm
