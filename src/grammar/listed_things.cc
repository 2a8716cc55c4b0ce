#include "grammar/listed_things.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

constexpr std::size_t kMostListed = 4;    // of a list with one side
constexpr std::size_t kWordsListed = 16;  // words of such a list

bool names_thing(const Item& item) {
  return item.kind == ItemKind::content && item.observation != nullptr;
}

bool is_differential(const Lexicon& lexicon, const Item& item) {
  return is_cue(item, CueKind::infer) && lexicon[item.cue_concept].direction > 0;
}

bool is_doubt(const Lexicon& lexicon, const Item& item) {
  return is_cue(item, CueKind::hedge) || (is_cue(item, CueKind::infer) && lexicon[item.cue_concept].rank > 0);
}

// Does the list go on behind its comma? The item behind its words; `from` if it does not.
std::size_t listed_behind(std::span<const Item> items, std::size_t from) {
  bool thing = false;
  std::size_t i = from;
  for (; i < items.size() && i < from + kWordsListed; ++i) {
    const Item& item = items[i];
    if (joins(item) || item.kind == ItemKind::semicolon || item.kind == ItemKind::close) break;
    if (is_clause_verb(item) || is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_) ||
        is_cue(item, CueKind::with) || is_cue(item, CueKind::contrast) || is_cue(item, CueKind::which) ||
        is_cue(item, CueKind::hedge) || is_cue(item, CueKind::infer) || is_cue(item, CueKind::recommend))
      return from;
    thing |= names_thing(item);
  }
  return thing ? i : from;
}

// "DDx: pneumonia, edema", "Likely: a hemangioma": the one or the other; the colon does not end the doubt.
void differential_list(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    const bool colon = items[i + 1].kind == ItemKind::colon && is_doubt(lexicon, items[i]);
    if (!colon && !is_differential(lexicon, items[i])) continue;
    if (colon) pass_over(items[i + 1]);
    std::size_t end = listed_behind(items, i + 1);
    while (end + 1 < items.size() && items[end].kind == ItemKind::comma) {
      const std::size_t next = listed_behind(items, end + 1);
      if (next == end + 1) break;
      say_cue(lexicon, items[end], lexicon.known().or_);
      end = next;
    }
    i = end;
  }
}

// "Symmetric and mildly avid": that it is symmetric makes no avid nodes normal; it is how they are.
void symmetric_and_avid(const Lexicon& lexicon, std::vector<Item>& items) {
  for (std::size_t i = 0; i + 2 < items.size(); ++i) {
    Item& even = items[i];
    if (even.observation == nullptr || even.modifier == nullptr || even.negated_prefix || !joins(items[i + 1]) ||
        !lexicon[even.observation->concept_id].has(Concept::normal) ||
        !lexicon[even.modifier->concept_id].is(lexicon::ModifierKind::distribution))
      continue;
    std::size_t next = i + 2;
    while (next + 1 < items.size() && items[next].only_modifier() &&
           lexicon[items[next].modifier->concept_id].is(lexicon::ModifierKind::severity))
      ++next;
    const Item& said = items[next];
    if (!said.only_modifier()) continue;
    const ConceptId seen = lexicon[said.modifier->concept_id].seen;
    if (seen != lexicon::kNone && !lexicon[seen].has(Concept::normal)) even.observation = nullptr;
  }
}

// A bare adjective for how an organ is: "swollen", "heterogeneous".
bool is_adjective(const Item& item) {
  return item.kind == ItemKind::content && item.anatomy == nullptr && item.attribute == nullptr &&
         (item.modifier != nullptr || (item.adjective && !item.noun)) && !item.begins_with_with;
}

