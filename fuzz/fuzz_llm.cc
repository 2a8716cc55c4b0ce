// Any bytes as an endpoint's reply (whole, streamed, an error), as a model's answer, and as a configuration: no crash,
// a reply is an answer with a text or has a reason, and nothing of the bytes gets into a reason.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "fiducial/problem.h"
#include "llm/answer.h"
#include "llm/config.h"
#include "llm/lunguage_tasks.h"
#include "llm/protocol.h"
#include "llm/radfact_tasks.h"
#include "llm/radsem_tasks.h"
#include "llm/ssree_task.h"

namespace {

using namespace fiducial;

void check(bool good) {
  if (!good) std::abort();
}

void read_replies(std::string_view bytes) {
  for (const long status : {200L, 400L, 404L, 429L, 500L}) {
    for (const char* type : {"application/json", "text/event-stream"}) {
      const llm::Reply reply = llm::read_reply(status, type, bytes);
      const bool answer = reply.meaning == llm::Meaning::answer;
      check(answer == !reply.text.empty());
      check(answer == reply.reason.empty());
      check(reply.reason.size() < 120);
    }
  }
}

void read_vectors(std::string_view bytes) {
  for (const std::size_t count : {1U, 2U}) {
    const llm::Reply reply = llm::read_embeddings(200, bytes, count);
    check((reply.meaning == llm::Meaning::answer) == !reply.text.empty());
    check(reply.text.empty() != reply.reason.empty());
  }
}

void read_lunguage_answers(const std::string& answer) {
  static const llm::StructureTask structuring(llm::prompt_for("lunguage_structure", ""), nullptr);
  static const llm::GroupTask grouping(llm::prompt_for("lunguage_group", ""));
  lunguage::Rows rows;
  const llm::Complaint first = structuring.read(answer, {{"findings", "a b", 1}, {"impression", "a c", 1}}, rows);
  check(first.empty() == first.to_model.empty());
  if (first.empty()) check(lunguage::validate(rows, "").empty());
  const lunguage::Row one;
  const lunguage::Row* const both[] = {&one, &one};
  std::vector<llm::Grouped> grouped;
  if (grouping.read(answer, both, grouped).empty()) check(grouped.size() == 2 && grouped[0].episode > 0);
}

void read_answers(const std::string& answer) {
  static const llm::RewriteTask rewriting(llm::prompt_for("radsem_rewrite", ""));
  static const llm::MatchTask matching(llm::prompt_for("radsem_match", ""), radsem::Policy::alt);
  std::vector<std::string> atoms;
  const llm::Complaint first = rewriting.read(answer, {"a", "b", "c"}, atoms);
  check(first.empty() == first.to_model.empty());
  radsem::Tag tag;
  const llm::Complaint second = matching.read(answer, {"a", "b"}, {"c"}, tag);
  if (second.empty()) check(tag.pairs.size() + tag.unmatched.size() >= 2);
}

void read_other_answers(const std::string& answer) {
  static const llm::PhrasesTask parsing(llm::prompt_for("radfact_phrases", ""));
  static const llm::VerifyTask verifying(llm::prompt_for("radfact_verify", ""));
  static const llm::LevelsTask writing(llm::prompt_for("ssree_levels", ""));
  std::vector<radfact::Parsed> parsed;
  if (parsing.read(answer, {"a", "b"}, parsed).empty()) check(!parsed.empty() && parsed.size() <= 2);
  radfact::Verdict verdict;
  if (verifying.read(answer, 3, verdict).empty())
    check(verdict.evidence.empty() == (verdict.status == radfact::Status::neutral));
  llm::Levels levels;
  if (writing.read(answer, {"a", "b 2", "c", "d"}, {2, 1, 4, 3}, levels).empty())
    check(levels.ladder.has_value() == levels.unfit.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_replies(bytes);
  read_vectors(bytes);
  read_answers(bytes);
  read_lunguage_answers(bytes);
  read_other_answers(bytes);
  try {
    (void)llm::parse_config("fuzz.yaml", bytes);
  } catch (const InputError&) {  // that is what it is for
  }
  return 0;
}
