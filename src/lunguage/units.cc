#include "lunguage/units.h"

#include <algorithm>

#include "lunguage/embedded_vocabulary.h"

namespace fiducial::lunguage {
namespace {

using findings::Item;
using findings::ItemKind;
using lexicon::Concept;
using lexicon::CueKind;
using lexicon::ModifierKind;

Role role_of(CueKind cue) {
  switch (cue) {
    case CueKind::neg:
      return Role::negation;
    case CueKind::not_:
    case CueKind::negpost:
      return Role::negation_after;
    case CueKind::hedge:
      return Role::tentative;
    case CueKind::infer:
      return Role::reasoning;
    case CueKind::with:
    case CueKind::include:
      return Role::with;
    case CueKind::and_:
    case CueKind::or_:
      return Role::and_or;
    case CueKind::in:
      return Role::in;
    case CueKind::of:
      return Role::of;
    case CueKind::near:
    case CueKind::under:
      return Role::near;
    case CueKind::be:
    case CueKind::show:
    case CueKind::seen:
      return Role::verb;
    case CueKind::it:
      return Role::it;
    case CueKind::contrast:
      return Role::comma;
    case CueKind::negend:
      return Role::contrast;
    case CueKind::recommend:
    case CueKind::person:
      return Role::other_speech;
    case CueKind::technique:
      return Role::technique;
    case CueKind::left:
    case CueKind::right:
    case CueKind::both:
      return Role::place;
    default:
      return Role::word;
  }
}

std::optional<Relation> relation_of(ModifierKind kind, int direction) {
  switch (kind) {
    case ModifierKind::severity:
    case ModifierKind::size:
      return Relation::severity;
    case ModifierKind::number:
      return Relation::measurement;
    case ModifierKind::shape:
    case ModifierKind::margin:
    case ModifierKind::density:
    case ModifierKind::texture:
      return Relation::morphology;
    case ModifierKind::distribution:
      return Relation::distribution;
    case ModifierKind::onset:
      return Relation::onset;
    case ModifierKind::change:
      return direction > 0 ? Relation::worsened : direction < 0 ? Relation::improved : Relation::no_change;
    default:
      return std::nullopt;
  }
}

}  // namespace

UnitReader::UnitReader()
    : vocabulary_(embedded_vocabulary()),
      lexicon_(lexicon::Lexicon::embedded()),
      categories_(lexicon_.size(), Category::pf) {
  // The vocabulary says the category of a term; other words for the same concept have it too.
  std::vector<text::Token> tokens;
  for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
    const std::string_view term = vocabulary_.term(id);
    const auto matches = vocabulary_.find(term);
    const auto whole = std::find_if(matches.begin(), matches.end(), [&](const auto& m) { return m.term == id; });
    if (whole == matches.end()) continue;
    const auto category = lunguage::category_of(vocabulary_.category(whole->category));
    if (!category || *category == Category::pf) continue;
    text::tokenize(term, tokens);
    findings::read_items(lexicon_, term, tokens, items_);
    if (items_.size() == 1 && items_[0].observation != nullptr)
      categories_[items_[0].observation->concept_id] = *category;
  }
}

Category UnitReader::category_of_concept(lexicon::ConceptId id) const {
  if (categories_[id] != Category::pf) return categories_[id];
  if (lexicon_[id].has(Concept::device)) return Category::oth;
  if (lexicon_.contains(lexicon_.find("symptom"), id)) return Category::patient_info;
  return Category::pf;
}

Unit UnitReader::mark_unit(std::string_view report, std::span<const text::Token> tokens, std::uint32_t begin,
                           std::uint32_t end, std::span<const std::uint32_t> categories) {
  Unit unit;
  unit.begin = begin;
  unit.end = end;
  findings::read_items(lexicon_, report, tokens, items_);
  bool observation = false;
  bool anatomy = false;
  for (const Item& item : items_) {
    anatomy |= item.anatomy != nullptr;
    unit.count |= item.modifier != nullptr && lexicon_[item.modifier->concept_id].modifier() == ModifierKind::number;
    unit.normal |= item.observation != nullptr && lexicon_[item.observation->concept_id].has(Concept::normal);
    observation |= item.observation != nullptr && !lexicon_[item.observation->concept_id].has(Concept::normal);
  }
  for (const std::uint32_t id : categories) {
    std::string_view name = vocabulary_.category(id);
    if (const auto category = lunguage::category_of(name)) {
      unit.role = Role::entity;
      unit.category = *category;
      unit.anatomy_like = *category == Category::pf && anatomy && !observation;
      return unit;
    }
    constexpr std::string_view kToTheEnd = " to the end";
    unit.to_the_end = name.ends_with(kToTheEnd);
    if (unit.to_the_end) name.remove_suffix(kToTheEnd.size());
    if (name == "normal") {
      unit.normal = true;
    } else if (name == "negation") {
      unit.negates = true;
    } else if (name == "reasoning") {
      unit.role = Role::reasoning;
    } else if (name == "tentative") {
      unit.tentative = true;
      if (unit.role != Role::reasoning) unit.role = Role::tentative;
    } else if (name == "part") {
      unit.role = Role::part;
    } else if (name == "direction") {
      unit.role = Role::place;
    } else if (const auto relation = lunguage::relation_of(name)) {
      if (unit.role == Role::attribute) {
        if (*relation == Relation::placement) unit.as_device = *relation;
        continue;
      }
      unit.role = Role::attribute;
      unit.relation = *relation;
    }
  }
  return unit;
}

