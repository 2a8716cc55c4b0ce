#include "grammar/compounds.h"

#include <algorithm>
#include <array>

#include "grammar/steps.h"
#include "text/stem.h"

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;

namespace {

class Compounds {
 public:
  Compounds(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), tokens_(tokens), items_(items) {}

  void run(const ItemKinds& said) {
    if (said.thing(lexicon_.known().primary_lesion)) pass_over_primary();
    if (said.joint() && said.place()) name_companions();
    if (said.thing()) name_stenoses();
    if (said.place()) name_counterparts();
    if (said.has(CueKind::be)) name_predicates();
    if (said.has(CueKind::be) && said.thing()) name_values();
    if (said.has(CueKind::of)) name_things_of_places();
  }

 private:
  // "Primary peristalsis is intact": which, and no tumor.
  void pass_over_primary() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      const Item& next = items_[i + 1];
      const bool noun = (next.kind == ItemKind::content && !next.only_modifier()) || next.kind == ItemKind::unknown;
      if (items_[i].tokens == 1 && items_[i].observation != nullptr && noun &&
          items_[i].observation->concept_id == lexicon_.known().primary_lesion)
        pass_over(items_[i]);
    }
  }

  // "Renal artery and vein": the renal vein. "Femoral head, neck and shaft": the femoral neck, the femoral shaft.
  void name_companions() {
    std::size_t named = 0;  // the place whose first words they share
    bool in_list = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (is_cue(item, CueKind::the) || joins(item)) continue;
      const bool joined =
          i > 0 && (joins(items_[i - 1]) || (is_cue(items_[i - 1], CueKind::the) && i > 1 && joins(items_[i - 2])));
      if (in_list && joined && names_place(item) && !item.adjective && item.tokens <= kMostNouns &&
          (name_companion(items_[named], i) || name_piece(items_[named], i)))
        continue;
      in_list = names_place(item) && item.tokens >= 2 && item.tokens <= kLongestPlace && !item.completed;
      if (in_list) named = i;
    }
  }

  // In place of as few of its last words as give a place: "lateral meniscal anterior horn and body".
  bool name_companion(const Item& named, std::size_t i) {
    Item& bare = items_[i];
    if (i + 1 < items_.size() && items_[i + 1].kind == ItemKind::measure) return false;  // "artery, neck 3 mm"
    for (std::size_t kept = named.tokens - 1; kept > 0; --kept) {
      std::array<text::WordHash, kLongestPlace + kMostNouns> words{};
      std::size_t size = 0;
      for (; size < kept; ++size) words[size] = tokens_[named.first_token + size].word;
      for (std::uint32_t t = 0; t < bare.tokens; ++t) words[size++] = tokens_[bare.first_token + t].word;
      const bool one_word = kept + 1 == named.tokens;
      // "the left lower lobe and the lingular segment": not the lower one
      if (bare.tokens > 1 && only_direction({words.data(), kept})) continue;
      for (const Sense& sense : lexicon_.exact({words.data(), size})) {
        if (sense.section != Section::anatomy) continue;
        if (!(one_word ? same_kind(named, bare, sense.concept_id)
                       : pieces_of_one(named.anatomy->concept_id, sense.concept_id)))
          continue;
        bare.anatomy = &sense;
        return true;
      }
    }
    return false;
  }

  bool only_direction(std::span<const text::WordHash> words) const {
    const auto senses = lexicon_.exact(words);
    return std::any_of(senses.begin(), senses.end(),
                       [&](const Sense& s) { return lexicon_[s.concept_id].has(lexicon::Concept::direction_word); });
  }

  bool same_kind(const Item& named, const Item& bare, lexicon::ConceptId place) const {
    return place != named.anatomy->concept_id && (lexicon_.contains(bare.anatomy->concept_id, place) ||
                                                  lexicon_.contains(lexicon_.known().vascular_system, place) ||
                                                  pieces_of_one(named.anatomy->concept_id, place));
  }

  bool pieces_of_one(lexicon::ConceptId a, lexicon::ConceptId b) const {
    const auto wholes = lexicon_.ancestors(a).first(lexicon_[a].parent_count);
    const auto others = lexicon_.ancestors(b).first(lexicon_[b].parent_count);
    return std::any_of(wholes.begin(), wholes.end(), [&](lexicon::ConceptId whole) {
      return std::find(others.begin(), others.end(), whole) != others.end();
    });
  }

  // "The medial meniscal body and posterior horn": the posterior horn of that meniscus.
  bool name_piece(const Item& named, std::size_t i) {
    const lexicon::ConceptId piece = items_[i].anatomy->concept_id;
    const lexicon::ConceptId one = named.anatomy->concept_id;
    for (const lexicon::ConceptId whole : lexicon_.ancestors(one).first(lexicon_[one].parent_count)) {
      const lexicon::ConceptId there = lexicon_.composed(piece, whole);
      if (there == lexicon::kNone || there == piece || !lexicon_.contains(whole, there) ||
          !pieces_of_one(whole, piece) || !pieces_of_one(one, there))
        continue;
      const Item before = items_[i];
      if (!say(lexicon_, items_[i], there, Section::anatomy)) return false;
      items_[i].plural = before.plural;
      return true;
    }
    return false;
  }

  // "L4-5: disc bulge, no stenosis": of the canal, and not of the disc.
  void name_stenoses() {
    static const text::WordHash word = text::hash_word(text::stem("stenosis"));
    static const text::WordHash whole[] = {text::hash_word(text::stem("canal")), word};
    bool spinal = false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (names_place(item)) return;  // "the foramina show no stenosis"
      const lexicon::ConceptId where = item.observation != nullptr ? item.observation->site : lexicon::kNone;
      if (where != lexicon::kNone) {
        if (!lexicon_.contains(lexicon_.known().spine, where)) return;
        spinal = true;
        continue;
      }
      const bool bare = spinal && item.kind == ItemKind::content && item.tokens == 1 && item.observation != nullptr &&
                        tokens_[item.first_token].word == word;
      if (!bare || !stands_alone(i)) continue;
      for (const Sense& sense : lexicon_.exact(whole)) {
        if (sense.section == Section::observation) item.observation = &sense;
      }
    }
  }

  // No place or side stands before it ("left foraminal and central stenosis"), and none behind.
  bool stands_alone(std::size_t i) const {
    const bool placed = i > 0 && (names_place(items_[i - 1]) || names_side(items_[i - 1]));
    const bool placed_behind =
        i + 1 < items_.size() &&
        (is_cue(items_[i + 1], CueKind::of) || is_cue(items_[i + 1], CueKind::in) || names_side(items_[i + 1]));
    return !placed && !placed_behind;
  }

  // "Medial meniscus torn, lateral intact": the lateral meniscus.
  void name_counterparts() {
    for (std::size_t i = 2; i + 1 < items_.size(); ++i) {
      const bool begins = items_[i - 1].kind == ItemKind::comma || items_[i - 1].kind == ItemKind::semicolon ||
                          is_cue(items_[i - 1], CueKind::the) || is_cue(items_[i - 1], CueKind::and_);
      const Item& next = items_[i + 1];
      const bool judged = is_cue(next, CueKind::be) || is_cue(next, CueKind::not_) ||
                          (next.kind == ItemKind::content && next.observation != nullptr && next.anatomy == nullptr);
      if (begins && judged && is_direction(lexicon_, items_[i])) name_counterpart(i);
    }
  }

  void name_counterpart(std::size_t i) {
    constexpr std::size_t kFar = 12;
    for (std::size_t k = i; k-- > 0 && i - k <= kFar;) {
      const Item& named = items_[k];
      if (!names_place(named) || named.tokens < 2 || named.tokens > kMostNouns) continue;
      std::array<text::WordHash, kMostNouns> words{tokens_[items_[i].first_token].word};
      for (std::size_t w = 1; w < named.tokens; ++w) words[w] = tokens_[named.first_token + w].word;
      for (const Sense& sense : lexicon_.exact({words.data(), named.tokens})) {
        if (sense.section != Section::anatomy) continue;
        items_[i].anatomy = &sense;
        items_[i].observation = nullptr;  // "lower"
      }
      return;
    }
  }

  // "The lens is subluxed"
  void name_predicates() {
    for (std::size_t verb = 1; verb + 1 < items_.size(); ++verb) {
      if (!is_cue(items_[verb], CueKind::be)) continue;
      const std::size_t subject = subject_of(verb);
      if (subject == verb || is_one_of_several(subject)) continue;
      const std::size_t predicate = predicate_of(verb);
      if (predicate < items_.size()) name(predicate, subject, Order::said_first);
    }
  }

  // "The uptake in the left kidney is reduced": reduced uptake there, and no uptake that has become less.
  void name_values() {
    for (std::size_t verb = 1; verb + 1 < items_.size(); ++verb) {
      if (!is_cue(items_[verb], CueKind::be)) continue;
      const std::size_t noun = valued_by(verb);
      if (noun == verb) continue;
      const std::size_t value = predicate_of(verb);
      if (value >= items_.size() || !is_value(items_[value]) || is_compared(value + 1)) continue;
      if (name_value(noun, value)) pass_over(items_[value]);
    }
  }

  // "reduced", "normal", "absent", but not "stented"
  bool is_value(const Item& item) const {
    return item.observation != nullptr && !is_device(lexicon_, item) &&
           !is_operation(lexicon_, item.observation->concept_id);
  }

  // The noun of which a value is told, before the places behind it: "uptake", "flow", "enhancement".
  std::size_t valued_by(std::size_t verb) const {
    constexpr std::size_t kFar = 8;
    std::size_t k = verb;
    while (k > 0 && verb - k < kFar &&
           (names_place(items_[k - 1]) || says_which(items_[k - 1]) || is_cue(items_[k - 1], CueKind::of) ||
            is_cue(items_[k - 1], CueKind::in)))
      --k;
    if (k == 0) return verb;
    const Item& noun = items_[k - 1];
    if (noun.kind != ItemKind::content || noun.adjective || noun.plural || noun.tokens == 0) return verb;
    if (noun.anatomy != nullptr)  // "vascularity", which is the lung's without a place
      return noun.observation == nullptr && noun.tokens == 1 && is_piece(noun) && k < verb && !in_lung(k, verb) ? k - 1
                                                                                                                : verb;
    if (noun.observation == nullptr) return verb;
    const lexicon::Concept& what = lexicon_[noun.observation->concept_id];
    const bool valued = what.about != lexicon::kNone &&
                        (what.direction != 0 || !is_lesion(lexicon_, noun.observation->concept_id)) &&
                        !lexicon_.contains(lexicon_.known().injury, noun.observation->concept_id);
    return valued ? k - 1 : verb;
  }

  // "… is reduced compared to the prior": a change
  bool is_compared(std::size_t k) const {
    constexpr std::size_t kFar = 4;
    for (const std::size_t end = std::min(items_.size(), k + kFar); k < end; ++k) {
      if (is_cue(items_[k], CueKind::prior) || is_cue(items_[k], CueKind::than)) return true;
    }
    return false;
  }

  bool is_piece(const Item& item) const { return lexicon_[item.anatomy->concept_id].has(lexicon::Concept::part); }

  bool in_lung(std::size_t first, std::size_t end) const {
    return std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(first),
                       items_.begin() + static_cast<std::ptrdiff_t>(end), [&](const Item& item) {
                         return item.anatomy != nullptr &&
                                lexicon_.contains(lexicon_.known().lung, item.anatomy->concept_id);
                       });
  }

  bool name_value(std::size_t noun, std::size_t value) {
    Item& valued = items_[noun];
    const std::array<text::WordHash, 2> words{tokens_[items_[value].first_token].word,
                                              tokens_[valued.first_token + valued.tokens - 1].word};
    for (const Sense& s : lexicon_.exact(words)) {
      if (s.section != Section::observation || s.site != lexicon::kNone) continue;
      if (valued.tokens > 1 && !is_same_alone(valued)) continue;
      valued.observation = &s;
      valued.anatomy = valued.attribute = valued.modifier = nullptr;
      return true;
    }
    return false;
  }

  // "FDG uptake" says what "uptake" says.
  bool is_same_alone(const Item& noun) const {
    const auto alone = lexicon_.exact({&tokens_[noun.first_token + noun.tokens - 1].word, 1});
    return std::any_of(alone.begin(), alone.end(), [&](const Sense& s) {
      return s.section == Section::observation && s.concept_id == noun.observation->concept_id;
    });
  }

  // "replacement of the left elbow"
  void name_things_of_places() {
    for (std::size_t of = 1; of + 1 < items_.size(); ++of) {
      if (!is_cue(items_[of], CueKind::of)) continue;
      std::size_t place = of + 1;
      while (place + 1 < items_.size() && says_which(items_[place])) ++place;
      const Item& thing = items_[of - 1];
      const bool word = (thing.kind == ItemKind::content || thing.kind == ItemKind::unknown) && thing.tokens == 1 &&
                        !names_place(thing) && !thing.negated_prefix;
      if (word && names_place(items_[place]) && items_[place].tokens <= kMostNouns)
        name(of - 1, place, Order::place_first);
    }
  }

  // In which order the lexicon has the two: "subluxed lens", "elbow replacement".
  enum class Order : std::uint8_t { said_first, place_first };

  // A place, or a noun that the lexicon knows together with its adjective only. A thing that was found keeps its name,
  // and what is said of it is a detail; of an attribute a value is told.
  bool may_be_subject(const Item& item) const {
    // "diffusion is restricted"
    const bool sequence =
        item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::sequence);
    return (item.kind == ItemKind::content || item.kind == ItemKind::unknown) && (!item.only_modifier() || sequence) &&
           item.observation == nullptr && item.attribute == nullptr && item.tokens > 0 && item.tokens <= kMostNouns &&
           !item.adjective;
  }

  static bool says_which(const Item& item) {
    return says_nothing(item) || names_side(item) || item.kind == ItemKind::level;
  }

  // "the body of the lateral meniscus is": the body. `verb` if it is no such noun.
  std::size_t subject_of(std::size_t verb) const {
    for (std::size_t noun = verb; noun > 0;) {
      if (!may_be_subject(items_[--noun])) return verb;
      std::size_t before = noun;
      while (before > 0 && says_which(items_[before - 1])) --before;
      const bool of_another =
          before > 0 && (is_cue(items_[before - 1], CueKind::of) || is_cue(items_[before - 1], CueKind::in));
      if (!of_another) return noun;
      noun = before - 1;
    }
    return verb;
  }

  // "the sulci and the cisterns are": each is what it is called by itself.
  bool is_one_of_several(std::size_t subject) const {
    const auto joins = [](const Item& item) {
      return is_cue(item, CueKind::and_) || is_cue(item, CueKind::or_) || item.kind == ItemKind::comma;
    };
    std::size_t k = subject;
    while (k > 0 && (says_which(items_[k - 1]) || names_place(items_[k - 1]))) --k;
    return k > 0 && joins(items_[k - 1]);
  }

  // "is not", "appears mildly": the first word behind the verb that says something.
  std::size_t predicate_of(std::size_t verb) const {
    std::size_t k = verb + 1;
    while (k < items_.size() && (is_cue(items_[k], CueKind::filler) || is_cue(items_[k], CueKind::not_) ||
                                 is_cue(items_[k], CueKind::be) || says_how_much(items_[k])))
      ++k;
    const bool word = k < items_.size() && items_[k].tokens == 1 && !items_[k].negated_prefix &&
                      (items_[k].kind == ItemKind::content || items_[k].kind == ItemKind::unknown);
    return word && !names_place(items_[k]) ? k : items_.size();
  }

  bool says_how_much(const Item& item) const {
    return item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::severity);
  }

  void name(std::size_t what, std::size_t where, Order order) {
    std::array<text::WordHash, kMostNouns + 1> words{};
    std::size_t size = 0;
    if (order == Order::said_first) words[size++] = tokens_[items_[what].first_token].word;
    for (std::uint32_t t = 0; t < items_[where].tokens; ++t)
      words[size++] = tokens_[items_[where].first_token + t].word;
    if (order == Order::place_first) words[size++] = tokens_[items_[what].first_token].word;
    for (const Sense& s : lexicon_.exact({words.data(), size})) {
      if (s.section != Section::observation) continue;
      Item& said = items_[what];
      if (said.observation != nullptr && is_named(said.observation->concept_id, items_[where], s.concept_id)) return;
      said.anatomy = said.attribute = said.modifier = nullptr;
      said.observation = &s;
      said.kind = ItemKind::content;
      said.cue = CueKind::none;
      if (items_[where].anatomy == nullptr && !items_[where].only_modifier()) pass_over(items_[where]);
      return;
    }
  }

  // Does the word say as much alone? A kind of what it says alone is more ("torn" of the labrum), another thing is not.
  bool is_named(lexicon::ConceptId said, const Item& subject, lexicon::ConceptId together) const {
    // a lesion or an injury somewhere need not be the one that is called so there
    if (said == together || said == lexicon_.known().absence || said == lexicon_.known().injury ||
        lexicon_[said].has(lexicon::Concept::vague) || !lexicon_.contains(said, together))
      return true;
    if (subject.anatomy == nullptr) return false;
    // "the lung is collapsed" has a name of its own
    return lexicon_.composed_within(said, subject.anatomy->concept_id) != lexicon::kNone;
  }

  static constexpr std::uint32_t kMostNouns = 3;
  static constexpr std::uint32_t kLongestPlace = 4;  // "lateral meniscal anterior horn"

  const Lexicon& lexicon_;
  std::span<const text::Token> tokens_;
  std::vector<Item>& items_;
};

}  // namespace

