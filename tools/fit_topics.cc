// fit_topics TABLE FILE...: makes lexicon/topics.txt, what each sign says of what a sentence is about.
//
// A FILE.tsv has a label, a tab and a sentence a line: P (the patient), E (the examination), A (advice), F (what the
// image shows), or M with several labels and stretches ("M<tab>P || F<tab>Fall on the hand; || fracture of the
// radius."). A FILE.jsonl has texts of what images show (bench/facts, bench/sayings), in the fields a, b, c, plain,
// other, or reports (examples/nli.jsonl, examples/contrast.jsonl) in reference, same, report.
//
// Softmax regression with a quadratic penalty, by a fixed number of steps of gradient descent: the same input gives the
// same table. It prints how it fares on fifths of the sentences that it was not fitted to.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "grammar/sentence_topic.h"
#include "text/sentence.h"

using namespace fiducial;

namespace {

constexpr std::size_t kTopics = 4;
constexpr std::array<const char*, kTopics> kNames = {"image", "patient", "examination", "advice"};
constexpr int kSteps = 30;
constexpr double kPenalty = 0.6;
constexpr int kFewest = 4;                     // sentences that have a sign
constexpr double kLeast = 0.15;                // a weight below says nothing
constexpr double kFactWeight = 0.3;            // many facts are alike
constexpr std::size_t kOpening = 3, kEnd = 2;  // sentences of a report that may be about something else

struct Example {
  std::size_t topic = 0;
  double weight = 1;
  std::size_t group = 0;
  std::vector<std::uint32_t> signs;
};

std::size_t topic_named(std::string_view label) {
  constexpr std::string_view kLabels = "FPEA";
  const std::size_t at = label.size() == 1 ? kLabels.find(label[0]) : std::string_view::npos;
  return at == std::string_view::npos ? kTopics : at;
}

std::string trimmed(std::string text) {
  const auto space = [](char c) { return c == ' ' || c == '\r'; };
  while (!text.empty() && space(text.back())) text.pop_back();
  text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), space));
  return text;
}

class Corpus {
 public:
  void add(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(file + ": cannot be read");
    const bool facts = file.ends_with(".jsonl");
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
      if (line.empty()) continue;
      ++group_;
      if (facts ? !add_fact(line) : !add_labelled(line))
        throw std::runtime_error(file + ":" + std::to_string(number) + ": expected LABEL, tab, sentence");
    }
  }

  void drop_rare() {
    std::vector<int> counts(names_.size());
    for (const Example& e : examples_) {
      std::vector<std::uint32_t> signs = e.signs;
      std::sort(signs.begin(), signs.end());
      signs.erase(std::unique(signs.begin(), signs.end()), signs.end());
      for (std::uint32_t s : signs) ++counts[s];
    }
    for (Example& e : examples_) std::erase_if(e.signs, [&](std::uint32_t s) { return counts[s] < kFewest; });
  }

  const std::vector<Example>& examples() const { return examples_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  bool add_labelled(const std::string& line) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) return false;
    const std::string label = line.substr(0, tab);
    if (label != "M") {
      const std::size_t topic = topic_named(label);
      if (topic == kTopics) return false;
      put(line.substr(tab + 1), topic, 1);
      return true;
    }
    const std::size_t second = line.find('\t', tab + 1);
    if (second == std::string::npos) return false;
    std::string labels = line.substr(tab + 1, second - tab - 1), text = line.substr(second + 1);
    while (!labels.empty() && !text.empty()) {
      const std::size_t topic = topic_named(trimmed(cut(labels)));
      if (topic == kTopics) return false;
      put(cut(text), topic, 1);
    }
    if (!labels.empty() || !text.empty()) return false;
    return true;
  }

  // Takes the stretch before the next border away.
  static std::string cut(std::string& rest) {
    const std::size_t border = rest.find("||");
    std::string first = rest.substr(0, border);
    rest = border == std::string::npos ? "" : rest.substr(border + 2);
    return first;
  }

  bool add_fact(const std::string& line) {
    const auto record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object()) return false;
    for (const char* field : {"a", "b", "c", "plain", "other"}) {
      if (record.contains(field)) put(record[field].get<std::string>(), 0, kFactWeight);
    }
    for (const char* field : {"reference", "same", "report"}) {
      if (record.contains(field)) add_report(record[field].get<std::string>());
    }
    return true;
  }

  // Of a report that is not labelled what stands neither at its beginning nor at its end.
  void add_report(const std::string& report) {
    std::vector<text::Token> tokens;
    std::vector<text::Sentence> sentences;
    text::tokenize(report, tokens);
    text::sentences(report, tokens, sentences);
    for (std::size_t i = kOpening; i + kEnd < sentences.size(); ++i) {
      const std::size_t begin = tokens[sentences[i].first].begin, end = tokens[sentences[i].last - 1].end;
      put(report.substr(begin, end - begin), 0, kFactWeight);
    }
  }

  void put(std::string text, std::size_t topic, double weight) {
    text = trimmed(std::move(text));
    while (!text.empty() && (text.back() == '.' || text.back() == ',' || text.back() == ';' || text.back() == ':'))
      text.pop_back();
    text::tokenize(text, tokens_);
    findings::signs_of(lexicon::Lexicon::embedded(), tokens_, signs_);
    Example e{topic, weight, group_, {}};
    for (const findings::Sign& sign : signs_) {
      const auto [at, fresh] = ids_.try_emplace(sign.key, static_cast<std::uint32_t>(names_.size()));
      if (fresh) names_.push_back(name(text, sign));
      e.signs.push_back(at->second);
    }
    examples_.push_back(std::move(e));
  }

  std::string name(const std::string& text, const findings::Sign& sign) const {
    const auto part = [&](const findings::SignPart& p) {
      if (!p.word) return "<" + std::string(lexicon::name(p.kind)) + ">";
      std::string word = text.substr(tokens_[p.token].begin, tokens_[p.token].end - tokens_[p.token].begin);
      for (char& c : word) c = text::lower(c);
      return word;
    };
    if (sign.far) return part(sign.first) + " <far> " + part(sign.second);
    return sign.pair ? part(sign.first) + " " + part(sign.second) : part(sign.first);
  }

  std::vector<Example> examples_;
  std::vector<std::string> names_;
  std::unordered_map<lexicon::SignKey, std::uint32_t> ids_;
  std::vector<text::Token> tokens_;
  std::vector<findings::Sign> signs_;
  std::size_t group_ = 0;
};

