#include "llm/protocol.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "llm/digest.h"

namespace fiducial::llm {
namespace {

using io::Json;

Json messages_json(const std::vector<Message>& messages) {
  Json list = Json::array();
  for (const Message& message : messages) list.push_back({{"role", message.role}, {"content", message.content}});
  return list;
}

template <class Number>
void add(Json& body, const char* name, const std::optional<Number>& value) {
  if (value) body[name] = *value;
}

void add_parameters(Json& body, const Parameters& parameters) {
  add(body, "temperature", parameters.temperature);
  add(body, "top_p", parameters.top_p);
  add(body, "frequency_penalty", parameters.frequency_penalty);
  add(body, "presence_penalty", parameters.presence_penalty);
  add(body, "seed", parameters.seed);
  add(body, parameters.completion_tokens ? "max_completion_tokens" : "max_tokens", parameters.max_tokens);
}

std::string one_line(const Json& json) {
  std::string text;
  io::append_json(text, json);
  return text;
}

const Json* find(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string_view text_of(const Json* value) {
  return value != nullptr && value->is_string() ? std::string_view(value->get_ref<const std::string&>()) : "";
}

// The codes and types of errors that OpenAI, Azure, vLLM and llama.cpp are known to send. No other is shown: even a
// single word may be one of the report.
constexpr std::string_view kCodes =
    " context_length_exceeded exceed_context_size_error string_above_max_length"
    " content_filter content_policy_violation ResponsibleAIPolicyViolation"
    " invalid_api_key authentication_error permission_error permission_denied"
    " insufficient_quota billing_hard_limit_reached quota_exceeded"
    " rate_limit_exceeded rate_limit_error RateLimitReached too_many_requests"
    " model_not_found DeploymentNotFound not_found_error NotFoundError"
    " invalid_request_error BadRequestError not_supported_error unknown_parameter missing_required_parameter"
    " unsupported_parameter unsupported_value invalid_value invalid_type"
    " server_error api_error internal_error InternalServerError overloaded_error unavailable_error"
    " service_unavailable ";

std::string code_of(const Json* value) {
  const std::string code(text_of(value));
  const bool word = !code.empty() && code.find(' ') == std::string::npos;
  return word && kCodes.find(" " + code + " ") != std::string_view::npos ? code : "";
}

// One of those that we send; empty if the endpoint names another, or none.
std::string parameter_of(const Json* value) {
  for (const char* name : {"temperature", "top_p", "frequency_penalty", "presence_penalty", "seed", "max_tokens",
                           "max_completion_tokens"}) {
    if (text_of(value) == name) return name;
  }
  return "";
}

struct ErrorBody {
  std::string code, parameter;
  bool too_long = false, filtered = false;
};

ErrorBody error_in(std::string_view body) {
  ErrorBody out;
  const Json json = Json::parse(body, nullptr, false);
  const Json* error = find(json, "error");
  const Json& from = error != nullptr && error->is_object() ? *error : json;
  out.code = code_of(find(from, "code"));
  if (out.code.empty()) out.code = code_of(find(from, "type"));
  out.parameter = parameter_of(find(from, "param"));
  // llama.cpp, vLLM and TGI say it in words of their own; TGI's error is nothing but its words.
  std::string message(text_of(error != nullptr && error->is_string() ? error : find(from, "message")));
  std::transform(message.begin(), message.end(), message.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  out.too_long = out.code == "context_length_exceeded" || out.code == "exceed_context_size_error" ||
                 message.find("context length") != std::string::npos ||
                 message.find("context size") != std::string::npos ||
                 message.find("context window") != std::string::npos ||
                 message.find("`inputs` must have less than") != std::string::npos ||
                 message.find("`inputs` tokens + ") != std::string::npos;
  out.filtered = out.code == "content_filter";
  return out;
}

std::string http_reason(long status, const std::string& code) {
  return code.empty() ? fmt::format("HTTP {}", status) : fmt::format("HTTP {} ({})", status, code);
}

Reply read_failure(long status, std::string_view body) {
  const ErrorBody error = error_in(body);
  Reply reply;
  reply.reason = http_reason(status, error.code);
  if (status == 429) {
    reply.meaning = error.code == "insufficient_quota" ? Meaning::unauthorized : Meaning::busy;
  } else if (error.too_long || status == 413) {
    reply.meaning = Meaning::too_long;
  } else if (error.filtered) {
    reply.meaning = Meaning::filtered;
  } else if (status == 401 || status == 402 || status == 403) {
    reply.meaning = Meaning::unauthorized;
  } else if ((status >= 300 && status < 400) || status == 404 || status == 405) {
    reply.meaning = Meaning::unknown_model;  // a redirection is not followed: the key is for one host only
  } else if (status == 408 || status == 409 || status == 425 || status >= 500 || status < 200) {
    reply.meaning = Meaning::retry;
  } else {
    reply.meaning = Meaning::bad_request;
    reply.parameter = error.parameter;
  }
  return reply;
}

void read_usage(const Json& json, Usage& usage) {
  const Json* found = find(json, "usage");
  if (found == nullptr) return;
  const auto count = [&](const char* name) {
    const Json* value = find(*found, name);
    return value != nullptr && value->is_number_unsigned() ? value->get<std::size_t>() : 0;
  };
  usage = {count("prompt_tokens"), count("completion_tokens")};
}

// The text of a message: a string, or a list of parts.
std::string content_of(const Json& message) {
  const Json* content = find(message, "content");
  if (content == nullptr) return {};
  if (!content->is_array()) return std::string(text_of(content));
  std::string text;
  for (const Json& part : *content) text += text_of(find(part, "text"));
  return text;
}

// Some endpoints send an empty refusal with every answer.
bool refuses(const Json& message) {
  const Json* refusal = find(message, "refusal");
  return refusal != nullptr && !(refusal->is_string() && text_of(refusal).empty());
}

struct Choice {
  std::string text, finish;
  bool refusal = false;
};

Reply from_choice(const Choice& choice, const Usage& usage) {
  Reply reply;
  reply.usage = usage;
  if (choice.finish == "content_filter") {
    reply.meaning = Meaning::filtered;
    reply.reason = "withheld by the provider's content filter";
  } else if (choice.refusal) {
    reply.meaning = Meaning::refused;
    reply.reason = "the model refused to answer";
  } else if (choice.finish == "length") {
    reply.meaning = Meaning::cut_off;
    reply.reason = "the answer was cut off at the limit of tokens; raise max_tokens";
  } else if (choice.text.empty()) {
    reply.meaning = Meaning::poor;
    reply.reason = "the answer was empty";
  } else {
    reply.meaning = Meaning::answer;
    reply.text = choice.text;
  }
  return reply;
}

Reply poor(const char* reason) {
  Reply reply;
  reply.meaning = Meaning::poor;
  reply.reason = reason;
  return reply;
}

Reply broken() {
  Reply reply;
  reply.reason = "the reply was not complete JSON";
  return reply;
}

// Server-sent events: "data: {chunk}" lines, the last "data: [DONE]".
Reply read_stream(std::string_view body) {
  Choice choice;
  Usage usage;
  bool ended = false;
  bool any = false;
  while (!body.empty()) {
    const std::size_t end = std::min(body.find('\n'), body.size());
    std::string_view line = body.substr(0, end);
    body.remove_prefix(std::min(end + 1, body.size()));
    if (!line.starts_with("data:")) continue;
    line.remove_prefix(5);
    const Json chunk = Json::parse(line, nullptr, false);
    if (!chunk.is_object()) {
      if (line.find("[DONE]") == std::string_view::npos) return broken();  // a gap in the text
      ended = true;
      continue;
    }
    read_usage(chunk, usage);
    const Json* choices = find(chunk, "choices");
    if (choices == nullptr || !choices->is_array() || choices->empty()) continue;
    any = true;
    const Json& first = choices->front();
    if (const Json* finish = find(first, "finish_reason")) choice.finish = text_of(finish);
    const Json* delta = find(first, "delta");
    if (delta == nullptr) continue;
    choice.text += content_of(*delta);
    choice.refusal = choice.refusal || refuses(*delta);
  }
  if (!any) return poor("the reply was a stream without choices");
  if (!ended && choice.finish.empty()) return broken();
  return from_choice(choice, usage);
}

}  // namespace

std::string request_body(const std::string& deployment, const std::vector<Message>& messages,
                         const Parameters& parameters, const Schema* schema, Structure structure) {
  Json body = {{"model", deployment}, {"messages", messages_json(messages)}};
  add_parameters(body, parameters);
  body["stream"] = false;
  if (schema != nullptr && structure == Structure::schema) {
    body["response_format"] = {{"type", "json_schema"},
                               {"json_schema", {{"name", schema->name}, {"strict", true}, {"schema", schema->json}}}};
  }
  if (schema != nullptr && structure == Structure::object) body["response_format"] = {{"type", "json_object"}};
  return one_line(body);
}

std::string cache_key(const std::string& model, const std::vector<Message>& messages, const Parameters& parameters,
                      const Schema* schema) {
  Json all = {{"model", model}, {"messages", messages_json(messages)}};
  add_parameters(all, parameters);
  if (schema != nullptr) all["schema"] = {{"name", schema->name}, {"schema", schema->json}};
  return sha256(one_line(all));
}

std::size_t guess_tokens(std::size_t bytes) {
  return (bytes + 3) / 4;
}

std::size_t guess_tokens(const std::vector<Message>& messages) {
  std::size_t tokens = 3;
  for (const Message& message : messages) tokens += 4 + guess_tokens(message.content.size());
  return tokens;
}

std::string embeddings_body(const std::string& deployment, const std::vector<Message>& texts) {
  Json input = Json::array();
  for (const Message& text : texts) input.push_back(text.content);
  return one_line({{"model", deployment}, {"input", std::move(input)}, {"encoding_format", "float"}});
}

Reply read_embeddings(long status, std::string_view body, std::size_t count) {
  if (status < 200 || status > 299) return read_failure(status, body);
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return broken();
  const Json* data = find(json, "data");
  if (data == nullptr || !data->is_array() || data->size() != count)
    return poor("the reply had not one vector for each text");
  std::vector<std::string> lines(count);
  std::size_t length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Json& item = (*data)[i];
    const Json* index = find(item, "index");
    const std::size_t place = index != nullptr && index->is_number_unsigned() ? index->get<std::size_t>() : i;
    const Json* vector = find(item, "embedding");
    const bool whole = vector != nullptr && vector->is_array() && !vector->empty() && place < count &&
                       lines[place].empty() && (i == 0 || vector->size() == length);
    if (!whole) return poor("the reply's vectors were not of one length, or one was there twice");
    length = vector->size();
    for (const Json& number : *vector) {
      const float value = number.is_number() ? number.get<float>() : std::numeric_limits<float>::quiet_NaN();
      if (!std::isfinite(value)) return poor("the reply's vectors were not numbers");
      lines[place] += fmt::format("{}{}", lines[place].empty() ? "" : " ", value);
    }
  }
  Reply reply;
  reply.meaning = Meaning::answer;
  reply.text = fmt::format("{}", fmt::join(lines, "\n"));
  read_usage(json, reply.usage);
  return reply;
}

Reply read_reply(long status, std::string_view content_type, std::string_view body) {
  if (status < 200 || status > 299) return read_failure(status, body);
  if (content_type.starts_with("text/event-stream") || body.starts_with("data:")) return read_stream(body);
  const Json json = Json::parse(body, nullptr, false);
  if (!json.is_object()) return broken();
  const Json* choices = find(json, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    if (find(json, "error") != nullptr) return read_failure(500, body);
    return poor("the reply had no choices");
  }
  Usage usage;
  read_usage(json, usage);
  const Json& first = choices->front();
  const Json* message = find(first, "message");
  if (message == nullptr) return poor("the reply's choice had no message");
  return from_choice({content_of(*message), std::string(text_of(find(first, "finish_reason"))), refuses(*message)},
                     usage);
}

}  // namespace fiducial::llm
