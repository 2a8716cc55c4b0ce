#include "grammar/gapping.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::CueKind;
using lexicon::Lexicon;
using lexicon::ModifierKind;

namespace {

bool says_place(const Item& item) {
  return names_one_side(item) || item.kind == ItemKind::level || names_place(item);
}

// "the right foramen at C5/6"
bool in_subject(const Item& item) {
  return says_nothing(item) || says_place(item) || is_cue(item, CueKind::in) || is_cue(item, CueKind::of);
}

// [subject) [verb) [said): "the right kidney | shows | slight dilatation".
struct FullClause {
  std::size_t first = 0, verb = 0, said = 0, last = 0;
};

// "the left | none", "the right | is not", "C5/6 | a small one", "the left | mildly"; "as is | the left"
struct Gapped {
  std::size_t first = 0, value = 0, last = 0;
  bool denied = false;
  bool likewise = false;
  bool sides_only = false;
  bool share = false;  // so many per cent
};

class Gaps {
 public:
  Gaps(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    repeat_thing();
    repeat_before_degree();
    FullClause full;
    std::size_t joint = 0;
    if (!read_full(full)) return;
    joint = full.last;
    while (full.last > full.said && (joins_clauses(items_[full.last - 1]) || joins_likewise(full.last - 1)))
      --full.last;
    Gapped gapped;
    if (joint == items_.size() || !read_gapped(joint, gapped) || !fits(full, gapped)) return;
    write(full, gapped, joint);
  }

 private:
  static bool joins_clauses(const Item& item) {
    return item.kind == ItemKind::comma || is_cue(item, CueKind::and_) || is_cue(item, CueKind::negend) ||
           is_cue(item, CueKind::contrast);
  }
  bool is_likewise(const Item& item) const {
    return is_cue(item, CueKind::be) && lexicon_[item.cue_concept].direction > 0;
  }
  // "The liver is normal; so is the spleen", "the tibia is fractured; the fibula is not"
  bool joins_likewise(std::size_t i) const {
    if (items_[i].kind != ItemKind::semicolon || i + 1 >= items_.size()) return false;
    Gapped next;
    return is_likewise(items_[i + 1]) || (is_cue(items_.back(), CueKind::not_) && read_gapped(i + 1, next) &&
                                          next.denied && next.last == items_.size());
  }
  static bool is_verb_between(const Item& item) { return is_cue(item, CueKind::be) || is_cue(item, CueKind::show); }

  static bool says_of_it(const Item& item) {
    return is_verb_between(item) || (item.kind == ItemKind::content && (item.begins_with_verb || item.finite));
  }

  // "The right effusion has increased and the left has decreased": the left effusion.
  void repeat_thing() {
    for (std::size_t side = 0; side < items_.size(); ++side) {
      if (!names_one_side(items_[side])) continue;
      std::size_t end = side + 1;
      bool thing = false;
      for (; end < items_.size() && items_[end].kind == ItemKind::content && !says_of_it(items_[end]); ++end)
        thing |= items_[end].observation != nullptr;
      if (!thing || end >= items_.size() || !says_of_it(items_[end])) continue;
      const std::size_t other = other_side_behind(side, end);
      if (other == items_.size()) return;
      std::vector<Item> named(items_.begin() + static_cast<std::ptrdiff_t>(side) + 1,
                              items_.begin() + static_cast<std::ptrdiff_t>(end));
      for (Item& item : named) std::tie(item.begin, item.end) = std::pair(items_[other].begin, items_[other].end);
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(other) + 1, named.begin(), named.end());
      return;
    }
  }

