// `fiducial lexicon lookup`: the meanings of a term in words.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/lexicon_commands.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "explain/concept_words.h"
#include "lexicon/compile.h"

namespace fiducial::cli {
namespace {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::kNone;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;

class Page {
 public:
  Page(const Lexicon& lexicon, const lexicon::Source& source, bool all, const Paint& paint)
      : lexicon_(lexicon), source_(source), all_(all), paint_(paint) {}

  void meaning(const Sense& sense) {
    concept_head(sense.concept_id);
    if (sense.site != kNone) line("here of", named(sense.site));
    if (sense.side != lexicon::Side::none) line("here side", explain::side_in_words(sense.side));
    for (const ConceptId modifier : sense.modifiers) {
      if (modifier != kNone) line("here with", named(modifier));
    }
    concept_body(sense.concept_id);
  }
  void whole_concept(ConceptId id) {
    concept_head(id);
    concept_body(id);
  }
  const std::string& text() const { return text_; }

 private:
  std::string named(ConceptId id) const { return fmt::format("{} ({})", lexicon_.label(id), lexicon_.name(id)); }

  void line(std::string_view what, std::string_view value) { text_ += fmt::format("  {:<10} {}\n", what, value); }

  const lexicon::SourceConcept* in_source(ConceptId id) const {
    const auto found = std::find_if(source_.concepts.begin(), source_.concepts.end(),
                                    [&](const auto& one) { return one.id == lexicon_.name(id); });
    return found == source_.concepts.end() ? nullptr : &*found;
  }

  void concept_head(ConceptId id) {
    if (!text_.empty()) text_ += '\n';
    text_ += fmt::format("{}  {}\n", paint_.bold(lexicon_.name(id)), explain::kind_of(lexicon_[id].section));
  }

  void concept_body(ConceptId id) {
    const Concept& one = lexicon_[id];
    if (const std::string about = properties(id); !about.empty()) line("is", about);
    for (const auto& [what, other] : explain::relations_of(lexicon_, id)) line(what, named(other));
    std::vector<std::string> paths;
    climb(id, "", paths);
    for (const std::string& path : paths) line(one.section == Section::anatomy ? "part of" : "is a", path);
    if (const std::string weight = explain::weight_of(lexicon_, id); !weight.empty()) line("weight", weight);
    if (const auto* from = in_source(id)) {
      line("forms", forms_of(*from));
      line("defined", fmt::format("{}:{}", from->file, from->line));
    }
  }

  std::string forms_of(const lexicon::SourceConcept& from) const {
    constexpr std::size_t kForms = 24;  // of the hundreds that some have
    const std::size_t shown = all_ ? from.forms.size() : std::min(kForms, from.forms.size());
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : "; ") + from.forms[i].text;
    if (shown < from.forms.size()) out += fmt::format("; … and {} more (--all)", from.forms.size() - shown);
    return out;
  }

  std::string properties(ConceptId id) const {
    std::vector<std::string> words = explain::properties_of(lexicon_, id);
    if (const auto* from = in_source(id)) {
      for (const auto& property : from->properties) {
        if (property.key == "kind") words.push_back("kind " + property.value);
      }
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

  // Every way up, "upper lobe > lung > chest"; a dozen of them say enough.
  void climb(ConceptId id, const std::string& path, std::vector<std::string>& paths) const {
    constexpr std::size_t kPaths = 12;
    constexpr std::size_t kLongest = 1000;  // tables with a cycle must not hold us
    const auto parents = explain::parents_of(lexicon_, id);
    if (parents.empty() && !path.empty() && paths.size() < kPaths) paths.push_back(path);
    if (path.size() > kLongest) return;
    for (const ConceptId parent : parents) {
      climb(parent, (path.empty() ? "" : path + " > ") + std::string(lexicon_.name(parent)), paths);
    }
  }

  const Lexicon& lexicon_;
  const lexicon::Source& source_;
  bool all_;
  const Paint& paint_;
  std::string text_;
};

std::vector<std::string> all_forms(const lexicon::Source& source) {
  std::vector<std::string> forms;
  for (const auto& one : source.concepts) {
    forms.push_back(one.id);
    for (const auto& form : one.forms) forms.push_back(form.text);
  }
  return forms;
}

// The longest known pieces of a term that is not known as a whole.
std::vector<std::string> known_pieces(const Lexicon& lexicon, const std::string& term,
                                      const std::vector<text::Token>& tokens) {
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < tokens.size();) {
    const lexicon::Match match = lexicon.longest(tokens, i);
    if (match.tokens > 0) {
      const text::Token& last = tokens[i + match.tokens - 1];
      pieces.push_back("'" + term.substr(tokens[i].begin, last.end - tokens[i].begin) + "'");
    }
    i += std::max<std::size_t>(1, match.tokens);
  }
  return pieces;
}

}  // namespace

int look_up(LookupOptions& options) {
  const ChosenLexicon chosen(options.terms);
  const Lexicon& lexicon = *chosen;
  lexicon::Source source;
  if (!options.terms.file.empty()) source.add(options.terms.file, options.terms.text);
  for (const TableText& table : built_in_tables()) source.add(table.file, table.text);

  const std::string term = fmt::format("{}", fmt::join(options.words, " "));
  const Paint paint = stdout_paint();
  Page page(lexicon, source, options.all, paint);
  std::vector<text::Token> tokens;
  text::tokenize(term, tokens);
  std::vector<text::WordHash> words;
  for (const text::Token& token : tokens) {
    if (token.word != 0) words.push_back(token.word);
  }
  const auto senses = words.empty() ? std::span<const Sense>{} : lexicon.exact(words);
  for (const Sense& sense : senses) page.meaning(sense);
  if (senses.empty()) {
    if (const ConceptId id = lexicon.find(term); id != kNone) page.whole_concept(id);
  }
  if (!page.text().empty()) {
    emit(page.text());
    return kDone;
  }
  const auto pieces = known_pieces(lexicon, term, tokens);
  note(fmt::format("the lexicon does not have '{}'{}.{}", term,
                   pieces.empty() ? "" : fmt::format(", only {}", fmt::join(pieces, ", ")),
                   did_you_mean(term, all_forms(source))));
  return kSomeFailed;
}

}  // namespace fiducial::cli
