// Emphasis in a text that a person reads: colours of a terminal, or none. Nothing here knows where the text goes.
#pragma once

#include <string>
#include <string_view>

namespace fiducial::explain {

// Wraps text in a colour if whoever shows it shows colours; otherwise gives it back as it is.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}
  bool on() const { return on_; }

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  // On a background of the 256-colour palette, with black or white text.
  std::string on_background(int colour, bool dark_text, std::string_view text) const;

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool on_;
};

}  // namespace fiducial::explain
