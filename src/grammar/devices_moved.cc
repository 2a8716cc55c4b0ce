#include "grammar/devices_moved.h"

#include <algorithm>
#include <array>

namespace fiducial::findings {

using lexicon::CueKind;
using lexicon::Lexicon;

namespace {

class MovedDevices {
 public:
  MovedDevices(const Lexicon& lexicon, std::string_view text, std::vector<Item>& items)
      : lexicon_(lexicon), text_(text), items_(items) {}

  void run(const ItemKinds& said) {
    if (said.side()) lines_by_their_vein();
    if (std::none_of(items_.begin(), items_.end(), [&](const Item& item) { return is_device(lexicon_, item); })) return;
    move_what_is_named();
    bool device = false;
    int anew = kMostAnew;
    for (std::size_t i = 0; i + 1 < items_.size(); ++i) {
      if (items_[i].kind == ItemKind::semicolon) device = false;
      if (device && is_row(items_[i], lexicon_.known().from)) from_there_to(i);
      if (device && is_cue(items_[i], CueKind::near) && words(i).starts_with("reach"))
        say_cue(lexicon_, items_[i], lexicon_.known().in);
      if (device && joins_piece(i) && anew > 0) anew -= tell_piece(i) ? 1 : 0;
      if (device && is_cue(items_[i], CueKind::in) && replaces(i) && anew-- > 0) take_away(i);
      if (device && is_number_word(lexicon_, items_[i]) && is_cue(items_[i + 1], CueKind::in)) join_places(i);
      device |= is_device(lexicon_, items_[i]);
    }
  }

 private:
  static constexpr std::size_t kFew = 8;   // items that a person puts between
  static constexpr std::size_t kFar = 20;  // of one statement
  static constexpr int kMostAnew = 20;     // of a sentence, so that reading stays linear

  std::string_view words(std::size_t i) const { return text_.substr(items_[i].begin, items_[i].end - items_[i].begin); }

  // A place, where a side alone is none; the item behind it, or `i`.
  std::size_t behind_place(std::size_t i) const {
    bool place = false;
    std::size_t k = i;
    for (; k < items_.size() && k < i + kFew &&
           (names_side(items_[k]) || names_place(items_[k]) || says_nothing(items_[k]));
         ++k)
      place |= names_place(items_[k]);
    return place ? k : i;
  }

  // "Right IJ terminates in the SVC", "…, right IJ unchanged": a line, by the vein that it came in by.
  void lines_by_their_vein() {
    bool device = false;
    for (std::size_t i = 1; i + 1 < items_.size(); ++i) {
      device |= is_device(lexicon_, items_[i - 1]);
      const bool begins =
          i == 1 || says_nothing(items_[i - 2]) || joins(items_[i - 2]) || items_[i - 2].kind == ItemKind::semicolon;
      if (!begins || !names_one_side(items_[i - 1]) || !names_place(items_[i]) ||
          !lexicon_.contains(lexicon_.known().vascular_system, items_[i].anatomy->concept_id) ||
          words(i).ends_with("vein") || words(i).ends_with("artery"))
        continue;
      const bool among_devices = device && i > 1 && joins(items_[i - 2]) && stays(i + 1);
      if (!among_devices && !ends_in_the_middle(i + 1)) continue;
      Item line = items_[i];
      if (!name_line(line)) return;
      items_[i] = line;
      // "ETT removed, right IJ unchanged", but "ETT, right IJ removed"
      if (among_devices && i > 2 && items_[i - 3].modifier != nullptr)
        items_[i - 2] = semicolon_at(items_[i - 2].begin);
    }
  }

  // As "a central venous catheter".
  bool name_line(Item& item) const {
    const lexicon::ConceptId line = lexicon_.known().central_venous_catheter;
    if (line == lexicon::kNone) return false;
    std::vector<text::Token> words;
    text::tokenize(lexicon_.label(line), words);
    const lexicon::Match match = lexicon_.longest(words, 0);
    if (match.tokens != words.size()) return false;
    item.anatomy = nullptr;
    take_senses(lexicon_, match.senses, item);
    return item.observation != nullptr;
  }

