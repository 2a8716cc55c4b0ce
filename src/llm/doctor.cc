#include "llm/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "fiducial/io.h"
#include "llm/embeddings.h"
#include "llm/lunguage_tasks.h"
#include "llm/radfact_tasks.h"
#include "llm/radsem_tasks.h"
#include "llm/ssree_task.h"

namespace fiducial::llm {
namespace {

using io::Json;
using Kind = Diagnosis::Kind;

// A known case of prompts/doctor.jsonl: its question, and what a right answer looks like.
struct KnownCase {
  std::string about;
  Question question;
  std::function<Complaint(const std::string&)> check;
  std::function<std::string()> wrong;  // after a good check: what is wrong with what it says, or nothing
};

KnownCase phrases_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<PhrasesTask>(prompt_for("radfact_phrases", prompts));
  const auto parsed = std::make_shared<std::vector<radfact::Parsed>>();
  const auto sentences = report_sentences(json["report"]);
  KnownCase known;
  known.question = task->question("doctor", sentences);
  known.check = [=](const std::string& answer) { return task->read(answer, sentences, *parsed); };
  known.wrong = [=, least = json["least"].get<std::size_t>(), most = json["most"].get<std::size_t>()]() -> std::string {
    std::size_t phrases = 0;
    for (const radfact::Parsed& one : *parsed) phrases += one.phrases.size();
    if (phrases >= least && phrases <= most) return {};
    return fmt::format("expected {} phrases, found {}", least, phrases);
  };
  return known;
}

// A known entailment: its status, and the phrases that are its evidence.
KnownCase verify_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<VerifyTask>(prompt_for("radfact_verify", prompts));
  const auto verdict = std::make_shared<radfact::Verdict>();
  const auto premises = json["premises"].get<std::vector<std::string>>();
  KnownCase known;
  known.question = task->question("doctor", json["hypothesis"], premises);
  known.check = [=, count = premises.size()](const std::string& answer) { return task->read(answer, count, *verdict); };
  known.wrong = [=, status = json["status"].get<std::string>(),
                 evidence = json["evidence"].get<std::vector<std::uint32_t>>()]() -> std::string {
    if (radfact::label(verdict->status) != status)
      return fmt::format("expected {}, found {}", status, radfact::label(verdict->status));
    const bool same = std::equal(evidence.begin(), evidence.end(), verdict->evidence.begin(), verdict->evidence.end(),
                                 [](std::uint32_t said, std::uint32_t place) { return said == place + 1; });
    return same ? "" : "the status is right, its evidence is not";
  };
  return known;
}

KnownCase levels_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<LevelsTask>(prompt_for("ssree_levels", prompts));
  const auto levels = std::make_shared<Levels>();
  const auto atoms = json["atoms"].get<std::vector<std::string>>();
  const auto order = LevelsTask::order_of(atoms.size(), 1);
  KnownCase known;
  known.question = task->question("doctor", atoms, order);
  known.check = [=](const std::string& answer) { return task->read(answer, atoms, order, *levels); };
  known.wrong = [=, abnormal = json["abnormal"].get<std::size_t>()]() -> std::string {
    if (levels->abnormal.size() == abnormal) return {};
    return fmt::format("expected {} abnormal sentences, found {}", abnormal, levels->abnormal.size());
  };
  return known;
}

KnownCase rewriting_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<RewriteTask>(prompt_for("radsem_rewrite", prompts));
  const auto atoms = std::make_shared<std::vector<std::string>>();
  io::Report report;
  report.name = "doctor";
  report.text = json["report"];
  const auto sentences = report_sentences(report.text);
  KnownCase known;
  known.question = task->question(report, sentences);
  known.check = [=](const std::string& answer) { return task->read(answer, sentences, *atoms); };
  known.wrong = [=, least = json["least"].get<std::size_t>(), most = json["most"].get<std::size_t>()]() -> std::string {
    if (atoms->size() >= least && atoms->size() <= most) return {};
    return fmt::format("expected {} atomic sentences, found {}", least, atoms->size());
  };
  return known;
}

KnownCase matching_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<MatchTask>(prompt_for("radsem_match", prompts), radsem::Policy::many_to_many);
  const auto tag = std::make_shared<radsem::Tag>();
  const std::vector<std::string> ref{json["ref"].get<std::string>()};
  const std::vector<std::string> gen{json["gen"].get<std::string>()};
  KnownCase known;
  known.question = task->question("doctor", ref, gen);
  known.check = [=](const std::string& answer) { return task->read(answer, ref, gen, *tag); };
  known.wrong = [=, pair = json["pair"].get<bool>()]() -> std::string {
    if (tag->pairs.empty() != pair) return {};
    return pair ? "the two sentences were not made a pair" : "the two sentences were made a pair";
  };
  return known;
}

