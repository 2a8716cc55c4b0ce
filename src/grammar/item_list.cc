#include "grammar/item_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include "grammar/both_sides.h"
#include "grammar/colon_list.h"
#include "grammar/comparisons.h"
#include "grammar/compounds.h"
#include "grammar/contrasts.h"
#include "grammar/denied_deeds.h"
#include "grammar/denied_members.h"
#include "grammar/devices_moved.h"
#include "grammar/directions.h"
#include "grammar/earlier_values.h"
#include "grammar/exceptions.h"
#include "grammar/extents.h"
#include "grammar/gapping.h"
#include "grammar/insertions.h"
#include "grammar/item_kinds.h"
#include "grammar/item_measures.h"
#include "grammar/like_before.h"
#include "grammar/listed_things.h"
#include "grammar/measured_places.h"
#include "grammar/measured_sides.h"
#include "grammar/members.h"
#include "grammar/numbered.h"
#include "grammar/respective.h"
#include "grammar/sequences.h"
#include "grammar/uncounted.h"
#include "grammar/veins_of_clot.h"
#include "text/stem.h"

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using text::Token;
using text::TokenKind;

namespace {

class ItemList {
 public:
  ItemList(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, Asked asked,
           std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), out_(items), everything_(asked == Asked::always) {}

  void run() {
    before_completion(kinds());
    after_completion(kinds());
    as_a_whole(kinds());
  }

 private:
  ItemKinds kinds() const { return everything_ ? ItemKinds::all() : ItemKinds(lexicon_, out_); }

  // What the words say as they stand.
  void before_completion(const ItemKinds& said) {
    if (said.place_or_thing()) settle_spaces(out_);
    drop_counts_of_nothing(lexicon_, text_, tokens_, said, out_);
    if (said.any(CueKind::not_, CueKind::neg)) join_denied_members(lexicon_, tokens_, said, out_);
    tell_comparisons(lexicon_, said, out_);
    tell_contrasts(lexicon_, said, out_);
    tell_exceptions(lexicon_, said, out_);
    tell_insertions(lexicon_, said, out_);
    if (said.device() || said.side()) tell_moved_devices(lexicon_, said, text_, out_);
    if (said.any(CueKind::negpost, ItemKind::open) || said.detail() || said.size())
      tell_earlier_values(lexicon_, text_, said, out_);
    tell_listed_things(lexicon_, said, out_);
    if (said.has(CueKind::technique)) earlier_images();
    if (said.device() && said.row(lexicon_.known().since)) what_was_done_since();
    if (said.place()) tell_what_surrounds(lexicon_, out_);
    if (said.thing_or_attribute()) areas_around();
    if (said.has(CueKind::of)) bodies_of_organs();
    if (said.has(ItemKind::measure)) settle_shares(lexicon_, text_, tokens_, out_);
    tell_sequences(lexicon_, text_, tokens_, said, out_);
    if (said.thing()) free_of_it();
    settle_both_sides(lexicon_, said, out_);
    if (said.has(CueKind::both)) both_and();
    if (said.has(CueKind::be) && said.side()) side_of_subject();
    if (said.has(CueKind::rest)) other_of_a_pair();
    if (said.has(CueKind::be) && said.side()) other_one();
    if (said.side() || said.has(ItemKind::ordinal)) name_like_before(lexicon_, text_, tokens_, out_);
    if (said.has(ItemKind::slash)) join_sequences();
    if (said.joint() || said.has(CueKind::negend)) repeat_shared_nouns();
  }

  // What they share with their neighbours.
  void after_completion(const ItemKinds& said) {
    find_verbs();
    if (said.thing() && said.place()) name_veins_of_clot(lexicon_, tokens_, out_);
    spell_out_numbers(lexicon_, text_, tokens_, said, out_);
    const bool numbers = said.detail() || said.any(ItemKind::level, ItemKind::ordinal);
    if (said.joint() || numbers) resolve_ellipsis();
    if (said.joint() || numbers) repeat_first_words();
    if (said.place() || numbers) slips_on();
    if (said.has(ItemKind::level)) parts_of_vertebrae();
    if (said.has(CueKind::the) && said.place()) tell_the_back(lexicon_, tokens_, out_);
    if (said.thing() && said.any(CueKind::in, CueKind::of, CueKind::with, CueKind::near))
      settle_extents(lexicon_, text_, out_);
    if (said.has(CueKind::be)) complete_predicates();
    if (said.has(CueKind::and_)) tell_denied_members(lexicon_, tokens_, out_);
    if (said.has(ItemKind::unknown) && said.place()) tell_bare_predicates(lexicon_, tokens_, out_);
    name_compounds(lexicon_, tokens_, said, out_);
    name_members(lexicon_, out_);
  }