  // "Unchanged", "removed", and no more.
  bool stays(std::size_t i) const {
    const bool change = items_[i].modifier != nullptr && items_[i].anatomy == nullptr &&
                        lexicon_[items_[i].modifier->concept_id].is(lexicon::ModifierKind::change);
    return change && (i + 1 == items_.size() || items_[i + 1].kind != ItemKind::content);
  }

  // "Tip in the cava", "terminates in the right atrium": not in a place of which there is one on each side.
  bool ends_in_the_middle(std::size_t i) const {
    const bool tip = names_place(items_[i]) && items_[i].anatomy->concept_id == lexicon_.known().tip;
    while (tip && i + 1 < items_.size() && !is_cue(items_[i], CueKind::in) && says_verb_or_tip(items_[i])) ++i;
    const bool ends =
        is_cue(items_[i], CueKind::in) && (tip || lexicon_[items_[i].cue_concept].has(lexicon::Concept::finite_verb));
    if (!ends) return false;
    const std::size_t end = behind_place(i + 1);
    if (end == i + 1 || !names_place(items_[end - 1])) return false;
    const lexicon::ConceptId there = items_[end - 1].anatomy->concept_id;
    // a great vessel or a chamber, and no coronary artery
    const bool vessel = lexicon_.contains(lexicon_.known().vascular_system, there);
    const bool sided = lexicon_[there].side != lexicon::Side::none;
    return vessel != sided && !lexicon_[there].has(lexicon::Concept::paired) &&
           std::none_of(items_.begin() + static_cast<std::ptrdiff_t>(i),
                        items_.begin() + static_cast<std::ptrdiff_t>(end), names_side);
  }

  bool says_verb_or_tip(const Item& item) const {
    return is_cue(item, CueKind::be) || says_nothing(item) || names_place(item);
  }

  // "Repositioning of the line, now in the cava": the line is in the cava.
  void move_what_is_named() {
    if (items_.size() < 5) return;
    std::size_t i = 0;
    while (i < 2 && (items_[i].only_modifier() || says_nothing(items_[i]))) ++i;
    const bool placed = items_[i].observation != nullptr && items_[i].anatomy == nullptr &&
                        lexicon_[items_[i].observation->concept_id].has(lexicon::Concept::placed);
    const bool deed = placed || items_[i].kind == ItemKind::unknown;
    if (!deed || !is_cue(items_[i + 1], CueKind::of)) return;
    std::size_t thing = i + 2;
    while (thing < items_.size() && (names_side(items_[thing]) || says_nothing(items_[thing]))) ++thing;
    if (thing + 1 >= items_.size() || !is_device(lexicon_, items_[thing]) || items_[thing + 1].kind != ItemKind::comma)
      return;
    for (std::size_t k = 0; k < i + 2; ++k) pass_over(items_[k]);
    pass_over(items_[thing + 1]);
  }

  // "From the cava into the right atrium", "from the jugular vein ending in the atrium": it is in the atrium.
  void from_there_to(std::size_t from) {
    const std::size_t to = behind_place(from + 1);
    if (to == from + 1 || to + 1 >= items_.size()) return;
    const bool reaches = is_cue(items_[to], CueKind::near) && words(to).starts_with("reach");
    const bool leads = (is_cue(items_[to], CueKind::in) && (words(to).ends_with("into") || items_[to].tokens > 1));
    if (!(reaches || leads) || behind_place(to + 1) == to + 1) return;
    if (!is_cue(items_[to], CueKind::in)) say_cue(lexicon_, items_[to], lexicon_.known().in);
    for (std::size_t k = from; k < to; ++k) pass_over(items_[k]);
  }

  // "With the side hole", ", its side port", "and side holes"
  bool joins_piece(std::size_t i) const { return joins(items_[i]) || is_cue(items_[i], CueKind::with); }