// "positive" and "negative": the entities that must be found so.
KnownCase structuring_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<StructureTask>(prompt_for("lunguage_structure", prompts), nullptr);
  const auto rows = std::make_shared<lunguage::Rows>();
  const auto sentences = section_sentences(json["report"]);
  KnownCase known;
  known.question = task->question("doctor", sentences, {});
  known.check = [=](const std::string& answer) { return task->read(answer, sentences, *rows); };
  known.wrong = [=]() -> std::string {
    for (const bool positive : {true, false}) {
      const std::string wanted = json[positive ? "positive" : "negative"];
      const bool found = std::any_of(rows->begin(), rows->end(), [&](const lunguage::Row& row) {
        return row.entity == wanted && row.positive == positive;
      });
      if (!found) return fmt::format("expected an entity that is {}", positive ? "positive" : "negative");
    }
    return {};
  };
  return known;
}

// "findings" are rows of a day each, all positive; "together" whether they are one group.
KnownCase grouping_case(const Json& json, const std::string& prompts) {
  const auto task = std::make_shared<GroupTask>(prompt_for("lunguage_group", prompts));
  const auto rows = std::make_shared<lunguage::Rows>();
  for (const Json& finding : json["findings"]) {
    lunguage::Row row;
    row.entity = finding;
    row.day = static_cast<long>(rows->size());
    rows->push_back(std::move(row));
  }
  std::vector<const lunguage::Row*> list;
  for (const lunguage::Row& row : *rows) list.push_back(&row);
  const auto grouped = std::make_shared<std::vector<Grouped>>();
  KnownCase known;
  known.question = task->question("doctor", list);
  known.check = [task, rows, list, grouped](const std::string& answer) { return task->read(answer, list, *grouped); };
  known.wrong = [=, together = json["together"].get<bool>()]() -> std::string {
    const bool one = std::all_of(grouped->begin(), grouped->end(),
                                 [&](const Grouped& g) { return g.group == grouped->front().group; });
    if (one == together) return {};
    return together ? "the findings were not made one group" : "the findings were made one group";
  };
  return known;
}

KnownCase known_case(const std::string& task, const Json& json, const std::string& prompts) {
  if (task == "radsem_rewrite") return rewriting_case(json, prompts);
  if (task == "radsem_match") return matching_case(json, prompts);
  if (task == "radfact_phrases") return phrases_case(json, prompts);
  if (task == "radfact_verify") return verify_case(json, prompts);
  if (task == "lunguage_structure") return structuring_case(json, prompts);
  if (task == "lunguage_group") return grouping_case(json, prompts);
  return levels_case(json, prompts);
}

void each_record(const std::string& task, const std::function<void(const io::Record&)>& take) {
  io::RecordReader reader(io::memory_source(built_in_prompt("doctor"), "doctor.jsonl"), {.format = io::Format::jsonl});
  io::Record record;
  while (reader.next(record)) {
    if (record.text("task") == task) take(record);
  }
}

std::vector<KnownCase> known_cases(const std::string& task, const std::string& prompts) {
  std::vector<KnownCase> cases;
  each_record(task, [&](const io::Record& record) {
    cases.push_back(known_case(task, record.fields, prompts));
    cases.back().about = record.text("about");
  });
  return cases;
}

// The configuration with this endpoint alone, which is given up soon.
Config only(const Config& config, const Endpoint& endpoint) {
  Config one = config;
  one.endpoints = {endpoint};
  for (auto& [name, task] : one.tasks) task.endpoints.clear();
  one.patience.retries = std::min<std::size_t>(config.patience.retries, 2);
  one.patience.unreached = 2;
  one.patience.give_up = std::min(config.patience.give_up, endpoint.timeout_seconds + 10);
  return one;
}

class Examination {
 public:
  Examination(const Config& config, const Endpoint& endpoint, const std::string& prompts,
              const std::function<void(const Diagnosis&)>& found, const std::function<void()>& tick)
      : config_(only(config, endpoint)), endpoint_(endpoint), prompts_(prompts), found_(found), tick_(tick) {}

  bool key() {
    try {
      (void)fetch(endpoint_.key);
    } catch (const std::exception& error) {
      say("key", Kind::bad, error.what());
      return false;
    }
    const bool none = endpoint_.key.kind == SecretSource::Kind::none;
    say("key", Kind::good, none ? "none is sent" : fmt::format("found in {}", endpoint_.key.name()));
    if (exposes_key(endpoint_))
      say("address", Kind::remark, "key and reports go over plain HTTP, readable on the way; use https");
    return true;
  }

