#include "grammar/respective.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

struct Range {
  std::size_t first = 0, last = 0;  // [first, last)
  std::size_t size() const { return last - first; }
};

// "A and B", and what both have in common behind them: "the right and left | kidneys".
struct List {
  Range one, two, shared;
};

enum class Sort : std::uint8_t { other, thing, place, side, measure, detail };

Sort sort_of(const Item& item) {
  if (item.kind == ItemKind::cue)
    return item.cue == CueKind::left || item.cue == CueKind::right ? Sort::side : Sort::other;
  if (item.observation != nullptr) return Sort::thing;
  if (item.anatomy != nullptr || item.kind == ItemKind::level) return Sort::place;
  if (item.kind == ItemKind::measure || item.kind == ItemKind::ordinal) return Sort::measure;
  return item.modifier != nullptr ? Sort::detail : Sort::other;
}

class Telling {
 public:
  Telling(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), items_(items) {}

  // With the word at `at`, which goes.
  void run(std::size_t at) {
    drop(at);
    clause_ = {at, at};
    while (clause_.first > 0 && !ends_clause(items_[clause_.first - 1])) --clause_.first;
    for (std::size_t k = clause_.first; k < items_.size() && !ends_clause(items_[k]); ++k) part(k);
    while (clause_.last < items_.size() && !ends_clause(items_[clause_.last])) ++clause_.last;
    std::array<List, 2> lists;
    std::size_t found = 0;
    for (std::size_t k = clause_.first; k < clause_.last; ++k) {
      if (!is_cue(items_[k], CueKind::and_)) continue;
      if (found == lists.size() || !read_list(k, lists[found++])) return;
    }
    if (found == lists.size() && lists[0].two.last <= lists[1].one.first) write(lists);
  }

 private:
  static bool ends_clause(const Item& item) { return item.kind == ItemKind::semicolon || item.kind == ItemKind::colon; }

  // The word, and the commas about it.
  void drop(std::size_t& at) {
    std::size_t last = at + 1;
    if (last < items_.size() && items_[last].kind == ItemKind::comma) ++last;
    if (at > 0 && items_[at - 1].kind == ItemKind::comma) --at;
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(at), items_.begin() + static_cast<std::ptrdiff_t>(last));
  }

  // "Right and left", "8 mm and 5 mm" as one item: two, and the word between them.
  void part(std::size_t k) {
    const std::string_view text = text_.substr(items_[k].begin, items_[k].end - items_[k].begin);
    const bool sides = is_cue(items_[k], CueKind::both);
    const bool sizes = items_[k].kind == ItemKind::measure && items_[k].size_count == 2;
    const std::size_t between = text.find(" and ");
    if (between == std::string_view::npos || (!sides && !sizes)) return;
    Item one = items_[k];
    Item two = items_[k];
    if (sides) {
      const bool right_first = text.front() == 'r' || text.front() == 'R';
      one.cue = right_first ? CueKind::right : CueKind::left;
      two.cue = right_first ? CueKind::left : CueKind::right;
    } else {
      one.size_count = two.size_count = 1;
      two.sizes[0] = items_[k].sizes[1];
    }
    Item conjunction;
    conjunction.kind = ItemKind::cue;
    conjunction.cue = CueKind::and_;
    conjunction.begin = one.end = one.begin + static_cast<std::uint32_t>(between);
    conjunction.end = two.begin = one.end + 5;
    items_[k] = one;
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(k) + 1, {conjunction, two});
  }

  bool in_list(const Item& item) const {
    const bool bracket = item.kind == ItemKind::open || item.kind == ItemKind::close;
    const bool article = is_cue(item, CueKind::the) || is_cue(item, CueKind::one) || is_indefinite_article(item);
    return sort_of(item) != Sort::other || bracket || article || item.kind == ItemKind::unknown;
  }

  bool read_list(std::size_t conjunction, List& list) const {
    list.one = {conjunction, conjunction};
    while (list.one.first > clause_.first && in_list(items_[list.one.first - 1])) --list.one.first;
    list.two = {conjunction + 1, conjunction + 1};
    while (list.two.last < clause_.last && in_list(items_[list.two.last])) ++list.two.last;
    if (list.one.size() == 0 || list.two.size() == 0) return false;
    share(list);
    return list.two.size() != 0;
  }

  // What the first lacks at its end, the second says for both.
  void share(List& list) const {
    list.shared = {list.two.last, list.two.last};
    const auto last_sort = [&](Range range) {
      for (std::size_t k = range.last; k-- > range.first;) {
        if (sort_of(items_[k]) != Sort::other) return sort_of(items_[k]);
      }
      return Sort::other;
    };
    const Sort ends = last_sort(list.one);
    if (items_[list.two.last - 1].kind == ItemKind::close || ends == last_sort(list.two)) return;
    for (std::size_t k = list.two.last; k-- > list.two.first;) {
      if (sort_of(items_[k]) != ends) continue;
      list.two.last = list.shared.first = k + 1;
      return;
    }
  }

  // "Two nodules": of one there is one.
  bool counts_them(const Item& item) const { return is_number_word(lexicon_, item); }

  void append(Range range, std::vector<Item>& out) const {
    for (std::size_t k = range.first; k < range.last; ++k) {
      if (!counts_them(items_[k])) out.push_back(items_[k]);
    }
  }

  void write(const std::array<List, 2>& lists) {
    std::vector<Item> out(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(clause_.first));
    for (const bool second : {false, true}) {
      if (second) {
        Item between;
        between.kind = ItemKind::semicolon;
        between.begin = between.end = items_[clause_.last - 1].end;
        out.push_back(between);
      }
      std::size_t from = clause_.first;
      for (const List& list : lists) {
        append({from, list.one.first}, out);
        append(second ? list.two : list.one, out);
        append(list.shared, out);
        from = list.shared.last;
      }
      append({from, clause_.last}, out);
    }
    out.insert(out.end(), items_.begin() + static_cast<std::ptrdiff_t>(clause_.last), items_.end());
    items_ = std::move(out);
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::vector<Item>& items_;
  Range clause_;
};

}  // namespace

void tell_respectively(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items) {
  const auto said = [](const Item& item) { return is_cue(item, CueKind::respectively); };
  const auto at = std::find_if(items.begin(), items.end(), said);
  if (at == items.end()) return;
  for (auto later = at + 1; later != items.end(); ++later) {
    if (said(*later)) later->cue = CueKind::filler;  // one a sentence: what a hostile text repeats is not told anew
  }
  Telling(lexicon, text, items).run(static_cast<std::size_t>(at - items.begin()));
}

}  // namespace fiducial::findings
