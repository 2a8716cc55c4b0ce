#include "grammar/sequences.h"

#include <algorithm>
#include <utility>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;

namespace {

class Sequences {
 public:
  Sequences(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
            std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), items_(items) {}

  // "Enhanced cranial MRI": how it was done, not what enhances.
  void enhanced_studies() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (items_[i].observation == nullptr || items_[i].observation->concept_id != lexicon_.known().enhancing ||
          !text_.substr(items_[i].begin, items_[i].end - items_[i].begin).ends_with("ed"))
        continue;
      std::size_t study = i + 1;
      while (study < items_.size() && study < i + 4 && items_[study].anatomy != nullptr &&
             items_[study].observation == nullptr)
        ++study;
      const bool imaged = study < items_.size() && is_cue(items_[study], CueKind::technique);
      // "gadolinium-enhanced cranial MRI", whose last words name a place
      const bool by_agent = i > 0 && is_cue(items_[i - 1], CueKind::technique) && study == items_.size();
      if (!imaged && !by_agent) continue;
      items_[i].kind = ItemKind::cue;
      items_[i].cue = CueKind::technique;
      items_[i].observation = items_[i].modifier = nullptr;
    }
  }

  // "High T1 and T2 signal": high signal on both.
  void signal_on_sequences() {
    for (std::size_t i = 0; i + 2 < items_.size(); ++i) {
      if (items_[i].tokens != 1 || !is_sequence(i + 1)) continue;
      std::size_t k = i + 2;
      while (k + 1 < items_.size() && joins(items_[k]) && is_sequence(k + 1)) k += 2;
      if (k < items_.size() && joins(items_[k])) complete_signal(i, k + 1);
      const std::size_t first = std::exchange(i, k - 2);  // they are not counted anew
      if (k >= items_.size() || items_[k].attribute == nullptr || items_[k].tokens != 1) continue;
      const text::WordHash words[] = {tokens_[items_[first].first_token].word, tokens_[items_[k].first_token].word};
      const auto senses = lexicon_.exact(words);
      if (std::none_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::observation; }))
        continue;
      items_[k].attribute = nullptr;
      take_senses(lexicon_, senses, items_[k]);
      for (std::size_t passed = first; passed < k; ++passed) {
        if (passed == first || joins(items_[passed])) pass_over(items_[passed]);
      }
    }
  }

  // "Low T1 and high T2 signal": the first is of signal too.
  void complete_signal(std::size_t i, std::size_t next) {
    if (next >= items_.size() || items_[next].observation == nullptr || items_[next].tokens < 2 ||
        lexicon_[items_[next].observation->concept_id].about != lexicon_.known().signal)
      return;
    const std::size_t last = items_[next].first_token + items_[next].tokens - 1;
    const text::WordHash words[] = {tokens_[items_[i].first_token].word, tokens_[last].word};
    const auto senses = lexicon_.exact(words);
    if (std::none_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::observation; }))
      return;
    items_[i].anatomy = items_[i].observation = items_[i].attribute = items_[i].modifier = nullptr;
    items_[i].cue = CueKind::none;
    take_senses(lexicon_, senses, items_[i]);
  }

  bool is_sequence(std::size_t i) const {
    return i < items_.size() && items_[i].only_modifier() &&
           lexicon_[items_[i].modifier->concept_id].is(lexicon::ModifierKind::sequence);
  }

 private:
  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_sequences(const Lexicon& lexicon, std::string_view text, std::span<const text::Token> tokens,
                    const ItemKinds& said, std::vector<Item>& items) {
  Sequences sequences(lexicon, text, tokens, items);
  if (said.has(CueKind::technique)) sequences.enhanced_studies();
  if (said.detail()) sequences.signal_on_sequences();
}

}  // namespace fiducial::findings