using Weights = std::vector<std::array<double, kTopics>>;

std::array<double, kTopics> probabilities(const Weights& w, const Example& e) {
  std::array<double, kTopics> p{};
  for (std::uint32_t s : e.signs) {
    for (std::size_t t = 0; t < kTopics; ++t) p[t] += w[s][t];
  }
  const double most = *std::max_element(p.begin(), p.end());
  double sum = 0;
  for (double& x : p) sum += x = std::exp(x - most);
  for (double& x : p) x /= sum;
  return p;
}

// Adagrad over one example after another, in their order.
Weights fit(const std::vector<Example>& examples, std::size_t signs, int fold) {
  Weights w(signs), squares(signs);
  for (int step = 0; step < kSteps; ++step) {
    for (const Example& e : examples) {
      if (fold >= 0 && static_cast<int>(e.group % 5) == fold) continue;
      const auto p = probabilities(w, e);
      for (std::uint32_t s : e.signs) {
        for (std::size_t t = 0; t < kTopics; ++t) {
          const double g = e.weight * (p[t] - (t == e.topic ? 1 : 0)) + kPenalty * w[s][t] / 100;
          squares[s][t] += g * g;
          w[s][t] -= 0.1 * g / std::sqrt(squares[s][t] + 1e-8);
        }
      }
    }
  }
  return w;
}

void try_out(const Corpus& corpus) {
  std::array<std::array<int, kTopics>, kTopics> table{};
  std::array<int, 5> dropped{}, kept{};
  for (int fold = 0; fold < 5; ++fold) {
    const Weights w = fit(corpus.examples(), corpus.names().size(), fold);
    for (const Example& e : corpus.examples()) {
      if (static_cast<int>(e.group % 5) != fold || e.weight < 1) continue;
      const auto p = probabilities(w, e);
      const auto best = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
      ++table[e.topic][best];
      for (std::size_t k = 0; k < 5; ++k) {
        const double margin = std::log(*std::max_element(p.begin() + 1, p.end()) / p[0]);
        const bool out = margin > static_cast<double>(k);
        (e.topic == 0 ? dropped : kept)[k] += e.topic == 0 ? out : !out;
      }
    }
  }
  for (std::size_t a = 0; a < kTopics; ++a) {
    std::cout << kNames[a] << ':';
    for (std::size_t b = 0; b < kTopics; ++b) std::cout << ' ' << kNames[b] << ' ' << table[a][b];
    std::cout << '\n';
  }
  for (std::size_t k = 0; k < 5; ++k)
    std::cout << "margin " << k << ": of the image left out " << dropped[k] << ", of others read " << kept[k] << '\n';
}

void write(const Corpus& corpus, const Weights& w, const char* path) {
  std::map<std::string, std::string> rows;
  for (std::size_t s = 0; s < w.size(); ++s) {
    std::string row;
    for (std::size_t t = 1; t < kTopics; ++t) {
      const double beside = w[s][t] - w[s][0];
      if (std::fabs(beside) < kLeast) continue;
      char number[32];
      std::snprintf(number, sizeof number, " %s=%.2f", kNames[t], beside);
      row += number;
    }
    if (!row.empty()) rows[corpus.names()[s]] = row;
  }
  std::ofstream out(path);
  out << "# Made by tools/fit_topics.cc from the sentences of bench/topics. What a word, a kind of word, or two of "
         "them side by side\n"
         "# say of what a sentence is about, beside what the image shows (src/lexicon/topic.h).\n\n[sign]\n";
  for (const auto& [name, row] : rows) out << name << " |" << row << " |\n";
  std::cout << rows.size() << " signs\n";
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: fit_topics TABLE FILE...\n";
    return 2;
  }
  Corpus corpus;
  for (int i = 2; i < argc; ++i) corpus.add(argv[i]);
  corpus.drop_rare();
  std::cout << corpus.examples().size() << " stretches\n";
  try_out(corpus);
  write(corpus, fit(corpus.examples(), corpus.names().size(), -1), argv[1]);
  return 0;
} catch (const std::exception& e) {
  std::cerr << "fit_topics: " << e.what() << '\n';
  return 2;
}
