#include "grammar/denied_deeds.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

class DeniedDeeds {
 public:
  DeniedDeeds(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (is_cue(items_[i], CueKind::neg)) keep_what_has_not_changed(i);
      if (is_cue(items_[i + 1], CueKind::neg) && does_something(i)) deny_deed(i);
    }
  }

 private:
  bool is_change(const Item& item) const {
    return item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr &&
           item.tokens == 1 && !item.negated_prefix &&
           (lexicon_[item.observation->concept_id].about == lexicon_.known().size ||
            (item.modifier != nullptr && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::change)));
  }

  // A finding that is spoken of as known: "the effusion", "the known aneurysm". The item behind it; `first` if there is
  // none.
  std::size_t known_thing(std::size_t first) const {
    bool known = false;
    std::size_t i = first;
    const auto qualifies = [&](const Item& item) {
      return item.only_modifier() || names_side(item) || names_place(item) || says_nothing(item) ||
             is_cue(item, CueKind::it);
    };
    for (; i < items_.size() && qualifies(items_[i]); ++i) {
      const bool named_so = is_cue(items_[i], CueKind::filler) && lexicon_[items_[i].cue_concept].direction < 0;
      known |= named_so || is_cue(items_[i], CueKind::the) || is_cue(items_[i], CueKind::it);
    }
    if (!known || i >= items_.size() || items_[i].kind != ItemKind::content || items_[i].observation == nullptr)
      return first;
    const Concept& c = lexicon_[items_[i].observation->concept_id];
    return c.has(Concept::normal) || c.has(Concept::vague) ? first : i;
  }

  // "No significant increase in the effusion": as "no change in the effusion", which is there.
  void keep_what_has_not_changed(std::size_t no) {
    const std::size_t change = no + 1;
    if (!is_change(items_[change]) || change + 2 >= items_.size() ||
        (!is_cue(items_[change + 1], CueKind::in) && !is_cue(items_[change + 1], CueKind::of)) ||
        known_thing(change + 2) == change + 2)
      return;
    if (say(lexicon_, items_[change], lexicon_.known().change_stable, lexicon::Section::modifier))
      pass_over(items_[no]);
  }

  // "Displaces", "that narrows"
  bool does_something(std::size_t i) const {
    const Item& verb = items_[i];
    if (i == 0 || verb.kind != ItemKind::content || verb.observation == nullptr || verb.anatomy != nullptr ||
        !(verb.plural || verb.participle) || verb.tokens != 1)
      return false;
    const Concept& c = lexicon_[verb.observation->concept_id];
    return c.has(Concept::acts_elsewhere) || is_cue(items_[i - 1], CueKind::which);
  }

  // "Displaces no vessel", "touches nothing": as "not displaces a vessel".
  void deny_deed(std::size_t verb) {
    items_[verb + 1].stands_for = lexicon::kNone;
    say_cue(lexicon_, items_[verb + 1], lexicon_.known().not_);
    std::swap(items_[verb], items_[verb + 1]);
    std::swap(items_[verb].begin, items_[verb + 1].begin);
    std::swap(items_[verb].end, items_[verb + 1].end);
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

}  // namespace

void settle_denied_deeds(const Lexicon& lexicon, std::vector<Item>& items) {
  DeniedDeeds(lexicon, items).run();
}

}  // namespace fiducial::findings