  // "Right L5/S1 foraminal narrowing, marked; left mild": mild narrowing on the left.
  void repeat_before_degree() {
    if (items_.size() < 5 || !names_one_side(items_[0])) return;
    std::size_t end = 1;
    bool thing = false;
    for (; end < items_.size() && !thing &&
           (items_[end].kind == ItemKind::content || items_[end].kind == ItemKind::level);
         ++end)
      thing = items_[end].observation != nullptr;
    if (!thing) return;
    const auto degree = [&](std::size_t k) {
      return k < items_.size() && items_[k].only_modifier() &&
             (lexicon_[items_[k].modifier->concept_id].is(ModifierKind::severity) ||
              lexicon_[items_[k].modifier->concept_id].is(ModifierKind::size));
    };
    std::size_t i = end;
    while (i < items_.size() && (items_[i].kind == ItemKind::comma || degree(i))) ++i;
    if (i == end || i >= items_.size()) return;
    const std::size_t side = items_[i].kind == ItemKind::semicolon ? i + 1 : i;
    const bool joined = side > i || items_[i - 1].kind == ItemKind::comma;
    if (!joined || side + 1 >= items_.size() || !names_one_side(items_[side]) || items_[side].cue == items_[0].cue ||
        !degree(side + 1) || (side + 2 < items_.size() && items_[side + 2].kind != ItemKind::semicolon))
      return;
    std::vector<Item> named(items_.begin() + 1, items_.begin() + static_cast<std::ptrdiff_t>(end));
    for (Item& item : named) std::tie(item.begin, item.end) = std::pair(items_[side].begin, items_[side].end);
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(side) + 1, named.begin(), named.end());
    if (side == i) items_[i - 1] = semicolon_at(items_[i].begin);
  }

  // "… and the left has": where the other side stands for what was named; the end if it does not.
  std::size_t other_side_behind(std::size_t side, std::size_t from) const {
    for (std::size_t i = from; i + 2 < items_.size(); ++i) {
      if (!joins_clauses(items_[i])) continue;
      std::size_t k = i + 1;
      while (k < items_.size() && says_nothing(items_[k])) ++k;
      if (k + 1 < items_.size() && names_one_side(items_[k]) && items_[k].cue != items_[side].cue &&
          says_of_it(items_[k + 1]))
        return k;
    }
    return items_.size();
  }

  // "The liver, spleen and pancreas": a comma before one more place of the subject.
  bool lists_place(std::size_t i) const {
    if (items_[i].kind != ItemKind::comma || i + 2 >= items_.size() || !names_place(items_[i + 1])) return false;
    return is_cue(items_[i + 2], CueKind::and_) || items_[i + 2].kind == ItemKind::comma;
  }

  // The sentence must begin with it. `last` is the first item behind the joint to the next stretch.
  bool read_full(FullClause& full) const {
    std::size_t i = 0;
    bool place = false;
    for (; i < items_.size() &&
           (in_subject(items_[i]) || (place && (is_cue(items_[i], CueKind::and_) || lists_place(i))));
         ++i)
      place |= says_place(items_[i]);
    if (!place || i >= items_.size() || !is_verb_between(items_[i])) return false;
    full.verb = i;
    full.said = ++i;
    while (i < items_.size() && !joins_clauses(items_[i]) && !joins_likewise(i)) {
      if (items_[i].kind == ItemKind::semicolon || items_[i].kind == ItemKind::colon) return false;
      ++i;
    }
    while (i < items_.size() && (joins_clauses(items_[i]) || joins_likewise(i))) ++i;
    full.last = i;
    return true;
  }

  bool ends_stretch(std::size_t i) const {
    return i >= items_.size() || items_[i].kind == ItemKind::semicolon || items_[i].kind == ItemKind::comma;
  }

  // "mildly", "three": how much, or how many. Of a size only with "one": "the left small" is not a small stone.
  bool says_how_much(const Item& item) const {
    if (!item.only_modifier()) return false;
    const Concept& c = lexicon_[item.modifier->concept_id];
    return c.is(ModifierKind::severity) || c.is(ModifierKind::number);
  }

  bool read_gapped(std::size_t first, Gapped& gapped) const {
    std::size_t i = first;
    gapped.likewise = is_likewise(items_[i]);
    if (gapped.likewise) ++i;
    gapped.first = i;
    gapped.sides_only = true;
    bool place = false;
    // "as are the spleen and the pancreas"
    const auto listed = [&](const Item& item) {
      return gapped.likewise && place && (item.kind == ItemKind::comma || is_cue(item, CueKind::and_));
    };
    for (; i < items_.size() && (says_nothing(items_[i]) || says_place(items_[i]) || listed(items_[i])); ++i) {
      place |= says_place(items_[i]);
      gapped.sides_only &= names_one_side(items_[i]) || says_nothing(items_[i]);
    }
    if (!place) return false;
    gapped.value = gapped.last = i;
    if (gapped.likewise) return ends_stretch(i);
    if (i >= items_.size()) return false;
    return read_denial(i, gapped) || read_amount(i, gapped);
  }

  // "none", "is not"
  bool read_denial(std::size_t i, Gapped& gapped) const {
    const bool none = is_cue(items_[i], CueKind::neg) && lexicon_[items_[i].cue_concept].direction < 0;
    if (!none && is_cue(items_[i], CueKind::be) && i + 1 < items_.size()) ++i;
    if (!none && !is_cue(items_[i], CueKind::not_)) return false;
    gapped.value = i;
    gapped.last = i + 1;
    gapped.denied = true;
    return ends_stretch(i + 1);
  }

  // "mildly", "a small one"; "40%", which is no length.
  bool read_amount(std::size_t i, Gapped& gapped) const {
    bool amount = false, one = false, other = false;
    gapped.share = false;
    for (; !ends_stretch(i); ++i) {
      const bool share = items_[i].kind == ItemKind::measure && items_[i].quantity.unit == Unit::percent;
      gapped.share |= share;
      const bool measured = items_[i].kind == ItemKind::measure && !share;
      amount |= says_how_much(items_[i]);
      one |= is_cue(items_[i], CueKind::one);
      other |= measured || (items_[i].only_modifier() && !says_how_much(items_[i]));
      if (!measured && !share && !items_[i].only_modifier() && !is_cue(items_[i], CueKind::one) &&
          !says_nothing(items_[i]))
        return false;
    }
    gapped.last = i;
    return one || ((amount || gapped.share) && !other);
  }

  // Something abnormal was said in one way, and nothing was denied.
  bool fits(const FullClause& full, const Gapped& gapped) const {
    bool named = false, share = false;
    for (std::size_t k = full.said; k < full.last; ++k) {
      const Item& item = items_[k];
      share |= item.kind == ItemKind::measure && item.quantity.unit == Unit::percent;
      if (gapped.likewise) named |= item.observation != nullptr && item.kind == ItemKind::content;
      if (gapped.likewise) continue;
      if (is_cue(item, CueKind::neg) || is_cue(item, CueKind::not_) || is_cue(item, CueKind::negpost)) return false;
      if (item.observation != nullptr && item.kind == ItemKind::content) {
        if (lexicon_[item.observation->concept_id].has(Concept::normal) && !gapped.denied) return false;
        named = true;
      }
    }
    const auto side = [&](std::size_t from, std::size_t to) {
      return std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(from),
                         items_.begin() + static_cast<std::ptrdiff_t>(to), names_one_side);
    };
    return named && (share || !gapped.share) && (!gapped.sides_only || side(full.first, full.verb));
  }

  void append(std::size_t from, std::size_t to, std::vector<Item>& out) const {
    out.insert(out.end(), items_.begin() + static_cast<std::ptrdiff_t>(from),
               items_.begin() + static_cast<std::ptrdiff_t>(to));
  }

  // Of "the right kidney" and "the left" the left kidney; of two levels of one disc the second.
  void write_subject(const FullClause& full, const Gapped& gapped, std::vector<Item>& out) const {
    const bool level = std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(gapped.first),
                                   items_.begin() + static_cast<std::ptrdiff_t>(gapped.value),
                                   [](const Item& item) { return item.kind == ItemKind::level; });
    const auto place = std::find_if(items_.begin() + static_cast<std::ptrdiff_t>(gapped.first),
                                    items_.begin() + static_cast<std::ptrdiff_t>(gapped.value), [&](const Item& item) {
                                      return level ? item.kind == ItemKind::level : names_one_side(item);
                                    });
    const std::size_t from = out.size();
    bool swapped = false;
    if (gapped.sides_only || level) {
      for (std::size_t k = full.first; k < full.verb; ++k) {
        const bool swap = level ? items_[k].kind == ItemKind::level : names_one_side(items_[k]);
        out.push_back(swap ? *place : items_[k]);
        swapped |= swap;
      }
    }
    if (swapped) return;
    out.resize(from);
    for (std::size_t k = gapped.first; k < gapped.value; ++k) {
      if (!is_cue(items_[k], CueKind::be)) out.push_back(items_[k]);
    }
  }

  void write_said(const FullClause& full, const Gapped& gapped, std::vector<Item>& out) const {
    append(full.verb, full.said, out);
    bool told = false;
    for (std::size_t k = full.said; k < full.last; ++k) {
      const bool detail = (says_how_much(items_[k]) && !gapped.likewise) || items_[k].kind == ItemKind::measure ||
                          (items_[k].only_modifier() && !gapped.likewise &&
                           lexicon_[items_[k].modifier->concept_id].is(ModifierKind::size));
      if (!told && items_[k].kind == ItemKind::content) {
        append(gapped.value, gapped.last, out);
        told = true;
      }
      if (!detail) out.push_back(items_[k]);
    }
    std::erase_if(out, [](const Item& item) { return is_cue(item, CueKind::one); });
  }

  void write(const FullClause& full, const Gapped& gapped, std::size_t joint) {
    std::vector<Item> out(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(full.last));
    const Item between = semicolon_at(items_[joint - 1].end);
    out.push_back(between);
    write_subject(full, gapped, out);
    write_said(full, gapped, out);
    if (gapped.last < items_.size()) out.push_back(between);
    append(std::min(gapped.last + 1, items_.size()), items_.size(), out);
    items_ = std::move(out);
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

// "the common duct to 15 mm", "the duct (7 mm)": where what comes behind it begins; 0 if it is something else.
std::size_t behind_measured_place(std::span<const Item> items, std::size_t i) {
  bool place = false;
  for (; i < items.size() && (says_nothing(items[i]) || says_place(items[i])); ++i)
    place |= says_place(items[i]) && !names_one_side(items[i]);
  if (!place) return 0;
  while (i < items.size() &&
         (says_nothing(items[i]) || items[i].kind == ItemKind::open || is_cue(items[i], CueKind::of)))
    ++i;
  if (i >= items.size() || !is_size(items[i])) return 0;
  ++i;
  return i < items.size() && items[i].kind == ItemKind::close ? i + 1 : i;
}

// "Dilatation of the common duct to 15 mm and of the pancreatic duct to 7 mm": each place has its own measure.
class MeasuredEach {
 public:
  explicit MeasuredEach(std::vector<Item>& items) : items_(items) {}

  void run() {
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      const Item& item = items_[i];
      if (is_cue(item, CueKind::not_)) return;
      const bool named = item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr;
      if (!named || !is_preposition(items_[i + 1])) continue;
      std::size_t joint = behind_measured_place(items_, i + 2);
      std::vector<Range> more;
      while (joint != 0 && joint + 1 < items_.size() && joins(items_[joint]) && more.size() < kMost) {
        std::size_t next = joint + 1;
        while (next < items_.size() && (is_cue(items_[next], CueKind::and_) || is_preposition(items_[next]))) ++next;
        const std::size_t end = behind_measured_place(items_, next);
        if (end == 0) break;
        more.push_back({joint, next});
        joint = end;
      }
      if (more.empty() || !ends_in_and(more.back())) continue;
      write(i, more);
      return;
    }
  }

  // "no significant dilatation": where what is told anew begins.
  std::size_t begin_of(std::size_t named) const {
    std::size_t i = named;
    while (i > 0 && (items_[i - 1].only_modifier() || says_nothing(items_[i - 1]))) --i;
    return i > 0 && is_cue(items_[i - 1], CueKind::neg) ? i - 1 : named;
  }

 private:
  static bool is_preposition(const Item& item) { return is_cue(item, CueKind::of) || is_cue(item, CueKind::in); }

  // [joint) the mark before a further place; next: where the place begins.
  struct Range {
    std::size_t joint = 0, next = 0;
  };
  static constexpr std::size_t kMost = 20;  // of a list that a person writes

  bool ends_in_and(const Range& last) const {
    return std::any_of(items_.begin() + static_cast<std::ptrdiff_t>(last.joint),
                       items_.begin() + static_cast<std::ptrdiff_t>(last.next),
                       [](const Item& item) { return is_cue(item, CueKind::and_); });
  }

  void write(std::size_t named, const std::vector<Range>& more) {
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::vector<Item> out(items_.begin(), at(more.front().joint));
    for (std::size_t k = 0; k < more.size(); ++k) {
      out.push_back(semicolon_at(items_[more[k].joint].end));
      out.insert(out.end(), at(begin_of(named)), at(named) + 2);
      out.insert(out.end(), at(more[k].next), k + 1 < more.size() ? at(more[k + 1].joint) : items_.end());
    }
    items_ = std::move(out);
  }

  std::vector<Item>& items_;
};

