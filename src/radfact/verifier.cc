// RadFact's two reading steps on the embedded reader: report to phrases, and phrases to verdicts.
#include "fiducial/radfact.h"
#include "grammar/render.h"
#include "radfact/phrases.h"
#include "radfact/verify.h"
#include "text/token.h"

namespace fiducial::radfact {

struct Verifier::State {
  fiducial::Lexicon handle;
  const Lexicon& lexicon;
  findings::Reader reader;
  findings::Reading reading;
  PhraseSplitter splitter;
  StatementReader statements;
  Entailment rules;

  explicit State(fiducial::Lexicon with)
      : handle(std::move(with)),
        lexicon(handle.tables()),
        reader(lexicon),
        splitter(lexicon),
        statements(lexicon),
        rules(lexicon) {}
};

Verifier::Verifier(const fiducial::Lexicon& lexicon) : state_(std::make_unique<State>(lexicon)) {}
Verifier::~Verifier() = default;
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;

std::string_view Verifier::lexicon_version() const {
  return state_->lexicon.version();
}

std::vector<Parsed> Verifier::parse(std::string_view report) {
  State& s = *state_;
  s.reader.read(report, s.reading);
  std::vector<Parsed> out;
  for (const findings::SentenceNote& note : s.reading.sentences) {
    const std::uint32_t end = note.span.end < report.size() && report[note.span.end] == '.' ? 1U : 0U;
    const std::string_view original = report.substr(note.span.begin, note.span.end - note.span.begin + end);
    const bool kept = note.dropped == findings::Dropped::no || note.dropped == findings::Dropped::nothing;
    const auto reference = s.splitter.reference(original);
    if (kept && reference.back && !out.empty()) {
      // "It has grown." says nothing without what it speaks of: the two stay together.
      out.back().original += " " + std::string(original);
      if (!reference.guess && !out.back().phrases.empty()) out.back().phrases.back() += " " + std::string(original);
      continue;
    }
    Parsed parsed{std::string(original), {}, ""};
    if (note.dropped == findings::Dropped::nothing && s.splitter.remark(original)) {
      parsed.left_out = "remark";
    } else if (kept) {
      s.splitter.split(original, parsed.phrases);
      if (parsed.phrases.empty()) parsed.left_out = "opinion";
    } else {
      parsed.left_out = findings::name(note.dropped);
    }
    out.push_back(std::move(parsed));
  }
  return out;
}

std::vector<std::string> Verifier::phrases(std::string_view report) {
  std::vector<std::string> out;
  for (Parsed& parsed : parse(report)) {
    for (std::string& phrase : parsed.phrases) out.push_back(std::move(phrase));
  }
  return out;
}

Verified Verifier::verify(std::span<const std::string> candidate, std::span<const std::string> reference,
                          bool reasons) {
  State& s = *state_;
  const auto alone = [&](std::span<const std::string> phrases) {
    std::vector<Statement> out;
    out.reserve(phrases.size());
    for (const std::string& phrase : phrases) out.push_back(s.statements.read(phrase));
    return out;
  };
  const std::vector<Statement> ours = s.statements.read_report(candidate);
  const std::vector<Statement> theirs = s.statements.read_report(reference);
  Premises ours_said(s.rules, ours);
  Premises theirs_said(s.rules, theirs);
  Verified out;
  for (const Statement& hypothesis : alone(candidate))
    out.candidate.push_back(radfact::verify(s.rules, hypothesis, theirs_said, reasons));
  for (const Statement& hypothesis : alone(reference))
    out.reference.push_back(radfact::verify(s.rules, hypothesis, ours_said, reasons));
  return out;
}

namespace {

// The statements of a report, each as the phrases that it is made of: that something is there, and a phrase for each
// aspect of how it is.
struct Phrases {
  std::vector<std::vector<Statement>> of;  // of each statement; none: it says no more than that it is there
  std::vector<std::uint32_t> place;        // of each statement: its first phrase
  std::vector<std::string> texts;
};

// One sentence for a phrase of a statement: of both sides at once, if it is made of both, and as sure as the whole is.
std::string phrase_of(const Lexicon& lexicon, std::string_view report, const Statement& whole,
                      const Statement& statement) {
  if (statement.claims.empty()) return {};
  Finding finding = statement.claims.front().finding;
  finding.certainty = whole.claims.front().finding.certainty;
  if (statement.claims.size() > 1 && statement.claims[1].finding.site.side != finding.site.side)
    finding.site.side = lexicon::Side::both;
  return findings::sentence(lexicon, finding, report);
}

bool same_report(std::string_view a, std::string_view b) {
  return a.find_first_not_of(" \t\r\n") != std::string_view::npos && text::same_words(a, b);
}

// `written`: the phrases themselves are wanted, and not only where each would stand.
Phrases phrases_of(const Lexicon& lexicon, const StatementReader& reader, std::string_view report,
                   const std::vector<Statement>& statements, bool written) {
  Phrases out;
  std::uint32_t place = 0;
  for (const Statement& statement : statements) {
    out.place.push_back(place);
    out.of.push_back(reader.aspects(statement));
    const bool whole = out.of.back().empty();
    place += whole ? 1 : static_cast<std::uint32_t>(out.of.back().size());
    if (!written) continue;
    if (whole) out.texts.push_back(phrase_of(lexicon, report, statement, statement));
    for (const Statement& phrase : out.of.back()) out.texts.push_back(phrase_of(lexicon, report, statement, phrase));
  }
  return out;
}

}  // namespace

Narrative Verifier::verify_reports(std::string_view candidate, std::string_view reference, bool written, bool reasons) {
  State& s = *state_;
  const std::vector<Statement> ours = s.statements.read_text(candidate);
  const std::vector<Statement> theirs = s.statements.read_text(reference);
  Phrases candidate_phrases = phrases_of(s.lexicon, s.statements, candidate, ours, written);
  Phrases reference_phrases = phrases_of(s.lexicon, s.statements, reference, theirs, written);
  const auto verify_all = [&](const std::vector<Statement>& hypotheses, const Phrases& own,
                              const std::vector<Statement>& statements, const Phrases& others) {
    Premises premises(s.rules, statements);
    std::vector<Verdict> verdicts;
    const auto verdict = [&](const Statement& hypothesis) {
      Verdict found = radfact::verify(s.rules, hypothesis, premises, reasons);
      for (std::uint32_t& i : found.evidence) i = others.place[i];
      for (std::uint32_t& i : found.nearest) i = others.place[i];
      return found;
    };
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const Verdict whole = verdict(hypotheses[i]);
      if (own.of[i].empty()) verdicts.push_back(whole);
      // Where all of it follows, each of its aspects does.
      for (const Statement& phrase : own.of[i])
        verdicts.push_back(whole.status == Status::entailment ? whole : verdict(phrase));
    }
    return verdicts;
  };
  Narrative out;
  if (ours.empty() && theirs.empty() && same_report(candidate, reference)) {
    // Nothing could be read on either side: the same words are the same report.
    const Verdict same{Status::entailment, {0}, reasons ? "it has the same words" : ""};
    out.verified = {{same}, {same}};
    if (written) {
      out.candidate = {std::string(candidate)};
      out.reference = {std::string(reference)};
    }
    return out;
  }
  out.verified = {verify_all(ours, candidate_phrases, theirs, reference_phrases),
                  verify_all(theirs, reference_phrases, ours, candidate_phrases)};
  out.candidate = std::move(candidate_phrases.texts);
  out.reference = std::move(reference_phrases.texts);
  return out;
}

}  // namespace fiducial::radfact
