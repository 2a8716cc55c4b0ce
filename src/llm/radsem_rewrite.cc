// RadSEM's first stage as a question.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "llm/radsem_tasks.h"
#include "llm/rules.h"
#include "radsem/sentences.h"
#include "text/sentence.h"

namespace fiducial::llm {
namespace {

using io::Json;

Json rewrite_schema() {
  return object_schema(
      {{"sentences",
        list_schema(object_schema({{"from", list_schema({{"type", "integer"}})}, {"text", {{"type", "string"}}}}))},
       {"left_out", list_schema(object_schema({{"number", {{"type", "integer"}}}, {"why", {{"type", "string"}}}}))}});
}

std::string said_or_unknown(const std::string& text) {
  return text.empty() ? "not said" : on_one_line(text);
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (blank && (out.empty() || out.back() == ' ')) continue;
    out += blank ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string numbered(const std::vector<std::string>& sentences) {
  std::string out;
  for (std::size_t i = 0; i < sentences.size(); ++i)
    out += fmt::format("{}[{}] {}", i == 0 ? "" : "\n", i + 1, sentences[i]);
  return out;
}

std::vector<std::string> report_sentences(const std::string& report) {
  std::vector<text::Token> tokens;
  std::vector<text::Sentence> ranges;
  text::tokenize(report, tokens);
  text::sentences(report, tokens, ranges);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].first >= ranges[i].last) continue;
    // Up to the next one, so that not a byte is lost between them.
    const std::size_t begin = i == 0 ? 0 : tokens[ranges[i].first].begin;
    const std::size_t end = i + 1 < ranges.size() && ranges[i + 1].first < tokens.size()
                                ? tokens[ranges[i + 1].first].begin
                                : report.size();
    std::string line = on_one_line(std::string_view(report).substr(begin, end - begin));
    if (!line.empty()) out.push_back(std::move(line));
  }
  return out;
}

std::vector<std::string> atomic_sentences(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  for (const std::string& text : texts) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(". "), rest.size());
      std::string piece = on_one_line(radsem::trim(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 2, rest.size()));
      while (piece.ends_with('.')) piece.pop_back();
      if (!piece.empty() && seen.insert(piece).second) out.push_back(std::move(piece));
    }
  }
  return out;
}

std::string rewritten_text(const std::vector<std::string>& atoms) {
  return atoms.empty() ? std::string() : fmt::format("{}.", fmt::join(atoms, ". "));
}

RewriteTask::RewriteTask(Prompt prompt)
    : prompt_(std::move(prompt)), schema_(std::make_shared<Schema>(Schema{"atomic_sentences", rewrite_schema()})) {}

Question RewriteTask::question(const io::Report& report, const std::vector<std::string>& sentences) const {
  return {report.name,
          prompt_.messages({{"area", said_or_unknown(report.area)},
                            {"type", said_or_unknown(report.type)},
                            {"sentences", numbered(sentences)}}),
          schema_};
}

Complaint RewriteTask::read(const std::string& answer, const std::vector<std::string>& report,
                            std::vector<std::string>& atoms) const {
  return by_rules(prompt_, [&] {
    const Json object = answered_object(answer);
    const std::size_t sentences = report.size();
    std::vector<bool> accounted(sentences + 1, false);
    std::vector<std::string> texts;
    for (const Json& item : list_in(object, "sentences")) {
      texts.push_back(text_in(item, "text"));
      if (radsem::trim(texts.back()).empty()) throw BrokenRule{"a \"text\" is empty", "a text is empty"};
      const Json& from = list_in(item, "from");
      if (from.empty()) throw BrokenRule{"a \"from\" is empty: each sentence comes from somewhere", "a from is empty"};
      std::string origin;
      for (const Json& value : from) {
        const std::size_t number = number_of(value, "from", sentences);
        accounted[number] = true;
        origin += report[number - 1] + " ";
      }
      check_origin(texts.back(), origin);
    }
    for (const Json& item : list_in(object, "left_out")) accounted[number_in(item, "number", sentences)] = true;
    std::vector<std::size_t> missing;
    for (std::size_t i = 1; i <= sentences; ++i) {
      if (!accounted[i]) missing.push_back(i);
    }
    if (!missing.empty()) {
      throw BrokenRule{
          fmt::format("these sentences of the report are neither in a \"from\" nor in \"left_out\": {}",
                      fmt::join(missing, ", ")),
          fmt::format("{} of {} sentences of the report are not accounted for", missing.size(), sentences)};
    }
    atoms = atomic_sentences(texts);
  });
}

}  // namespace fiducial::llm