// "No flow in the swollen, heterogeneous left testis": two adjectives of one place.
void adjectives_of_place(std::vector<Item>& items) {
  for (std::size_t i = 1; i + 3 < items.size(); ++i) {
    if (!is_cue(items[i], CueKind::in)) continue;
    std::size_t k = i + 1;
    while (k < items.size() && says_nothing(items[k])) ++k;
    const std::size_t first = k;
    while (k < items.size() && is_adjective(items[k])) ++k;
    i = k - 1;
    if (k == first || k + 1 >= items.size() || items[k].kind != ItemKind::comma) continue;
    const std::size_t comma = k++;
    bool adjective = false;
    const auto one_form = [&](const Item& item) {  // "atrophic right kidney"
      return item.observation != nullptr && item.tokens > 1 && item.observation->site != lexicon::kNone;
    };
    for (; k < items.size() && !one_form(items[k]) && (is_adjective(items[k]) || names_one_side(items[k])); ++k)
      adjective |= !names_side(items[k]);
    if (k == items.size()) return;
    if ((adjective && names_place(items[k])) || one_form(items[k])) pass_over(items[comma]);
  }
}

class SideBehind {
 public:
  SideBehind(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  // "No pneumothorax or effusion on the left": both are of the left.
  void run() {
    for (std::size_t side = 3; side < items_.size(); ++side) {
      if (!names_one_side(items_[side]) || items_[side].tokens < 2 || !names_thing(items_[side - 1]) || !ends(side + 1))
        continue;
      find_things(side);
      if (size_ == 0) continue;
      // from the last, so that the places of the others stay
      const Item said = items_[side];
      for (std::size_t k = 0; k < size_; ++k) {
        Item again = said;
        again.begin = again.end = items_[things_[k]].end;
        items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(things_[k]) + 1, again);
      }
      return;
    }
  }

 private:
  bool ends(std::size_t i) const {
    return i >= items_.size() || items_[i].kind == ItemKind::semicolon || items_[i].kind == ItemKind::comma ||
           items_[i].kind == ItemKind::close;
  }

  // Is such a thing in one of two?
  bool is_of_a_pair(const Item& item) const {
    const Concept& c = lexicon_[item.observation->concept_id];
    const ConceptId own = item.observation->site != lexicon::kNone ? item.observation->site : c.at;
    const ConceptId where = own != lexicon::kNone ? own : c.home;
    return item.anatomy == nullptr && !c.has(Concept::normal) && where != lexicon::kNone &&
           lexicon_[where].has(Concept::paired);
  }

  // The things before the last one, from the right, each in a piece of its own without a place or a side.
  void find_things(std::size_t side) {
    size_ = 0;
    std::size_t i = side - 1;
    if (!is_of_a_pair(items_[i])) return;
    bool joined = false, named = true;
    while (i > 0 && side - i < kWordsListed && size_ < kMostListed) {
      const Item& item = items_[--i];
      const bool no = is_cue(item, CueKind::neg);
      if (joins(item)) {
        if (!joined && !is_cue(item, CueKind::and_) && !is_cue(item, CueKind::or_)) return;
        joined = true;
        named = false;
      } else if (names_thing(item)) {
        if (!joined || named || !is_of_a_pair(item)) return;
        named = true;
        things_[size_++] = i;
      } else if (!says_nothing(item) && !item.only_modifier() && !no && (joined || !names_place(item))) {
        if (names_side(item) && named && size_ > 0) --size_;  // "a right effusion and …"
        return;
      }
    }
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
  std::size_t things_[kMostListed] = {};
  std::size_t size_ = 0;
};

}  // namespace

void tell_listed_things(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  if (said.any(CueKind::hedge, CueKind::infer)) differential_list(lexicon, items);
  if (said.joint() && said.thing() && said.detail()) symmetric_and_avid(lexicon, items);
  if (said.has(CueKind::in) && said.has(ItemKind::comma) && said.thing() && said.place() && said.detail())
    adjectives_of_place(items);
  if (said.side() && said.joint()) SideBehind(lexicon, items).run();
}

}  // namespace fiducial::findings
