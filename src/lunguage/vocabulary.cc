// The vocabulary as a tree of words: a step a word, so a sentence of n words takes n walks, each as long as the longest
// term that begins there, whatever the number of terms. Terms of the same words that differ in what stands between them
// ("mid-lung", "mid lung") share a node and are told apart by comparing the text itself.
#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "fiducial/io.h"
#include "fiducial/lunguage.h"

namespace fiducial::lunguage {
namespace {

struct Word {
  std::size_t begin = 0, end = 0;
};

bool in_word(unsigned char c) {
  return std::isalnum(c) != 0 || c >= 0x80 || c == '_';
}

// Words are runs of letters and digits; a point between digits belongs to its number ("2.5").
void split(std::string_view text, std::vector<Word>& out) {
  out.clear();
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  for (std::size_t i = 0; i < text.size();) {
    if (!in_word(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && (in_word(static_cast<unsigned char>(text[i])) ||
                               (text[i] == '.' && i > begin && digit(i - 1) && digit(i + 1)))) {
      ++i;
    }
    out.push_back({begin, i});
  }
}

char folded(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

struct EdgeHash {
  std::size_t operator()(const std::pair<std::uint32_t, std::uint64_t>& edge) const {
    std::uint64_t h = edge.second ^ (edge.first * 0x9e3779b97f4a7c15ULL);
    h ^= h >> 31U;
    return static_cast<std::size_t>(h * 0xbf58476d1ce4e5b9ULL);
  }
};

}  // namespace

struct Vocabulary::State {
  bool fold = false;
  std::vector<std::string> terms;
  std::vector<std::vector<std::uint32_t>> term_categories;
  std::vector<std::string> categories;
  std::unordered_map<std::string, std::uint32_t> term_ids, category_ids;
  std::vector<std::vector<std::uint32_t>> nodes{1};  // the terms that end here; node 0 is the root
  std::unordered_map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t, EdgeHash> edges;

  std::uint64_t hash(std::string_view word) const {
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (const char c : word) h = (h ^ static_cast<unsigned char>(fold ? folded(c) : c)) * 0x100000001b3ULL;
    return h;
  }
  bool equal(std::string_view text, std::string_view term) const {
    if (!fold) return text == term;
    return std::equal(text.begin(), text.end(), term.begin(), term.end(),
                      [](char a, char b) { return folded(a) == folded(b); });
  }
};

Vocabulary::Vocabulary(Case fold) : state_(std::make_unique<State>()) {
  state_->fold = fold == Case::folded;
}
Vocabulary::~Vocabulary() = default;
Vocabulary::Vocabulary(Vocabulary&&) noexcept = default;
Vocabulary& Vocabulary::operator=(Vocabulary&&) noexcept = default;

void Vocabulary::add(std::string_view term, std::string_view category) {
  State& s = *state_;
  std::vector<Word> words;
  split(term, words);
  if (words.empty()) return;
  // What stands before the first and behind the last word is never part of a span.
  const std::string text(term.substr(words.front().begin, words.back().end - words.front().begin));
  const auto [c, new_category] = s.category_ids.try_emplace(std::string(category), s.categories.size());
  if (new_category) s.categories.emplace_back(category);
  const auto [t, new_term] = s.term_ids.try_emplace(text, s.terms.size());
  if (new_term) {
    s.terms.push_back(text);
    s.term_categories.emplace_back();
    std::uint32_t node = 0;
    for (const Word& word : words) {
      const auto key = std::pair(node, s.hash(term.substr(word.begin, word.end - word.begin)));
      const auto [edge, fresh] = s.edges.try_emplace(key, static_cast<std::uint32_t>(s.nodes.size()));
      if (fresh) s.nodes.emplace_back();
      node = edge->second;
    }
    s.nodes[node].push_back(t->second);
  }
  auto& list = s.term_categories[t->second];
  if (std::find(list.begin(), list.end(), c->second) == list.end()) list.push_back(c->second);
}

Vocabulary Vocabulary::from_file(const std::string& path, Case fold, io::ProblemLog& problems) {
  Vocabulary out(fold);
  io::RecordReader reader(path);
  io::Record record;
  while (reader.next(record)) {
    std::string_view term = record.text("term");
    for (const char* column : {"target_term", "ent"}) {
      if (term.empty()) term = record.text(column);
    }
    std::string_view category = record.text("category");
    if (category.empty()) category = record.text("cat");
    if (term.empty() || category.empty()) {
      reader.reject(record, "expected a term (term or target_term) and its category, found one of them empty; " +
                                record.what_it_has());
    } else {
      out.add(term, category);
    }
  }
  problems.add(reader.problems(), reader.problem_count());
  if (out.size() == 0)
    throw InputError(
        {path, 0, "", "expected a vocabulary, records with term and category, found none that can be used"});
  return out;
}

std::vector<std::string_view> Vocabulary::terms_of(std::string_view category) const {
  std::vector<std::string_view> list;
  const auto found = state_->category_ids.find(std::string(category));
  if (found == state_->category_ids.end()) return list;
  for (std::size_t term = 0; term < state_->terms.size(); ++term) {
    const auto& of = state_->term_categories[term];
    if (std::find(of.begin(), of.end(), found->second) != of.end()) list.push_back(state_->terms[term]);
  }
  return list;
}

std::vector<Vocabulary::Match> Vocabulary::find(std::string_view sentence) const {
  const State& s = *state_;
  std::vector<Match> matches;
  std::vector<Word> words;
  split(sentence, words);
  std::vector<std::uint64_t> hashes;
  hashes.reserve(words.size());
  for (const Word& word : words) hashes.push_back(s.hash(sentence.substr(word.begin, word.end - word.begin)));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint32_t node = 0;
    for (std::size_t j = i; j < words.size(); ++j) {
      const auto edge = s.edges.find({node, hashes[j]});
      if (edge == s.edges.end()) break;
      node = edge->second;
      for (const std::uint32_t id : s.nodes[node]) {
        if (!s.equal(sentence.substr(words[i].begin, words[j].end - words[i].begin), s.terms[id])) continue;
        for (const std::uint32_t c : s.term_categories[id])
          matches.push_back({words[i].begin, words[j].end, j - i + 1, id, c});
      }
    }
  }
  // Algorithm 1's order: span length from n down to 1, then from the left.
  std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.words > b.words; });
  return matches;
}