// "Both ducts are dilated, the common duct to 15 mm and the pancreatic duct to 7 mm": the common duct is dilated, and
// so is the pancreatic duct.
class MeasuredMembers {
 public:
  MeasuredMembers(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    for (std::size_t i = 1; i + 3 < items_.size(); ++i) {
      if (is_cue(items_[i - 1], CueKind::neg) || is_cue(items_[i - 1], CueKind::not_)) return;
      if (!is_value(items_[i]) || items_[i + 1].kind != ItemKind::comma) continue;
      const std::vector<Member> members = members_at(i + 2);
      if (members.empty()) continue;
      write(i, members);
      return;
    }
  }

 private:
  struct Member {
    std::size_t first = 0, end = 0;
  };

  bool is_value(const Item& item) const {
    return item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr &&
           lexicon_[item.observation->concept_id].about != lexicon::kNone && !item.negated_prefix;
  }

  std::vector<Member> members_at(std::size_t first) const {
    std::vector<Member> members;
    for (;;) {
      const std::size_t end = behind_measured_place(items_, first);
      if (end == 0) return {};
      members.push_back({first, end});
      if (end == items_.size() || items_[end].kind == ItemKind::semicolon) return members;
      const bool goes_on = joins(items_[end]) && behind_measured_place(items_, end + 1) != 0;
      if (!goes_on) return members.size() > 1 && joins(items_[end]) ? members : std::vector<Member>{};
      first = end + 1;
    }
  }