  void as_a_whole(const ItemKinds& said) {
    if (said.thing() && (said.any(CueKind::neg, CueKind::not_, CueKind::negend) || said.detail()))
      settle_denied_deeds(lexicon_, out_);
    if (said.any(CueKind::near, CueKind::largest) || said.has(ItemKind::measure))
      settle_sizes(lexicon_, text_, tokens_, out_);
    if (said.has(ItemKind::ordinal)) number_ribs(lexicon_, out_);
    if (said.any(CueKind::seen, CueKind::include)) pass_over_visualized();
    if (said.side()) tell_directions(lexicon_, text_, out_);
    if (said.has(CueKind::which)) say_as_well();
    if (said.has(CueKind::respectively)) tell_respectively(lexicon_, text_, out_);
    fill_gaps(lexicon_, said, out_);
    if (said.has(ItemKind::measure) && (said.side() || said.place())) tell_measured_sides(out_);
    if (said.size() && said.has(CueKind::show)) tell_measured_places(out_);
    if (said.size() && (said.has(CueKind::with) || said.has(ItemKind::comma))) tell_measured_beside(lexicon_, out_);
    if (said.has(ItemKind::colon)) tell_behind_colon(lexicon_, out_);
  }

  // "New since the previous film": the film is old, and not the finding.
  void earlier_images() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      if (is_cue(out_[i + 1], CueKind::technique) && out_[i].only_modifier() &&
          lexicon_[out_[i].modifier->concept_id].is(lexicon::ModifierKind::onset))
        pass_over(out_[i]);
    }
  }

  // "The infected kidney is the right one": the right infected kidney.
  void side_of_subject() {
    for (std::size_t be = 2; be + 2 < out_.size(); ++be) {
      if (!is_cue(out_[be], CueKind::be) || !is_cue(out_[0], CueKind::the)) continue;
      const std::size_t side = be + (is_cue(out_[be + 1], CueKind::the) ? 2 : 1);
      if (side + 1 >= out_.size() || !names_one_side(out_[side])) continue;
      const bool one = out_[side + 1].cue == CueKind::one || out_[side + 1].only_modifier();
      const bool ends = side + 2 >= out_.size() || out_[side + 2].kind == ItemKind::semicolon;
      if (!one || !ends) continue;
      const Item named = out_[side];
      out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(be), out_.begin() + static_cast<std::ptrdiff_t>(side) + 2);
      out_.insert(out_.begin() + 1, named);
      return;
    }
  }

  // "The sternum, scapulae and visualized clavicles are intact", "… or included ribs": how much of a place is in the
  // image.
  void pass_over_visualized() {
    for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
      const Item& before = out_[i - 1];
      std::size_t place = i + 1;
      while (place + 1 < out_.size() && names_one_side(out_[place])) ++place;
      const bool shown = is_cue(out_[i], CueKind::seen) || is_cue(out_[i], CueKind::include);
      const bool joined = is_cue(before, CueKind::and_) || is_cue(before, CueKind::or_);
      if (shown && joined && out_[i].tokens == 1 && !out_[i].participle && names_place(out_[place])) pass_over(out_[i]);
    }
  }

  // "The heart is normal, as are the bones and soft tissues": the bones and soft tissues are normal.
  void say_as_well() {
    for (std::size_t i = 2; i + 2 < out_.size(); ++i) {
      if (!is_cue(out_[i], CueKind::which) || !is_cue(out_[i + 1], CueKind::be)) continue;
      const std::size_t value = out_[i - 1].kind == ItemKind::comma ? i - 2 : i - 1;
      const Item said = out_[value];
      if (said.observation == nullptr || said.anatomy != nullptr || said.kind != ItemKind::content) continue;
      bool place = false;
      const bool places =
          std::all_of(out_.begin() + static_cast<std::ptrdiff_t>(i) + 2, out_.end(), [&](const Item& item) {
            const bool here = item.anatomy != nullptr && item.observation == nullptr;
            place |= here;
            return here || joins(item) || names_one_side(item) || is_cue(item, CueKind::the) ||
                   is_cue(item, CueKind::both);
          });
      if (!places || !place) continue;
      const Item verb = out_[i + 1];
      out_[i].kind = ItemKind::semicolon;
      pass_over(out_[i + 1]);
      out_.push_back(verb);
      out_.push_back(said);
      return;
    }
  }

  // "The body of the left lateral ventricle", where the lexicon has no such piece: the ventricle, and not the patient.
  void bodies_of_organs() {
    for (std::size_t i = 0; i + 2 < out_.size(); ++i) {
      if (out_[i].anatomy == nullptr || out_[i].tokens != 1 || !is_cue(out_[i + 1], CueKind::of) ||
          lexicon_[out_[i].anatomy->concept_id].has(lexicon::Concept::part) ||
          !lexicon_.ancestors(out_[i].anatomy->concept_id).empty())
        continue;
      std::size_t k = i + 2;
      while (k < out_.size() && (is_cue(out_[k], CueKind::the) || is_cue(out_[k], CueKind::left) ||
                                 is_cue(out_[k], CueKind::right) || is_cue(out_[k], CueKind::both)))
        ++k;
      if (k >= out_.size() || out_[k].anatomy == nullptr || out_[k].observation != nullptr ||
          lexicon_.composed(out_[i].anatomy->concept_id, out_[k].anatomy->concept_id) != lexicon::kNone)
        continue;
      pass_over(out_[i]);
      pass_over(out_[i + 1]);
    }
  }

  // "Hydrocephalus has improved since the shunt was placed": the shunt is not what has improved.
  void what_was_done_since() {
    constexpr std::size_t kMostWords = 9;  // "since the left chest tube was put in place"
    for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
      if (!is_row(out_[i], lexicon_.known().since)) continue;
      const std::size_t last = std::min(out_.size(), i + kMostWords);
      bool done = false;
      std::size_t end = i + 1;
      for (; end < last && out_[end].kind != ItemKind::comma && out_[end].kind != ItemKind::semicolon; ++end)
        done |= is_device(lexicon_, out_[end]);
      if (!done || (end == last && last < out_.size())) continue;
      for (std::size_t k = i; k < end; ++k) pass_over(out_[k]);
    }
  }

  // "Lucency of 3 mm around the left hip stem": an area, and not how lucent something is.
  void areas_around() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      if (out_[i].observation == nullptr || out_[i].attribute == nullptr) continue;
      const bool measured = i + 3 < out_.size() && is_cue(out_[i + 1], CueKind::of) && is_size(out_[i + 2]);
      if (is_cue(out_[measured ? i + 3 : i + 1], CueKind::near)) out_[i].attribute = nullptr;
    }
  }

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  // "Pulmonary embolism negative": there is none.
  bool is_negative(std::size_t i) const {
    const Item& value = out_[i];
    if (value.observation == nullptr || value.tokens != 1 || value.observation->concept_id != lexicon_.known().normal ||
        !is_word(value.first_token, "negative"))
      return false;
    const lexicon::Concept& c = lexicon_[out_[i - 1].observation->concept_id];
    return !c.has(lexicon::Concept::normal) && !c.has(lexicon::Concept::device) && out_[i - 1].attribute == nullptr &&
           (i + 1 == out_.size() || joins(out_[i + 1]) || out_[i + 1].kind == ItemKind::semicolon);
  }

  // "A stone-free gallbladder": there is none in it.
  void free_of_it() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      const Item& next = out_[i + 1];
      if (out_[i].observation == nullptr || next.tokens != 1) continue;
      const bool negative = is_negative(i + 1);
      if (!negative && !is_word(next.first_token, "free")) continue;
      const bool hyphen = next.begin == out_[i].end + 1 && text_[out_[i].end] == '-';
      const bool last = i + 2 == out_.size() || out_[i + 2].kind == ItemKind::comma;  // "right kidney stone free."
      if (!hyphen && !last && !negative) continue;
      out_[i].negated_prefix = !out_[i].negated_prefix;
      out_[i].end = next.end;
      pass_over(out_[i + 1]);
    }
  }

  // "The other lung is clear": the one of the other side.
  void other_of_a_pair() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      const Item& organ = out_[i + 1];
      const std::uint32_t last = out_[i].first_token + out_[i].tokens - 1;
      if (organ.anatomy == nullptr || organ.observation != nullptr || organ.plural || organ.adjective ||
          !lexicon_[organ.anatomy->concept_id].has(lexicon::Concept::paired) || !is_cue(out_[i], CueKind::rest) ||
          out_[i].tokens != 2 || !is_word(last, "other"))
        continue;
      out_[i].cue = CueKind::other_side;
    }
  }

  // "The left ovary contains a cyst while the right one is normal": the right ovary, and not the cyst.
  void other_one() {
    for (std::size_t i = 3; i + 1 < out_.size(); ++i) {
      const bool one = out_[i].cue == CueKind::one || (out_[i].only_modifier() && out_[i].tokens == 1);
      if (!one || !names_one_side(out_[i - 1]) || !is_cue(out_[i + 1], CueKind::be)) continue;
      const std::size_t first = is_cue(out_[0], CueKind::the) ? 1 : 0;  // the subject of the sentence
      const Item& organ = out_[first + 1];
      if (!names_one_side(out_[first]) || out_[first].cue == out_[i - 1].cue || organ.anatomy == nullptr ||
          organ.observation != nullptr || !lexicon_[organ.anatomy->concept_id].has(lexicon::Concept::paired))
        continue;
      if (out_[i].cue != CueKind::one && !lexicon_[out_[i].modifier->concept_id].is(lexicon::ModifierKind::number))
        continue;
      const Item here = out_[i];
      out_[i] = organ;
      out_[i].begin = here.begin;
      out_[i].end = here.end;
    }
  }

  // "Both the common bile duct and the pancreatic duct": the one and the other, not the two sides.
  void both_and() {
    const auto article = [&](std::size_t i) {
      return i < out_.size() && (is_cue(out_[i], CueKind::the) || is_cue(out_[i], CueKind::filler));
    };
    const auto one_place = [&](std::size_t i) {
      return i < out_.size() && out_[i].kind == ItemKind::content && out_[i].anatomy != nullptr &&
             out_[i].observation == nullptr && !out_[i].plural && !out_[i].adjective;
    };
    // "both fat and calcium", "both acute and chronic infarcts"
    const auto one_thing = [&](std::size_t i) {
      return i < out_.size() && out_[i].kind == ItemKind::content && out_[i].anatomy == nullptr && !out_[i].plural;
    };
    for (std::size_t i = 0; i + 3 < out_.size(); ++i) {
      if (!is_cue(out_[i], CueKind::both)) continue;
      const bool bilateral = lexicon_[out_[i].cue_concept].direction <= 0;
      std::size_t at = i + 1;
      // "both a cyst in the liver and a stone in the kidney"
      const bool one = is_word(out_[at].first_token, "a") || is_word(out_[at].first_token, "an");
      if (one && !bilateral) out_[i].cue = CueKind::filler;
      while (article(at)) ++at;
      // "both small dense and larger cystic lesions"
      for (int more = 0; more < 3 && one_thing(at) && one_thing(at + 1); ++more) ++at;
      if (at + 1 >= out_.size() || !is_cue(out_[at + 1], CueKind::and_)) continue;
      const bool direction = is_direction(out_[at]);  // "both the medial and the lateral meniscus"
      const bool place = one_place(at);
      if (!direction && !place && (bilateral || !one_thing(at))) continue;
      at += 2;
      while (article(at)) ++at;
      const bool second = direction && at < out_.size() && out_[at].anatomy != nullptr && !out_[at].plural;
      if (second || (place ? one_place(at) : !bilateral && one_thing(at))) out_[i].cue = CueKind::filler;
    }
  }

  // "T2/FLAIR hyperintense": both sequences, and no pause between them
  void join_sequences() {
    const auto sequence = [&](const Item& item) {
      return item.only_modifier() && lexicon_[item.modifier->concept_id].is(lexicon::ModifierKind::sequence);
    };
    const auto thing = [](const Item& item) { return item.observation != nullptr && item.kind == ItemKind::content; };
    for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
      if (out_[i].kind != ItemKind::slash) continue;
      if (sequence(out_[i - 1]) && sequence(out_[i + 1])) {
        out_[i].kind = ItemKind::cue;
        out_[i].cue = CueKind::filler;
      } else if (thing(out_[i - 1]) && thing(out_[i + 1])) {  // "left basal collapse/consolidation"
        out_[i].kind = ItemKind::cue;
        out_[i].cue = CueKind::and_;
      }
    }
  }

  // A side, a level or a place: what tells two of one kind apart.
  bool tells_apart(std::size_t i) const {
    return i < out_.size() &&
           (out_[i].cue == CueKind::left || out_[i].cue == CueKind::right || out_[i].kind == ItemKind::level ||
            (out_[i].kind == ItemKind::content && out_[i].anatomy != nullptr && out_[i].observation == nullptr));
  }

  // "A large right and a small left effusion", with the "and" at `joint`: two details, each with its side or place, and
  // the items that both share.
  struct SharedNoun {
    std::size_t first = 0, joint = 0, second = 0;  // where the sides or places begin, and the "and" between them
    std::size_t detail = 0;                        // the detail of the second
    std::size_t noun = 0, end = 0;                 // what is said of both; none: there is no such thing
  };

  // "Large", "5 mm"
  static bool is_detail(const Item& item) { return item.only_modifier() || is_size(item); }

  SharedNoun shared_noun(std::size_t joint) const {
    const CueKind cue = out_[joint].cue;
    const bool comma = out_[joint].kind == ItemKind::comma;  // "large right, small left effusion"
    const bool word = out_[joint].kind == ItemKind::cue && (cue == CueKind::and_ || cue == CueKind::negend);
    if (joint < 2 || (!word && !comma)) return {};
    SharedNoun s;
    s.joint = s.first = joint;
    while (s.first > 0 && tells_apart(s.first - 1)) --s.first;
    if (s.first == joint || s.first == 0 || !is_detail(out_[s.first - 1])) return {};
    std::size_t detail = joint + 1;
    while (detail < out_.size() && is_cue(out_[detail], CueKind::filler)) ++detail;
    if (detail + 1 >= out_.size() || !is_detail(out_[detail])) return {};
    if (is_size(out_[detail]) != is_size(out_[s.first - 1])) return {};
    s.detail = detail;
    s.second = s.noun = detail + 1;
    // "moderate canal and mild bilateral foraminal stenosis"
    std::size_t form = s.second;
    while (names_place(out_[joint - 1]) && form + 1 < out_.size() && names_side(out_[form])) ++form;
    if (!comma && names_thing_and_place(out_[form])) {
      s.second = s.noun = form;
      s.end = s.noun + 1;
      return s;
    }
    if (!tells_apart(s.second)) return {};
    while (tells_apart(s.noun)) ++s.noun;
    const bool sides = s.first + 1 == joint && s.second + 1 == s.noun && names_one_side(out_[s.first]);
    if ((sides && out_[s.first].cue == out_[s.second].cue) || (comma && !sides)) return {};
    bool said = false;
    for (s.end = s.noun; s.end < out_.size() && out_[s.end].kind == ItemKind::content; ++s.end)
      said |= out_[s.end].observation != nullptr;
    return said ? s : SharedNoun{};
  }

  // "Pulmonary metastases", "lateral joint space narrowing": one form of several words.
  bool names_thing_and_place(const Item& item) const {
    return item.kind == ItemKind::content && item.observation != nullptr && item.tokens > 1 &&
           item.observation->site != lexicon::kNone;
  }

  // "Larger hepatic but smaller pulmonary metastases": hepatic metastases, by the last word of the form.
  void complete_first_thing(const SharedNoun& s, std::vector<Item>& repeated) {
    ItemWords mine = words_of(s.joint - 1);
    if (complete(s.joint - 1, s.noun, mine, words_of(s.noun))) {
      repeated.back() = out_[s.joint - 1];
      return;
    }
    const Item& form = out_[s.noun];
    const auto senses = lexicon_.exact({&tokens_[form.first_token + form.tokens - 1].word, 1});
    Item thing = form;
    thing.anatomy = thing.observation = thing.modifier = nullptr;
    take_senses(lexicon_, senses, thing);
    if (thing.observation != nullptr) repeated.push_back(thing);
  }

  // "Severe medial and mild lateral compartment arthritis": the medial compartment.
  void complete_first_place(const SharedNoun& s) {
    Item& here = out_[s.joint - 1];
    const Item& there = out_[s.noun - 1];
    if (here.kind != ItemKind::content || there.kind != ItemKind::content || here.tokens != 1 || there.tokens < 2)
      return;
    ItemWords mine = words_of(s.joint - 1);
    complete(s.joint - 1, s.noun - 1, mine, words_of(s.noun - 1));
  }

  // "a large right and a small left effusion": a large right effusion and a small left effusion
  void repeat_shared_nouns() {
    std::vector<Item> repeated;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      const SharedNoun s = shared_noun(i);
      if (s.noun < s.end) {
        if (repeated.empty()) repeated.assign(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(i));
        for (const std::size_t detail : {s.first - 1, s.detail}) {  // "larger … and smaller …": they have changed
          if (out_[detail].modifier != nullptr)
            out_[detail].participle |= lexicon_[out_[detail].modifier->concept_id].going != lexicon::kNone;
        }
        repeated[repeated.size() - 1 - (i - s.first)] = out_[s.first - 1];
        if (s.noun == s.second) {
          complete_first_thing(s, repeated);
        } else {
          complete_first_place(s);
          repeated.back() = out_[i - 1];
          // "5 mm left and 7 mm right clavicular fractures": of both clavicles
          const bool side = s.first + 1 == s.joint && names_one_side(out_[s.first]);
          for (std::size_t k = side ? s.second : s.noun; k < s.end; ++k) {
            if (k >= s.noun || names_place(out_[k])) repeated.push_back(out_[k]);
          }
        }
      }
      if (!repeated.empty()) repeated.push_back(out_[i]);
    }
    if (!repeated.empty()) out_.swap(repeated);
  }

  // The words of an item; a completed one ("upper" in "upper and lower lobes") has its neighbour's too.
  struct ItemWords {
    std::array<text::WordHash, 8> hashes{};
    std::size_t size = 0;
  };

  ItemWords words_of(std::size_t i) const {
    ItemWords w;
    for (std::uint32_t k = 0; k < out_[i].tokens; ++k) {
      const text::WordHash hash = tokens_[out_[i].first_token + k].word;
      if (hash != 0 && w.size < w.hashes.size()) w.hashes[w.size++] = hash;
    }
    return w;
  }

  // "upper and lower lobes": "upper" takes the rest of its neighbour's words, if that makes a place of the lexicon.
  // From the right, so that in "upper, middle and lower lobes" each sees what its neighbour became.
  void resolve_ellipsis() {
    std::size_t neighbour = out_.size();  // the nearest content item on the right, over a conjunction
    ItemWords right, told;
    std::size_t completed = out_.size();  // the last item that was, and with which words
    for (std::size_t i = out_.size(); i-- > 0;) {
      Item& here = out_[i];
      if (joins(here)) {
        std::size_t next = i + 1;
        // "the right middle and the left lower lobe", "the medial and the lateral meniscus"
        const bool direction = i > 0 && is_direction(out_[i - 1]);
        while (next < out_.size() && (names_one_side(out_[next]) || (direction && is_cue(out_[next], CueKind::the))))
          ++next;
        if (next + 1 < out_.size() && is_direction(out_[next]) && out_[next + 1].kind == ItemKind::content) ++next;
        if (next < out_.size() && (out_[next].kind == ItemKind::content || out_[next].kind == ItemKind::unknown)) {
          if (neighbour != next) {
            neighbour = next;
            right = next == completed ? told : words_of(next);
          }
        } else if (!(i + 1 < out_.size() && joins(out_[i + 1]))) {
          neighbour = out_.size();
        }
        continue;
      }
      const bool word = here.kind == ItemKind::content || here.kind == ItemKind::unknown ||
                        (here.kind == ItemKind::ordinal && here.tokens == 1);  // "the 3rd and 4th metatarsals"
      if (word && neighbour < out_.size() && here.tokens <= 2 && right.size >= 2 && i + 1 < out_.size() &&
          joins(out_[i + 1]) && (here.observation == nullptr || here.anatomy != nullptr || is_value_word(here)) &&
          !clause_begins_behind(i) && !told_alone(i, neighbour)) {
        ItemWords mine = words_of(i);
        if (complete(i, neighbour, mine, right)) {
          right = told = mine;
          neighbour = completed = i;
          continue;
        }
      }
      neighbour = out_.size();
    }
  }

  // "Cirrhosis of the liver, portal vein patent": no hepatic vein.
  bool told_alone(std::size_t i, std::size_t next) const {
    if (out_[i + 1].kind != ItemKind::comma || !names_place(out_[i]) || out_[i].adjective || !names_place(out_[next]) ||
        next + 1 >= out_.size() || lexicon_[out_[i].anatomy->concept_id].has(lexicon::Concept::part))
      return false;
    const Item& judged = out_[next + 1];
    return judged.kind == ItemKind::content && judged.observation != nullptr && judged.anatomy == nullptr &&
           (next + 2 == out_.size() || out_[next + 2].kind == ItemKind::comma ||
            out_[next + 2].kind == ItemKind::semicolon);
  }

  // "central" in "central and lobar arteries": not yet that something is central
  bool is_value_word(const Item& item) const {
    return item.adjective && item.tokens == 1 && lexicon_[item.observation->concept_id].about != lexicon::kNone;
  }

  // "levels IV and V", "segments 7 and 8": what comes behind is one more of the same kind, if that makes a place.
  void repeat_first_words() {
    ItemWords left;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      Item& item = out_[i];
      const bool bare = item.tokens == 1 &&
                        (item.kind == ItemKind::unknown || item.kind == ItemKind::ordinal || item.only_modifier());
      if (bare && left.size >= 2 && i > 0 && joins(out_[i - 1])) {
        left.hashes[left.size - 1] = tokens_[item.first_token].word;  // "at levels II, III"
        auto senses = lexicon_.exact({left.hashes.data(), left.size});
        if (!senses.empty() && left.size == 3 && out_[i - 1].kind == ItemKind::slash) {
          out_[i - 1].kind = ItemKind::cue;  // "liver segment V/VI": two places
          out_[i - 1].cue = CueKind::and_;
        }
        if (senses.empty() && left.size == 3) {  // "stations 4 R, 7"
          left.size = 2;
          left.hashes[1] = tokens_[item.first_token].word;
          senses = lexicon_.exact({left.hashes.data(), left.size});
        }
        if (std::any_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::anatomy; })) {
          item.modifier = nullptr;
          item.word = 0;
          take_senses(lexicon_, senses, item);
          continue;
        }
      }
      if (joins(item) && i > 0 && left.size != 0) continue;
      left = item.kind == ItemKind::content && item.anatomy != nullptr ? words_of(i) : ItemWords{};
    }
  }

  // "The C1 arch": of the vertebra, and not of the aorta.
  void parts_of_vertebrae() {
    const lexicon::ConceptId spine = lexicon_.known().spine;
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      Item& place = out_[i + 1];
      if (out_[i].kind != ItemKind::level || !names_place(place) || place.tokens != 1 ||
          lexicon_.contains(spine, place.anatomy->concept_id) ||
          lexicon_[place.anatomy->concept_id].has(lexicon::Concept::part))
        continue;
      static const text::WordHash vertebral = text::hash_word(text::stem("vertebral"));
      const text::WordHash words[] = {vertebral, tokens_[place.first_token].word};
      for (const Sense& sense : lexicon_.exact(words)) {
        if (sense.section == Section::anatomy && lexicon_.contains(spine, sense.concept_id)) place.anatomy = &sense;
      }
    }
  }

  // "L4 is slipped forward on L5": between the two; "a fracture of L1 with retrolisthesis on L2" slips there alone.
  void slips_on() {
    const auto vertebra = [](const Item& item) {
      return item.kind == ItemKind::level && item.level_from == item.level_to && !item.level_pair;
    };
    for (std::size_t first = 0; first < out_.size(); ++first) {
      if (!vertebra(out_[first])) continue;
      bool seen = false;
      bool besides = false;
      std::size_t k = first + 1;
      for (; k + 1 < out_.size() && !vertebra(out_[k]) && !joins(out_[k]); ++k) {
        besides |= is_cue(out_[k], CueKind::with);
        seen |= out_[k].observation != nullptr && out_[k].anatomy == nullptr;
        if (!seen || !is_word(out_[k].first_token, "on") || !vertebra(out_[k + 1])) continue;
        if (out_[k + 1].level_from != out_[first].level_from + 1) break;
        if (besides) {
          out_[k + 1].level_from = out_[first].level_from;
          out_[k + 1].level_pair = true;
          break;
        }
        out_[first].level_to = out_[k + 1].level_from;
        out_[first].level_pair = true;
        for (Item* passed : {&out_[k], &out_[k + 1]}) {
          passed->kind = ItemKind::cue;
          passed->cue = CueKind::filler;
        }
      }
    }
  }

  // "The margins are infiltrative": as "infiltrative margins".
  void complete_predicates() {
    for (std::size_t i = 0; i + 2 < out_.size(); ++i) {
      if (out_[i].anatomy == nullptr || out_[i].tokens != 1 || !is_cue(out_[i + 1], CueKind::be)) continue;
      for (std::size_t k = i + 2; k < out_.size() && (joins(out_[k]) || out_[k].kind == ItemKind::content); ++k) {
        if (out_[k].tokens != 1 || out_[k].modifier != nullptr || out_[k].kind != ItemKind::content) continue;
        const text::WordHash both[] = {tokens_[out_[k].first_token].word, tokens_[out_[i].first_token].word};
        for (const Sense& s : lexicon_.exact(both)) {
          if (s.section == Section::modifier) out_[k].modifier = &s;
        }
      }
    }
  }

  // "the common and proximal superficial femoral veins"
  bool is_direction(const Item& item) const {
    return item.observation == nullptr && findings::is_direction(lexicon_, item);
  }

  // "… is seen in the gallbladder, and bile duct dilatation is noted": two clauses, not two dilatations.
  bool clause_begins_behind(std::size_t i) const {
    return i + 2 < out_.size() && out_[i + 1].kind == ItemKind::comma && out_[i + 2].cue == CueKind::and_ &&
           first_verb_ < i && last_verb_ > i + 2;
  }

  void find_verbs() {
    first_verb_ = out_.size();
    last_verb_ = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (out_[i].cue != CueKind::be && out_[i].cue != CueKind::seen) continue;
      first_verb_ = std::min(first_verb_, i);
      last_verb_ = i;
    }
  }

  bool complete(std::size_t i, std::size_t next, ItemWords& mine, const ItemWords& right) {
    for (std::size_t drop = 1; drop < right.size; ++drop) {
      ItemWords joined = mine;
      for (std::size_t k = drop; k < right.size && joined.size < joined.hashes.size(); ++k)
        joined.hashes[joined.size++] = right.hashes[k];
      const auto senses = lexicon_.exact({joined.hashes.data(), joined.size});
      for (const Sense& s : senses) {
        const bool same =
            (s.section == Section::anatomy && out_[next].anatomy != nullptr) ||
            (s.section == Section::observation && out_[next].observation != nullptr && out_[next].anatomy == nullptr);
        if (!same) continue;
        Item& here = out_[i];
        here.anatomy = here.observation = here.attribute = here.modifier = nullptr;
        here.cue = CueKind::none;
        take_senses(lexicon_, senses, here);
        here.completed = true;
        mine = joined;
        return true;
      }
    }
    return false;
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& out_;
  bool everything_;  // ask every rule, whatever is said
  std::size_t first_verb_ = 0, last_verb_ = 0;
};

}  // namespace

void settle_items(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, Asked asked,
                  std::vector<Item>& items) {
  ItemList(lexicon, text, tokens, asked, items).run();
}

}  // namespace fiducial::findings
