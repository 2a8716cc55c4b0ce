#include "llm/batch.h"

#include <algorithm>

#include "llm/embeddings.h"

namespace fiducial::llm {
namespace {

bool is_key(std::string_view text) {
  return text.size() == 64 &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::string batch_line(const Unasked& request, Service service) {
  const std::string url = service == Service::embeddings ? "/v1/embeddings" : "/v1/chat/completions";
  return R"({"custom_id":")" + request.key + R"(","method":"POST","url":")" + url + R"(","body":)" + request.body +
         "}\n";
}

BatchResults read_batch(const std::string& path, Cache& cache) {
  BatchResults results;
  io::RecordReader reader(path, {.format = io::Format::jsonl});
  io::Record record;
  while (reader.next(record)) {
    const std::string_view key = record.text("custom_id");
    if (!is_key(key)) {
      reader.reject(record, "expected a result with the custom_id that we gave, found another or none");
      continue;
    }
    const io::Json* response = record.find("response");
    const bool whole = response != nullptr && response->is_object() && response->contains("body") &&
                       response->contains("status_code") && (*response)["status_code"].is_number_integer();
    if (!whole) {
      ++results.failures;  // an "error" instead: expired, cancelled
      continue;
    }
    std::string body;
    io::append_json(body, (*response)["body"]);
    const auto status = (*response)["status_code"].get<long>();
    const bool vectors = (*response)["body"].is_object() && (*response)["body"].contains("data");
    const Reply reply = vectors ? read_embeddings(status, body, 1) : read_reply(status, "application/json", body);
    const bool good = reply.meaning == Meaning::answer && (!vectors || is_vector(reply.text));
    // As the engine keeps them: an answer that was cut off was paid for, and would be no better the next time.
    if (good || reply.meaning == Meaning::cut_off) cache.put(std::string(key), {reply.text, reply.reason, reply.usage});
    ++(good ? results.answers : results.failures);
  }
  for (const Problem& problem : reader.problems()) results.problems.add(problem);
  return results;
}

}  // namespace fiducial::llm
