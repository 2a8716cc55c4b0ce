#include "grammar/item_measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fiducial::findings {

using lexicon::ConceptId;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::Section;
using lexicon::Sense;
using text::Token;

namespace {

class MeasureList {
 public:
  MeasureList(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), tokens_(tokens), out_(items) {}

  void shares() {
    drop_bounds();
    shares_of_attributes();
    repeat_predicates();
  }

  void sizes() {
    weeks_and_days();
    uptake_then_and_now();
    drop_names_of_size();
    drop_necks();
    sizes_from_to();
    sizes_on_prior();
    sizes_before();
    sizes_of_then();
    shrunk_to();
    was_before();
    find_distances();
    largest_of_several();
    pass_over_amounts();
    place_of_largest();
    diameter_of_largest();
  }

 private:
  bool has_neck(const Item& item) const {
    if (item.observation == nullptr) return false;
    const ConceptId seen = item.observation->concept_id;
    for (const ConceptId kind : {lexicon_.known().aneurysm, lexicon_.known().hernia}) {
      if (seen == kind || lexicon_.contains(kind, seen)) return true;
    }
    return false;
  }

  // "An aneurysm with a 3 mm neck", "hernia, neck 12 mm": not the patient's neck, and not how large it is.
  void drop_necks() {
    for (std::size_t i = 1; i < out_.size(); ++i) {
      if (!names_place(out_[i]) || out_[i].anatomy->concept_id != lexicon_.known().neck) continue;
      if (std::none_of(out_.begin(), out_.end(), [&](const Item& item) { return has_neck(item); })) return;
      std::size_t behind = i + 1;
      while (behind < out_.size() &&
             (says_nothing(out_[behind]) || is_cue(out_[behind], CueKind::be) || is_cue(out_[behind], CueKind::of)))
        ++behind;
      if (is_size(out_[i - 1])) {
        pass_over(out_[i - 1]);
      } else if (behind < out_.size() && is_size(out_[behind])) {
        pass_over(out_[behind]);
      } else {
        continue;
      }
      pass_over(out_[i]);
    }
  }

  bool is_word(std::size_t i, std::string_view w) const { return text::is_word(text_, tokens_[i], w); }

  static bool is_share(const Item& item) {
    return item.kind == ItemKind::measure && item.size_count == 0 && item.quantity.unit == Unit::percent;
  }

