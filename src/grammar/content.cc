#include "grammar/content.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

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
  WordReader(const Lexicon& lexicon, const Clause& clause, std::size_t i)
      : lexicon_(lexicon), clause_(clause), at_(i), item_(clause.items[i]) {
    word_.span = {item_.begin, item_.end};
    word_.sentence = clause.sentence;
  }

  // False: a word of the grammar, or a mark.
  bool read() {
    switch (item_.kind) {
      case ItemKind::content:
        if (item_.observation != nullptr) word_.observed = item_.observation->concept_id;
        if (item_.anatomy != nullptr) word_.place = item_.anatomy->concept_id;
        if (says_nothing()) return false;
        for (const lexicon::Sense* sense : {item_.observation, item_.anatomy, item_.modifier, item_.attribute}) {
          if (sense != nullptr) content(sense->concept_id);
        }
        if (item_.attribute != nullptr) add_length_beside();
        if (denies()) say_as(meaning(Sort::denial, 0));
        break;
      case ItemKind::cue:
        cue();
        break;
      case ItemKind::measure:
        word_.unit = item_.quantity.unit;
        word_.measure = item_.size_count != 0 ? item_.sizes[0] : item_.quantity.value;
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
  void content(ConceptId id) {
    const Concept& c = lexicon_[id];
    add(meaning(Sort::concept_name, lexicon_.representative(id)));
    say_as_concept(c.going);
    if (c.section == lexicon::Section::modifier || c.section == lexicon::Section::attribute) say_as_concept(c.seen);
    if (c.direction != 0) word_.direction = c.direction;
  }

  // "The appearances are those of pneumonia", "the adjacent lung"
  bool says_nothing() const {
    if (item_.observation != nullptr || item_.modifier != nullptr) return false;
    if (item_.anatomy != nullptr)
      return item_.attribute == nullptr && item_.anatomy->concept_id == lexicon_.known().surrounding;
    return item_.attribute != nullptr && lexicon_[item_.attribute->concept_id].has(Concept::vague);
  }

  // "12 mm in depth", "a depth of 12 mm": the length says it.
  void add_length_beside() {
    constexpr std::size_t kReach = 3;
    const std::size_t end = std::min(at_ + kReach + 1, clause_.items.size());
    for (std::size_t k = at_ - std::min(at_, kReach); k < end; ++k) {
      const Item& item = clause_.items[k];
      if (item.kind == ItemKind::measure && item.size_count != 0) say_as(of_number(Sort::length, item.sizes[0]));
    }
  }

  const Mark* mark() const {
    const auto here = std::find_if(clause_.marks.begin(), clause_.marks.end(),
                                   [&](const Mark& m) { return m.span.begin == item_.begin; });
    return here == clause_.marks.end() ? nullptr : &*here;
  }

  // "Consolidation is absent": a clinical word that denies.
  bool denies() const {
    const Mark* m = mark();
    return m != nullptr && (m->cue == CueKind::negpost || m->cue == CueKind::neg || m->cue == CueKind::not_);
  }

  // "No suspicious nodule": what is denied is not doubted.
  bool in_denial() const {
    const Mark* m = mark();
    return m != nullptr && m->next < clause_.chunks.size() && clause_.chunks[m->next].denied;
  }

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
        if (in_denial()) return;
        say_as_concept(lexicon_[item_.cue_concept].seen);
        return add(meaning(Sort::doubt, 0));
      default:
        return;
    }
  }

  void add(Meaning m) {
    if (word_.count < word_.meanings.size()) word_.meanings[word_.count++] = m;
  }

  void say_as(Meaning m) {
    if (word_.said_as_count < word_.said_as.size()) word_.said_as[word_.said_as_count++] = m;
  }
  void say_as_concept(ConceptId id) {
    if (id != kNone) say_as(meaning(Sort::concept_name, lexicon_.representative(id)));
  }

  const Lexicon& lexicon_;
  const Clause& clause_;
  std::size_t at_;
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
  for (std::size_t i = 0; i < clause.items.size(); ++i) {
    WordReader reader(lexicon_, clause, i);
    if (reader.read() && !left_out(clause, clause.items[i])) words_.push_back(reader.word());
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
  const auto detail = [&](ConceptId id) {
    name(id);
    name(lexicon_[id].seen);
    for (const ConceptId up : lexicon_.ancestors(id)) name(up);
  };
  for (const ConceptId id : f.details) detail(id);
  for (const ConceptId id : f.absent_details) detail(id);
  if (f.device) name(lexicon_.known().tip);  // a device is where its tip is
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
  const auto named = [&](ConceptId organ, ConceptId whole) {
    const ConceptId both = lexicon_.composed(word.place, whole);
    return both != kNone && lexicon_.representative(both) == organ;
  };
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.sentence == word.sentence && std::any_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
             const auto wholes = lexicon_.ancestors(organ);
             return named(organ, organ) ||
                    std::any_of(wholes.begin(), wholes.end(), [&](ConceptId whole) { return named(organ, whole); });
           });
  });
}

