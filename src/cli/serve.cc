// `fiducial serve`: the page and the HTTP API on this machine.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdio>

#include "cli/app.h"
#include "cli/own_terms.h"
#include "cli/terminal.h"
#include "serve/api.h"
#include "serve/runs.h"
#include "serve/studies.h"

namespace fiducial::cli {
namespace {

struct ServeOptions {
  serve::Listen listen;
  std::vector<std::string> inputs;
  io::PairColumns columns;
  std::string annotate;
  std::string token_file;
  std::vector<std::string> names;
  bool open = false;
  OwnTerms terms;
  Common common;
};

bool is_loopback(const std::string& address) {
  return address == "::1" || address.starts_with("127.");
}

bool is_any(const std::string& address) {
  return address == "0.0.0.0" || address == "::";
}

void check_serve(const ServeOptions& options) {
  if (options.listen.certificate.empty() != options.listen.key.empty())
    throw UsageError("--cert and --key: expected both or none");
  if (is_loopback(options.listen.address)) return;
  if (options.token_file.empty())
    throw UsageError("--host: other machines may only ask with a token of yours: give one with --token-file");
  if (is_any(options.listen.address) && options.names.empty())
    throw UsageError("--host: that is every address of this machine: say by which name others ask for it with --name");
}

std::vector<std::string> host_names(const ServeOptions& options) {
  std::vector<std::string> names = options.names;
  names.insert(names.end(), {"localhost", "127.0.0.1", "::1", options.listen.address});
  return names;
}

std::string page_address(const ServeOptions& options, unsigned short port, const std::string& token) {
  const bool v6 = options.listen.address.find(':') != std::string::npos;
  const std::string host = options.names.empty() ? options.listen.address : options.names.front();
  return fmt::format("{}://{}:{}/#token={}", options.listen.certificate.empty() ? "http" : "https",
                     v6 && options.names.empty() ? "[" + host + "]" : host, port, token);
}

void open_browser(const std::string& address) {
  const char* const words[] = {"xdg-open", address.c_str(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], nullptr, nullptr, const_cast<char* const*>(words), environ);
  if (error != 0) note("no browser could be opened (xdg-open is not there): open the address above yourself");
}

// Of a folder that another reader or another version made, its own scores stand beside ours.
void name_readers(const std::vector<serve::Cases>& cases, const ServeOptions& options) {
  const std::string ours = signature_of(*make_metric("radsem", options.terms.lexicon));
  for (const serve::Cases& one : cases) {
    if (options.common.quiet || !serve::read_elsewhere(one, ours)) continue;
    note(
        fmt::format("{} was read by {}, not by this program as it is now ({}): what its tags score is shown as "
                    "'RadSEM, as run', and its tags are adjudicated",
                    one.path, one.signature.empty() ? "a program that left no run.json" : one.signature, ours));
  }
}

int run_server(ServeOptions& options) {
  check_serve(options);
  options.terms.load();
  std::vector<serve::Cases> cases;
  for (const std::string& path : options.inputs) cases.push_back(serve::read_cases(path, options.columns));
  const std::string token =
      options.token_file.empty() ? serve::random_token() : serve::token_from_file(options.token_file);
  options.listen.threads = options.common.threads;
  serve::Server server(options.listen, serve::Limits{});
  const std::string scheme = options.listen.certificate.empty() ? "http" : "https";
  serve::ApiOptions api_options;
  api_options.lexicon = options.terms.lexicon;
  for (const serve::Cases& one : cases) (void)list_failed(one.problems);
  name_readers(cases, options);
  if (!options.annotate.empty()) {
    api_options.studies = std::make_shared<serve::Studies>(options.annotate, options.terms.lexicon);
    (void)list_failed(api_options.studies->problems());
  }
  if (!cases.empty())
    api_options.runs = std::make_shared<serve::Runs>(std::move(cases), options.terms.lexicon, options.common.threads);
  if (!options.common.quiet)
    api_options.log = [](std::string_view lines) { (void)std::fwrite(lines.data(), 1, lines.size(), stderr); };
  serve::Api api(serve::Door(token, host_names(options), server.port(), scheme), std::move(api_options));
  api.count_connections([&server] { return server.connections(); });
  const std::string address = page_address(options, server.port(), token);
  emit_line(address);
  (void)std::fflush(stdout);
  if (options.open) open_browser(address);
  server.run(api);
  return kDone;
}

}  // namespace

void add_serve(Program& program) {
  auto options = std::make_shared<ServeOptions>();
  options->listen.port = 8917;
  CLI::App& command = *program.app.add_subcommand(
      "serve", "Web page and HTTP service on this machine; prints its address with the token that opens it");
  value_name(command.add_option("inputs", options->inputs, "Pairs of reports, or folders of RadSEM runs, to explore"),
             "FILE");
  value_name(command.add_option(
                 "--annotate", options->annotate,
                 "Reports to annotate by LUNGUAGE's schema: subject_id, study_id, report; kept in FILE.annotated"),
             "FILE");
  add_pair_columns(command, options->columns);
  command.add_option("--port", options->listen.port, "Port to listen on (0: any that is free)")
      ->type_name("N")
      ->check(in_range(0, 65535))
      ->capture_default_str();
  command
      .add_option("--host", options->listen.address,
                  "IP address to listen on; others than the loopback need --token-file")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command.add_option("--name", options->names, "A host name that requests may use, beside localhost and the address")
      ->type_name("NAME");
  value_name(command.add_option("--token-file", options->token_file,
                                "File whose first line is the token (default: a random one, printed)"),
             "FILE");
  value_name(command.add_option("--cert", options->listen.certificate, "Certificate for TLS (PEM), with --key"),
             "FILE");
  value_name(command.add_option("--key", options->listen.key, "The certificate's private key (PEM)"), "FILE");
  command.add_flag("--open", options->open, "Open the page in the browser");
  add_own_terms(command, options->terms);
  add_threads(command, options->common);
  add_quiet(command, options->common);
  add_example(command, "fiducial serve model_a.jsonl model_b.jsonl --open");
  command.callback([&program, options] { program.job = [options] { return run_server(*options); }; });
}

}  // namespace fiducial::cli
