// RadSEM end to end on the embedded reader: text to findings, findings to pairs, pairs to the score.
#include <optional>
#include <tuple>

#include "fiducial/radsem.h"
#include "grammar/reader.h"
#include "radsem/match.h"
#include "radsem/reading.h"
#include "radsem/rewritten.h"

namespace fiducial::radsem {

using findings::Finding;
using findings::Lexicon;

struct Matcher::State {
  fiducial::Lexicon handle;
  const Lexicon& lexicon;
  findings::Reader reader;
  findings::Reading ref, gen;
  std::optional<std::string> ref_text;  // what `ref` was read from: candidates of one reference often come in a row
  Matching matching;
  Scorer scorer;
  std::vector<Edge> edges;
  std::vector<LeftOver> left_over;
  std::vector<text::Token> tokens;
  bool by_words = false;

  explicit State(fiducial::Lexicon with) : handle(std::move(with)), lexicon(handle.tables()), reader(lexicon) {}

  void read(std::string_view ref_report, std::string_view gen_report) {
    if (ref_text != ref_report) {
      ref_text.reset();
      read_report(reader, ref_report, ref);
      ref_text = ref_report;
    }
    read_report(reader, gen_report, gen);
    by_words = false;
    if (ref.findings.empty() && gen.findings.empty()) compare_words(ref_report, gen_report);
  }

  // Nothing could be read on either side. The same words are the same report: one statement that matches itself.
  void compare_words(std::string_view ref_report, std::string_view gen_report) {
    using Word = std::tuple<text::TokenKind, text::WordHash, double>;
    const auto words_in = [&](std::string_view report) {
      std::vector<Word> words;
      text::tokenize(report, tokens);
      for (const text::Token& token : tokens) words.emplace_back(token.kind, token.word, token.value);
      return words;
    };
    const std::vector<Word> words = words_in(ref_report);
    if (words.empty() || words != words_in(gen_report)) return;
    by_words = true;
    ref_text.reset();  // of this reference more is known than what was read
    for (auto [reading, report] : {std::pair{&ref, ref_report}, {&gen, gen_report}}) {
      Finding whole;
      whole.span = whole.head = {0, static_cast<std::uint32_t>(report.size())};
      for (const auto& [kind, word, value] : words) {
        if (kind == text::TokenKind::word) whole.words.add(word);
      }
      reading->findings.push_back(whole);
    }
  }

  Understood understand_rewritten(const RewrittenReport& rewritten) {
    findings::Reading of_text;
    findings::Reading of_source;
    read_report(reader, rewritten.text, of_text);
    if (rewritten.source.empty()) return understand(rewritten.text, of_text, of_source, {});
    read_report(reader, rewritten.source, of_source);
    return understand(rewritten.text, of_text, of_source, atom_sentences(lexicon, of_source, rewritten.source));
  }
};

namespace {

Normality normality(const Finding& f) {
  return f.abnormal ? Normality::abnormal : Normality::normal;
}

// Atoms that are only numbered: the sentences are put in their place later.
std::vector<Atom> numbered_atoms(const Understood& understood, std::string_view text) {
  const std::vector<SentenceSpan> spans = split_rewritten(text);
  std::vector<Atom> atoms;
  for (std::size_t i = 0; i < understood.findings.size(); ++i) {
    const SentenceSpan& span = spans[understood.sentence_of[i]];
    atoms.push_back({std::to_string(i), understood.findings[i].abnormal, span.begin, span.end});
  }
  return atoms;
}

}  // namespace

std::string Rewritten::text() const {
  std::string out;
  for (const Atom& atom : atoms) {
    if (!out.empty()) out += ' ';
    out += atom.sentence;
  }
  return out;
}

Matcher::Matcher(const fiducial::Lexicon& lexicon) : state_(std::make_unique<State>(lexicon)) {}
Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;
Matcher& Matcher::operator=(Matcher&&) noexcept = default;

std::string_view Matcher::lexicon_version() const {
  return state_->lexicon.version();
}

Rewritten Matcher::rewrite(std::string_view report) {
  read_report(state_->reader, report, state_->gen);
  return rewritten_of(state_->lexicon, report, state_->gen);
}

Matched Matcher::match(std::string_view ref, std::string_view gen, Policy policy) {
  State& s = *state_;
  s.read(ref, gen);
  radsem::match(s.lexicon, s.ref.findings, s.gen.findings, policy, s.matching);
  Matched out = matched_of(s.lexicon, ref, s.ref, gen, s.gen, s.matching);
  out.ref.compared_by_words = out.gen.compared_by_words = s.by_words;
  return out;
}

OwnSentences Matcher::match(const RewrittenReport& ref, const RewrittenReport& gen, Policy policy) {
  const Understood r = state_->understand_rewritten(ref);
  const Understood g = state_->understand_rewritten(gen);
  radsem::match(state_->lexicon, r.findings, g.findings, policy, state_->matching);
  Matched matched;
  matched.ref.atoms = numbered_atoms(r, ref.text);
  matched.gen.atoms = numbered_atoms(g, gen.text);
  tag_pairs(state_->matching, r.findings, g.findings, matched);
  return in_own_sentences(matched, ref.text, gen.text);
}

CaseScore Matcher::score(std::string_view ref, std::string_view gen, Policy policy) {
  State& s = *state_;
  s.read(ref, gen);
  radsem::match(s.lexicon, s.ref.findings, s.gen.findings, policy, s.matching);
  s.edges.clear();
  s.left_over.clear();
  for (const MatchedPair& p : s.matching.pairs)
    s.edges.push_back({p.ref, p.gen, p.weight, p.abnormal ? Normality::abnormal : Normality::normal});
  for (std::uint32_t i : s.matching.unmatched_ref) s.left_over.push_back({i, Side::ref, normality(s.ref.findings[i])});
  for (std::uint32_t i : s.matching.unmatched_gen) s.left_over.push_back({i, Side::gen, normality(s.gen.findings[i])});
  return s.scorer.score(s.edges, s.left_over, policy);
}

}  // namespace fiducial::radsem