void settle_spaces(std::vector<Item>& items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    Item& item = items[i];
    if (item.tokens != 1 || item.anatomy == nullptr || item.observation == nullptr) continue;
    const bool ends = i + 1 == items.size() || items[i + 1].kind == ItemKind::comma ||
                      items[i + 1].kind == ItemKind::semicolon || items[i + 1].kind == ItemKind::measure ||
                      is_cue(items[i + 1], CueKind::with) || is_cue(items[i + 1], CueKind::or_);
    if (ends && i > 0 && is_cue(items[i - 1], CueKind::neg)) item.anatomy = nullptr;  // "no septa or nodules"
    if (item.anatomy == nullptr || item.observation->site != item.anatomy->concept_id) continue;
    const bool behind = i > 0 && (is_cue(items[i - 1], CueKind::in) || is_cue(items[i - 1], CueKind::the) ||
                                  is_cue(items[i - 1], CueKind::and_) || is_cue(items[i - 1], CueKind::or_));
    (ends && !behind ? item.anatomy : item.observation) = nullptr;
  }
}

// "Axillae free": as "the axillae are free".
void tell_bare_predicates(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    Item& item = items[i];
    if (item.kind != ItemKind::unknown || item.tokens != 1 || !names_place(items[i - 1])) continue;
    const bool ends = i + 1 == items.size() || joins(items[i + 1]) || items[i + 1].kind == ItemKind::semicolon;
    if (!ends) continue;
    const text::WordHash words[] = {text::hash_word("are"), tokens[item.first_token].word};
    for (const Sense& s : lexicon.exact(words)) {
      if (s.section != Section::observation || !lexicon[s.concept_id].has(lexicon::Concept::normal)) continue;
      item.observation = &s;
      item.kind = ItemKind::content;
      item.adjective = true;
      item.word = 0;
    }
  }
}

