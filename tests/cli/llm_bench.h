// What the tests of `--engine llm` share: a configuration for the test server, its key, and a night at the Batch API.
#pragma once

#include <string>
#include <vector>

#include "server.h"

namespace fiducial::cli_test {

inline constexpr const char* kLlmKey = "sk-secret-of-the-test";
// For the program: the variable with the key.
std::vector<std::string> llm_environment();

// One endpoint TEST of the model test-model, eight at once, that fails soon. `endpoint` are more fields of it, `more`
// more of the configuration.
std::string llm_config(const std::string& url, const std::string& endpoint = "", const std::string& more = "");

// The same handler, but each reply takes a moment, so that a program can be killed meanwhile.
llm_server::Handler slowly(const llm_server::Handler& handler);

// The results for a file of batch requests, as this handler answers them.
std::string batch_results(const std::string& requests, const llm_server::Handler& handler);

}  // namespace fiducial::cli_test
