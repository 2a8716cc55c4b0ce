#include "grammar/measured_places.h"

#include <algorithm>

namespace fiducial::findings {

using lexicon::CueKind;

namespace {

bool says_which(const Item& item) {
  return says_nothing(item) || names_one_side(item) || names_place(item) || item.kind == ItemKind::level;
}

bool names_subject(const Item& item) {
  return names_one_side(item) || names_place(item);
}

bool joins_verbs(const Item& item) {
  return item.kind == ItemKind::comma || is_cue(item, CueKind::and_);
}

// "108 mm in length"
bool tells_measure(const Item& item) {
  return item.kind == ItemKind::measure || is_cue(item, CueKind::filler) || is_cue(item, CueKind::in) ||
         (item.kind == ItemKind::content && item.attribute != nullptr && item.observation == nullptr);
}

class MeasuredPlaces {
 public:
  explicit MeasuredPlaces(std::vector<Item>& items) : items_(items) {}

  void run() {
    for (std::size_t verb = 1; verb < items_.size(); ++verb) {
      if (!items_[verb].finite && !is_cue(items_[verb], CueKind::be)) continue;
      const std::size_t subject = subject_of(verb);
      const std::size_t joint = behind_measure(verb);
      std::size_t next = joint;
      while (next < items_.size() && joins_verbs(items_[next])) ++next;
      if (subject < verb && next > joint && next < items_.size() && is_cue(items_[next], CueKind::show))
        tell_again(subject, verb, joint, next);
    }
  }

 private:
  // Where the subject of the verb begins; `verb` if it is not a place alone.
  std::size_t subject_of(std::size_t verb) const {
    std::size_t first = verb;
    while (first > 0 && says_which(items_[first - 1])) --first;
    const bool begins = first == 0 || items_[first - 1].kind == ItemKind::semicolon || joins_verbs(items_[first - 1]);
    const auto at = [&](std::size_t i) { return items_.begin() + static_cast<std::ptrdiff_t>(i); };
    return begins && std::any_of(at(first), at(verb), names_subject) ? first : verb;
  }

  // The item behind "108 mm in length"; the end if there is no measure.
  std::size_t behind_measure(std::size_t verb) const {
    std::size_t i = verb + 1;
    bool size = false;
    for (; i < items_.size() && tells_measure(items_[i]); ++i) size |= is_size(items_[i]);
    return size ? i : items_.size();
  }

  void tell_again(std::size_t subject, std::size_t verb, std::size_t joint, std::size_t next) {
    std::vector<Item> told{semicolon_at(items_[joint].begin)};
    told.insert(told.end(), items_.begin() + static_cast<std::ptrdiff_t>(subject),
                items_.begin() + static_cast<std::ptrdiff_t>(verb));
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(joint),
                 items_.begin() + static_cast<std::ptrdiff_t>(next));
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(joint), told.begin(), told.end());
  }

  std::vector<Item>& items_;
};

}  // namespace

void tell_measured_places(std::vector<Item>& items) {
  MeasuredPlaces(items).run();
}

}  // namespace fiducial::findings
