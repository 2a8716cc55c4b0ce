// SHA-256 against OpenSSL's, at every length around the ends of its blocks.
#include "llm/digest.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <random>

namespace fiducial::llm {
namespace {

std::string peer(const std::string& bytes) {
  unsigned char hash[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), hash, &size, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    char two[3];
    (void)std::snprintf(two, sizeof two, "%02x", hash[i]);
    text += two;
  }
  return text;
}

TEST(Digest, IsSha256) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::mt19937 random(1);
  std::string bytes;
  for (std::size_t length = 0; length < 400; ++length) {
    EXPECT_EQ(sha256(bytes), peer(bytes)) << length;
    bytes += static_cast<char>(random());
  }
}

}  // namespace
}  // namespace fiducial::llm
