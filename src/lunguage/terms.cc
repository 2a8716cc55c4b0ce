#include "lunguage/terms.h"

#include <algorithm>
#include <array>

#include "lunguage/embedded_vocabulary.h"

namespace fiducial::lunguage {
namespace {

using findings::Item;
using findings::ItemKind;
using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::ModifierKind;

constexpr std::size_t kRemembered = 20000;  // forms; more than reports use

// In lower case, in a small buffer: terms are short.
class Folded {
 public:
  explicit Folded(std::string_view text) : size_(text.size()) {
    if (size_ > buffer_.size()) size_ = 0;  // no term is as long
    std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size_), buffer_.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  }
  std::string_view view() const { return {buffer_.data(), size_}; }

 private:
  std::array<char, 96> buffer_;
  std::size_t size_;
};

Relation relation_by_kind(const Concept& detail) {
  switch (detail.modifier()) {
    case ModifierKind::severity:
    case ModifierKind::size:
      return Relation::severity;
    case ModifierKind::number:
      return Relation::measurement;
    case ModifierKind::distribution:
      return Relation::distribution;
    case ModifierKind::onset:
      return Relation::onset;
    case ModifierKind::change:
      return detail.direction > 0   ? Relation::worsened
             : detail.direction < 0 ? Relation::improved
                                    : Relation::no_change;
    default:
      return Relation::morphology;
  }
}

bool tells_change(std::optional<Relation> relation) {
  return relation == Relation::no_change || relation == Relation::improved || relation == Relation::worsened ||
         relation == Relation::onset;
}

// Relations that a word has wherever it stands; the others are of a turn of speech.
bool describes(std::optional<Relation> relation) {
  return relation && *relation != Relation::assessment_limitations && *relation != Relation::other_source &&
         *relation != Relation::comparison && *relation != Relation::past_hx;
}

// The first bytes of a form, as what it says is observed.
Item observed(const Item& item, std::uint32_t end) {
  Item out;
  out.kind = ItemKind::content;
  out.end = end;
  out.observation = item.observation;
  return out;
}

}  // namespace

Terms::Terms(const lexicon::Lexicon& lexicon) : lexicon_(lexicon), concepts_(lexicon_.size()) {
  const Vocabulary& vocabulary = embedded_vocabulary();
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
    const std::string_view term = vocabulary.term(id);
    for (const Vocabulary::Match& m : vocabulary.find(term)) {
      if (m.term == id) learn(term, vocabulary.category(m.category));
    }
  }
  learn_concepts();
}

void Terms::learn(std::string_view text, std::string_view category) {
  Term& term = terms_[std::string(Folded(text).view())];
  constexpr std::string_view kToTheEnd = " to the end";
  if (category.ends_with(kToTheEnd)) {
    term.to_the_end = true;
    category.remove_suffix(kToTheEnd.size());
  }
  if (const auto of_entity = category_of(category)) {
    if (!term.category) term.category = of_entity;
  } else if (category == "normal") {
    term.normal = true;
  } else if (category == "negation") {
    term.denies = true;
  } else if (category == "resolved" || category == "removed") {
    term.gone = true;
  } else if (category == "view") {
    term.view = true;
  } else if (category == "direction") {
    term.direction = true;
  } else if (category == "part") {
    term.part = true;
  } else if (const auto relation = relation_of(category)) {
    if (!term.relation)
      term.relation = relation;
    else if (*relation == Relation::placement)
      term.as_device = *relation;
  }
}

// Terms that are one concept and nothing else say what its other words mean: the category of the first, the relation
// of most.
void Terms::learn_concepts() {
  std::vector<std::array<std::uint8_t, kRelations>> votes(lexicon_.size());
  const Vocabulary& vocabulary = embedded_vocabulary();
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
    const std::string_view text = vocabulary.term(id);
    const Term* term = find(text);
    text::tokenize(text, tokens_);
    findings::read_items(lexicon_, text, tokens_, items_);
    if (term == nullptr || items_.size() != 1) continue;
    const auto give = [&](const lexicon::Sense* sense) {
      if (sense == nullptr) return;
      Term& known = concepts_[sense->concept_id];
      if (!describes(term->relation) && !term->category) return;
      if (lexicon_[sense->concept_id].is(ModifierKind::change) && !tells_change(term->relation)) return;
      if (!known.category) known.category = term->category;
      if (!describes(term->relation)) return;
      auto& of_concept = votes[sense->concept_id];
      const std::uint8_t now = ++of_concept[static_cast<std::size_t>(*term->relation)];
      if (now == *std::max_element(of_concept.begin(), of_concept.end()) &&
          (!known.relation || now > of_concept[static_cast<std::size_t>(*known.relation)]))
        known.relation = term->relation;
    };
    give(items_[0].observation);
    if (term->relation) give(items_[0].modifier);
  }
}

