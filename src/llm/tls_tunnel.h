// A TLS connection as a plain socket, for client libraries that know none: what is written to the socket goes through
// TLS to the server, and back. The server's certificate must be valid for the name by which it was called.
#pragma once

#include <memory>
#include <string>

namespace fiducial::llm {

class TlsTunnel {
 public:
  // `ca_file`: certificates of those who may vouch for the server; empty: those that the system trusts. Throws
  // std::runtime_error that says in a few words what is wrong: nobody answers, or the certificate is not good.
  TlsTunnel(const std::string& host, int port, const std::string& ca_file, int patience_seconds);
  ~TlsTunnel();
  TlsTunnel(const TlsTunnel&) = delete;
  TlsTunnel& operator=(const TlsTunnel&) = delete;

  // Our end of the socket, once: who takes it closes it.
  int take_socket();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fiducial::llm
