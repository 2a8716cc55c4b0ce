#include "radfact/phrases.h"

#include <algorithm>
#include <span>

namespace fiducial::radfact {

using findings::Item;
using findings::ItemKind;
using lexicon::CueKind;

namespace {

using Stretch = std::span<const Item>;

bool cue(const Item& item, CueKind kind) {
  return item.kind == ItemKind::cue && item.cue == kind;
}
bool is_with(const Item& item) {
  return cue(item, CueKind::with) || cue(item, CueKind::include);
}
bool is_verb(const Item& item) {
  return cue(item, CueKind::be) || cue(item, CueKind::show) || cue(item, CueKind::seen);
}
bool is_joint(const Item& item) {
  return item.kind == ItemKind::comma || cue(item, CueKind::and_) || cue(item, CueKind::or_);
}
bool is_observation(const Item& item) {
  return item.kind == ItemKind::content && item.observation != nullptr;
}
bool is_organ(const Item& item) {
  return item.kind == ItemKind::content && item.anatomy != nullptr && item.observation == nullptr;
}
bool is_content(const Item& item) {
  return item.kind == ItemKind::content || item.kind == ItemKind::unknown;
}
bool item_denies(const Item& item) {
  return cue(item, CueKind::neg);
}
template <typename Test>
bool any(Stretch items, Test test) {
  return std::any_of(items.begin(), items.end(), test);
}
template <typename Test>
std::size_t find(Stretch items, Test test) {
  return static_cast<std::size_t>(std::find_if(items.begin(), items.end(), test) - items.begin());
}

std::string_view text_of(std::string_view sentence, Stretch items) {
  return items.empty() ? std::string_view()
                       : sentence.substr(items.front().begin, items.back().end - items.front().begin);
}

// "the heart" → "The heart."
std::string as_phrase(std::string text) {
  const std::string_view marks = " ,;:.";
  while (!text.empty() && marks.find(text.back()) != std::string_view::npos) text.pop_back();
  const std::size_t first = text.find_first_not_of(marks);
  if (first == std::string::npos) return "";
  text.erase(0, first);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

// --- clauses -------------------------------------------------------------------------------------------------------

struct Clause {
  Stretch items;
  bool denies = false;  // its denial was a preposition ("without"), taken off: say "No"
};

// "With no", "without": a denial that joins what it denies to something before it.
bool is_preposition(std::string_view sentence, const Item& denial) {
  const std::string_view text = sentence.substr(denial.begin, denial.end - denial.begin);
  return text.starts_with("with") || text.starts_with("With");
}

// Does a clause of its own begin here, behind a joint: a subject and then a verb, or a denial?
bool begins_clause(Stretch before, Stretch behind) {
  if (behind.empty() || before.empty() || cue(behind[0], CueKind::it) || is_with(behind[0])) return false;
  const std::size_t end = find(behind, is_joint);
  const std::size_t verb = find(behind.first(end), is_verb);
  const bool own_verb = verb < end;
  const bool left_verb = any(before, is_verb);
  if (cue(behind[0], CueKind::neg)) return left_verb && !any(before, item_denies);
  if (cue(behind[0], CueKind::seen) && own_verb) return left_verb;  // "and there is …"
  const bool the = cue(behind[0], CueKind::the);
  if (!own_verb) return left_verb && the && any(behind.first(end), is_observation);  // one form may hold the verb
  return any(behind.first(verb), is_content) && (left_verb || the);
}

// "Clear, with no effusion", "clear without effusion": the denial begins a phrase of its own.
bool begins_denial(Stretch items, std::size_t at) {
  if (!cue(items[at], CueKind::neg) || at < 2) return false;
  const Stretch before = items.first(at);
  const Item& last = before.back();
  if (is_verb(last) || cue(last, CueKind::in) || cue(last, CueKind::of)) return false;
  return any(before, is_content) && any(before, is_verb) && any(items.subspan(at), is_observation);
}

// No clause that a person writes is longer; text without end is cut, so that splitting stays linear.
constexpr std::size_t kLongestStretch = 400;

std::vector<Clause> clauses(std::string_view sentence, Stretch items) {
  std::vector<Clause> out;
  std::size_t first = 0;
  const auto close = [&](std::size_t end) {
    if (end <= first) return;
    const Stretch clause = items.subspan(first, end - first);
    const bool denies = clause.size() > 1 && cue(clause[0], CueKind::neg) && is_preposition(sentence, clause[0]);
    out.push_back({denies ? clause.subspan(1) : clause, denies});
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i - first >= kLongestStretch) {
      close(i);
      first = i;
    }
    const Stretch open = items.subspan(first, i - first);
    if (items[i].kind == ItemKind::semicolon ||
        (cue(items[i], CueKind::negend) && begins_clause(open, items.subspan(i + 1)))) {
      close(i);
      first = i + 1;
    } else if (is_joint(items[i])) {
      std::size_t next = i + 1;
      while (next < items.size() && is_joint(items[next])) ++next;
      if (begins_clause(open, items.subspan(next))) {
        close(i);
        first = next;
        i = next - 1;
      }
    } else if (begins_denial(items.subspan(first, std::min(items.size() - first, 2 * kLongestStretch)), i - first)) {
      std::size_t end = i;  // "…, and with" joins it to what stands before it
      while (end > first && (is_with(items[end - 1]) || is_joint(items[end - 1]))) --end;
      close(end);
      first = i;
    }
  }
  close(items.size());
  return out;
}

// --- opinions ------------------------------------------------------------------------------------------------------

// "Indicating edema" states; "consistent with edema", "suggestive of edema" guess.
bool is_guess(std::string_view sentence, const Item& item) {
  return cue(item, CueKind::infer) && !sentence.substr(0, item.end).ends_with("ing");
}

// Where an opinion begins, if one does: the number of items that stay. "The density indicates collapse" is none: there
// the guess is what the sentence says of a finding.
std::size_t before_opinion(std::string_view sentence, Stretch items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::size_t from = items.size();
    if (is_guess(sentence, items[i]) && !(any(items.first(i), is_observation) && !any(items.first(i), is_verb)))
      from = i;
    if (cue(items[i], CueKind::hedge)) {
      const Stretch behind = items.subspan(i + 1);
      const bool relative = i > 0 && cue(items[i - 1], CueKind::which);
      const bool apart = i > 0 && items[i - 1].kind == ItemKind::comma && any(behind, is_observation);
      const bool infers = any(behind, [](const Item& k) { return cue(k, CueKind::infer); });
      if (relative || apart || infers) from = i;
    }
    if (from == items.size()) continue;
    const auto leads_in = [](const Item& k) { return is_joint(k) || cue(k, CueKind::which) || cue(k, CueKind::hedge); };
    if (from > 0 && is_verb(items[from - 1])) --from;  // "which is", "the opacity is"
    while (from > 0 && leads_in(items[from - 1])) --from;
    return from;
  }
  return items.size();
}

// --- lists ---------------------------------------------------------------------------------------------------------

// Goes on with what stands before it: ", indicating edema", ", which is stable", ", with its tip in the stomach".
bool goes_on(const Item& item) {
  return cue(item, CueKind::infer) || cue(item, CueKind::which) || is_with(item) || cue(item, CueKind::in) ||
         cue(item, CueKind::hedge) || cue(item, CueKind::it);
}

// The parts of a list, each of which passes `test`; one that does not is joined to its neighbour.
template <typename Test>
std::vector<Stretch> parts(Stretch items, Test test) {
  std::vector<Stretch> out;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= items.size(); ++i) {
    if (i < items.size() && !is_joint(items[i])) continue;
    const Stretch part = items.subspan(first, i - first);
    if (part.empty()) {
      first = i + 1;
    } else if (any(part, test) && !goes_on(part[0])) {
      out.push_back(part);
      first = i + 1;
    } else if (!out.empty()) {
      const auto begin = static_cast<std::size_t>(out.back().data() - items.data());
      out.back() = items.subspan(begin, i - begin);
      first = i + 1;
    }
  }
  if (first < items.size() && !out.empty() && out.back().data() + out.back().size() < items.data() + items.size()) {
    const auto begin = static_cast<std::size_t>(out.back().data() - items.data());
    out.back() = items.subspan(begin);
  }
  return out;
}

