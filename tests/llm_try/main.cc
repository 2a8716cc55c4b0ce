// The tests' server as a program, to try `--engine llm` where there is no model: prints a configuration and answers
// until it is ended. Its answers follow the simplest rules (llm_server/model.h); LUNGUAGE's tasks it does not know.
#include <unistd.h>

#include <exception>
#include <iostream>

#include "model.h"

int main() {
  using namespace fiducial::llm_server;
  const Server server([](const Request& request) {
    try {
      return wants_embeddings(request) ? letter_embeddings(request) : completion(model_answer(request));
    } catch (const std::exception&) {  // somebody tries it by hand
      return failure(400);
    }
  });
  std::cout << "endpoints:\n  TRY: {url: '" << server.url()
            << "', deployment_name: simplest-rules, auth: none, num_parallel_processes: 8}\n"
            << std::flush;
  ::pause();
}
