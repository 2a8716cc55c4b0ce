// A key and a certificate for 127.0.0.1, signed by itself, made anew for each test.
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <string>

namespace fiducial::llm_server {

class Certificate {
 public:
  Certificate();
  ~Certificate();
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;

  EVP_PKEY* key() const { return key_; }
  X509* certificate() const { return certificate_; }
  // Its PEM file, which goes with this object.
  const std::string& file() const { return file_; }

 private:
  EVP_PKEY* key_ = nullptr;
  X509* certificate_ = nullptr;
  std::string file_;
};

}  // namespace fiducial::llm_server
