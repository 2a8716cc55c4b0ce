// Which endpoints there are, which task goes where, how patient we are: the user's YAML file. RadFact's names of fields
// are accepted, also its shape (a mapping of endpoints and nothing else). docs/llm.md describes every field.
//
//   endpoints:
//     LOCAL:
//       type: CHAT_OPENAI                  # or AZURE_CHAT_OPENAI
//       url: http://localhost:8000/v1
//       deployment_name: llama3-70b
//       api_key_env_var_name: API_KEY
//       num_parallel_processes: 16
//   tasks:
//     radsem_match: {endpoints: [LOCAL], temperature: 0, max_tokens: 16392}
//   encoders:                              # of LunguageScore; several models are averaged
//     BIOLORD: {url: http://localhost:8080/v1, deployment_name: BioLORD-2023, auth: none}
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "llm/secret.h"

namespace fiducial::llm {

enum class Protocol {
  openai,  // POST url/chat/completions, Authorization: Bearer
  azure,   // POST url/openai/deployments/NAME/chat/completions?api-version=…, api-key or bearer
};

// What an endpoint does.
enum class Service {
  chat,        // …/chat/completions
  embeddings,  // …/embeddings
};

// How the shape of an answer is asked for.
enum class Structure {
  schema,  // response_format: json_schema
  object,  // response_format: json_object
  off,     // by words only
};

// What an encoder is for: whole phrases and the values of attributes may be encoded by models that pool otherwise.
enum class Encodes { all, phrases, attributes };

struct Endpoint {
  std::string name;
  Protocol protocol = Protocol::openai;
  std::string url;         // of the request itself, completed from the configuration's
  std::string deployment;  // the name that the endpoint knows the model by
  std::string model;       // what it is: the same model may have another name at another endpoint
  SecretSource key;
  bool bearer = true;  // Authorization: Bearer …, else api-key: …
  std::string proxy;   // empty: as the environment says
  std::string ca_file;
  double speed_factor = 1;
  std::size_t parallel = 1;        // requests in flight
  double requests_per_minute = 0;  // 0: no limit
  double tokens_per_minute = 0;    // 0: no limit
  double timeout_seconds = 300;    // of a whole request
  double connect_seconds = 15;
  std::size_t context_tokens = 0;            // 0: not known
  Structure structure = Structure::schema;   // to begin with; falls back when the endpoint refuses
  double input_price = 0, output_price = 0;  // money for a million tokens
  std::size_t batch = 32;                    // of an encoder: texts in a request
  Encodes encodes = Encodes::all;            // of an encoder
};

// What is sent along with every question of a task; a field that is not set is not sent.
struct Endpoint;
// Does a key go to another machine over plain HTTP, where everybody on the way can read it?
bool exposes_key(const Endpoint& endpoint);

struct Parameters {
  std::optional<double> temperature = 0.0, top_p, frequency_penalty, presence_penalty;
  std::optional<long> max_tokens, seed;
  bool completion_tokens = false;  // the limit is sent as max_completion_tokens: newer models take only that
};

struct Patience {
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
  std::size_t retries = 10;            // failed attempts of one question, beside those that never reached an endpoint
  std::size_t unreached = kAnyNumber;  // …and those, where nobody waits for an endpoint that is away
  std::size_t ask_again = 3;           // answers that break the task's rules
  double first_wait = 1;               // seconds; doubles with each failure
  double longest_wait = 60;            // seconds; a Retry-After may ask for more
  std::size_t breaker_failures = 5;    // in a row, until an endpoint gets a rest
  double breaker_rest = 5;             // seconds; doubles up to longest_wait
  double give_up = 600;                // seconds in which no endpoint of the task answered anything
};

struct CacheChoice {
  enum class Kind { sqlite, redis, none };
  Kind kind = Kind::sqlite;
  std::string where;  // a path (empty: cache.sqlite in the run's folder), or redis://host:port/db
  std::string user = {};
  std::string ca_file = {};    // of rediss://: whose certificates are trusted; empty: the system's
  SecretSource password = {};  // of Redis
};

struct TaskChoice {
  std::vector<std::string> endpoints;  // empty: all
  Parameters parameters;
};

struct Config {
  std::string file;
  std::vector<Endpoint> endpoints;
  std::vector<Endpoint> encoders;
  Parameters parameters;  // of tasks that are not named
  std::map<std::string, TaskChoice> tasks;
  Patience patience;
  CacheChoice cache;

  // The endpoints and parameters of a task. InputError if its endpoints serve different models: such numbers would
  // depend on who was free.
  std::vector<Endpoint> endpoints_for(const std::string& task) const;
  const Parameters& parameters_for(const std::string& task) const;
  std::string model_for(const std::string& task) const;
  // The models of the encoders, in the order of the file, each once.
  std::vector<std::string> encoder_models() const;
  Encodes encodes(const std::string& model) const;
};

// InputError names the file and the line: broken YAML, unknown fields (with a suggestion), keys in the file.
Config parse_config(const std::string& file, std::string_view yaml);
Config read_config(const std::string& path);

// The tasks that there are: "radsem_rewrite", "radsem_match", …
const std::vector<std::string>& task_names();

}  // namespace fiducial::llm