const Term* Terms::find(std::string_view text) const {
  if (text.empty()) return nullptr;
  const auto found = terms_.find(Folded(text).view());
  return found != terms_.end() ? &found->second : nullptr;
}

const Term* Terms::of_concept(ConceptId id) const {
  return id != lexicon::kNone ? &concepts_[id] : nullptr;
}

Category Terms::category(std::string_view text, ConceptId id) const {
  if (const Term* term = find(text); term != nullptr && term->category) return *term->category;
  if (id == lexicon::kNone) return Category::pf;
  if (concepts_[id].category) return *concepts_[id].category;
  if (lexicon_[id].has(Concept::device)) return Category::oth;
  return lexicon_[id].has(Concept::symptom) ? Category::patient_info : Category::pf;
}

Piece Terms::place(const Item& item) const {
  Piece piece{item.begin, item.end, Use::place};
  piece.side = item.kind == ItemKind::cue;
  if (item.anatomy != nullptr) {
    const ConceptId tip = lexicon_.known().tip;
    piece.tip = item.anatomy->concept_id == tip || lexicon_[item.anatomy->concept_id].like == tip;
  }
  piece.part = item.anatomy != nullptr && (lexicon_[item.anatomy->concept_id].has(Concept::part) ||
                                           lexicon_[item.anatomy->concept_id].has(Concept::direction_word));
  return piece;
}

Piece Terms::detail(std::string_view report, const Item& item) const {
  Piece piece{item.begin, item.end, Use::detail};
  if (item.kind == ItemKind::measure) {
    piece.relation = Relation::measurement;
    return piece;
  }
  const Term* term = find(report.substr(item.begin, item.end - item.begin));
  const lexicon::Sense* sense = item.modifier != nullptr ? item.modifier : item.observation;
  if (sense != nullptr) {
    const Concept& what = lexicon_[sense->concept_id];
    piece.relation = what.section == lexicon::Section::modifier ? relation_by_kind(what) : Relation::morphology;
    piece.change = what.is(ModifierKind::change);
    piece.count = what.is(ModifierKind::number);
    piece.normal = piece.well = what.section == lexicon::Section::observation && what.has(Concept::normal);
    const auto& relation = concepts_[sense->concept_id].relation;
    if (relation) piece.relation = *relation;
    if (what.is(ModifierKind::position) && !relation) piece.use = Use::place;
  }
  if (term != nullptr && term->direction) {
    piece.use = Use::place;
    piece.part = true;
  } else if (term != nullptr && term->relation) {
    if (!piece.change) piece.relation = *term->relation;
    piece.as_device = term->as_device;
    piece.normal |= term->normal;
  }
  return piece;
}

// "Enlarged", "normal", "clear": said of a structure. "Enlargement" names something.
bool Terms::names_a_value(const Item& item, const Term* term) const {
  const ConceptId id = item.observation->concept_id;
  if (term != nullptr && term->category) return false;
  if (lexicon_[id].has(Concept::normal)) return true;
  if (lexicon_.contains(lexicon_.known().lesion, id) || lexicon_[id].has(Concept::device)) return false;
  if (term != nullptr && term->relation) return true;
  const bool about =
      lexicon_[id].about != lexicon::kNone || lexicon_[id].direction != 0 || id == lexicon_.known().abnormality;
  return about && item.adjective;
}

void Terms::observation(std::string_view report, const Item& item, std::vector<Piece>& out) {
  const Folded folded(report.substr(item.begin, item.end - item.begin));
  const std::string text(folded.view());
  // The same words may be read as something else in another sentence.
  const lexicon::Sense& meaning = *item.observation;
  const std::string key = text + (item.adjective ? "\n1 " : "\n0 ") + std::to_string(meaning.concept_id) + " " +
                          std::to_string(meaning.site);
  auto found = split_.find(key);
  if (found == split_.end()) {
    if (split_.size() >= kRemembered) split_.clear();
    found = split_.emplace(key, split(text, item)).first;
  }
  for (Piece piece : found->second) {
    piece.begin += item.begin;
    piece.end += item.begin;
    out.push_back(piece);
  }
}

// The words of `text` before `end`, as what describes the name behind them.
std::vector<Piece> Terms::describing(std::string_view text, std::uint32_t end) {
  std::vector<Piece> out;
  text::tokenize(text.substr(0, end), tokens_);
  findings::read_items(lexicon_, text.substr(0, end), tokens_, items_);
  for (const Item& item : items_) {
    if (item.anatomy != nullptr || item.cue == lexicon::CueKind::left || item.cue == lexicon::CueKind::right ||
        item.cue == lexicon::CueKind::both)
      out.push_back(place(item));
    else if (item.modifier != nullptr || item.observation != nullptr)
      out.push_back(detail(text, item));
    else
      return {};
  }
  return out;
}

