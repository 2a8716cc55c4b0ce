#include "cli/llm_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "io/safe_text.h"
#include "llm/embeddings.h"

namespace fiducial::cli {
namespace {

std::string money(double amount) {
  return fmt::format("{:.{}f}", amount, amount < 1 ? 4 : 2);
}

std::string remark_on(const llm::Totals& totals) {
  std::size_t failures = 0;
  std::size_t answers = 0;
  std::string why;
  for (const llm::EndpointTotals& endpoint : totals.endpoints) {
    failures += endpoint.failures;
    answers += endpoint.answers;
    if (!endpoint.last_failure.empty()) why = fmt::format(" ({}: {})", endpoint.name, endpoint.last_failure);
  }
  std::string text = fmt::format("{} cached", with_commas(totals.cached));
  // Why is shown as long as nobody answers: one need not wait until the run gives up.
  if (failures > 0) text += fmt::format(", {} failures{}", with_commas(failures), answers == 0 ? why : "");
  if (totals.skipped > 0) text += fmt::format(", {} skipped", with_commas(totals.skipped));
  if (totals.cost > 0) text += fmt::format(", cost {}", money(totals.cost));
  return text;
}

std::string csv(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (std::vector<std::string> row : rows) {
    std::transform(row.begin(), row.end(), row.begin(), [](const std::string& cell) { return io::safe_cell(cell); });
    io::append_csv(text, row);
  }
  return text;
}

std::string each_once(std::vector<std::string> list) {
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return fmt::format("{}", fmt::join(list, ","));
}

// A parameter of several tasks: "0", or "0,default" where they differ.
template <class Number>
std::string values_of(const std::vector<const llm::Parameters*>& tasks, std::optional<Number> llm::Parameters::*field) {
  std::vector<std::string> values;
  values.reserve(tasks.size());
  for (const llm::Parameters* task : tasks)
    values.push_back(task->*field ? fmt::format("{}", *(task->*field)) : "default");
  return each_once(std::move(values));
}

// "|top_p:0.9", or nothing if no task has it.
template <class Number>
std::string if_set(const char* name, const std::vector<const llm::Parameters*>& tasks,
                   std::optional<Number> llm::Parameters::*field) {
  const std::string values = values_of(tasks, field);
  return values == "default" ? "" : fmt::format("|{}:{}", name, values);
}

void warn_of_exposed_keys(const llm::Config& config) {
  for (const auto* list : {&config.endpoints, &config.encoders}) {
    for (const llm::Endpoint& endpoint : *list) {
      if (llm::exposes_key(endpoint))
        note(fmt::format("warning: endpoint {}: key and reports go over plain HTTP, readable on the way; use https",
                         endpoint.name));
    }
  }
}

// A dry run makes no file: where there is no cache yet, it is empty.
std::unique_ptr<llm::Cache> cache_for(const llm::Config& config, const std::string& prefix, bool dry_run) {
  const std::string path = config.cache.where.empty() ? prefix + "cache.sqlite" : config.cache.where;
  const bool file = config.cache.kind == llm::CacheChoice::Kind::sqlite;
  if (dry_run && file && !std::filesystem::exists(path)) return llm::memory_cache();
  return llm::open_cache(config.cache, path);
}

}  // namespace

void LlmOptions::check() const {
  if (!wanted() && encoder) {
    if (!prompts.empty() || retry_skipped) throw UsageError("--prompts and --retry-skipped need --engine llm");
    if (dry_run && !write_batch.empty()) throw UsageError("--dry-run and --write-batch exclude each other");
    if (config.empty()) throw UsageError("--encoder endpoint: expected --config FILE with the encoders");
    return;
  }
  if (!wanted()) {
    if (!config.empty() || !prompts.empty() || !write_batch.empty() || !read_batch.empty() || dry_run || retry_skipped)
      throw UsageError("--config, --prompts, --dry-run and the like need --engine llm");
    return;
  }
  if (config.empty()) throw UsageError("--engine llm: expected --config FILE with the endpoints");
  if (dry_run && !write_batch.empty()) throw UsageError("--dry-run and --write-batch exclude each other");
}

void add_llm(CLI::App& command, LlmOptions& options) {
  value_name(command.add_option("--engine", options.engine, "Who reads the text"), "embedded|llm")
      ->capture_default_str();
  value_name(command.add_option("--config", options.config, "llm: the endpoints and tasks (YAML; see docs/llm.md)"),
             "FILE");
  value_name(command.add_option("--prompts", options.prompts, "llm: prompts that replace the built-in ones"), "DIR");
  command.add_flag("--dry-run", options.dry_run, "llm: only say how many calls, tokens and how much money it would be");
  value_name(command.add_option("--write-batch", options.write_batch,
                                "llm: ask nothing; write what is to ask as a file for OpenAI's Batch API"),
             "FILE");
  value_name(
      command.add_option("--read-batch", options.read_batch, "llm: first take the answers from a batch's results"),
      "FILE");
  command.add_flag("--retry-skipped", options.retry_skipped,
                   "llm: ask again where kept answers could not be used, instead of skipping again");
}

std::string beside(const std::string& out) {
  if (out == "-") throw UsageError("--engine llm: expected -o FILE: the cache and the journal are kept beside it");
  return out + ".";
}

LlmRun::LlmRun(const LlmOptions& options, std::string prefix, const Common& common)
    : options_(options), prefix_(std::move(prefix)), common_(common), config_(llm::read_config(options.config)) {
  warn_of_exposed_keys(config_);
  // Two processes on one cache would pay for the same answers.
  if (!options.dry_run && !prefix_.ends_with('/'))
    lock_.emplace(prefix_ + "lock", prefix_.substr(0, prefix_.size() - 1));
  cache_ = cache_for(config_, prefix_, options.dry_run);
  if (!options.dry_run && options.write_batch.empty()) journal_.emplace(prefix_ + "journal.jsonl");
  open_batches();
}

void LlmRun::open_batches() {
  if (!options_.write_batch.empty()) batch_.emplace(options_.write_batch);
  if (options_.read_batch.empty()) return;
  const llm::BatchResults results = llm::read_batch(options_.read_batch, *cache_);
  failed_.add(results.problems);
  if (!common_.quiet) {
    note(fmt::format("{}: {} answers, {} results of no use", options_.read_batch, with_commas(results.answers),
                     with_commas(results.failures)));
  }
}

std::vector<bool> LlmRun::ask(const LlmStage& stage) {
  std::vector<bool> answered(stage.count, false);
  std::map<std::size_t, llm::Outcome> skipped;  // in the order of the questions, whatever the order of the answers
  Progress bar(stage.label, "answers", stage.count, common_.quiet);
  llm::EngineHooks hooks;
  hooks.next = [&, at = std::size_t{0}](llm::Question& question) mutable {
    if (at == stage.count) return false;
    question = stage.question(at++);
    return true;
  };
  hooks.check = stage.check;
  hooks.deliver = [&](std::size_t number, const llm::Outcome& outcome) {
    answered[number] = outcome.answered;
    if (!outcome.answered) skipped.emplace(number, outcome);
  };
  hooks.tick = [&](const llm::Totals& totals) {
    check_interrupt();
    bar.at(totals.answered + totals.skipped, -1, remark_on(totals));
  };
  hooks.journal = [&](const llm::JournalEntry& entry) {
    if (journal_) journal_->write(entry);
  };
  if (options_.dry_run || batch_) {
    hooks.collect = [&, first = config_.endpoints_for(stage.task).front()](const llm::Unasked& request) {
      collected_tokens_ += {request.input_tokens, request.output_tokens};
      collected_cost_ += (static_cast<double>(request.input_tokens) * first.input_price +
                          static_cast<double>(request.output_tokens) * first.output_price) /
                         1e6;
      if (batch_) batch_->write(llm::batch_line(request));
    };
  }
  const llm::EngineOptions how{stage.task, options_.retry_skipped, 1};
  const llm::Totals totals = llm::ask_all(config_, how, *cache_, hooks);
  bar.finish();
  collected_ += totals.collected;
  cached_ += totals.answered;
  for (const auto& [number, outcome] : skipped) {
    Problem problem = stage.place(number);
    problem.message = fmt::format("{}: {}", stage.task, outcome.reason);
    skipped_.push_back({stage.task, problem.source, problem.id, outcome.reason});
    failed_.add(std::move(problem));
  }
  totals_.emplace_back(stage.task, totals);
  return answered;
}

std::unique_ptr<lunguage::Encoder> LlmRun::encoder(const std::vector<std::string>& phrases) {
  std::optional<Progress> bar;
  std::string current;
  llm::EmbeddingHooks hooks;
  hooks.progress = [&](const std::string& model, std::size_t done) {
    if (model != current) bar.emplace("encoding by " + model, "phrases", phrases.size(), common_.quiet);
    current = model;
    bar->at(done);
  };
  hooks.tick = [](const llm::Totals&) { check_interrupt(); };
  hooks.journal = [&](const llm::JournalEntry& entry) {
    if (journal_) journal_->write(entry);
  };
  hooks.account = [&](const std::string& model, const llm::Totals& totals) {
    totals_.emplace_back(fmt::format("{} {}", llm::kEmbeddings, model), totals);
  };
  return llm::encoder_of(config_, phrases, *cache_, hooks);
}

std::size_t LlmRun::collect_vectors(const std::vector<std::string>& phrases) {
  const std::size_t count = llm::unknown_vectors(config_, phrases, *cache_, [this](const llm::Unasked& request) {
    if (batch_) batch_->write(llm::batch_line(request, llm::Service::embeddings));
  });
  collected_ += batch_ ? count : 0;
  return count;
}

std::string LlmRun::signature(const std::vector<std::string>& tasks) const {
  using llm::Parameters;
  std::vector<std::string> models;
  std::vector<const Parameters*> parameters;
  for (const std::string& task : tasks) {
    models.push_back(config_.model_for(task));
    parameters.push_back(&config_.parameters_for(task));
  }
  return fmt::format("model:{}|temperature:{}", each_once(std::move(models)),
                     values_of(parameters, &Parameters::temperature)) +
         if_set("top_p", parameters, &Parameters::top_p) +
         if_set("frequency_penalty", parameters, &Parameters::frequency_penalty) +
         if_set("presence_penalty", parameters, &Parameters::presence_penalty) +
         if_set("seed", parameters, &Parameters::seed) + if_set("max_tokens", parameters, &Parameters::max_tokens);
}

void LlmRun::finish(io::ProblemLog& failed, io::RunFolder* folder) const {
  failed.add(failed_);
  write_lists(folder);
  say_account();
}

void LlmRun::fail_whole(const std::string& message, const io::RunFolder& folder) const {
  if (folder.holds_run()) throw InputError({folder.path(), 0, "", message + "; the run that is there stays"});
  write_lists();
  throw InputError({folder.path(), 0, "", message + "; see skipped.csv there"});
}

void LlmRun::write_lists(io::RunFolder* folder) const {
  const auto write = [&](const std::string& name, const std::string& text) {
    if (folder != nullptr) {
      folder->put(name, text);
    } else {
      io::write_file(prefix_ + name, text);
    }
  };
  std::vector<std::vector<std::string>> rows{{"task", "file", "id", "reason"}};
  rows.insert(rows.end(), skipped_.begin(), skipped_.end());
  write("skipped.csv", csv(rows));
  rows = {{"task", "endpoint", "requests", "answers", "failures", "input_tokens", "output_tokens", "seconds", "cost",
           "trouble"}};
  for (const auto& [task, totals] : totals_) {
    for (const llm::EndpointTotals& endpoint : totals.endpoints) {
      rows.push_back({task, endpoint.name, std::to_string(endpoint.requests), std::to_string(endpoint.answers),
                      std::to_string(endpoint.failures), std::to_string(endpoint.usage.input),
                      std::to_string(endpoint.usage.output), fmt::format("{:.3f}", endpoint.seconds),
                      money(endpoint.cost), endpoint.trouble});
    }
  }
  write("progress.csv", csv(rows));
}

void LlmRun::say_account() const {
  if (common_.quiet) return;
  llm::Totals all;
  for (const auto& [task, totals] : totals_) {
    all.questions += totals.questions;
    all.answered += totals.answered;
    all.cached += totals.cached;
    all.skipped += totals.skipped;
    all.requests += totals.requests;
    all.usage += totals.usage;
    all.cost += totals.cost;
    for (const llm::EndpointTotals& endpoint : totals.endpoints) {
      if (!endpoint.trouble.empty()) note(fmt::format("{}: endpoint {}: {}", task, endpoint.name, endpoint.trouble));
    }
  }
  note(fmt::format("{} questions: {} answered ({} from the cache), {} skipped; {} requests, {} + {} tokens{}",
                   with_commas(all.questions), with_commas(all.answered), with_commas(all.cached),
                   with_commas(all.skipped), with_commas(all.requests), with_commas(all.usage.input),
                   with_commas(all.usage.output), all.cost > 0 ? fmt::format(", cost {}", money(all.cost)) : ""));
}

void LlmRun::finish_collecting(const std::string& later, io::ProblemLog& failed) {
  std::string text = fmt::format("{} calls to make, {} answers are in the cache already; about {} + {} tokens",
                                 with_commas(collected_), with_commas(cached_), with_commas(collected_tokens_.input),
                                 with_commas(collected_tokens_.output));
  if (collected_cost_ > 0) {
    text += fmt::format(", cost about {}", money(collected_cost_));
  } else if (collected_ > 0) {
    text += ", cost unknown (no prices in the configuration)";
  }
  if (batch_) {
    batch_->commit();
    note(fmt::format("{}: {}", options_.write_batch, text));
  } else {
    emit_line(text);
  }
  if (!later.empty() && collected_ > 0) note(later);
  failed.add(failed_);
}

void LlmRun::skip_unread(const std::vector<Problem>& first, std::size_t count) {
  for (const Problem& problem : first) skipped_.push_back({"reading", problem.source, problem.id, problem.message});
  failed_.add(first, count);
}

std::size_t LlmRun::answered() const {
  std::size_t sum = 0;
  for (const auto& [task, totals] : totals_) sum += totals.answered;
  return sum;
}

void add_embedded_only(CLI::App& command, const std::string& instead) {
  command.add_option("--engine", "Who reads the text (default: embedded; there is no other here)")
      ->type_name("embedded")
      ->check(CLI::Validator(
          [instead](std::string& value) {
            if (value == "embedded") return std::string();
            return fmt::format("expected embedded, found '{}'{}", value, value == "llm" ? ": " + instead : "");
          },
          ""));
}

void check_reader(const LlmOptions& llm, const OwnTerms& terms, const std::string& embedded_only) {
  llm.check();
  if (!llm.wanted()) return;
  if (!embedded_only.empty()) throw UsageError(embedded_only + ": only with --engine embedded");
  if (!terms.file.empty()) throw UsageError("--lexicon: only with --engine embedded");
}

}  // namespace fiducial::cli