void tell_the_back(const Lexicon& lexicon, std::span<const text::Token> tokens, std::vector<Item>& items) {
  static const text::WordHash back = text::hash_word("back");
  for (std::size_t i = 2; i < items.size(); ++i) {
    const bool bare = items[i].tokens == 1 && items[i].anatomy != nullptr && items[i].observation == nullptr &&
                      tokens[items[i].first_token].word == back && is_cue(items[i - 1], CueKind::the) &&
                      (is_cue(items[i - 2], CueKind::of) || is_cue(items[i - 2], CueKind::in));
    if (!bare) continue;
    const bool ends = i + 1 == items.size() || joins(items[i + 1]) || items[i + 1].kind == ItemKind::semicolon;
    const bool alone = std::none_of(
        items.begin(), items.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(i, 12)), names_place);
    if (!ends || !alone) continue;
    const text::WordHash words[] = {back, text::hash_word("region")};
    for (const Sense& s : lexicon.exact(words)) {
      if (s.section == Section::anatomy) items[i].anatomy = &s;
    }
  }
}

void name_compounds(const Lexicon& lexicon, std::span<const text::Token> tokens, const ItemKinds& said,
                    std::vector<Item>& items) {
  Compounds(lexicon, tokens, items).run(said);
}

}  // namespace fiducial::findings
