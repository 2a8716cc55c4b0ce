// RadFact's two reading steps on the embedded reader: report to phrases, and phrases to verdicts.
#include "fiducial/radfact.h"
#include "radfact/phrases.h"
#include "radfact/verify.h"

namespace fiducial::radfact {

struct Embedded::State {
  std::unique_ptr<Lexicon> own;  // with a site's terms; else the program's
  const Lexicon& lexicon;
  findings::Reader reader;
  findings::Reading reading;
  PhraseSplitter splitter;
  StatementReader statements;
  Entailment rules;

  explicit State(std::unique_ptr<Lexicon> with_terms = nullptr)
      : own(std::move(with_terms)),
        lexicon(own ? *own : Lexicon::embedded()),
        reader(lexicon),
        splitter(lexicon),
        statements(lexicon),
        rules(lexicon) {}
};

Embedded::Embedded() : state_(std::make_unique<State>()) {}
Embedded::Embedded(const std::string& file, std::string_view terms)
    : state_(std::make_unique<State>(Lexicon::with_terms(file, terms))) {}
Embedded::~Embedded() = default;
Embedded::Embedded(Embedded&&) noexcept = default;
Embedded& Embedded::operator=(Embedded&&) noexcept = default;

std::string_view Embedded::lexicon_version() const {
  return state_->lexicon.version();
}

std::vector<Parsed> Embedded::parse(std::string_view report) {
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

std::vector<std::string> Embedded::phrases(std::string_view report) {
  std::vector<std::string> out;
  for (Parsed& parsed : parse(report)) {
    for (std::string& phrase : parsed.phrases) out.push_back(std::move(phrase));
  }
  return out;
}

Verified Embedded::verify(std::span<const std::string> candidate, std::span<const std::string> reference,
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
  Verified out;
  for (const Statement& hypothesis : alone(candidate))
    out.candidate.push_back(radfact::verify(s.rules, hypothesis, theirs, reasons));
  for (const Statement& hypothesis : alone(reference))
    out.reference.push_back(radfact::verify(s.rules, hypothesis, ours, reasons));
  return out;
}

Verified Embedded::verify_reports(std::string_view candidate, std::string_view reference) {
  State& s = *state_;
  const std::vector<Statement> ours = s.statements.read_text(candidate);
  const std::vector<Statement> theirs = s.statements.read_text(reference);
  const auto verify_all = [&](const std::vector<Statement>& hypotheses, const std::vector<Statement>& premises) {
    std::vector<Verdict> verdicts;
    for (const Statement& hypothesis : hypotheses) {
      verdicts.push_back(radfact::verify(s.rules, hypothesis, premises, false));
      if (!has_details(hypothesis)) continue;
      const bool as_it_is = verdicts.back().status == Status::entailment;
      verdicts.push_back(as_it_is ? verdicts.back()
                                  : radfact::verify(s.rules, without_details(hypothesis), premises, false));
    }
    return verdicts;
  };
  return {verify_all(ours, theirs), verify_all(theirs, ours)};
}

}  // namespace fiducial::radfact
