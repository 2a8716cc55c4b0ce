// The secret that opens the service, and the checks that a request passes before anything of it is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/http.h"

namespace fiducial::serve {

// 128 random bits as 32 hexadecimal digits.
std::string random_token();
// The first line of a file. InputError: it cannot be read, it is shorter than 16 characters, or has others than
// letters, digits and "-._~+/=".
std::string token_from_file(const std::string& path);
// In a time that depends on the lengths only.
bool same_token(std::string_view a, std::string_view b);

// What a request says of where it goes and whence it comes.
struct Credentials {
  std::string_view host, origin, authorization;
};

// Who may ask: requests that name one of our hosts, from a page of ours or from no page, with the token.
// The Host is checked so that no other name can be made to lead here (DNS rebinding).
class Door {
 public:
  // `names`: host names without a port. `scheme`: "http" or "https".
  Door(std::string token, std::vector<std::string> names, unsigned short port, std::string scheme);

  // 0, or the status to refuse it with. `open`: what needs no token (the page itself, /healthz).
  int refuses(const Credentials& credentials, bool open) const;

 private:
  bool our_host(std::string_view host) const;

  std::string token_;
  std::vector<std::string> names_;
  std::string port_, scheme_;
};

}  // namespace fiducial::serve
