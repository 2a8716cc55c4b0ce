#include "certificate.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace fiducial::test_certificate {
namespace {

void add_extension(X509* certificate, int kind, const char* value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// A file of its own in the temporary folder.
template <class Write>
std::string written(const Write& write) {
  std::string path = (std::filesystem::temp_directory_path() / "fiducial-pem-XXXXXX").string();
  const int descriptor = ::mkstemp(path.data());
  std::FILE* out = descriptor < 0 ? nullptr : ::fdopen(descriptor, "w");
  if (out == nullptr || write(out) != 1) throw std::runtime_error("no certificate");
  std::fclose(out);
  return path;
}

}  // namespace

Certificate::Certificate(const std::string& hosts) : key_(EVP_EC_gen("P-256")), certificate_(X509_new()) {
  X509_set_version(certificate_, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate_), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate_), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate_), 86400);
  X509_set_pubkey(certificate_, key_);
  X509_NAME* name = X509_get_subject_name(certificate_);
  const unsigned char host[] = "127.0.0.1";
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, host, -1, -1, 0);
  X509_set_issuer_name(certificate_, name);
  add_extension(certificate_, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(certificate_, NID_subject_alt_name, hosts.c_str());
  X509_sign(certificate_, key_, EVP_sha256());
  file_ = written([&](std::FILE* out) { return PEM_write_X509(out, certificate_); });
  key_file_ =
      written([&](std::FILE* out) { return PEM_write_PrivateKey(out, key_, nullptr, nullptr, 0, nullptr, nullptr); });
}

Certificate::~Certificate() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
  std::filesystem::remove(key_file_, ignored);
  X509_free(certificate_);
  EVP_PKEY_free(key_);
}

}  // namespace fiducial::test_certificate
