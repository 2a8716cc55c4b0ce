// A key and a certificate for some hosts, signed by itself, made anew for each test.
#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <string>

namespace fiducial::test_certificate {

class Certificate {
 public:
  // As OpenSSL names them: "IP:127.0.0.1,DNS:localhost".
  explicit Certificate(const std::string& hosts = "IP:127.0.0.1");
  ~Certificate();
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;

  EVP_PKEY* key() const { return key_; }
  X509* certificate() const { return certificate_; }
  // Their PEM files, which go with this object.
  const std::string& file() const { return file_; }
  const std::string& key_file() const { return key_file_; }

 private:
  EVP_PKEY* key_ = nullptr;
  X509* certificate_ = nullptr;
  std::string file_, key_file_;
};

}  // namespace fiducial::test_certificate