  // "Lost under 10% of its height": how much at most, and not beneath what.
  void drop_bounds() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      if (is_cue(out_[i], CueKind::under) && is_share(out_[i + 1])) pass_over(out_[i]);
    }
  }

  // "L1 has lost 40% of its height": as "lost height", and how much of it.
  void shares_of_attributes() {
    for (std::size_t i = 0; i + 3 < out_.size(); ++i) {
      if (out_[i].observation == nullptr || out_[i].tokens != 1) continue;
      std::array<text::WordHash, 3> words{tokens_[out_[i].first_token].word};
      std::size_t n = 1, k = i + 1;
      if (is_cue(out_[k], CueKind::of)) words[n++] = tokens_[out_[k++].first_token].word;  // "loss of 40% of …"
      while (k < out_.size() && is_cue(out_[k], CueKind::filler)) ++k;
      if (k + 2 >= out_.size() || !is_share(out_[k]) || !is_cue(out_[k + 1], CueKind::of)) continue;
      const std::size_t share = k;
      k += 2;
      while (k < out_.size() && (is_cue(out_[k], CueKind::it) || is_cue(out_[k], CueKind::the))) ++k;
      if (k >= out_.size() || out_[k].attribute == nullptr || out_[k].tokens != 1) continue;
      words[n++] = tokens_[out_[k].first_token].word;
      const auto senses = lexicon_.exact(std::span<const text::WordHash>(words).first(n));
      if (std::none_of(senses.begin(), senses.end(), [](const Sense& s) { return s.section == Section::observation; }))
        continue;
      pass_over(out_[i]);
      out_[i].kind = ItemKind::content;
      out_[i].cue = CueKind::none;
      take_senses(lexicon_, senses, out_[i]);
      for (std::size_t at = share + 1; at <= k; ++at) pass_over(out_[at]);
    }
  }

  // Where the verb "is" of what is measured at `measure` stands; none: `measure`.
  std::size_t verb_of_measure(std::size_t measure) const {
    constexpr std::size_t kFarthest = 5;
    bool thing = false;
    for (std::size_t k = measure; k-- > 0 && measure - k <= kFarthest;) {
      if (is_cue(out_[k], CueKind::be)) return thing ? k : measure;
      if (joins(out_[k]) || out_[k].kind == ItemKind::measure) break;
      thing |= out_[k].observation != nullptr;
    }
    return measure;
  }

  // "The iliac artery is narrowed by 30% and the femoral artery by 60%", "the left duct is dilated to 8 mm and the
  // right to 6 mm": what is said of the first is said of the second.
  void repeat_predicates() {
    std::size_t most = 50;  // of a sentence, so that reading stays linear
    for (std::size_t i = 2; i + 3 < out_.size() && most > 0; ++i) {
      if (!joins(out_[i]) || out_[i - 1].kind != ItemKind::measure) continue;
      const std::size_t verb = verb_of_measure(i - 1);
      if (verb + 2 >= i - 1) continue;
      std::size_t k = i + 1;
      bool place = false;
      for (;
           k < out_.size() && (out_[k].anatomy != nullptr || names_one_side(out_[k]) || is_cue(out_[k], CueKind::the));
           ++k) {
        if (out_[k].observation != nullptr) break;
        place |= !is_cue(out_[k], CueKind::the);
      }
      if (!place || k + 1 >= out_.size() || out_[k + 1].kind != ItemKind::measure || out_[k].kind != ItemKind::cue ||
          out_[k].cue_concept != out_[i - 2].cue_concept || out_[i - 2].kind != ItemKind::cue)
        continue;
      const std::vector<Item> said(out_.begin() + static_cast<std::ptrdiff_t>(verb),
                                   out_.begin() + static_cast<std::ptrdiff_t>(i) - 2);
      out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(k), said.begin(), said.end());
      i = k + said.size() + 1;
      --most;
    }
  }

  // "11 mm, from 17 mm", "17 mm versus 30 mm", "(31 mm, was 22 mm)", "shrunk from 24 mm and is 13 mm": what it was
  // then.
  void sizes_before() {
    for (std::size_t i = 1; i < out_.size(); ++i) {
      if (!is_size(out_[i]) || is_cue(out_[i - 1], CueKind::prior)) continue;
      std::size_t last = i - 1;  // the last size before it
      while (last > 0 && (out_[last - 1].kind == ItemKind::comma || out_[last - 1].kind == ItemKind::open ||
                          (out_[last - 1].modifier != nullptr &&
                           lexicon_[out_[last - 1].modifier->concept_id].is(lexicon::ModifierKind::change))))
        --last;
      const bool size_stands_before = last > 0 && is_size(out_[last - 1]);
      const std::size_t word = out_[i - 1].first_token;
      const bool from = is_word(word, "from");
      const bool former = names_former(out_[i - 1]) && size_stands_before;
      const bool then = from || former || is_word(word, "versus") || is_word(word, "vs") ||
                        (last < i - 1 && (is_word(word, "was") || is_word(word, "were")));
      const bool size_follows =
          from && std::any_of(out_.begin() + static_cast<std::ptrdiff_t>(i) + 1, out_.end(), is_size);
      if (!then || !(size_stands_before || size_follows)) continue;
      if (former) pass_over(out_[i - 1]);
      out_[i - 1].kind = ItemKind::cue;
      out_[i - 1].cue = CueKind::prior;
    }
  }

  // "44 mm (prior 41 mm)": the size is an old one, not the thing.
  bool names_former(const Item& item) const {
    if (!item.only_modifier() || item.tokens != 1) return false;
    const ConceptId onset = item.modifier->concept_id;
    return onset == lexicon_.known().onset_chronic || lexicon_.contains(lexicon_.known().onset_chronic, onset);
  }

  bool is_number(std::size_t i) const {
    return i < out_.size() && out_[i].size_count == 0 && out_[i].quantity.unit == Unit::none && out_[i].tokens == 1 &&
           tokens_[out_[i].first_token].kind == text::TokenKind::number;
  }
  double number(std::size_t i) const { return tokens_[out_[i].first_token].value; }
  bool is_unit(std::size_t i, Unit unit) const {
    return i < out_.size() && out_[i].kind == ItemKind::measure && out_[i].quantity.unit == unit;
  }

  // In tenths, as nobody would say more exactly.
  static float with_days(double weeks, double days) {
    constexpr double kDays = 7, kTenths = 10;
    return static_cast<float>(std::round((weeks + days / kDays) * kTenths) / kTenths);
  }

  // "12+1 weeks", "20 weeks 3 days"
  void weeks_and_days() {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (!is_unit(i, Unit::week)) continue;
      Quantity& age = out_[i].quantity;
      const bool plus =
          i > 0 && is_number(i - 1) && out_[i - 1].end + 1 == out_[i].begin && text_[out_[i - 1].end] == '+';
      if (plus) {
        age.value = age.to = with_days(number(i - 1), age.value);
        pass_over(out_[i - 1]);
        continue;
      }
      const std::size_t days = i + 1 < out_.size() && is_cue(out_[i + 1], CueKind::and_) ? i + 2 : i + 1;
      if (!is_number(days) || days + 1 >= out_.size() ||
          !(is_word(out_[days + 1].first_token, "days") || is_word(out_[days + 1].first_token, "day")))
        continue;
      age.value = age.to = with_days(age.value, number(days));
      for (std::size_t n = i + 1; n <= days + 1; ++n) pass_over(out_[n]);
    }
  }

  bool is_uptake(std::size_t i) const {
    return is_unit(i, Unit::grade) && out_[i].quantity.of != lexicon::kNone &&
           text::is_word(text_, tokens_[out_[i].first_token], "suv");
  }

  // "Decreased from SUV 9 to 3", "SUV 9 and now 3", "SUV 3, previously 9": the second number is an SUV too.
  void uptake_then_and_now() {
    for (std::size_t i = 0; i + 2 < out_.size(); ++i) {
      if (!is_uptake(i)) continue;
      const bool to = i > 0 && is_word(out_[i - 1].first_token, "from") && is_word(out_[i + 1].first_token, "to");
      if (to && (is_number(i + 2) || is_uptake(i + 2))) {
        make_uptake(i + 2, out_[i].quantity.of);
        for (const std::size_t then : {i - 1, i, i + 1}) pass_over(out_[then]);
      } else if (is_number(i + 3) && joins(out_[i + 1])) {
        const bool now = is_word(out_[i + 2].first_token, "now");
        if (!now && !is_cue(out_[i + 2], CueKind::prior)) continue;
        make_uptake(i + 3, out_[i].quantity.of);
        if (now) pass_over(out_[i]);
      }
    }
  }

  void make_uptake(std::size_t i, ConceptId scale) {
    if (is_uptake(i)) return;
    const float value = grade_of_number(number(i));
    pass_over(out_[i]);
    out_[i].kind = ItemKind::measure;
    out_[i].cue = CueKind::none;
    out_[i].quantity = {Unit::grade, value, value, scale};
  }

  // "8 mm → 12 mm", "increased 8 to 12 mm": what it was, and what it is now.
  void sizes_from_to() {
    std::size_t most = 20;  // of a sentence, so that reading stays linear
    for (std::size_t i = 1; i < out_.size(); ++i) {
      if (!is_size(out_[i])) continue;
      const Item& before = out_[i - 1];
      const bool two = out_[i].size_count == 2;
      if (is_size(before) && before.size_count == 1 && !two && has_arrow(before.end, out_[i].begin)) {
        tell_change(before.sizes[0], out_[i].sizes[0], out_[i - 1]);
      } else if (two && has_arrow(out_[i].begin, out_[i].end) && most > 0) {
        --most;
        out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(i), out_[i]);
        keep_last(out_[++i]);
        tell_change(out_[i - 1].sizes[0], out_[i].sizes[0], out_[i - 1]);
      } else if (two && is_range(out_[i]) && changed_before(i)) {
        keep_last(out_[i]);
      }
    }
  }

  // "6 mm on the prior and 9 mm today", "6 mm previously and now 9 mm": as "9 mm, previously 6 mm".
  void sizes_on_prior() {
    for (std::size_t i = 0; i + 3 < out_.size(); ++i) {
      if (!is_size(out_[i])) continue;
      std::size_t k = i + 1;
      if (is_cue(out_[k], CueKind::in)) ++k;
      while (k < out_.size() && says_nothing(out_[k])) ++k;
      if (k + 2 >= out_.size() || !is_cue(out_[k], CueKind::prior) || !joins(out_[k + 1])) continue;
      std::size_t now = k + 2;
      while (now < out_.size() && says_nothing(out_[now])) ++now;
      if (now >= out_.size() || !is_size(out_[now])) continue;
      if (now + 1 < out_.size() && out_[now + 1].kind == ItemKind::content) continue;  // "and 9 mm nodules"
      std::swap(out_[i].sizes, out_[now].sizes);
      std::swap(out_[i].size_count, out_[now].size_count);
      for (std::size_t n = i + 1; n < now; ++n) pass_over(out_[n]);
      out_[i + 1].kind = ItemKind::comma;
      out_[i + 1].cue = CueKind::none;
      say_cue(lexicon_, out_[now - 1], lexicon_.known().prior);
      i = now;
    }
  }

  static void keep_last(Item& size) {
    size.sizes[0] = size.sizes[1];
    size.size_count = 1;
  }

  // "Nodule increased | 8 to 12 mm", but "enlarged 8 to 12 mm nodes"
  bool changed_before(std::size_t i) const {
    const Item& before = out_[i - 1];
    const bool ends = i + 1 == out_.size() || out_[i + 1].kind != ItemKind::content;
    return ends && before.modifier != nullptr && i > 1 && thing_or_verb(out_[i - 2]) &&
           lexicon_[before.modifier->concept_id].is(lexicon::ModifierKind::change) &&
           lexicon_[before.modifier->concept_id].direction != 0;
  }

  static bool thing_or_verb(const Item& item) {
    return is_cue(item, CueKind::be) || is_cue(item, CueKind::show) || is_cue(item, CueKind::filler) ||
           (item.kind == ItemKind::content && (item.observation != nullptr || item.anatomy != nullptr));
  }

  bool is_range(const Item& item) const {
    for (std::size_t t = item.first_token; t < item.first_token + item.tokens; ++t) {
      if (is_word(t, "to")) return true;
    }
    return false;
  }

  bool has_arrow(std::uint32_t begin, std::uint32_t end) const {
    constexpr std::uint32_t kLongest = 40;
    if (begin >= end || end - begin > kLongest) return false;
    const std::string_view words = text_.substr(begin, end - begin);
    return words.find("->") != words.npos || words.find("\xE2\x86\x92") != words.npos;
  }

  void tell_change(float then, float now, Item& item) const {
    constexpr float kMillimeters = 1.5F;  // less is within what two people measure
    const Lexicon::Known& k = lexicon_.known();
    const ConceptId change = now > then + kMillimeters   ? k.change_larger
                             : then > now + kMillimeters ? k.change_smaller
                                                         : k.change_stable;
    if (!say(lexicon_, item, change, Section::modifier)) pass_over(item);
  }

  // Up to where behind the size at i words say that it was so before ("before", "in 2019", "last year"); i if none do.
  std::size_t behind_time_of_then(std::size_t i) const {
    const std::size_t next = i + 1;
    if (next >= out_.size()) return i;
    const auto ends = [&](std::size_t k) {
      return k >= out_.size() || joins(out_[k]) || out_[k].kind > ItemKind::comma;
    };
    if (is_cue(out_[next], CueKind::prior)) return next;
    if (is_cue(out_[next], CueKind::near) && ends(next + 1)) return next;
    const bool year = next + 1 < out_.size() && is_cue(out_[next], CueKind::in) &&
                      out_[next + 1].kind == ItemKind::ordinal && out_[next + 1].end - out_[next + 1].begin == 4;
    return year && ends(next + 2) ? next + 1 : i;
  }

  // "A meningioma with a maximum diameter of 12 mm": as "a meningioma of 12 mm".
  void drop_names_of_size() {
    const auto is_size_attribute = [&](const Item& item) {
      const lexicon::ConceptId size = lexicon_.known().size;
      return item.attribute != nullptr && item.anatomy == nullptr && item.observation == nullptr &&
             (item.attribute->concept_id == size || lexicon_.contains(size, item.attribute->concept_id));
    };
    bool named = false;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (out_[i].observation != nullptr && out_[i].kind == ItemKind::content)
        named = !lexicon_[out_[i].observation->concept_id].has(lexicon::Concept::normal) && !out_[i].plural;
      if (!named || !is_cue(out_[i], CueKind::with)) continue;
      std::size_t k = i + 1;
      bool size = false;
      for (; k < out_.size() && !is_cue(out_[k], CueKind::of); ++k) {
        const bool greatest = is_cue(out_[k], CueKind::largest);
        size |= is_size_attribute(out_[k]) || (greatest && out_[k].tokens > 1);  // "maximum diameter"
        if (!greatest && !is_size_attribute(out_[k]) && !is_cue(out_[k], CueKind::filler)) break;
      }
      if (!size || k + 1 >= out_.size() || !is_cue(out_[k], CueKind::of) || !is_size(out_[k + 1])) continue;
      for (std::size_t n = i; n <= k; ++n) pass_over(out_[n]);
    }
  }

  bool says_now(std::size_t from) const {
    return std::any_of(out_.begin() + static_cast<std::ptrdiff_t>(std::min(from, out_.size())), out_.end(),
                       [&](const Item& item) { return is_word(item.first_token, "now"); });
  }

  // "12 mm, where it was 34 mm before", "which was 34 mm in 2019, is now 12 mm": a clause of its own tells what it was.
  void sizes_of_then() {
    if (std::count_if(out_.begin(), out_.end(), is_size) < 2) return;
    for (std::size_t i = 2; i < out_.size(); ++i) {
      const bool had_been = is_cue(out_[i - 1], CueKind::prior);
      const bool measured =
          is_cue(out_[i - 1], CueKind::be) || (is_cue(out_[i - 1], CueKind::filler) &&
                                               lexicon_[out_[i - 1].cue_concept].has(lexicon::Concept::finite_verb));
      if (!is_size(out_[i]) || (!had_been && !measured)) continue;
      const std::size_t last = behind_time_of_then(i);
      std::size_t first = i - 1;
      while (first > 0 && (is_cue(out_[first - 1], CueKind::it) || is_cue(out_[first - 1], CueKind::which))) --first;
      const bool begins = first < i - 1 || (first > 0 && is_cue(out_[first - 1], CueKind::negend));
      if (!begins || (!had_been && last == i && !says_now(i + 1))) continue;
      if (first > 0 && is_cue(out_[first - 1], CueKind::negend)) --first;
      out_[i - 1].kind = ItemKind::cue;
      out_[i - 1].cue = CueKind::prior;
      for (std::size_t k = first; k < i - 1; ++k) pass_over(out_[k]);
      for (std::size_t k = i + 1; k <= last; ++k) pass_over(out_[k]);
      if (first < i - 1 && first > 0 && out_[first - 1].kind != ItemKind::comma) out_[first].kind = ItemKind::comma;
    }
  }

  // "16 cm down to 11 cm": it was the one, and is smaller now.
  void shrunk_to() {
    for (std::size_t i = 1; i + 1 < out_.size(); ++i) {
      if (!is_size(out_[i - 1]) || !is_size(out_[i + 1]) || !is_word(out_[i].first_token, "down")) continue;
      if (say(lexicon_, out_[i], lexicon_.known().change_smaller, Section::modifier)) pass_over(out_[i - 1]);
    }
  }

  // "Measures 3.0 cm and was 4.1 cm before": as "3.0 cm, previously 4.1 cm".
  void was_before() {
    for (std::size_t i = 1; i + 2 < out_.size(); ++i) {
      if (!is_size(out_[i - 1]) || !joins(out_[i]) || !is_cue(out_[i + 1], CueKind::be) ||
          lexicon_[out_[i + 1].cue_concept].direction >= 0 || !is_size(out_[i + 2]))
        continue;
      out_[i].kind = ItemKind::comma;
      out_[i].cue = CueKind::none;
      say_cue(lexicon_, out_[i + 1], lexicon_.known().prior);
      if (i + 3 < out_.size() && is_cue(out_[i + 3], CueKind::near) && lexicon_[out_[i + 3].cue_concept].direction < 0)
        pass_over(out_[i + 3]);
    }
  }

  // "From", "above", "proximal to"
  bool says_how_far(const Item& item) const {
    return is_row(item, lexicon_.known().from) || is_row(item, lexicon_.known().in_direction) ||
           is_cue(item, CueKind::under);
  }

  // Where the words of the landmark end that the length at `i` is measured from; none: `i`.
  std::size_t behind_landmark(std::size_t i) const {
    if (is_row(out_[i + 1], lexicon_.known().away)) return i + 2;
    const bool within = i > 0 && is_row(out_[i - 1], lexicon_.known().within) && is_cue(out_[i + 1], CueKind::of);
    // "a cyst measuring 2 cm, of 2 cm behind the knee": how large it is
    const bool size = i > 0 && !is_row(out_[i + 1], lexicon_.known().from) &&
                      (is_cue(out_[i - 1], CueKind::of) || is_row(out_[i - 1], lexicon_.known().measures));
    if (i + 2 >= out_.size() || size || !(within || says_how_far(out_[i + 1]))) return i;
    std::size_t place = i + 2;
    while (place + 1 < out_.size() && out_[place].kind == ItemKind::cue) ++place;
    if (names_place(out_[place])) return place + 1;
    if (!is_device(lexicon_, out_[place])) return i;
    return place + 1 < out_.size() && names_place(out_[place + 1]) ? place + 2 : place + 1;  // "the stem tip"
  }

  // "5 cm from the nipple", "within 3 mm of the fascia": how far it is, not how large, and not where. How far the tip
  // of a tube is from the carina stays its measure, and the carina where it is.
  void find_distances() {
    bool of_device = false;
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      of_device |= is_device(lexicon_, out_[i]);
      if (!is_size(out_[i])) continue;
      if (of_device && is_row(out_[i + 1], lexicon_.known().from)) out_[i + 1].cue = CueKind::near;
      const std::size_t behind = of_device && !is_row(out_[i + 1], lexicon_.known().away) ? i : behind_landmark(i);
      if (behind == i) continue;
      Item& far = out_[i];
      far.quantity = {Unit::distance, far.sizes[0], far.sizes[far.size_count > 1 ? 1 : 0], lexicon::kNone};
      far.size_count = 0;
      if (i > 0 && is_row(out_[i - 1], lexicon_.known().within)) pass_over(out_[i - 1]);
      for (std::size_t k = i + 1; k < behind; ++k) pass_over(out_[k]);
    }
  }

  // "Several nodules, up to 8 mm in the lower lobe": the largest is there.
  void largest_of_several() {
    bool several = false;
    for (std::size_t i = 0; i + 3 < out_.size(); ++i) {
      several |= out_[i].kind == ItemKind::content && out_[i].observation != nullptr && out_[i].plural;
      if (several && out_[i].kind == ItemKind::comma && is_row(out_[i + 1], lexicon_.known().up_to) &&
          is_size(out_[i + 2]) && is_cue(out_[i + 3], CueKind::in))
        out_[i + 1].cue = CueKind::largest;
    }
  }

  // "Of ca 3 cm", "ca. 3 cm", "is some 3 cm wide": no cancer and no few, unlike "renal ca 4 cm" and "some 3 mm
  // nodules".
  bool says_about(std::size_t i) const {
    const Item& item = out_[i];
    if (item.tokens != 1) return false;
    const bool behind =
        i + 2 < out_.size() && out_[i + 2].kind == ItemKind::content && out_[i + 2].observation != nullptr;
    if (is_word(item.first_token, "some")) return !behind;
    if (!is_word(item.first_token, "ca")) return false;
    const bool point = tokens_[item.first_token + 1].kind == text::TokenKind::period;
    return point || i == 0 || is_cue(out_[i - 1], CueKind::of) || is_cue(out_[i - 1], CueKind::be) ||
           is_row(out_[i - 1], lexicon_.known().measures) || out_[i - 1].kind == ItemKind::comma;
  }

  // "with about 10% compression": how many, not where
  void pass_over_amounts() {
    for (std::size_t i = 0; i + 1 < out_.size(); ++i) {
      const bool amount = out_[i + 1].kind == ItemKind::ordinal || out_[i + 1].kind == ItemKind::measure;
      if (out_[i].cue == CueKind::near && out_[i].kind == ItemKind::cue && amount) out_[i].cue = CueKind::filler;
      if (amount && says_about(i)) pass_over(out_[i]);
      // "a maximal thickness of 11 mm": of the thing itself, not of one of several
      if (out_[i].cue == CueKind::largest && out_[i + 1].attribute != nullptr) out_[i].cue = CueKind::filler;
    }
  }

  // Is a size all that comes before the next mark?
  bool only_measured(std::size_t i) const {
    while (i < out_.size() && (is_cue(out_[i], CueKind::be) || is_cue(out_[i], CueKind::filler))) ++i;
    if (i >= out_.size() || out_[i].kind != ItemKind::measure) return false;
    return i + 1 == out_.size() || out_[i + 1].kind == ItemKind::comma || out_[i + 1].kind == ItemKind::semicolon ||
           out_[i + 1].kind == ItemKind::open;
  }

  // "The largest, in segment 7, measures 3 cm": as without the commas.
  void place_of_largest() {
    constexpr std::size_t kLongestPlace = 9;
    for (std::size_t i = 0; i + 3 < out_.size(); ++i) {
      if (!is_cue(out_[i], CueKind::largest) || out_[i + 1].kind != ItemKind::comma ||
          !is_cue(out_[i + 2], CueKind::in))
        continue;
      const std::size_t end = std::min(out_.size(), i + kLongestPlace);
      std::size_t last = i + 3;
      while (last < end && out_[last].kind != ItemKind::comma) ++last;
      if (last >= end || !only_measured(last + 1)) continue;
      for (const std::size_t comma : {i + 1, last}) pass_over(out_[comma]);
    }
  }

  // "The largest measures 3 cm in diameter": as "measures 3 cm".
  void diameter_of_largest() {
    if (out_.empty() || !is_cue(out_[0], CueKind::largest)) return;
    for (std::size_t i = 1; i + 2 < out_.size(); ++i) {
      const Item& what = out_[i + 2];
      if (out_[i].kind != ItemKind::measure || out_[i].size_count == 0 || !is_cue(out_[i + 1], CueKind::in) ||
          what.attribute == nullptr || what.observation != nullptr || what.anatomy != nullptr)
        continue;
      pass_over(out_[i + 1]);
      pass_over(out_[i + 2]);
      return;
    }
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::span<const Token> tokens_;
  std::vector<Item>& out_;
};

}  // namespace

void settle_shares(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens,
                   std::vector<Item>& items) {
  MeasureList(lexicon, text, tokens, items).shares();
}

void settle_sizes(const Lexicon& lexicon, std::string_view text, std::span<const Token> tokens,
                  std::vector<Item>& items) {
  MeasureList(lexicon, text, tokens, items).sizes();
}

}  // namespace fiducial::findings
