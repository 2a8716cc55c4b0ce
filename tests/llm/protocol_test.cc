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

Meaning meaning_of(long status, const std::string& body) {
  return read_reply(status, "application/json", body).meaning;
}

TEST(Protocol, AWrongAddressIsNotTheQuestionsTrouble) {
  for (const long status : {301L, 302L, 307L, 308L, 404L, 405L})
    EXPECT_EQ(meaning_of(status, "<html>"), Meaning::unknown_model) << status;
  for (const long status : {401L, 402L, 403L}) EXPECT_EQ(meaning_of(status, ""), Meaning::unauthorized) << status;
  for (const long status : {400L, 422L}) EXPECT_EQ(meaning_of(status, ""), Meaning::bad_request) << status;
}

TEST(Protocol, TooLongIsKnownByItsCodeOrItsWords) {
  for (const char* body :
       {R"({"error": {"code": "context_length_exceeded"}})",
        R"({"error": {"message": "This model's maximum context length is 4096 tokens."}})",
        R"({"error": "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000"})",
        R"({"error": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9"})"})
    EXPECT_EQ(meaning_of(422, body), Meaning::too_long) << body;
}

TEST(Protocol, AnEmptyRefusalIsNone) {
  const std::string head = R"({"choices": [{"message": {"content": "yes", "refusal": )";
  EXPECT_EQ(meaning_of(200, head + "\"\"}}]}"), Meaning::answer);
  EXPECT_EQ(meaning_of(200, head + "null}}]}"), Meaning::answer);
  EXPECT_EQ(meaning_of(200, head + "\"I would rather not\"}}]}"), Meaning::refused);
}

TEST(Protocol, AStreamWithAGapIsNoAnswer) {
  const auto streamed = [](const std::string& middle) {
    return read_reply(200, "text/event-stream",
                      "data: {\"choices\":[{\"delta\":{\"content\":\"no \"}}]}\r\n\r\n" + middle +
                          "data: {\"choices\":[{\"delta\":{\"content\":\"effusion\"},\"finish_reason\":\"stop\"}]}\n\n"
                          "data: [DONE]\n\n");
  };
  EXPECT_EQ(streamed("").text, "no effusion");
  EXPECT_EQ(streamed(": a remark\n\n").text, "no effusion");
  EXPECT_EQ(streamed("data: {\"choices\":[{\"del\n\n").meaning, Meaning::retry);
}

}  // namespace
}  // namespace fiducial::llm
