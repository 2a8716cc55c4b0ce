// `fiducial lexicon coverage`: how much of a corpus the reader understands word by word.
//
// A content word is a word of two letters or more that is not a word of the grammar ("no", "is", "the"); numbers,
// measurements, vertebral levels and marks are none. It is known if the reader takes it, where it stands, as part of a
// form of the lexicon. A word that stands only in longer forms ("sac" of "thecal sac") is not known when it is alone.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <unordered_map>

#include "cli/in_order.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/lexicon_commands.h"
#include "cli/numbers.h"
#include "cli/progress.h"
#include "cli/table.h"
#include "grammar/items.h"
#include "text/sentence.h"

namespace fiducial::cli {
namespace {

struct Words {
  std::size_t known = 0;
  std::vector<std::pair<text::WordHash, std::string>> unknown;  // by stem, and as written in lower case
};

// Reads one text after another, with memory of its own.
class WordReader {
 public:
  explicit WordReader(const lexicon::Lexicon& lexicon) : lexicon_(lexicon) {}

  Words read(std::string_view text) {
    Words words;
    text::tokenize(text, tokens_);
    text::sentences(text, tokens_, sentences_);
    for (const text::Sentence& sentence : sentences_) {
      const auto tokens = std::span(tokens_).subspan(sentence.first, sentence.last - sentence.first);
      findings::read_items(lexicon_, text, tokens, items_);
      std::size_t at = 0;
      for (const findings::Item& item : items_) {
        while (at < tokens.size() && tokens[at].begin < item.begin) ++at;
        for (; at < tokens.size() && tokens[at].begin < item.end; ++at) count(item, tokens[at], text, words);
      }
    }
    return words;
  }

 private:
  static void count(const findings::Item& item, const text::Token& token, std::string_view text, Words& words) {
    if (token.kind != text::TokenKind::word || token.end - token.begin < 2) return;
    if (item.kind == findings::ItemKind::content) ++words.known;
    if (item.kind != findings::ItemKind::unknown) return;
    std::string written(text.substr(token.begin, token.end - token.begin));
    for (char& c : written) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    words.unknown.emplace_back(token.word, std::move(written));
  }

  const lexicon::Lexicon& lexicon_;
  std::vector<text::Token> tokens_;
  std::vector<text::Sentence> sentences_;
  std::vector<findings::Item> items_;
};

// One word that is not known, over the corpus.
struct Unknown {
  std::string written;  // its most frequent spelling
  std::size_t count = 0, texts = 0;
  bool in_forms = false;  // some longer form has it
};

class Tally {
 public:
  void add(const Words& words) {
    ++texts_;
    known_ += words.known;
    unknown_ += words.unknown.size();
    for (const auto& [stem, written] : words.unknown) {
      Entry& entry = entries_[stem];
      ++entry.spellings[written];
      ++entry.count;
      if (entry.last_text != texts_) ++entry.texts;
      entry.last_text = texts_;
    }
  }

  std::size_t texts() const { return texts_; }
  std::size_t known() const { return known_; }
  std::size_t content() const { return known_ + unknown_; }
  double share() const { return content() == 0 ? 1.0 : static_cast<double>(known_) / static_cast<double>(content()); }

  // The most frequent first; then by spelling.
  std::vector<Unknown> unknown(const lexicon::Lexicon& lexicon) const {
    std::vector<Unknown> out;
    for (const auto& [stem, entry] : entries_) {
      const auto most = std::max_element(entry.spellings.begin(), entry.spellings.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
      out.push_back({most->first, entry.count, entry.texts, lexicon.known_word(stem)});
    }
    std::sort(out.begin(), out.end(), [](const Unknown& a, const Unknown& b) {
      return a.count != b.count ? a.count > b.count : a.written < b.written;
    });
    return out;
  }

 private:
  struct Entry {
    std::map<std::string, std::size_t> spellings;
    std::size_t count = 0, texts = 0, last_text = 0;
  };
  std::unordered_map<text::WordHash, Entry> entries_;
  std::size_t texts_ = 0, known_ = 0, unknown_ = 0;
};

// The texts of a file, one at a time: of records, or pieces of a plain text that end where a line ends.
class Corpus {
 public:
  explicit Corpus(const CoverageOptions& options) : options_(options) {
    if (options.plain || is_plain(options.in)) {
      source_ = open_input(options.in);
    } else {
      records_.emplace(open_input(options.in));
    }
  }

  bool next(std::string& text) { return records_ ? next_record(text) : next_piece(text); }
  double fraction() const {
    const auto total = static_cast<double>(records_ ? records_->total_bytes() : source_->total_bytes());
    const auto read = static_cast<double>(records_ ? records_->bytes_read() : source_->bytes_read());
    return total > 0 ? read / total : -1.0;
  }
  int list_problems() const { return records_ ? list_failed(records_->problems(), records_->problem_count()) : kDone; }
  const char* unit() const { return records_ ? "records" : "pieces"; }

 private:
  static bool is_plain(std::string path) {
    if (path.ends_with(".gz")) path.resize(path.size() - 3);
    return path.ends_with(".txt") || path.ends_with(".text") || path.ends_with(".md");
  }