Stretch without_article(std::string_view sentence, Stretch items) {
  while (items.size() > 1 && (cue(items[0], CueKind::filler) || cue(items[0], CueKind::the)) &&
         items[0].end - items[0].begin <= 3 && sentence[items[0].begin] != 'n')
    items = items.subspan(1);
  return items;
}

// "cardiac", "hilar", "pleural", "pulmonary": an organ's adjective, by its ending.
bool is_adjective(std::string_view word) {
  for (const std::string_view ending : {"ac", "al", "ar", "ic", "ary", "ous"}) {
    if (word.ends_with(ending)) return true;
  }
  return false;
}

// "are" behind one thing is "is".
std::string agreeing(std::string_view verb, bool plural) {
  if (!plural && verb.starts_with("are")) return "is" + std::string(verb.substr(3));
  if (!plural && verb.starts_with("appear ")) return "appears" + std::string(verb.substr(6));
  if (!plural && verb.starts_with("were")) return "was" + std::string(verb.substr(4));
  return std::string(verb);
}

std::string_view last_word(std::string_view text) {
  return text.substr(text.rfind(' ') + 1);  // all of it if there is no blank
}

// "The heart and mediastinum are normal"; "cardiac and mediastinal silhouettes" share their noun.
bool split_subjects(std::string_view sentence, Stretch subject, Stretch predicate, std::vector<std::string>& out) {
  if (any(subject, is_observation) ||
      any(subject, [](const Item& i) { return cue(i, CueKind::in) || cue(i, CueKind::of); }))
    return false;
  const auto list = parts(subject, [](const Item& i) { return is_organ(i) || i.attribute != nullptr; });
  if (list.size() < 2) return false;
  const std::string_view verb = text_of(sentence, predicate);
  const std::string_view last = text_of(sentence, list.back());
  std::string noun(last_word(last));
  if (noun.ends_with('s') && !noun.ends_with("ss")) noun.pop_back();
  const bool shared = is_adjective(text_of(sentence, list.front()));
  const bool article = cue(subject[0], CueKind::the);
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string text(text_of(sentence, list[i]));
    if (article && !cue(list[i][0], CueKind::the)) text.insert(0, "the ");
    bool plural = list[i].back().plural;
    if (shared) {
      plural = false;
      if (i + 1 < list.size())
        text += " " + noun;
      else
        text.replace(text.rfind(' ') + 1, std::string::npos, noun);
    }
    out.push_back(as_phrase(text + " " + agreeing(verb, plural)));
  }
  return true;
}