  void write(std::size_t value, const std::vector<Member>& members) {
    std::vector<Item> out(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(value) + 1);
    for (const Member& member : members) {
      out.push_back(semicolon_at(items_[member.first - 1].end));
      for (std::size_t k = member.first; k < member.end; ++k) {
        if (is_size(items_[k])) out.push_back(items_[value]);
        if (says_place(items_[k]) || is_size(items_[k])) out.push_back(items_[k]);
      }
    }
    const std::size_t rest = members.back().end;
    if (rest < items_.size() && items_[rest].kind != ItemKind::semicolon) out.push_back(semicolon_at(items_[rest].end));
    out.insert(out.end(), items_.begin() + static_cast<std::ptrdiff_t>(rest), items_.end());
    items_ = std::move(out);
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

// "The aorta measures 41 mm at the sinuses, 30 mm at the arch and 25 mm in the descending part": a measure for each
// place.
class MeasuredThere {
 public:
  explicit MeasuredThere(std::vector<Item>& items) : items_(items) {}

  void run() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      if (!is_size(items_[i]) || !(is_clause_verb(items_[i - 1]) || items_[i - 1].finite)) continue;
      const std::vector<Range> there = ranges_at(i);
      if (there.size() < 2) return;
      write(i, there);
      return;
    }
  }

