#include "grammar/content.h"

#include <algorithm>
#include <bit>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;

namespace {

enum class Sort : std::uint8_t { concept_name, side, level, length, quantity, denial, doubt, stem };

Meaning meaning(Sort sort, std::uint64_t value) {
  constexpr unsigned kBits = 60;
  return (static_cast<Meaning>(sort) << kBits) | (value & ((Meaning{1} << kBits) - 1));
}

Meaning of_number(Sort sort, float value, std::uint64_t unit = 0) {
  return meaning(sort, std::uint64_t{std::bit_cast<std::uint32_t>(value)} | unit << 32U);
}

class WordReader {
 public:
  WordReader(const Lexicon& lexicon, const Item& item, std::uint32_t sentence) : lexicon_(lexicon), item_(item) {
    word_.span = {item.begin, item.end};
    word_.sentence = sentence;
  }

  // False: a word of the grammar, or a mark.
  bool read() {
    switch (item_.kind) {
      case ItemKind::content:
        if (item_.anatomy != nullptr) word_.place = item_.anatomy->concept_id;
        for (const lexicon::Sense* sense : {item_.observation, item_.anatomy, item_.modifier, item_.attribute}) {
          if (sense != nullptr) add(meaning(Sort::concept_name, lexicon_.representative(sense->concept_id)));
        }
        break;
      case ItemKind::cue:
        cue();
        break;
      case ItemKind::measure:
        if (item_.size_count != 0) add(of_number(Sort::length, item_.sizes[0]));
        if (item_.quantity.unit != Unit::none)
          add(of_number(Sort::quantity, item_.quantity.value, static_cast<std::uint64_t>(item_.quantity.unit)));
        break;
      case ItemKind::level:
        add(meaning(Sort::level, item_.level_from));
        break;
      case ItemKind::unknown:
        if (item_.word != 0) add(meaning(Sort::stem, item_.word));
        break;
      default:
        break;
    }
    return word_.count != 0;
  }
  const ContentWord& word() const { return word_; }

 private:
  void cue() {
    word_.of_sentence = true;
    switch (item_.cue) {
      case CueKind::left:
        return add(meaning(Sort::side, static_cast<std::uint64_t>(Side::left)));
      case CueKind::right:
        return add(meaning(Sort::side, static_cast<std::uint64_t>(Side::right)));
      case CueKind::neg:
      case CueKind::not_:
      case CueKind::negpost:
        return add(meaning(Sort::denial, 0));
      case CueKind::hedge:
        return add(meaning(Sort::doubt, 0));
      default:
        return;
    }
  }

  void add(Meaning m) {
    if (word_.count < word_.meanings.size()) word_.meanings[word_.count++] = m;
  }

  const Lexicon& lexicon_;
  const Item& item_;
  ContentWord word_;
};

bool left_out(const Clause& clause, const Item& item) {
  return std::any_of(clause.chunks.begin(), clause.chunks.end(), [&](const Chunk& c) {
    return c.left_out != LeftOut::no && item.begin >= c.phrase.span.begin && item.end <= c.phrase.span.end;
  });
}

}  // namespace

void ContentWords::add(const Clause& clause) {
  if (clause.dropped != Dropped::no) return;
  for (const Item& item : clause.items) {
    WordReader reader(lexicon_, item, clause.sentence);
    if (reader.read() && !left_out(clause, item)) words_.push_back(reader.word());
  }
}

// All that a Finding says.
void ContentWords::collect(const Finding& f) {
  const auto say = [&](Meaning m) { said_.push_back({m, f.sentence}); };
  const auto name = [&](ConceptId id) {
    if (id != kNone) say(meaning(Sort::concept_name, lexicon_.representative(id)));
  };
  name(f.concept_id);
  name(f.attribute);
  if (f.concept_id != kNone) {
    name(lexicon_[f.concept_id].about);
    for (const ConceptId up : lexicon_.ancestors(f.concept_id)) name(up);
  }
  for (const ConceptId id : f.details) name(id);
  for (const ConceptId id : f.absent_details) name(id);
  for (const ConceptId id : f.site.organs) {
    name(id);
    for (const ConceptId up : lexicon_.ancestors(id)) name(up);
  }
  for (const ConceptId id : f.site.parts) name(id);
  if (f.site.side != Side::none) say(meaning(Sort::side, static_cast<std::uint64_t>(f.site.side)));
  if (f.site.level != 0) say(meaning(Sort::level, f.site.level % kBetween));
  for (std::uint8_t i = 0; i < f.size_count; ++i) say(of_number(Sort::length, f.sizes[i]));
  for (std::uint8_t i = 0; i < f.quantity_count; ++i)
    say(of_number(Sort::quantity, f.quantities[i].value, static_cast<std::uint64_t>(f.quantities[i].unit)));
  for (std::uint8_t i = 0; i < f.words.size; ++i) say(meaning(Sort::stem, f.words.hashes[i]));
  if (f.absent || !f.absent_details.empty()) say(meaning(Sort::denial, 0));
  if (f.tentative()) say(meaning(Sort::doubt, 0));
}

// "The lower pole of the kidney" has a name of its own, in which the pole is said.
bool ContentWords::composes_place(const ContentWord& word, std::span<const Finding> findings) const {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.sentence == word.sentence && std::any_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
             const auto wholes = lexicon_.ancestors(organ);
             return std::any_of(wholes.begin(), wholes.end(),
                                [&](ConceptId whole) { return lexicon_.composed(word.place, whole) == organ; });
           });
  });
}

void ContentWords::place(std::span<const Finding> findings) {
  said_.clear();
  for (const Finding& f : findings) collect(f);
  std::sort(said_.begin(), said_.end());
  for (ContentWord& word : words_) {
    word.placed = std::any_of(word.meanings.begin(), word.meanings.begin() + word.count, [&](Meaning m) {
      const auto at = std::lower_bound(said_.begin(), said_.end(), Said{m, word.of_sentence ? word.sentence : 0});
      return at != said_.end() && at->meaning == m && (!word.of_sentence || at->sentence == word.sentence);
    });
    if (!word.placed && word.place != kNone) word.placed = composes_place(word, findings);
  }
}

std::size_t count_unshared(std::span<const ContentWord> a, std::span<const ContentWord> b) {
  const auto meanings = [](std::span<const ContentWord> words, bool left_over) {
    std::vector<Meaning> out;
    for (const ContentWord& word : words) {
      if (!left_over || !word.placed) out.insert(out.end(), word.meanings.begin(), word.meanings.begin() + word.count);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  };
  const auto beyond = [&](std::span<const ContentWord> own, std::span<const ContentWord> other) {
    const std::vector<Meaning> there = meanings(other, false);
    const std::vector<Meaning> left = meanings(own, true);
    return std::count_if(left.begin(), left.end(),
                         [&](Meaning m) { return !std::binary_search(there.begin(), there.end(), m); });
  };
  return static_cast<std::size_t>(beyond(a, b) + beyond(b, a));
}

}  // namespace fiducial::findings
