#include "llm/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fiducial/io.h"
#include "io/suggest.h"
#include "llm/read_text.h"
#include "llm/yaml_fields.h"

namespace fiducial::llm {
namespace {

constexpr double kMuch = 1e12;

std::string without_slash(std::string url) {
  while (url.ends_with("/")) url.pop_back();
  return url;
}

// The address of the request itself. RadFact and LangChain give the base.
std::string request_url(const std::string& given, const Endpoint& endpoint, Service service,
                        const std::string& api_version) {
  const std::string path = service == Service::chat ? "/chat/completions" : "/embeddings";
  if (given.find(path) != std::string::npos) return given;
  const std::string base = without_slash(given);
  if (endpoint.protocol == Protocol::openai) return base + path;
  return fmt::format("{}/openai/deployments/{}{}?api-version={}", base, endpoint.deployment, path, api_version);
}

void read_url(YamlFields& fields, Endpoint& endpoint, Service service) {
  std::string url;
  std::string api_version = "2024-10-21";
  fields.text("api_version", api_version) || fields.text("openai_api_version", api_version);
  if (!fields.text("url", url)) return;
  if (!url.starts_with("http://") && !url.starts_with("https://"))
    fields.complain("url", "expected an address that begins with http:// or https://");
  const std::string host = url.substr(url.find("//") + 2, url.find('/', url.find("//") + 2) - url.find("//") - 2);
  if (host.find('@') != std::string::npos)
    fields.complain("url", "a user and password do not belong into the address; see api_key_env_var_name");
  endpoint.url = request_url(url, endpoint, service, api_version);
}

// People put the key in the place of its name, and names are shown in messages. Keys have other signs than names, or
// are long and in one piece.
bool names_a_variable(const std::string& text) {
  constexpr std::size_t kLongestWord = 24;
  std::size_t word = 0;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    word = letter ? word + 1 : 0;
    if ((!letter && c != '_') || word > kLongestWord) return false;
  }
  return !text.empty() && !(text.front() >= '0' && text.front() <= '9');
}

void read_key(YamlFields& fields, Endpoint& endpoint) {
  using Kind = SecretSource::Kind;
  std::size_t which = 0;
  const bool chosen = fields.choice("auth", {"key", "bearer", "none"}, which);
  endpoint.bearer = chosen ? which == 1 || (which == 0 && endpoint.protocol == Protocol::openai)
                           : endpoint.protocol == Protocol::openai;
  std::size_t sources = 0;
  const std::array<std::pair<const char*, Kind>, 3> names{
      {{"api_key_env_var_name", Kind::environment}, {"api_key_file", Kind::file}, {"api_key_command", Kind::command}}};
  for (const auto& [name, kind] : names) {
    if (!fields.text(name, endpoint.key.where)) continue;
    endpoint.key.kind = kind;
    if (++sources > 1) fields.complain(name, "expected one source of the key, found several");
  }
  fields.number("api_key_command_timeout_seconds", endpoint.key.seconds, 0.001, 3600);
  if (endpoint.key.kind == Kind::environment && !names_a_variable(endpoint.key.where)) {
    fields.complain("api_key_env_var_name",
                    "expected the name of an environment variable (letters, digits and _). Is this the key itself? It "
                    "does not belong into this file");
  }
  const bool vault = fields.has("keyvault_secret_name") || fields.has("key_vault_secret_name");
  if (chosen && which == 2) {
    if (sources > 0) fields.complain("auth", "'none' and a source of a key exclude each other");
    return;
  }
  if (sources > 0) return;
  if (vault) {
    fields.complain("keyvault_secret_name",
                    "the vault is read by its own program: api_key_command: az keyvault secret show … --query value "
                    "-o tsv");
  }
  endpoint.key = {Kind::environment, "API_KEY", endpoint.key.seconds};  // RadFact's default
}

void read_limits(YamlFields& fields, Endpoint& endpoint) {
  fields.number("speed_factor", endpoint.speed_factor, 1e-6, 1e6);
  fields.count("num_parallel_processes", endpoint.parallel, 1, 4096);
  fields.number("requests_per_minute", endpoint.requests_per_minute, 0, kMuch);
  fields.number("tokens_per_minute", endpoint.tokens_per_minute, 0, kMuch);
  fields.number("timeout_seconds", endpoint.timeout_seconds, 0.001, 86400);
  fields.number("connect_timeout_seconds", endpoint.connect_seconds, 0.001, 3600);
  fields.count("context_tokens", endpoint.context_tokens, 0, 1000000000);
  fields.number("input_price_per_million", endpoint.input_price, 0, kMuch);
  fields.number("output_price_per_million", endpoint.output_price, 0, kMuch);
}

Endpoint read_endpoint(const std::string& file, const std::string& name, const YAML::Node& node, Service service) {
  Endpoint endpoint;
  endpoint.name = name;
  const bool chat = service == Service::chat;
  YamlFields fields(file, node, (chat ? "endpoint " : "encoder ") + name);
  std::size_t which = 0;
  const std::vector<std::string> types = chat ? std::vector<std::string>{"CHAT_OPENAI", "AZURE_CHAT_OPENAI"}
                                              : std::vector<std::string>{"OPENAI", "AZURE_OPENAI"};
  if (fields.choice("type", types, which) && which == 1) endpoint.protocol = Protocol::azure;
  if (!fields.text("deployment_name", endpoint.deployment)) fields.text("model_name", endpoint.deployment);
  fields.has("model_name");
  endpoint.model = endpoint.deployment;
  fields.text("model", endpoint.model);
  read_url(fields, endpoint, service);
  read_key(fields, endpoint);
  read_limits(fields, endpoint);
  fields.text("proxy", endpoint.proxy);
  fields.text("ca_file", endpoint.ca_file);
  if (!chat) fields.count("batch_size", endpoint.batch, 1, 2048);
  if (!chat && fields.choice("encodes", {"all", "phrases", "attributes"}, which))
    endpoint.encodes = std::array{Encodes::all, Encodes::phrases, Encodes::attributes}.at(which);
  std::size_t structure = 0;
  if (chat && fields.choice("structured_output", {"schema", "object", "off"}, structure))
    endpoint.structure = std::array{Structure::schema, Structure::object, Structure::off}.at(structure);
  fields.finish();  // first: a field that is missing may be there under a name with a slip
  if (endpoint.deployment.empty())
    fields.complain("deployment_name", "expected the name of the model or deployment, found none");
  if (endpoint.url.empty()) fields.complain("url", "expected the address of the endpoint, found none");
  return endpoint;
}

void read_real(YamlFields& fields, const char* name, std::optional<double>& out, double low, double high) {
  double value = 0;
  if (fields.number(name, value, low, high)) out = value;
}

bool read_whole(YamlFields& fields, const char* name, std::optional<long>& out, std::size_t low) {
  std::size_t value = 0;
  if (!fields.count(name, value, low, 1000000000)) return false;
  out = static_cast<long>(value);
  return true;
}

void read_parameters(YamlFields& fields, Parameters& out) {
  read_real(fields, "temperature", out.temperature, 0, 2);
  if (!fields.has("temperature") && fields.node("temperature").IsDefined()) out.temperature.reset();  // null: not sent
  read_real(fields, "top_p", out.top_p, 0, 1);
  read_real(fields, "frequency_penalty", out.frequency_penalty, -2, 2);
  read_real(fields, "presence_penalty", out.presence_penalty, -2, 2);
  read_whole(fields, "seed", out.seed, 0);
  // A task's own limit replaces that of all tasks, under whichever name.
  if (read_whole(fields, "max_tokens", out.max_tokens, 1)) out.completion_tokens = false;
  if (read_whole(fields, "max_completion_tokens", out.max_tokens, 1)) out.completion_tokens = true;
}

void read_tasks(const std::string& file, const YAML::Node& node, Config& config) {
  if (!node.IsMap()) complain_at(file, node.Mark(), "tasks: expected names of tasks, each with its fields");
  std::vector<std::string> endpoints;
  for (const Endpoint& endpoint : config.endpoints) endpoints.push_back(endpoint.name);
  for (const auto& item : node) {
    const std::string name = item.first.Scalar();
    const auto& known = task_names();
    if (std::find(known.begin(), known.end(), name) == known.end())
      complain_at(file, item.first.Mark(),
                  fmt::format("there is no task '{}'.{}", name, io::did_you_mean(name, known)));
    TaskChoice task;
    task.parameters = config.parameters;
    YamlFields fields(file, item.second, "task " + name);
    fields.words("endpoints", task.endpoints);
    for (const std::string& wanted : task.endpoints) {
      if (std::find(endpoints.begin(), endpoints.end(), wanted) == endpoints.end())
        fields.complain("endpoints",
                        fmt::format("there is no endpoint '{}'.{}", wanted, io::did_you_mean(wanted, endpoints)));
    }
    read_parameters(fields, task.parameters);
    fields.finish();
    config.tasks[name] = std::move(task);
  }
}

void read_patience(const std::string& file, const YAML::Node& node, Patience& out) {
  YamlFields fields(file, node, "retries");
  fields.count("max_retries", out.retries, 0, 1000);
  fields.count("ask_again", out.ask_again, 0, 100);
  fields.number("first_wait_seconds", out.first_wait, 0.001, 3600);
  fields.number("longest_wait_seconds", out.longest_wait, 0.001, 86400);
  fields.count("breaker_failures", out.breaker_failures, 1, 1000);
  fields.number("breaker_rest_seconds", out.breaker_rest, 0.001, 86400);
  fields.number("give_up_seconds", out.give_up, 0.1, 1e7);
  fields.finish();
}

void read_cache(const std::string& file, const YAML::Node& node, CacheChoice& out) {
  YamlFields fields(file, node, "cache");
  std::size_t which = 0;
  fields.choice("type", {"sqlite", "redis", "none"}, which);
  out.kind = std::array{CacheChoice::Kind::sqlite, CacheChoice::Kind::redis, CacheChoice::Kind::none}.at(which);
  if (fields.text("path", out.where) && which != 0) fields.complain("path", "only a sqlite cache has a path");
  if (fields.text("url", out.where) && which != 1) fields.complain("url", "only a redis cache has an address");
  if (which == 1 && out.where.empty()) fields.complain("url", "expected redis://host:port, found nothing");
  if (fields.text("ca_file", out.ca_file) && !out.where.starts_with("rediss://"))
    fields.complain("ca_file", "only a redis cache with TLS has certificates (url: rediss://host:port)");
  using Kind = SecretSource::Kind;
  for (const auto& [name, kind] : {std::pair{"password_env_var_name", Kind::environment},
                                   {"password_file", Kind::file},
                                   {"password_command", Kind::command}}) {
    if (!fields.text(name, out.password.where)) continue;
    if (which != 1 || out.password.kind != Kind::none)
      fields.complain(name, "expected one source of a password, and only of a redis cache");
    out.password.kind = kind;
  }
  if (out.password.kind == Kind::environment && !names_a_variable(out.password.where))
    fields.complain(
        "password_env_var_name",
        "expected the name of an environment variable. Is this the password itself? It does not belong into "
        "this file");
  if (fields.text("user", out.user) && out.password.kind == Kind::none)
    fields.complain("user",
                    "expected a source of the password too: password_env_var_name, password_file or "
                    "password_command");
  fields.finish();
}

void read_endpoints(const std::string& file, const YAML::Node& node, Service service, std::vector<Endpoint>& out) {
  const char* what = service == Service::chat ? "endpoint" : "encoder";
  if (!node.IsMap())
    complain_at(file, node.Mark(), fmt::format("{0}s: expected names of {0}s, each with its fields", what));
  for (const auto& item : node) {
    for (const Endpoint& other : out) {
      if (other.name == item.first.Scalar())
        complain_at(file, item.first.Mark(), fmt::format("the {} '{}' is there twice", what, other.name));
    }
    out.push_back(read_endpoint(file, item.first.Scalar(), item.second, service));
  }
  if (out.empty()) complain_at(file, node.Mark(), fmt::format("{}s: expected at least one", what));
}

// RadFact's file: names of endpoints at the top.
bool is_radfacts(const YAML::Node& root) {
  if (root["endpoints"].IsDefined() || root["encoders"].IsDefined() || root.size() == 0) return false;
  return std::all_of(root.begin(), root.end(),
                     [](const auto& item) { return item.second.IsMap() && item.second["url"].IsDefined(); });
}

}  // namespace