  // False if the endpoint answered nothing at all: the other tasks would only wait as long.
  bool task(const std::string& name) {
    const std::vector<KnownCase> cases = known_cases(name, prompts_);
    std::vector<std::optional<Outcome>> outcomes(cases.size());
    EngineHooks hooks;
    hooks.next = [&, at = std::size_t{0}](Question& question) mutable {
      if (at == cases.size()) return false;
      question = cases[at++].question;
      return true;
    };
    hooks.check = [&](std::size_t i, const std::string& answer) { return cases[i].check(answer); };
    hooks.deliver = [&](std::size_t i, const Outcome& outcome) { outcomes[i] = outcome; };
    hooks.tick = [&](const Totals&) { tick_(); };
    const auto cache = memory_cache();
    const Totals totals = ask_all(config_, {name, false, 1}, *cache, hooks);
    if (totals.endpoints.front().answers == 0) {
      say(name, Kind::bad, outcomes.front()->reason);
      return false;
    }
    say_speed(name, totals);
    for (std::size_t i = 0; i < cases.size(); ++i) say_case(name, cases[i], *outcomes[i]);
    return true;
  }

  void stop() { say("other tasks", Kind::remark, "not tried, as it answered nothing"); }

  // A phrase must be nearer to its other wording than to something else.
  void encoder() {
    config_.encoders = {endpoint_};
    each_record(kEmbeddings, [&](const io::Record& record) {
      const std::vector<std::string> phrases{std::string(record.text("phrase")), std::string(record.text("near")),
                                             std::string(record.text("far"))};
      const std::string what = fmt::format("{}: {}", kEmbeddings, record.text("about"));
      const auto cache = memory_cache();
      EmbeddingHooks hooks;
      hooks.tick = [&](const Totals&) { tick_(); };
      try {
        const auto vectors = encoder_of(config_, phrases, *cache, hooks)->encode(phrases);
        const double near = lunguage::cosine(vectors[0], vectors[1]);
        const double far = lunguage::cosine(vectors[0], vectors[2]);
        say(what, near > far ? Kind::good : Kind::bad,
            fmt::format("{} numbers, cosine {:.2f} against {:.2f}", vectors[0].size(), near, far));
      } catch (const InputError& error) {
        say(what, Kind::bad, error.what());
      }
    });
  }

 private:
  void say(const std::string& what, Kind kind, const std::string& words) {
    found_({endpoint_.name, what, kind, words});
  }

  void say_speed(const std::string& name, const Totals& totals) {
    const EndpointTotals& all = totals.endpoints.front();
    if (!all.trouble.empty()) return;
    say(name, Kind::good,
        fmt::format("{} requests, {:.2f} s each, {} failures", all.requests,
                    all.seconds / static_cast<double>(all.requests), all.failures));
    if (all.structure != endpoint_.structure) {
      const char* less = all.structure == Structure::object ? "object" : "off";
      say(name, Kind::remark,
          fmt::format("it refuses the way its answers are constrained; set structured_output: {} to "
                      "save it the first refusals",
                      less));
    }
    if (totals.invalid > 0)
      say(name, Kind::remark,
          fmt::format("{} answers broke the task's rules and were asked for again", totals.invalid));
  }

  void say_case(const std::string& name, const KnownCase& known, const Outcome& outcome) {
    const std::string what = fmt::format("{}: {}", name, known.about);
    if (!outcome.answered) return say(what, Kind::bad, outcome.reason);
    const std::string wrong = known.wrong();
    say(what, wrong.empty() ? Kind::good : Kind::bad, wrong.empty() ? "right" : "the model is wrong: " + wrong);
  }

  Config config_;
  const Endpoint& endpoint_;
  const std::string& prompts_;
  const std::function<void(const Diagnosis&)>& found_;
  const std::function<void()>& tick_;
};

}  // namespace

void examine(const Config& config, const std::string& prompts, const std::function<void(const Diagnosis&)>& found,
             const std::function<void()>& tick) {
  for (const Endpoint& endpoint : config.endpoints) {
    Examination examination(config, endpoint, prompts, found, tick);
    if (!examination.key()) continue;
    for (const std::string& task : task_names()) {
      std::vector<Endpoint> used;
      try {
        used = config.endpoints_for(task);
      } catch (const InputError& error) {
        if (&endpoint == &config.endpoints.front()) found({"configuration", task, Kind::remark, error.what()});
      }
      const bool ours =
          std::any_of(used.begin(), used.end(), [&](const Endpoint& e) { return e.name == endpoint.name; });
      if (!ours || examination.task(task)) continue;
      examination.stop();
      break;
    }
  }
  for (const Endpoint& encoder : config.encoders) {
    Examination examination(config, encoder, prompts, found, tick);
    if (examination.key()) examination.encoder();
  }
}

}  // namespace fiducial::llm
