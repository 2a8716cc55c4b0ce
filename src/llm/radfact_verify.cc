// RadFact's second stage as a question.
#include <fmt/format.h>

#include <algorithm>

#include "llm/radfact_tasks.h"
#include "llm/radsem_tasks.h"
#include "llm/rules.h"

namespace fiducial::llm {
namespace {

using io::Json;
using radfact::Status;

constexpr std::initializer_list<const char*> kStatuses = {"entailment", "neutral", "contradiction"};

Status status_in(const Json& object) {
  const std::string word = word_in(object, "status", kStatuses, false);
  for (const Status status : {Status::entailment, Status::contradiction}) {
    if (word == radfact::label(status)) return status;
  }
  return Status::neutral;
}

}  // namespace

VerifyTask::VerifyTask(Prompt prompt)
    : prompt_(std::move(prompt)),
      schema_(std::make_shared<Schema>(
          Schema{"entailment", object_schema({{"status", word_schema(kStatuses, false)},
                                              {"evidence", list_schema({{"type", "integer"}})}})})) {}

Question VerifyTask::question(const std::string& name, const std::string& hypothesis,
                              std::span<const std::string> premises) const {
  std::string lines;
  for (std::size_t i = 0; i < premises.size(); ++i) lines += fmt::format("P{}: {}\n", i + 1, on_one_line(premises[i]));
  constexpr std::size_t kVerdict = 25;  // tokens of a status and one or two numbers, however many premises there are
  return {name, prompt_.messages({{"sentences", lines + "H: " + on_one_line(hypothesis)}}), schema_, kVerdict};
}

Complaint VerifyTask::read(const std::string& answer, std::size_t premises, radfact::Verdict& verdict) const {
  return by_rules(prompt_, [&] {
    const Json object = answered_object(answer);
    verdict = {status_in(object), {}, "", {}};
    for (const Json& value : list_in(object, "evidence"))
      verdict.evidence.push_back(static_cast<std::uint32_t>(number_of(value, "evidence", premises) - 1));
    std::sort(verdict.evidence.begin(), verdict.evidence.end());
    verdict.evidence.erase(std::unique(verdict.evidence.begin(), verdict.evidence.end()), verdict.evidence.end());
    if (verdict.status == Status::neutral) {
      verdict.evidence.clear();
    } else if (verdict.evidence.empty()) {
      throw BrokenRule{fmt::format("the status is \"{}\", but \"evidence\" is empty", radfact::label(verdict.status)),
                       "there is no evidence for the status"};
    }
  });
}

}  // namespace fiducial::llm