std::vector<Vocabulary::Match> Vocabulary::find_apart(std::string_view sentence, std::size_t window) const {
  const State& s = *state_;
  std::vector<Match> matches;
  std::vector<Word> words;
  split(sentence, words);
  std::vector<Word> parts;
  const auto same = [&](const Word& word, std::string_view term, const Word& part) {
    return s.equal(sentence.substr(word.begin, word.end - word.begin), term.substr(part.begin, part.end - part.begin));
  };
  for (std::uint32_t id = 0; id < s.terms.size(); ++id) {
    split(s.terms[id], parts);
    Match best;
    for (std::size_t first = 0; parts.size() > 1 && first < words.size(); ++first) {
      if (!same(words[first], s.terms[id], parts[0])) continue;
      std::size_t found = 1;
      std::size_t last = first;
      const std::size_t end = std::min(words.size(), first + 1 + window);
      for (std::size_t i = first + 1; i < end && found < parts.size(); ++i) {
        if (!same(words[i], s.terms[id], parts[found])) continue;
        ++found;
        last = i;
      }
      const std::size_t length = last - first + 1;
      if (found < parts.size() || (best.words != 0 && length >= best.words)) continue;
      best = {words[first].begin, words[last].end, length, id, 0};
    }
    if (best.words <= parts.size()) continue;
    for (const std::uint32_t category : s.term_categories[id]) {
      matches.push_back(best);
      matches.back().category = category;
    }
  }
  std::stable_sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.words > b.words; });
  return matches;
}

std::string_view Vocabulary::term(std::uint32_t id) const {
  return state_->terms[id];
}
std::string_view Vocabulary::category(std::uint32_t id) const {
  return state_->categories[id];
}
std::size_t Vocabulary::size() const {
  return state_->terms.size();
}

}  // namespace fiducial::lunguage