 private:
  struct Range {
    std::size_t first = 0, end = 0;
  };

  // "41 mm at the sinuses": where it ends; 0 if it is something else.
  std::size_t behind_measure_there(std::size_t i) const {
    if (i + 2 >= items_.size() || !is_size(items_[i]) || !is_cue(items_[i + 1], CueKind::in)) return 0;
    bool place = false;
    std::size_t k = i + 2;
    for (; k < items_.size() && (says_nothing(items_[k]) || says_place(items_[k]) || is_cue(items_[k], CueKind::of) ||
                                 items_[k].kind == ItemKind::unknown);
         ++k)
      place |= !says_nothing(items_[k]) && !is_cue(items_[k], CueKind::of) && !names_one_side(items_[k]);
    return place ? k : 0;
  }

  std::vector<Range> ranges_at(std::size_t i) const {
    std::vector<Range> out;
    for (std::size_t end = behind_measure_there(i); end != 0; end = behind_measure_there(i)) {
      out.push_back({i, end});
      if (end == items_.size() || items_[end].kind == ItemKind::semicolon) return out;
      if (!joins(items_[end])) return {};
      i = end + 1;
      while (i < items_.size() && joins(items_[i])) ++i;  // ", and"
    }
    return {};
  }

  void write(std::size_t first, const std::vector<Range>& there) {
    std::vector<Item> out(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first) - 1);
    for (const Range& range : there) {
      out.push_back(semicolon_at(items_[range.first].begin));
      for (std::size_t k = range.first + 2; k < range.end; ++k) out.push_back(items_[k]);
      out.push_back(items_[range.first]);
    }
    const std::size_t rest = there.back().end;
    out.insert(out.end(), items_.begin() + static_cast<std::ptrdiff_t>(rest), items_.end());
    items_ = std::move(out);
  }

  std::vector<Item>& items_;
};