bool has_place(Stretch items) {
  return any(items, [](const Item& i) {
    return i.anatomy != nullptr || cue(i, CueKind::left) || cue(i, CueKind::right) || cue(i, CueKind::both);
  });
}

// A list of findings between what stands before it ("There is", "No", "The lungs are") and behind it ("is seen").
void split_findings(std::string_view sentence, Stretch head, Stretch list, Stretch tail,
                    std::vector<std::string>& out) {
  const auto each = parts(list, is_observation);
  std::string before(text_of(sentence, head));
  if (before == "Neither" || before == "neither") before = "No";
  const std::string behind(text_of(sentence, tail));
  if (each.size() < 2) {
    std::string text(before);
    if (!list.empty()) text += (text.empty() ? "" : " ") + std::string(text_of(sentence, list));
    if (!tail.empty()) text += " " + behind;
    out.push_back(as_phrase(text));
    return;
  }
  // A place at the end of the list is the place of all that have none.
  const Stretch last = each.back();
  const std::size_t in = find(last, [](const Item& i) { return cue(i, CueKind::in); });
  const std::string place = in < last.size() && in > 0 ? " " + std::string(text_of(sentence, last.subspan(in))) : "";
  // "Hilar or mediastinal adenopathy": the last has the noun.
  const std::string noun = " " + std::string(last_word(text_of(sentence, in > 0 ? last.first(in) : last)));
  const bool there =
      !head.empty() && cue(head.back(), CueKind::seen) && !any(head, item_denies);  // said once is enough
  for (std::size_t i = 0; i < each.size(); ++i) {
    std::string text;
    // "No ascites and no free air": each has a denial of its own.
    const bool denied_itself = i > 0 && item_denies(each[i][0]) && any(head, item_denies);
    if (!denied_itself && (i == 0 || !there)) text = before;
    const Stretch words = i > 0 ? without_article(sentence, each[i]) : each[i];
    text += (text.empty() ? "" : " ") + std::string(text_of(sentence, words));
    if (i + 1 < each.size() && is_adjective(last_word(text)) && any(last, [&](const Item& item) {
          return item.observation != nullptr && words.back().observation != nullptr &&
                 item.observation->concept_id == words.back().observation->concept_id;
        }))
      text += noun;
    if (i + 1 < each.size() && !has_place(each[i])) text += place;
    if (!tail.empty()) text += " " + agreeing(behind, each[i].back().plural);
    out.push_back(as_phrase(text));
  }
}