bool exposes_key(const Endpoint& endpoint) {
  const std::string& url = endpoint.url;
  const bool local =
      url.starts_with("http://127.") || url.starts_with("http://localhost") || url.starts_with("http://[::1]");
  return endpoint.key.kind != SecretSource::Kind::none && url.starts_with("http://") && !local;
}

const std::vector<std::string>& task_names() {
  static const std::vector<std::string> names{
      "radsem_rewrite",     "radsem_match",    //
      "radfact_phrases",    "radfact_verify",  //
      "lunguage_structure", "lunguage_group",  //
      "ssree_levels",
  };
  return names;
}

Config parse_config(const std::string& file, std::string_view yaml) {
  Config config;
  config.file = file;
  YAML::Node root;
  try {
    root = YAML::Load(std::string(yaml));
  } catch (const YAML::Exception& error) {
    complain_at(file, error.mark, "expected YAML, but: " + error.msg);
  }
  if (!root.IsMap()) complain_at(file, root.Mark(), "expected YAML with the field 'endpoints'");
  if (is_radfacts(root)) {
    read_endpoints(file, root, Service::chat, config.endpoints);
    return config;
  }
  YamlFields fields(file, root, "the configuration");
  const bool encoders = fields.has("encoders");
  if (!fields.has("endpoints") && !encoders) fields.finish();
  if (!fields.has("endpoints") && !encoders) fields.complain("endpoints", "expected endpoints, found none");
  if (fields.has("endpoints")) read_endpoints(file, fields.node("endpoints"), Service::chat, config.endpoints);
  if (encoders) read_endpoints(file, fields.node("encoders"), Service::embeddings, config.encoders);
  for (const Endpoint& encoder : config.encoders) {
    if (encoder.encodes != config.encodes(encoder.model))
      fields.complain("encoders", fmt::format("model '{}' is to encode now this and now that: vectors are kept by the "
                                              "model's name, so expected another name for each way of pooling",
                                              encoder.model));
  }
  if (fields.has("parameters")) {
    YamlFields parameters(file, fields.node("parameters"), "parameters");
    read_parameters(parameters, config.parameters);
    parameters.finish();
  }
  if (fields.has("tasks")) read_tasks(file, fields.node("tasks"), config);
  if (fields.has("retries")) read_patience(file, fields.node("retries"), config.patience);
  if (fields.has("cache")) read_cache(file, fields.node("cache"), config.cache);
  fields.finish();
  return config;
}