// "The left foramen is severely and the right one moderately narrowed", "the liver is mildly and the spleen markedly
// enlarged", "the left knee shows severe and the right mild narrowing": the value is of both.
class SharedValue {
 public:
  SharedValue(const Lexicon& lexicon, std::vector<Item>& items) : lexicon_(lexicon), items_(items) {}

  void run() {
    for (std::size_t i = 1; i + 4 < items_.size(); ++i) {
      if (!is_cue(items_[i], CueKind::be) && !is_cue(items_[i], CueKind::show)) continue;
      const std::size_t joint = behind_degree(i + 1);
      if (joint == i + 1 || joint >= items_.size() || !joins_two(items_[joint])) continue;
      std::size_t k = joint + 1;
      while (k < items_.size() && says_nothing(items_[k])) ++k;
      const std::size_t subject = k;
      while (k < items_.size() && says_place(items_[k])) ++k;
      const bool one = k < items_.size() && is_number_word(lexicon_, items_[k]);  // "the right one"
      const std::size_t degree = one ? k + 1 : k;
      const std::size_t value = behind_degree(degree);
      if (k == subject || value == degree || value >= items_.size() || !is_value(items_[value])) continue;
      return write(i, joint, {subject, k, degree, value});
    }
  }

 private:
  struct Second {
    std::size_t first, last, degree, value;
  };

