// Reads the dictionary's text files whole; a synset is known by its offset in its data file.
#include "lexical/wordnet.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>
#include <string>

#include "fiducial/problem.h"

namespace fiducial::lexical {

namespace {

struct Ending {
  std::string_view from;
  std::string_view to;
};

// WordNet's rules of detachment, by part of speech.
constexpr Ending noun_endings[] = {{"s", ""},      {"ses", "s"},   {"ves", "f"},   {"xes", "x"}, {"zes", "z"},
                                   {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}};
constexpr Ending verb_endings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                   {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr Ending adjective_endings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

constexpr std::array<std::string_view, 4> part_names = {"noun", "verb", "adj", "adv"};
constexpr std::array<std::span<const Ending>, 4> endings = {std::span<const Ending>(noun_endings),
                                                            std::span<const Ending>(verb_endings),
                                                            std::span<const Ending>(adjective_endings),
                                                            {}};

// The fields of one line, in turn; knows where it is, for errors.
class Line {
 public:
  Line(const std::filesystem::path& file, std::size_t number, std::string_view text)
      : file_(file), number_(number), rest_(text) {}

  std::string_view field(const char* expected) {
    const std::size_t begin = rest_.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) fail(expected);
    const std::size_t end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
    const std::string_view result = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return result;
  }
  bool more() const { return rest_.find_first_not_of(" \t\r") != std::string_view::npos; }
  std::uint64_t number(const char* expected, int base = 10) {
    const std::string_view text = field(expected);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) fail(expected);
    return value;
  }
  [[noreturn]] void fail(const char* expected) const {
    throw InputError({file_.string(), number_, "", std::string("expected ") + expected + ", as in a WordNet 3.0 file"});
  }

 private:
  const std::filesystem::path& file_;
  std::size_t number_;
  std::string_view rest_;
};

// Calls `read` with each line that is not of the licence at the head (those begin with blanks).
template <class Read>
void for_each_line(const std::filesystem::path& file, Read read) {
  std::ifstream in(file);
  if (!in) throw InputError({file.string(), 0, "", "expected a file of a WordNet 3.0 dictionary, cannot read it"});
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    if (!text.empty() && text.front() != ' ') read(Line(file, number, text));
  }
}

}  // namespace

WordNet::WordNet(const std::filesystem::path& folder) {
  for (std::size_t i = 0; i < parts_.size(); ++i) read_part(folder, part_names[i], parts_[i]);
}

void WordNet::read_part(const std::filesystem::path& folder, std::string_view name, Part& part) {
  const std::string suffix(name);
  const auto offsets = read_data(folder / ("data." + suffix));
  read_index(folder / ("index." + suffix), offsets, part);
  for_each_line(folder / (suffix + ".exc"), [&](Line line) {
    std::vector<Id>& forms = part.exceptions[words_.intern(line.field("an irregular form"))];
    forms.clear();  // of two lines for one form, NLTK keeps the last
    while (line.more()) forms.push_back(words_.intern(line.field("a base form")));
  });
}

// data.*: offset, file number, part of speech, count of words in base 16, then word and sense number in turn.
std::unordered_map<std::uint64_t, Id> WordNet::read_data(const std::filesystem::path& file) {
  std::unordered_map<std::uint64_t, Id> offsets;
  for_each_line(file, [&](Line line) {
    offsets.emplace(line.number("a synset's offset"), static_cast<Id>(members_.size()));
    line.field("a lexicographer's file");
    line.field("a part of speech");
    std::vector<Id>& members = members_.emplace_back();
    for (std::uint64_t left = line.number("a count of words", 16); left > 0; --left) {
      std::string_view name = line.field("a word");
      line.field("a sense number");
      if (name.ends_with(')')) name = name.substr(0, name.find('('));  // a syntactic marker: galore(ip)
      if (!name.empty() && name.find('_') == std::string_view::npos) members.push_back(words_.intern(name));
    }
  });
  return offsets;
}

// index.*: lemma, part of speech, counts of synsets and of pointers, the pointers, two more counts, the offsets.
void WordNet::read_index(const std::filesystem::path& file, const std::unordered_map<std::uint64_t, Id>& offsets,
                         Part& part) {
  for_each_line(file, [&](Line line) {
    std::vector<Id>& synsets = part.synsets[words_.intern(line.field("a lemma"))];
    line.field("a part of speech");
    const std::uint64_t count = line.number("a count of synsets");
    for (std::uint64_t left = line.number("a count of pointers"); left > 0; --left) line.field("a pointer");
    line.field("a count of senses");
    line.field("a count of tagged senses");
    synsets.clear();
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto found = offsets.find(line.number("a synset's offset"));
      if (found == offsets.end()) line.fail("the offset of a synset in the data file");
      synsets.push_back(found->second);
    }
  });
}

void WordNet::add_synset_words(const Part& part, Id lemma, std::vector<Id>& out) const {
  const auto found = lemma == no_id ? part.synsets.end() : part.synsets.find(lemma);
  if (found == part.synsets.end()) return;
  for (const Id synset : found->second) out.insert(out.end(), members_[synset].begin(), members_[synset].end());
}

void WordNet::synonyms(std::string_view word, std::vector<Id>& out) const {
  if (word.empty()) return;
  const Id id = words_.find(word);
  std::string form;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    add_synset_words(part, id, out);
    const auto exception = id == no_id ? part.exceptions.end() : part.exceptions.find(id);
    if (exception != part.exceptions.end()) {
      for (const Id base : exception->second) add_synset_words(part, base, out);
      continue;
    }
    for (const Ending& ending : endings[i]) {
      if (!word.ends_with(ending.from)) continue;
      form.assign(word.substr(0, word.size() - ending.from.size())).append(ending.to);
      if (!form.empty()) add_synset_words(part, words_.find(form), out);
    }
  }
}

}  // namespace fiducial::lexical
