// What goes over the wire: the body of a chat completion, and what an endpoint's reply means for the question. Pure
// functions; the transport carries the bytes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/io.h"
#include "llm/config.h"

namespace fiducial::llm {

struct Message {
  std::string role, content;  // "system", "user", "assistant"
};

struct Schema {
  std::string name;
  io::Json json;
};

struct Usage {
  std::size_t input = 0, output = 0;  // tokens

  Usage& operator+=(const Usage& other) {
    input += other.input;
    output += other.output;
    return *this;
  }
};

// What shapes an answer: the messages, the model and its parameters, and the schema it was asked to keep.
// `structure` is how the schema is asked for; it is the endpoint's matter and not part of the key.
std::string request_body(const std::string& deployment, const std::vector<Message>& messages,
                         const Parameters& parameters, const Schema* schema, Structure structure);
// The cache's key: a hash of all that, with the model's true name.
std::string cache_key(const std::string& model, const std::vector<Message>& messages, const Parameters& parameters,
                      const Schema* schema);

// About how many tokens a text is: one for four bytes, as the providers' rule of thumb says.
std::size_t guess_tokens(std::size_t bytes);
std::size_t guess_tokens(const std::vector<Message>& messages);

// What a reply means.
enum class Meaning {
  answer,         // text is there
  retry,          // the endpoint's trouble: ask again later, here or elsewhere
  busy,           // too many requests: this endpoint needs a pause
  poor,           // nothing usable in a proper reply (no choices, no text): ask again
  refused,        // the model will not answer
  unauthorized,   // the key is not taken, or its account is empty
  unknown_model,  // no such model or deployment, or no such address
  bad_request,    // the endpoint does not take the request as it is (perhaps its schema)
  too_long,       // longer than the model's context
  cut_off,        // the answer reached the limit of tokens
  filtered,       // withheld by the provider's content filter
};

struct Reply {
  Meaning meaning = Meaning::retry;
  std::string text;    // of an answer
  std::string reason;  // of anything else, in plain words, without any text that was sent or received
  Usage usage;
  std::string parameter = {};  // of a bad request: which of those that we send the endpoint does not take
};

// The other service: texts (the contents of the messages) to vectors. The text of a good reply is a line for each, in
// their order: its numbers, separated by blanks. Anything else than one finite vector for each, all of one length, is
// of no use.
std::string embeddings_body(const std::string& deployment, const std::vector<Message>& texts);
Reply read_embeddings(long status, std::string_view body, std::size_t count);

// `body` as it came with an HTTP status. A reply that was streamed though it was not asked to be is put together.
Reply read_reply(long status, std::string_view content_type, std::string_view body);

}  // namespace fiducial::llm