  static bool joins_two(const Item& item) {
    return is_cue(item, CueKind::and_) || is_cue(item, CueKind::negend) || is_cue(item, CueKind::contrast);
  }
  static bool is_value(const Item& item) {
    return item.kind == ItemKind::content && item.observation != nullptr && item.anatomy == nullptr;
  }
  // Behind words of how much: "very mildly".
  std::size_t behind_degree(std::size_t i) const {
    while (i < items_.size() && items_[i].only_modifier() &&
           lexicon_[items_[i].modifier->concept_id].is(ModifierKind::severity))
      ++i;
    return i;
  }

  void write(std::size_t verb, std::size_t joint, const Second& second) {
    const auto copy = [&](std::vector<Item>& out, std::size_t first, std::size_t last) {
      out.insert(out.end(), items_.begin() + static_cast<std::ptrdiff_t>(first),
                 items_.begin() + static_cast<std::ptrdiff_t>(last));
    };
    std::size_t place = verb;
    while (place > 0 && names_place(items_[place - 1])) --place;
    std::vector<Item> out;
    copy(out, 0, joint);
    out.push_back(items_[second.value]);
    out.push_back(semicolon_at(items_[second.first].begin));
    copy(out, second.first, second.last);
    const bool only_side = second.last == second.first + 1 && names_one_side(items_[second.first]);
    if (only_side) copy(out, place, verb);
    out.push_back(items_[verb]);
    copy(out, second.degree, items_.size());
    items_ = std::move(out);
  }

  const Lexicon& lexicon_;
  std::vector<Item>& items_;
};

// "The mass abuts but does not invade the sidewall": it abuts the sidewall.
class SharedObject {
 public:
  explicit SharedObject(std::vector<Item>& items) : items_(items) {}

  void run() {
    for (std::size_t i = 1; i + 2 < items_.size(); ++i) {
      const Item& verb = items_[i];
      if (verb.kind != ItemKind::content || verb.observation == nullptr || verb.anatomy != nullptr ||
          !(verb.plural || verb.participle) ||
          !(is_cue(items_[i + 1], CueKind::negend) || is_cue(items_[i + 1], CueKind::contrast)))
        continue;
      const std::size_t object = behind_denied_verb(i + 2);
      std::size_t end = object;
      while (end < items_.size() && (says_nothing(items_[end]) || says_place(items_[end]))) ++end;
      if (object == 0 || end == object) continue;
      const std::vector<Item> places(items_.begin() + static_cast<std::ptrdiff_t>(object),
                                     items_.begin() + static_cast<std::ptrdiff_t>(end));
      items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(i) + 1, places.begin(), places.end());
      return;
    }
  }

 private:
  // "does not invade", "not invading"; 0 if it is something else
  std::size_t behind_denied_verb(std::size_t i) const {
    if (is_cue(items_[i], CueKind::negpost)) return i + 1;
    while (i < items_.size() && is_cue(items_[i], CueKind::filler)) ++i;
    const bool denied = i + 1 < items_.size() && is_cue(items_[i], CueKind::not_) &&
                        items_[i + 1].kind == ItemKind::content && items_[i + 1].observation != nullptr;
    return denied ? i + 2 : 0;
  }

  std::vector<Item>& items_;
};

}  // namespace

void fill_gaps(const Lexicon& lexicon, const ItemKinds& said, std::vector<Item>& items) {
  if (said.side() || said.any(CueKind::be, CueKind::show)) Gaps(lexicon, items).run();
  if (said.thing() && said.detail() && said.any(CueKind::be, CueKind::show) &&
      said.any(CueKind::and_, CueKind::negend, CueKind::contrast))
    SharedValue(lexicon, items).run();
  if (said.size()) MeasuredEach(items).run();
  if (said.size()) MeasuredMembers(lexicon, items).run();
  if (said.size()) MeasuredThere(items).run();
  if (said.any(CueKind::negend, CueKind::contrast)) SharedObject(items).run();
}

}  // namespace fiducial::findings
