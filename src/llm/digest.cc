#include "llm/digest.h"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace fiducial::llm {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &size, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("expected OpenSSL to offer SHA-256, but it does not");
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[hash[i] >> 4U];
    text += kDigits[hash[i] & 15U];
  }
  return text;
}

}  // namespace fiducial::llm
