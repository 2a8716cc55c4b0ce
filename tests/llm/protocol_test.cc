// What an endpoint's reply means, where the engine's tests do not say it already.
#include "llm/protocol.h"

#include <gtest/gtest.h>

namespace fiducial::llm {
namespace {

std::string error_of(const std::string& fields) {
  return read_reply(400, "application/json", "{\"error\": {" + fields + "}}").reason;
}

TEST(Protocol, OnlyWellKnownCodesAreShown) {
  EXPECT_EQ(error_of(R"("code": "invalid_value")"), "HTTP 400 (invalid_value)");
  EXPECT_EQ(error_of(R"("code": "service_unavailable")"), "HTTP 400 (service_unavailable)");
  EXPECT_EQ(error_of(R"("code": null, "type": "invalid_request_error")"), "HTTP 400 (invalid_request_error)");
  EXPECT_EQ(error_of(R"("code": "cardiomegaly", "type": "BadRequestError")"), "HTTP 400 (BadRequestError)");
  for (const char* code : {"cardiomegaly", "", " ", "error", "invalid_value invalid_type", "invalid_value ", "invalid"})
    EXPECT_EQ(error_of("\"code\": \"" + std::string(code) + "\""), "HTTP 400") << code;
  EXPECT_EQ(error_of(R"("code": 400)"), "HTTP 400");
}

}  // namespace
}  // namespace fiducial::llm