  // A piece of a tube that is not its tip.
  bool is_piece(std::size_t i) const {
    static constexpr std::array<std::string_view, 6> kPieces{"side hole", "side port", "sidehole",
                                                             "sideport",  "side-hole", "side-port"};
    const std::string_view said = words(i);
    return std::any_of(kPieces.begin(), kPieces.end(), [&](std::string_view piece) { return said.starts_with(piece); });
  }

  bool tell_piece(std::size_t joint) {
    std::size_t i = joint + 1;
    bool its = false;
    for (; i < items_.size() && i < joint + kFew &&
           (says_nothing(items_[i]) || is_cue(items_[i], CueKind::it) || items_[i].only_modifier() ||
            is_cue(items_[i], CueKind::with));
         ++i)
      its |= is_cue(items_[i], CueKind::it);
    if (i + 1 >= items_.size()) return false;
    if (is_piece(i)) {
      items_[joint] = semicolon_at(items_[joint].begin);
      for (std::size_t k = joint + 1; k < i; ++k) pass_over(items_[k]);
      return true;
    }
    const bool piece = names_place(items_[i]) || items_[i].kind == ItemKind::unknown;
    if (!its || !piece || items_[joint].kind != ItemKind::comma) return false;
    return pass_over_unseen(joint, i + 1);
  }

  // "…, its hub not seen", "…, its end not included on the image": the tube is there.
  bool pass_over_unseen(std::size_t first, std::size_t i) {
    while (i < items_.size() && (says_nothing(items_[i]) || is_cue(items_[i], CueKind::be))) ++i;
    if (i >= items_.size() || !(is_cue(items_[i], CueKind::negpost) || is_cue(items_[i], CueKind::quality)))
      return false;
    std::size_t end = i + 1;
    while (end < items_.size() && end < first + kFar && items_[end].kind != ItemKind::comma &&
           items_[end].kind != ItemKind::semicolon)
      ++end;
    for (std::size_t k = first; k < end; ++k) pass_over(items_[k]);
    return true;
  }

  bool replaces(std::size_t i) const {
    const std::string_view said = words(i);
    return said.find("replace") != std::string_view::npos && said.find("replaced by") == std::string_view::npos;
  }

  // "A tracheostomy has replaced the tube": that is not there any more.
  void take_away(std::size_t verb) {
    std::size_t thing = verb + 1;
    while (thing < items_.size() && thing < verb + kFew &&
           (names_side(items_[thing]) || says_nothing(items_[thing]) || items_[thing].only_modifier()))
      ++thing;
    if (thing >= items_.size() || !is_device(lexicon_, items_[thing])) return;
    const std::uint32_t where = items_[verb].begin;
    say_cue(lexicon_, items_[verb], lexicon_.known().no);
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(verb), semicolon_at(where));
  }

  // "One lead in the atrium and two in the ventricle": in both.
  void join_places(std::size_t number) {
    if (number < 3 || !joins(items_[number - 1])) return;
    std::size_t before = number - 1;  // the place before it
    while (before > 0 && number - before < kFew &&
           (names_place(items_[before - 1]) || names_side(items_[before - 1]) || says_nothing(items_[before - 1])))
      --before;
    if (before == number - 1 || before == 0 || !is_cue(items_[before - 1], CueKind::in) ||
        behind_place(number + 2) == number + 2)
      return;
    pass_over(items_[number]);
    pass_over(items_[number + 1]);
    for (std::size_t k = before; k-- > 0 && before - k < kFew;) {
      if (is_number_word(lexicon_, items_[k])) pass_over(items_[k]);
    }
  }

  const Lexicon& lexicon_;
  std::string_view text_;
  std::vector<Item>& items_;
};

}  // namespace

void tell_moved_devices(const Lexicon& lexicon, const ItemKinds& said, std::string_view text,
                        std::vector<Item>& items) {
  MovedDevices(lexicon, text, items).run(said);
}

}  // namespace fiducial::findings