void UnitReader::add_marks(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out) {
  const std::uint32_t base = tokens.front().begin;
  const std::string_view sentence = report.substr(base, tokens.back().end - base);
  const auto matches = vocabulary_.find(sentence);  // longest first: the first that fits a place has it
  std::vector<std::uint32_t> categories;
  for (std::size_t i = 0; i < matches.size();) {
    const Vocabulary::Match& m = matches[i];
    categories.clear();
    for (; i < matches.size() && matches[i].begin == m.begin && matches[i].end == m.end; ++i)
      categories.push_back(matches[i].category);
    const auto begin = static_cast<std::uint32_t>(base + m.begin);
    const auto end = static_cast<std::uint32_t>(base + m.end);
    if (std::any_of(out.begin(), out.end(), [&](const Unit& u) { return u.begin < end && begin < u.end; })) continue;
    const auto first = std::find_if(tokens.begin(), tokens.end(), [&](const auto& t) { return t.end > begin; });
    const auto last = std::find_if(first, tokens.end(), [&](const auto& t) { return t.begin >= end; });
    out.push_back(mark_unit(report, {first, last}, begin, end, categories));
  }
  std::sort(out.begin(), out.end(), [](const Unit& a, const Unit& b) { return a.begin < b.begin; });
}

Unit UnitReader::item_unit(const Item& item) const {
  Unit unit;
  unit.begin = item.begin;
  unit.end = item.end;
  switch (item.kind) {
    case ItemKind::comma:
    case ItemKind::open:
    case ItemKind::close:
      unit.role = Role::comma;
      return unit;
    case ItemKind::semicolon:
    case ItemKind::dash:
    case ItemKind::colon:
      unit.role = Role::contrast;
      return unit;
    case ItemKind::measure:
      unit.role = Role::measure;
      return unit;
    case ItemKind::level:
    case ItemKind::ordinal:
      unit.role = Role::place;
      unit.weak = item.kind == ItemKind::ordinal;
      return unit;
    default:
      break;
  }
  if (item.observation != nullptr) {
    const Concept& what = lexicon_[item.observation->concept_id];
    unit.normal = what.has(Concept::normal);
    if (unit.normal || (item.adjective && what.about != lexicon::kNone)) {
      unit.role = Role::attribute;
      unit.relation = Relation::measurement;
    } else if (!what.has(Concept::vague)) {
      unit.role = Role::entity;
      unit.adjective = item.adjective;
      unit.category = category_of_concept(item.observation->concept_id);
    }
    if (unit.role != Role::word) return unit;
  }
  if (item.anatomy == nullptr && item.attribute != nullptr) {
    unit.role = Role::place;  // "mediastinal contours"
    unit.noun_behind = true;
  } else if (item.anatomy != nullptr) {
    unit.role = Role::place;
    const Concept& where = lexicon_[item.anatomy->concept_id];
    unit.weak = where.has(Concept::part) || where.has(Concept::light);
  } else if (item.modifier != nullptr) {
    const Concept& detail = lexicon_[item.modifier->concept_id];
    const auto relation = relation_of(detail.modifier(), detail.direction);
    if (relation) {
      unit.role = Role::attribute;
      unit.relation = *relation;
      unit.count = detail.modifier() == ModifierKind::number;
    } else if (detail.modifier() == ModifierKind::position) {
      unit.role = Role::place;
      unit.weak = true;
    }
  } else if (item.kind == ItemKind::cue) {
    unit.role = role_of(item.cue);
    unit.side = unit.role == Role::place;
    unit.tentative = unit.role == Role::reasoning;
  }
  return unit;
}

void UnitReader::add_items(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out) {
  if (tokens.empty()) return;
  findings::read_items(lexicon_, report, tokens, items_);
  for (const Item& item : items_) {
    if (item.cue != CueKind::the && item.cue != CueKind::filler) out.push_back(item_unit(item));
  }
}

void UnitReader::read(std::string_view report, std::span<const text::Token> tokens, std::vector<Unit>& out) {
  out.clear();
  if (tokens.empty()) return;
  std::vector<Unit> marks;
  add_marks(report, tokens, marks);
  std::size_t at = 0;
  for (const Unit& mark : marks) {
    std::size_t gap = at;
    while (gap < tokens.size() && tokens[gap].begin < mark.begin) ++gap;
    add_items(report, tokens.subspan(at, gap - at), out);
    out.push_back(mark);
    at = gap;
    while (at < tokens.size() && tokens[at].begin < mark.end) ++at;
  }
  add_items(report, tokens.subspan(at), out);
  const auto is_place = [&](std::size_t i) { return i < out.size() && out[i].role == Role::place; };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool behind = i > 0 && is_place(i - 1);
    if ((out[i].noun_behind && !behind) || (out[i].weak && !behind && !is_place(i + 1))) out[i].role = Role::word;
    // "atherosclerotic plaque": an adjective describes what follows.
    if (out[i].adjective && i + 1 < out.size() && out[i + 1].role == Role::entity) {
      out[i].role = Role::attribute;
      out[i].relation = Relation::morphology;
    }
  }
}

}  // namespace fiducial::lunguage
