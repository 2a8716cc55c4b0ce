#include "llm/transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "llm/curl_library.h"

namespace fiducial::llm {
namespace {

constexpr std::size_t kLongestReply = std::size_t{64} << 20;

struct SlistFree {
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};
using Headers = std::unique_ptr<curl_slist, SlistFree>;

struct Request {
  std::uint64_t ticket = 0;
  std::string body, reply;
  Headers headers;
};

std::size_t receive(char* data, std::size_t size, std::size_t count, void* to) {
  auto& reply = static_cast<Request*>(to)->reply;
  if (reply.size() + size * count > kLongestReply) return 0;  // ends the transfer
  reply.append(data, size * count);
  return size * count;
}

void add_header(Headers& headers, const std::string& line) {
  curl_slist* longer = curl().slist_append(headers.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  (void)headers.release();
  headers.reset(longer);
}

template <class Value>
void set(CURL* easy, CURLoption option, Value value) {
  if (curl().easy_setopt(easy, option, value) != CURLE_OK)
    throw std::runtime_error("libcurl does not take an option that requests need");
}

void check(CURLMcode code) {
  if (code != CURLM_OK) throw std::runtime_error("libcurl cannot go on with the requests");
}

long milliseconds(double seconds) {
  return std::max(1L, static_cast<long>(seconds * 1000));
}

Exchange::End end_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return Exchange::End::reply;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PROXY:
      return Exchange::End::unreachable;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
      return Exchange::End::untrusted;
    case CURLE_OPERATION_TIMEDOUT:
      return Exchange::End::timeout;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
      return Exchange::End::misconfigured;
    default:
      return Exchange::End::broken;
  }
}

// libcurl's own words for the code: they hold nothing of the request.
std::string reason_of(CURLcode code) {
  switch (end_of(code)) {
    case Exchange::End::untrusted:
      return "its TLS certificate is not trusted (self-signed, or of another host?); name its CA by ca_file";
    case Exchange::End::timeout:
      return "no whole reply in time";
    case Exchange::End::unreachable:
      return fmt::format("cannot be reached: {}", curl().easy_strerror(code));
    case Exchange::End::broken:
      return fmt::format("the connection broke off: {}", curl().easy_strerror(code));
    default:
      return curl().easy_strerror(code);
  }
}

}  // namespace

struct Transport::State {
  CURLM* multi = nullptr;
  std::unordered_map<CURL*, std::unique_ptr<Request>> requests;
  std::vector<CURL*> spare;  // handles that can be used again

  CURL* handle() {
    if (!spare.empty()) {
      CURL* easy = spare.back();
      spare.pop_back();
      curl().easy_reset(easy);
      return easy;
    }
    CURL* easy = curl().easy_init();
    if (easy == nullptr) throw std::bad_alloc();
    return easy;
  }

  Exchange finish(CURL* easy, CURLcode code) {
    const auto found = requests.find(easy);
    Exchange exchange;
    exchange.ticket = found->second->ticket;
    exchange.end = end_of(code);
    curl().easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &exchange.status);
    curl_off_t time = 0;
    curl().easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &time);
    exchange.seconds = static_cast<double>(time) / 1e6;
    if (code == CURLE_OK) {
      const char* type = nullptr;
      curl().easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
      if (type != nullptr) exchange.content_type = type;
      curl_off_t after = 0;
      curl().easy_getinfo(easy, CURLINFO_RETRY_AFTER, &after);  // 0 if the reply did not say
      if (after > 0) exchange.retry_after = static_cast<double>(after);
      exchange.body = std::move(found->second->reply);
    } else {
      exchange.reason = reason_of(code);
      long sent = 0;
      curl().easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &sent);
      if (exchange.end == Exchange::End::timeout && sent == 0) {
        exchange.end = Exchange::End::unreachable;
        exchange.reason = "cannot be reached: no connection in time";
      }
      long tunnel = 0;  // what the proxy said when it was asked for a way to the endpoint
      curl().easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &tunnel);
      if (tunnel >= 300) {
        exchange.end = Exchange::End::unreachable;
        exchange.reason = fmt::format("cannot be reached: the proxy says HTTP {}", tunnel);
      }
    }
    curl().multi_remove_handle(multi, easy);
    requests.erase(found);
    spare.push_back(easy);
    return exchange;
  }
};

Transport::Transport() : state_(std::make_unique<State>()) {
  state_->multi = curl().multi_init();
  if (state_->multi == nullptr) throw std::bad_alloc();
}

Transport::~Transport() {
  for (auto& [easy, request] : state_->requests) {
    curl().multi_remove_handle(state_->multi, easy);
    curl().easy_cleanup(easy);
  }
  for (CURL* easy : state_->spare) curl().easy_cleanup(easy);
  curl().multi_cleanup(state_->multi);
}

void Transport::post(std::uint64_t ticket, const Endpoint& endpoint, const Secret& key, std::string body) {
  auto request = std::make_unique<Request>();
  request->ticket = ticket;
  request->body = std::move(body);
  add_header(request->headers, "Content-Type: application/json");
  add_header(request->headers, "Expect:");  // no round trip before the body
  if (!key.empty())
    add_header(request->headers, (endpoint.bearer ? "Authorization: Bearer " : "api-key: ") + key.reveal());
  CURL* easy = state_->handle();
  set(easy, CURLOPT_NOSIGNAL, 1L);
  set(easy, CURLOPT_URL, endpoint.url.c_str());
  set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy, CURLOPT_FOLLOWLOCATION, 0L);  // a key goes to the host it is for and no other
  set(easy, CURLOPT_POSTFIELDS, request->body.c_str());
  set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request->body.size()));
  set(easy, CURLOPT_HTTPHEADER, request->headers.get());
  set(easy, CURLOPT_USERAGENT, "fiducial");
  set(easy, CURLOPT_ACCEPT_ENCODING, "");
  set(easy, CURLOPT_TIMEOUT_MS, milliseconds(endpoint.timeout_seconds));
  set(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(endpoint.connect_seconds));
  set(easy, CURLOPT_WRITEFUNCTION, receive);
  set(easy, CURLOPT_WRITEDATA, static_cast<void*>(request.get()));
  if (!endpoint.proxy.empty()) set(easy, CURLOPT_PROXY, endpoint.proxy.c_str());
  if (!endpoint.ca_file.empty()) set(easy, CURLOPT_CAINFO, endpoint.ca_file.c_str());
  state_->requests.emplace(easy, std::move(request));
  check(curl().multi_add_handle(state_->multi, easy));
}

std::vector<Exchange> Transport::wait(double seconds) {
  std::vector<Exchange> ended;
  const auto collect = [&] {
    int running = 0;
    check(curl().multi_perform(state_->multi, &running));
    int left = 0;
    while (CURLMsg* message = curl().multi_info_read(state_->multi, &left)) {
      if (message->msg == CURLMSG_DONE) ended.push_back(state_->finish(message->easy_handle, message->data.result));
    }
  };
  collect();
  if (!ended.empty()) return ended;
  const int wait_ms = static_cast<int>(std::clamp(seconds, 0.0, 60.0) * 1000) + 1;
  check(curl().multi_poll(state_->multi, nullptr, 0, wait_ms, nullptr));
  collect();
  return ended;
}

}  // namespace fiducial::llm