// "thickening of the bronchial walls"
std::vector<Piece> Terms::place_behind_of(std::string_view text, const Item& item, const Piece& all) {
  const std::size_t of = text.find(" of ");
  if (of == std::string_view::npos || all.use != Use::entity) return {};
  const auto reads = [&](std::string_view words) -> const Item* {
    text::tokenize(words, tokens_);
    findings::read_items(lexicon_, words, tokens_, items_);
    std::erase_if(items_, [](const Item& i) { return i.kind == ItemKind::cue; });
    return items_.size() == 1 ? items_.data() : nullptr;
  };
  const Item* name = reads(text.substr(0, of));
  if (name == nullptr || name->observation == nullptr) return {};
  const std::string_view where = text.substr(of + 4);
  const Item* place = reads(where);
  if (place == nullptr || place->anatomy == nullptr || item.observation->site == lexicon::kNone) return {};
  Piece entity = all;
  entity.end = static_cast<std::uint32_t>(of);
  const auto begin = static_cast<std::uint32_t>(of + 4 + (where.starts_with("the ") ? 4 : 0));
  return {entity, {begin, static_cast<std::uint32_t>(text.size()), Use::place}};
}

// "osseous structures are intact": the place before token k, and what is said of it behind the verb.
std::vector<Piece> Terms::place_before(std::string_view text, std::span<const text::Token> tokens, std::size_t k,
                                       Piece value) {
  const std::string_view first = text.substr(0, tokens[k - 1].end);
  text::tokenize(first, tokens_);
  findings::read_items(lexicon_, first, tokens_, items_);
  const bool named = std::any_of(items_.begin(), items_.end(), [](const Item& i) { return i.anatomy != nullptr; });
  const bool only = std::all_of(items_.begin(), items_.end(), [](const Item& i) {
    return (i.anatomy != nullptr && i.observation == nullptr) || i.kind == ItemKind::cue;
  });
  if (!named || !only || k + 1 > tokens.size()) return {};
  std::size_t said = k;
  for (const std::string_view verb : {"is", "are", "remains", "remain", "appears", "appear"}) {
    if (said + 1 < tokens.size() && text.substr(tokens[said].begin, tokens[said].end - tokens[said].begin) == verb) {
      ++said;
      break;
    }
  }
  value.begin = tokens[said].begin;
  return {{0, tokens[k - 1].end, Use::place}, value};
}

// A form of several words that the vocabulary does not know as one: "basilar opacity" is an opacity, and where;
// "clear lungs" are lungs, and how they are.
std::vector<Piece> Terms::split(const std::string& text, const Item& item) {
  const Term* whole = find(text);
  const auto size = static_cast<std::uint32_t>(text.size());
  Piece all = detail(text, observed(item, size));
  all.use = names_a_value(item, whole) ? Use::value : Use::entity;
  if (all.use == Use::value && (whole == nullptr || !whole->relation) &&
      !concepts_[item.observation->concept_id].relation)
    all.relation = Relation::measurement;
  if (whole != nullptr && whole->category) return {all};
  if (auto out = place_behind_of(text, item, all); !out.empty()) return out;
  std::vector<text::Token> tokens;
  text::tokenize(text, tokens);
  for (std::size_t k = 1; k < tokens.size(); ++k) {
    const std::uint32_t at = tokens[k].begin;
    const std::string_view last = std::string_view(text).substr(at);
    const Term* known = find(last);
    if (known != nullptr && known->category) {  // "low lung volumes"
      std::vector<Piece> out = describing(text, at);
      if (!out.empty()) {
        out.push_back({at, size, Use::entity});
        return out;
      }
    }
    text::tokenize(last, tokens_);
    findings::read_items(lexicon_, last, tokens_, items_);
    if (all.use == Use::value && (items_.empty() || items_[0].anatomy == nullptr)) {
      if (auto out = place_before(text, tokens, k, all); !out.empty()) return out;
      text::tokenize(last, tokens_);
      findings::read_items(lexicon_, last, tokens_, items_);
    }
    if (items_.size() != 1) continue;
    const Item name = items_[0];
    const bool same = name.observation != nullptr && name.observation->concept_id == item.observation->concept_id;
    if (same && all.use == Use::entity) {
      std::vector<Piece> out = describing(text, at);
      if (out.empty()) continue;
      out.push_back({at, size, Use::entity});
      return out;
    }
    if (all.use == Use::value && name.anatomy != nullptr && item.observation->site != lexicon::kNone) {
      Piece value = detail(text, observed(item, tokens[k - 1].end));
      value.use = Use::value;
      return {value, {at, size, Use::place}};
    }
  }
  return {all};
}

}  // namespace fiducial::lunguage
