// Which kinds of words a sentence has: a rule whose words are not said has nothing to do, and need not look for them.
//
// What is asked is a matter of speed alone. `all()` answers every question with yes: with it everything is read the
// same, which the tests hold.
#pragma once

#include <cstdint>
#include <span>

#include "grammar/items.h"

namespace fiducial::findings {

class ItemKinds {
 public:
  ItemKinds(const lexicon::Lexicon& lexicon, std::span<const Item> items) {
    for (const Item& item : items) {
      cues_ |= bit(static_cast<unsigned>(item.cue));
      kinds_ |= bit(static_cast<unsigned>(item.kind));
      place_ |= item.anatomy != nullptr;
      thing_ |= item.observation != nullptr;
      attribute_ |= item.attribute != nullptr;
      detail_ |= item.modifier != nullptr;
      size_ |= item.size_count != 0;
      place_or_thing_ |= item.anatomy != nullptr && item.observation != nullptr;
      thing_or_attribute_ |= item.observation != nullptr && item.attribute != nullptr;
      device_ |= is_device(lexicon, item);
      number_ |= item.kind == ItemKind::ordinal || (item.modifier != nullptr && is_number_word(lexicon, item));
      rows_ |= low_bit(item.cue_concept);
      if (item.anatomy != nullptr) places_ |= low_bit(item.anatomy->concept_id);
      if (item.observation != nullptr) things_ |= low_bit(item.observation->concept_id);
      clinical_cue_ |= item.kind == ItemKind::content && item.cue_concept != lexicon::kNone;
    }
  }

  static ItemKinds all() {
    ItemKinds kinds;
    kinds.cues_ = kinds.kinds_ = kinds.rows_ = kinds.places_ = kinds.things_ = ~std::uint64_t{0};
    kinds.place_ = kinds.thing_ = kinds.attribute_ = kinds.detail_ = kinds.size_ = true;
    kinds.place_or_thing_ = kinds.thing_or_attribute_ = kinds.device_ = kinds.clinical_cue_ = kinds.number_ = true;
    return kinds;
  }

  template <class... Kinds>
  bool any(Kinds... kinds) const {
    return (has(kinds) || ...);
  }
  bool has(lexicon::CueKind cue) const { return (cues_ & bit(static_cast<unsigned>(cue))) != 0; }
  bool has(ItemKind kind) const { return (kinds_ & bit(static_cast<unsigned>(kind))) != 0; }
  bool side() const { return any(lexicon::CueKind::left, lexicon::CueKind::right); }
  bool joint() const {
    return any(ItemKind::comma, ItemKind::slash) || any(lexicon::CueKind::and_, lexicon::CueKind::or_);
  }
  bool place() const { return place_; }
  bool thing() const { return thing_; }
  bool attribute() const { return attribute_; }
  bool detail() const { return detail_; }
  bool size() const { return size_; }
  // One item that may be the one or the other.
  bool place_or_thing() const { return place_or_thing_; }
  bool thing_or_attribute() const { return thing_or_attribute_; }
  bool device() const { return device_; }
  // A number word or an ordinal.
  bool number() const { return number_; }
  // That word of the grammar, that place, that thing; now and then one is said to be there that is not.
  bool row(lexicon::ConceptId id) const { return (rows_ & low_bit(id)) != 0; }
  bool place(lexicon::ConceptId id) const { return (places_ & low_bit(id)) != 0; }
  bool thing(lexicon::ConceptId id) const { return (things_ & low_bit(id)) != 0; }
  // A word of the grammar that has a clinical meaning too: "improved", "less than".
  bool clinical_cue() const { return clinical_cue_; }

 private:
  ItemKinds() = default;
  static_assert(static_cast<unsigned>(lexicon::CueKind::like) < 64, "a kind of cue is a bit");
  static std::uint64_t bit(unsigned which) { return std::uint64_t{1} << which; }

  static std::uint64_t low_bit(lexicon::ConceptId id) { return bit(id & 63U); }

  std::uint64_t cues_ = 0, kinds_ = 0, rows_ = 0, places_ = 0, things_ = 0;
  bool place_ = false, thing_ = false, attribute_ = false, detail_ = false, size_ = false;
  bool place_or_thing_ = false, thing_or_attribute_ = false, device_ = false, clinical_cue_ = false, number_ = false;
};

}  // namespace fiducial::findings