Config read_config(const std::string& path) {
  return parse_config(path, read_text(path));
}

std::vector<Endpoint> Config::endpoints_for(const std::string& task) const {
  const auto found = tasks.find(task);
  const bool all = found == tasks.end() || found->second.endpoints.empty();
  std::vector<Endpoint> chosen;
  if (endpoints.empty())
    throw InputError({file, 0, "", fmt::format("task {}: expected endpoints, found only encoders", task)});
  for (const Endpoint& endpoint : endpoints) {
    if (!all && std::find(found->second.endpoints.begin(), found->second.endpoints.end(), endpoint.name) ==
                    found->second.endpoints.end())
      continue;
    chosen.push_back(endpoint);
    if (chosen.front().model == endpoint.model) continue;
    throw InputError({file, 0, "",
                      fmt::format("task {}: expected endpoints of one model, found '{}' and '{}': the numbers would "
                                  "depend on who was free. Choose its endpoints under 'tasks', or, if it is one model "
                                  "under two names, say so by the endpoints' field 'model'",
                                  task, chosen.front().model, endpoint.model)});
  }
  return chosen;
}

std::string Config::model_for(const std::string& task) const {
  return endpoints_for(task).front().model;
}

std::vector<std::string> Config::encoder_models() const {
  std::vector<std::string> models;
  for (const Endpoint& encoder : encoders) {
    if (std::find(models.begin(), models.end(), encoder.model) == models.end()) models.push_back(encoder.model);
  }
  return models;
}

Encodes Config::encodes(const std::string& model) const {
  const auto found =
      std::find_if(encoders.begin(), encoders.end(), [&](const Endpoint& encoder) { return encoder.model == model; });
  return found == encoders.end() ? Encodes::all : found->encodes;
}

const Parameters& Config::parameters_for(const std::string& task) const {
  const auto found = tasks.find(task);
  return found == tasks.end() ? parameters : found->second.parameters;
}

}  // namespace fiducial::llm