// "Inflammation of the pancreas" has one too.
bool ContentWords::composes_name(const ContentWord& word, std::span<const Finding> findings) const {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    const auto named = [&](ConceptId place) { return lexicon_.composed(word.observed, place) == f.concept_id; };
    return f.sentence == word.sentence && f.concept_id != kNone &&
           std::any_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
             const auto wholes = lexicon_.ancestors(organ);
             return named(organ) || std::any_of(wholes.begin(), wholes.end(), named);
           });
  });
}

bool ContentWords::is_said(Meaning meaning, const ContentWord& word, bool anywhere) const {
  const auto at = std::lower_bound(said_.begin(), said_.end(), Said{meaning, anywhere ? 0 : word.sentence});
  return at != said_.end() && at->meaning == meaning && (anywhere || at->sentence == word.sentence);
}

bool ContentWords::is_said(const ContentWord& word, std::span<const Finding> findings) const {
  const auto said = [&](Meaning m) { return is_said(m, word, !word.of_sentence); };
  const auto said_here = [&](Meaning m) { return is_said(m, word, false); };
  if (std::any_of(word.meanings.begin(), word.meanings.begin() + word.count, said)) return true;
  if (std::any_of(word.said_as.begin(), word.said_as.begin() + word.said_as_count, said_here)) return true;
  // "The markings are increased" is one concept.
  const auto in_one_word = [&](const Finding& f) {
    return f.sentence == word.sentence && std::any_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
             const ConceptId changed = word.direction > 0 ? lexicon_[organ].up : lexicon_[organ].down;
             return changed != kNone && changed == f.concept_id;
           });
  };
  if (word.direction != 0 && std::any_of(findings.begin(), findings.end(), in_one_word)) return true;
  if (word.observed != kNone && composes_name(word, findings)) return true;
  return word.place != kNone && composes_place(word, findings);
}

// "The left effusion is small. … A small effusion on the left.": what is said again has its Finding where it was said
// first.
void ContentWords::place_what_is_repeated() {
  for (auto first = words_.begin(); first != words_.end();) {
    const auto last =
        std::find_if(first, words_.end(), [&](const ContentWord& word) { return word.sentence != first->sentence; });
    const bool others = std::any_of(first, last, [](const ContentWord& word) { return !word.of_sentence; });
    if (others && std::all_of(first, last, [](const ContentWord& word) { return word.of_sentence || word.placed; })) {
      for (auto word = first; word != last; ++word) word->placed |= is_said(word->meanings[0], *word, true);
    }
    first = last;
  }
}

void ContentWords::place(std::span<const Finding> findings) {
  said_.clear();
  for (const Finding& f : findings) collect(f);
  std::sort(said_.begin(), said_.end());
  for (ContentWord& word : words_) word.placed = is_said(word, findings);
  place_what_is_repeated();
}

namespace {

// The measures of a report, each of its unit, in order.
std::vector<std::pair<Unit, float>> measures_of(std::span<const ContentWord> words) {
  std::vector<std::pair<Unit, float>> out;
  for (const ContentWord& word : words) {
    if (word.measure != 0) out.emplace_back(word.unit, word.measure);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// How many of these measures are not among the others. One that is told once more may be rounded.
std::size_t count_other_measures(std::span<const ContentWord> own, std::span<const ContentWord> other) {
  const auto there = measures_of(other);
  const auto mine = measures_of(own);
  return static_cast<std::size_t>(std::count_if(mine.begin(), mine.end(), [&](const auto& measure) {
    const float slack = std::max(0.51F, 0.1F * std::fabs(measure.second));
    const auto near = std::lower_bound(there.begin(), there.end(), std::pair(measure.first, measure.second - slack));
    return near == there.end() || near->first != measure.first || near->second > measure.second + slack;
  }));
}

}  // namespace

std::size_t count_unshared(std::span<const ContentWord> a, std::span<const ContentWord> b) {
  const auto meanings = [](std::span<const ContentWord> words, bool left_over) {
    std::vector<Meaning> out;
    for (const ContentWord& word : words) {
      if (!left_over || (!word.placed && word.measure == 0))
        out.insert(out.end(), word.meanings.begin(), word.meanings.begin() + word.count);
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
  return static_cast<std::size_t>(beyond(a, b) + beyond(b, a)) + count_other_measures(a, b) +
         count_other_measures(b, a);
}

}  // namespace fiducial::findings
