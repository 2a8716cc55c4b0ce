// Asks the engine simple questions, "question 0" and so on, whose answers must begin with "re:".
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "../io/temp_folder.h"
#include "llm/engine.h"
#include "server.h"

namespace fiducial::llm {

using llm_server::completion;
using llm_server::failure;
using llm_server::last_message;
using llm_server::Request;
using llm_server::Server;
using ServerReply = llm_server::Reply;  // llm::Reply is what the engine makes of it

// Replies that differ from a proper one in one thing.
ServerReply with_body(const std::string& body);
ServerReply in_manner(ServerReply reply, ServerReply::Manner manner);

// Endpoints E0, E1, … of one model, quick to lose and regain patience.
Config config_of(const std::vector<std::string>& urls, std::size_t parallel);

std::shared_ptr<const Schema> echo_schema();

struct Asked {
  Totals totals;
  std::map<std::size_t, Outcome> outcomes;
  std::vector<JournalEntry> journal;
};

using TextOf = std::function<std::string(std::size_t)>;
Asked ask(const Config& config, std::size_t count, Cache& cache, const EngineOptions& options = {},
          const TextOf& text = {}, const std::function<void()>& delivered = {});
Asked ask(const Config& config, std::size_t count, const TextOf& text = {}, const EngineOptions& options = {},
          const std::function<void()>& delivered = {});

// Every question has the answer that an echo gives, and the totals add up.
void expect_all_answered(const Asked& asked, std::size_t count);
void expect_sums(const Asked& asked, std::size_t count);

// A model's answer to a task, and what is said of it.
struct JudgedAnswer {
  const char* answer;
  const char* reason;  // empty: it is good
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace fiducial::llm