void split_clause(std::string_view sentence, Stretch items, std::vector<std::string>& out) {
  const std::size_t verb = find(items, is_verb);
  const bool opens = verb == 0 || (verb < items.size() && !any(items.first(verb), is_content));
  if (opens) {  // "There is no effusion or pneumothorax"
    std::size_t list = verb + 1;
    while (list < items.size() && cue(items[list], CueKind::neg)) ++list;
    split_findings(sentence, items.first(list), items.subspan(list), {}, out);
    return;
  }
  const Stretch subject = items.first(verb);
  const Stretch predicate = items.subspan(verb);
  if (any(subject, is_observation) || predicate.empty()) {  // "No effusion or pneumothorax is seen"
    std::size_t list = 0;
    while (list < subject.size() && cue(subject[list], CueKind::neg)) ++list;
    split_findings(sentence, subject.first(list), subject.subspan(list), predicate, out);
    return;
  }
  if (split_subjects(sentence, subject, predicate, out)) return;
  std::size_t list = verb + 1;  // "The lungs are hyperinflated and clear"
  while (list < items.size() && (is_verb(items[list]) || cue(items[list], CueKind::neg))) ++list;
  split_findings(sentence, items.first(list), items.subspan(list), {}, out);
}

Stretch without_opening(Stretch items) {
  while (!items.empty() && (cue(items[0], CueKind::contrast) || cue(items[0], CueKind::negend) || is_joint(items[0])))
    items = items.subspan(1);
  return items;
}

}  // namespace

void PhraseSplitter::read(std::string_view sentence) {
  text::tokenize(sentence, tokens_);
  findings::read_items(lexicon_, sentence, tokens_, items_);
}

PhraseSplitter::Reference PhraseSplitter::reference(std::string_view sentence) {
  read(sentence);
  const Stretch items = without_opening(items_);
  Reference out;
  out.back = !items.empty() && cue(items[0], CueKind::it);
  out.guess = any(items, [](const Item& i) { return cue(i, CueKind::hedge) || cue(i, CueKind::infer); });
  return out;
}

bool PhraseSplitter::remark(std::string_view sentence) {
  read(sentence);
  const Stretch items = items_;
  return !any(items, is_observation) && !any(items, is_organ) && any(items, [](const Item& i) {
    return cue(i, CueKind::quality) || cue(i, CueKind::technique) || cue(i, CueKind::person) ||
           cue(i, CueKind::history) || cue(i, CueKind::recommend) || cue(i, CueKind::prior);
  });
}

void PhraseSplitter::split(std::string_view sentence, std::vector<std::string>& out) {
  read(sentence);
  const Stretch all(items_);
  const std::size_t colon = find(all, [](const Item& i) { return i.kind == ItemKind::colon; });
  const bool heading = colon > 0 && colon + 1 < all.size() && !any(all.first(colon), is_verb);
  split_body(sentence, heading ? all.subspan(colon + 1) : all, out);
  // "Lungs: no nodule or mass." The place goes with each.
  const std::string title = heading ? std::string(text_of(sentence, all.first(colon + 1))) + " " : "";
  for (std::string& phrase : out) phrase.insert(0, title);
}

void PhraseSplitter::split_body(std::string_view sentence, std::span<const Item> body, std::vector<std::string>& out) {
  for (const Clause& clause : clauses(sentence, without_opening(body))) {
    Stretch items = clause.items;
    items = without_opening(items.first(before_opinion(sentence, items)));
    if (!any(items, is_content)) continue;
    const std::size_t from = out.size();
    split_clause(sentence, items, out);
    if (!clause.denies) continue;
    for (std::size_t i = from; i < out.size(); ++i) {
      if (out[i].starts_with("No ")) continue;
      out[i][0] = static_cast<char>(out[i][0] | 0x20);
      out[i].insert(0, "No ");
    }
  }
  std::erase(out, std::string());
}

}  // namespace fiducial::radfact
