#include "explain/term_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/concept_words.h"
#include "explain/weight_json.h"
#include "io/suggest.h"
#include "text/token.h"

namespace fiducial::explain {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::kNone;
using lexicon::Section;
using lexicon::Sense;

namespace {

constexpr std::size_t kMostForms = 200, kMostPaths = 12, kMostNarrower = 200, kMostNear = 10;
constexpr std::size_t kDeepest = 24;  // tables with a cycle must not hold us

std::vector<text::WordHash> words_of_term(const std::vector<text::Token>& tokens) {
  std::vector<text::WordHash> words;
  for (const text::Token& token : tokens) {
    if (token.word != 0) words.push_back(token.word);
  }
  return words;
}

}  // namespace

Terms::Terms(const lexicon::Lexicon& lexicon, std::string_view tables) : lexicon_(lexicon), weigher_(lexicon) {
  source_.add("built-in lexicon", tables);
  for (std::size_t i = 0; i < source_.concepts.size(); ++i) {
    by_id_.emplace(source_.concepts[i].id, i);
    for (const auto& form : source_.concepts[i].forms) {
      forms_.push_back(form.text);
      if (source_.concepts[i].section == Section::anatomy) places_.push_back(form.text);
    }
  }
  for (auto* const list : {&forms_, &places_}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

io::Json Terms::named(ConceptId id) const {
  return {{"concept", lexicon_.name(id)}, {"label", lexicon_.label(id)}};
}

io::Json Terms::relations(ConceptId id) const {
  io::Json list = io::Json::array();
  for (const auto& [what, other] : relations_of(lexicon_, id)) {
    io::Json relation = named(other);
    relation["relation"] = what;
    list.push_back(std::move(relation));
  }
  return list;
}

void Terms::climb(ConceptId id, const io::Json& path, io::Json& paths) const {
  const auto parents = parents_of(lexicon_, id);
  if (parents.empty() && !path.empty() && paths.size() < kMostPaths) paths.push_back(path);
  if (path.size() > kDeepest || paths.size() >= kMostPaths) return;
  for (const ConceptId parent : parents) {
    io::Json longer = path;
    longer.push_back(named(parent));
    climb(parent, longer, paths);
  }
}

io::Json Terms::ways_up(ConceptId id) const {
  io::Json paths = io::Json::array();
  climb(id, io::Json::array(), paths);
  return paths;
}

io::Json Terms::narrower(ConceptId id) const {
  io::Json list = io::Json::array();
  for (std::size_t other = 1; other < lexicon_.size() && list.size() < kMostNarrower; ++other) {
    const auto child = static_cast<ConceptId>(other);
    const auto parents = parents_of(lexicon_, child);
    if (std::find(parents.begin(), parents.end(), id) != parents.end()) list.push_back(named(child));
  }
  return list;
}

io::Json Terms::meaning(const Sense& sense) const {
  const ConceptId id = sense.concept_id;
  io::Json out = named(id);
  out["kind"] = kind_of(lexicon_[id].section);
  out["is"] = properties_of(lexicon_, id);
  out["relations"] = relations(id);
  out["ways_up"] = ways_up(id);
  out["narrower"] = narrower(id);
  out["weight"] = weight_json(weigher_, lexicon_, sense);
  io::Json forms = io::Json::array();
  std::size_t count = 0;
  if (const auto found = by_id_.find(lexicon_.name(id)); found != by_id_.end()) {
    const auto& from = source_.concepts[found->second];
    count = from.forms.size();
    for (const auto& form : from.forms) {
      if (forms.size() < kMostForms) forms.push_back(form.text);
    }
  }
  out["forms"] = std::move(forms);
  out["forms_count"] = count;
  return out;
}

io::Json Terms::pieces(const std::string& term) const {
  std::vector<text::Token> tokens;
  text::tokenize(term, tokens);
  io::Json list = io::Json::array();
  for (std::size_t i = 0; i < tokens.size();) {
    const lexicon::Match match = lexicon_.longest(tokens, i);
    if (match.tokens > 0)
      list.push_back(term.substr(tokens[i].begin, tokens[i + match.tokens - 1].end - tokens[i].begin));
    i += std::max<std::size_t>(1, match.tokens);
  }
  return list;
}

io::Json Terms::near(const std::string& term) const {
  io::Json list = io::Json::array();
  if (term.empty()) return list;
  for (auto at = std::lower_bound(forms_.begin(), forms_.end(), term);
       at != forms_.end() && at->starts_with(term) && list.size() < kMostNear; ++at) {
    if (*at != term) list.push_back(*at);
  }
  if (list.empty()) {
    if (const auto meant = io::nearest(term, forms_)) list.push_back(*meant);
  }
  return list;
}

std::vector<std::string> Terms::places(std::string_view beginning, std::size_t most) const {
  std::vector<std::string> list;
  for (auto at = std::lower_bound(places_.begin(), places_.end(), beginning);
       at != places_.end() && at->starts_with(beginning) && list.size() < most; ++at)
    list.push_back(*at);
  return list;
}

io::Json Terms::look_up(const std::string& term) const {
  std::vector<text::Token> tokens;
  text::tokenize(term, tokens);
  const auto words = words_of_term(tokens);
  io::Json meanings = io::Json::array();
  for (const Sense& sense : words.empty() ? std::span<const Sense>{} : lexicon_.exact(words)) {
    io::Json one = meaning(sense);
    if (sense.site != kNone) one["here_of"] = named(sense.site);
    if (sense.side != lexicon::Side::none) one["here_side"] = side_in_words(sense.side);
    for (const ConceptId modifier : sense.modifiers) {
      if (modifier != kNone) one["here_with"].push_back(named(modifier));
    }
    meanings.push_back(std::move(one));
  }
  if (meanings.empty()) {
    Sense whole;
    whole.concept_id = lexicon_.find(term);
    if (whole.concept_id != kNone) meanings.push_back(meaning(whole));
  }
  io::Json parts = meanings.empty() ? pieces(term) : io::Json::array();
  return {{"term", term}, {"meanings", std::move(meanings)}, {"pieces", std::move(parts)}, {"near", near(term)}};
}

}  // namespace fiducial::explain
