#include "llm/prompts.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "fiducial/io.h"
#include "llm/digest.h"
#include "llm/read_text.h"
#include "radsem/sentences.h"

namespace fiducial::llm {
namespace {

constexpr std::string_view kFile = "###### ";
constexpr std::string_view kSection = "=== ";

[[noreturn]] void complain_of_examples(const std::string& file, std::size_t line) {
  throw InputError(
      {file, line, "", "expected each section '=== example user' with its '=== example assistant' behind it"});
}

}  // namespace

Prompt::Prompt(std::string file, std::string_view text) : file_(std::move(file)) {
  const std::string digest = sha256(text).substr(0, 8);
  std::string section;
  std::string body;
  std::string example;
  const auto finish = [&](std::size_t line) {
    const std::string trimmed(radsem::trim(body));
    body.clear();
    if (section.empty()) return;
    // An answer follows its question, and nothing else does.
    if ((section == "example assistant") == example.empty()) complain_of_examples(file_, line);
    if (section == "example user") {
      example = trimmed;
    } else if (section == "example assistant") {
      examples_.emplace_back(std::exchange(example, ""), trimmed);
    } else if (!sections_.emplace(section, trimmed).second) {
      throw InputError({file_, line, "", fmt::format("the section '{}' is there twice", section)});
    }
  };
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view at = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (at.starts_with(kSection)) {
      finish(line);
      section = radsem::trim(at.substr(kSection.size()));
    } else if (section.empty() && at.starts_with("version:")) {
      version_ = radsem::trim(at.substr(8));
    } else {
      body += at;
      body += '\n';
    }
  }
  finish(line);
  if (!example.empty()) complain_of_examples(file_, line);
  if (version_.empty()) throw InputError({file_, 1, "", "expected a line 'version: N', found none"});
  for (const char* needed : {"system", "user", "again"}) {
    if (!sections_.contains(needed))
      throw InputError({file_, 0, "", fmt::format("expected a section '=== {}', found none", needed)});
  }
  if (sections_["user"].find("{{") == std::string::npos)
    throw InputError({file_, 0, "", "expected a place for what is asked about, like {{sentences}}, in '=== user'"});
  version_ += "-" + digest;
}

std::string Prompt::fill_text(const std::string& text, const Fillings& fillings) const {
  std::string out;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = text.find("{{", at);
    if (open == std::string::npos) return out + text.substr(at);
    const std::size_t close = text.find("}}", open);
    const std::string name = text.substr(open + 2, close == std::string::npos ? 0 : close - open - 2);
    const auto found = fillings.find(name);
    if (found == fillings.end())
      throw InputError({file_, 0, "", fmt::format("there is nothing to put in the place of '{{{{{}}}}}'", name)});
    out.append(text, at, open - at).append(found->second);
    at = close + 2;
  }
}

std::string Prompt::fill(const std::string& section, const Fillings& fillings) const {
  const auto found = sections_.find(section);
  if (found == sections_.end())
    throw InputError({file_, 0, "", fmt::format("expected a section '=== {}', found none", section)});
  return fill_text(found->second, fillings);
}

std::vector<Message> Prompt::messages(const Fillings& fillings, const std::vector<Example>& more) const {
  std::vector<Message> messages{{"system", fill("system", fillings)}};
  for (const std::vector<Example>* list : {&examples_, &more}) {
    for (const auto& [user, assistant] : *list) {
      messages.push_back({"user", user});
      messages.push_back({"assistant", assistant});
    }
  }
  messages.push_back({"user", fill("user", fillings)});
  return messages;
}

std::string_view built_in_prompt(const std::string& name) {
  const std::string_view all = embedded_prompts();
  const std::string head = fmt::format("{}{}\n", kFile, name);
  const std::size_t at = all.find(head);
  if (at == std::string_view::npos) throw InputError({"built-in prompts", 0, "", "there is none for " + name});
  const std::string_view rest = all.substr(at + head.size());
  return rest.substr(0, rest.find(kFile));
}

Prompt prompt_for(const std::string& task, const std::string& folder) {
  if (!folder.empty()) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
      throw InputError({folder, 0, "", "expected a folder with prompts"});
    const std::string path = folder + "/" + task + ".txt";
    if (std::filesystem::exists(path, ignored)) return {path, read_text(path)};
  }
  return {"built-in prompt " + task, built_in_prompt(task)};
}

}  // namespace fiducial::llm
