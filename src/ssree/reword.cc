#include "ssree/reword.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace fiducial::ssree {
namespace {

// Each for the other, but for the last few, which are only taken in their direction.
constexpr std::pair<std::string_view, std::string_view> kBothWays[] = {
    {"unremarkable", "normal"},     {"is seen", "is noted"},
    {"are seen", "are noted"},      {"is identified", "is seen"},
    {"are identified", "are seen"}, {"demonstrates", "shows"},
    {"demonstrate", "show"},        {"mild", "slight"},
    {"mildly", "slightly"},         {"multiple", "numerous"},
    {"approximately", "about"},     {"adjacent to", "next to"},
    {"unchanged", "stable"},        {"compatible with", "consistent with"},
};
constexpr std::pair<std::string_view, std::string_view> kOneWay[] = {
    {"within normal limits", "normal"}, {"in keeping with", "consistent with"},
    {"no evidence of", "no"},           {"is present", "is seen"},
    {"are present", "are seen"},
};

bool letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
}

char lowered(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// Where the words stand as such, the first letter in either case; npos if nowhere.
std::size_t find_words(std::string_view text, std::string_view words) {
  for (std::size_t at = 0; at + words.size() <= text.size(); ++at) {
    if (lowered(text[at]) != words[0] || text.substr(at + 1, words.size() - 1) != words.substr(1)) continue;
    const bool begins = at == 0 || !letter(text[at - 1]);
    const std::size_t end = at + words.size();
    if (begins && (end == text.size() || !letter(text[end]))) return at;
  }
  return std::string_view::npos;
}

void swap_words(std::string_view text, std::string_view from, std::string_view to, std::vector<std::string>& out) {
  const std::size_t at = find_words(text, from);
  if (at == std::string_view::npos) return;
  std::string changed(text);
  changed.replace(at, from.size(), to);
  if (std::isupper(static_cast<unsigned char>(text[at])) != 0)
    changed[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(changed[at])));
  out.push_back(std::move(changed));
}

// "No effusion." is a sentence without a verb; what has one, or goes on behind a comma, is left alone.
bool bare(std::string_view rest) {
  for (const std::string_view word : {"is", "are", "was", "were", "has", "have", "with", "but", "which", "although"}) {
    if (find_words(rest, word) != std::string_view::npos) return false;
  }
  return rest.find_first_of(",;:") == std::string_view::npos;
}

// The thing that is denied or asserted is in the plural: the last word before "in", "of" or the end.
bool many(std::string_view rest) {
  std::size_t end = rest.size();
  for (const std::string_view word : {"in", "of", "at", "on", "within", "or", "and"}) {
    const std::size_t at = find_words(rest, word);
    if (at != std::string_view::npos && at > 0) end = std::min(end, at - 1);
  }
  std::string_view noun = rest.substr(0, end);
  while (!noun.empty() && !letter(noun.back())) noun.remove_suffix(1);
  return noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("is") && !noun.ends_with("us") &&
         !noun.ends_with("ites");
}

void change_frame(std::string_view text, std::vector<std::string>& out) {
  for (const std::string_view frame : {"There is no ", "There are no "}) {
    if (text.starts_with(frame) && bare(text.substr(frame.size())))
      out.push_back("No " + std::string(text.substr(frame.size())));
  }
  if (text.starts_with("No ") && bare(text.substr(3)))
    out.push_back((many(text.substr(3)) ? "There are no " : "There is no ") + std::string(text.substr(3)));
  for (const auto& [frame, be] : {std::pair<std::string_view, std::string_view>{"There is a ", " is present."},
                                  {"There is an ", " is present."}}) {
    std::string_view rest = text.starts_with(frame) ? text.substr(frame.size()) : std::string_view();
    if (rest.empty() || !bare(rest)) continue;
    if (rest.ends_with('.')) rest.remove_suffix(1);
    out.push_back((frame == "There is a " ? "A " : "An ") + std::string(rest) + std::string(be));
  }
}

}  // namespace

std::vector<std::string> rewordings(std::string_view sentence) {
  std::vector<std::string> out;
  change_frame(sentence, out);
  for (const auto& [a, b] : kBothWays) {
    swap_words(sentence, a, b, out);
    swap_words(sentence, b, a, out);
  }
  for (const auto& [from, to] : kOneWay) swap_words(sentence, from, to, out);
  return out;
}

}  // namespace fiducial::ssree