  // Adds the text of the first of these fields that the record has; false if it has none.
  static bool add_first(const io::Record& record, std::span<const std::string_view> names, std::string& text) {
    for (const std::string_view name : names) {
      if (const io::Json* field = record.find(name); field == nullptr || !field->is_string()) continue;
      if (!text.empty()) text += "\n\n";
      text += record.text(name);
      return true;
    }
    return false;
  }

  bool text_of(const io::Record& record, std::string& text) const {
    constexpr std::array<std::string_view, 5> kReport{"English_Report", "report", "findings", "text",
                                                      "rewritten_report"};
    constexpr std::array<std::string_view, 5> kReference{"reference", "ref", "target", "ground_truth", "gt"};
    constexpr std::array<std::string_view, 8> kCandidate{"candidate",  "cand", "prediction", "pred",
                                                         "hypothesis", "hyp",  "generated",  "gen"};
    text.clear();
    if (!options_.text_column.empty())
      return add_first(record, std::array<std::string_view, 1>{options_.text_column}, text);
    if (add_first(record, kReport, text)) return true;
    const bool reference = add_first(record, kReference, text);
    return add_first(record, kCandidate, text) || reference;
  }

  bool next_record(std::string& text) {
    io::Record record;
    while (records_->next(record)) {
      if (text_of(record, text)) return true;
      records_->reject(record, (options_.text_column.empty()
                                    ? "expected the text of a report or a pair, found none (see --text-col); "
                                    : "expected text in '" + options_.text_column + "', found none; ") +
                                   record.what_it_has());
    }
    return false;
  }

  bool next_piece(std::string& text) {
    constexpr std::size_t kPiece = std::size_t{1} << 18;
    std::vector<char> room(kPiece);
    bool ended = false;
    while (!ended && rest_.size() < kPiece) {
      const std::size_t count = source_->read(room);
      rest_.append(room.data(), count);
      ended = count == 0;
    }
    if (rest_.empty()) return false;
    const std::size_t cut = ended ? std::string::npos : rest_.find_last_of("\n ");
    const std::size_t size = cut == std::string::npos ? rest_.size() : cut + 1;
    text = rest_.substr(0, size);
    rest_.erase(0, size);
    return true;
  }

  const CoverageOptions& options_;
  std::optional<io::RecordReader> records_;
  std::unique_ptr<io::ByteSource> source_;
  std::string rest_;
};

Tally count_words(Corpus& corpus, const lexicon::Lexicon& lexicon, const Common& common) {
  Tally tally;
  Progress bar("reading", corpus.unit(), 0, common.quiet);
  std::atomic<double> fraction{-1.0};
  InOrder<std::string, Words> work;
  work.next = [&](std::string& text) {
    const bool more = corpus.next(text);
    fraction = corpus.fraction();
    return more;
  };
  work.make_worker = [&lexicon]() -> std::function<Words(const std::string&)> {
    const auto reader = std::make_shared<WordReader>(lexicon);
    return [reader](const std::string& text) { return reader->read(text); };
  };
  work.bytes = [](const std::string& text) { return text.size(); };
  work.deliver = [&](const std::string&, const Words& words) {
    check_interrupt();
    tally.add(words);
    bar.at(tally.texts(), fraction);
  };
  work.run(common.threads);
  return tally;
}

io::Json coverage_json(const Tally& tally, const std::vector<Unknown>& unknown, std::string_view version) {
  io::Json words = io::Json::array();
  for (const Unknown& word : unknown) {
    words.push_back(
        {{"word", word.written}, {"count", word.count}, {"texts", word.texts}, {"in_forms", word.in_forms}});
  }
  return {{"version", program_version()},     {"lexicon", std::string(version)}, {"texts", tally.texts()},
          {"content_words", tally.content()}, {"known", tally.known()},          {"share", tally.share()},
          {"unknown", std::move(words)}};
}

}  // namespace

int measure_coverage(CoverageOptions& options) {
  const ChosenLexicon lexicon(options.terms);
  Corpus corpus(options);
  const Tally tally = count_words(corpus, *lexicon, options.common);
  const int code = corpus.list_problems();
  if (tally.texts() == 0) throw InputError({options.in, 0, "", "expected texts, found none that can be used"});
  const std::vector<Unknown> unknown = tally.unknown(*lexicon);
  const bool taken = options.json == "-";
  if (!options.json.empty())
    io::write_file(options.json, io::json_pretty(coverage_json(tally, unknown, (*lexicon).version())));

  Table table({{"unknown word", Align::left}, {"count"}, {corpus.unit()}, {"in longer forms", Align::left}});
  const std::size_t shown_words = options.top == 0 ? unknown.size() : std::min(options.top, unknown.size());
  for (const Unknown& word : std::span(unknown).first(shown_words)) {
    table.add(
        {io::to_utf8(word.written), with_commas(word.count), with_commas(word.texts), word.in_forms ? "yes" : ""});
  }
  std::string text = table.empty() ? "" : table.text(Paint(!taken && stdout_paint().on())) + "\n";
  if (shown_words < unknown.size()) text += fmt::format("… and {} more\n\n", with_commas(unknown.size() - shown_words));
  text += fmt::format("{}% of {} content words known ({} {}, lexicon {})\n", percent(tally.share(), 2),
                      with_commas(tally.content()), with_commas(tally.texts()), corpus.unit(), (*lexicon).version());
  if (!(taken && options.common.quiet)) print_result(text, taken);
  return code;
}

}  // namespace fiducial::cli
