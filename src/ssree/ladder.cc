#include "ssree/ladder.h"

#include <algorithm>
#include <numeric>

#include "compare/relate.h"
#include "fiducial/stats.h"
#include "grammar/render.h"
#include "ssree/reword.h"

namespace fiducial::ssree {

using findings::Finding;
using findings::Likeness;

namespace {

constexpr std::size_t kFewestAbnormal = 3;  // with two, L4 would be L3
constexpr std::size_t kFewestNormal = 1;
constexpr std::size_t kMostHeadWords = 6;

// A finding turned into its opposite: what was there is not, with no details that only a finding has.
Finding inverted(const Finding& f) {
  Finding out = f;
  out.absent = !f.absent;
  out.abnormal = !f.abnormal;
  out.certainty = findings::Certainty::definite;
  if (!out.abnormal) {
    out.details = {};
    out.size_count = 0;
    out.quantity_count = 0;
  }
  return out;
}

// The text of a sentence on one line, with its period.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) out += c;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == ';' || out.back() == ',')) out.pop_back();
  if (!out.empty() && out.back() != '.' && out.back() != '!' && out.back() != '?') out += '.';
  return out;
}

// The sentence that a finding stands in, or its own words if none has it.
findings::Span sentence_of(const findings::Reading& reading, const Finding& f) {
  const auto behind = std::upper_bound(reading.sentences.begin(), reading.sentences.end(), f.span.begin,
                                       [](std::uint32_t at, const auto& note) { return at < note.span.begin; });
  const bool inside = behind != reading.sentences.begin() && f.span.begin < std::prev(behind)->span.end;
  return inside ? std::prev(behind)->span : f.span;
}

// The report's own words for what was observed; empty if they are no plain noun phrase.
std::string head_words(const Finding& f, std::string_view report) {
  std::string out(report.substr(f.head.begin, f.head.end - f.head.begin));
  for (const std::string_view state : {"Status post ", "status post ", "S/p ", "s/p ", "S/P "}) {
    if (out.starts_with(state)) out.erase(0, state.size());  // "No status post cholecystectomy" is no English
  }
  if (out.find_first_of("\n\r.,;:()0123456789") != std::string::npos) return {};
  if (static_cast<std::size_t>(std::count(out.begin(), out.end(), ' ')) >= kMostHeadWords) return {};
  const bool name = out.size() > 1 && out[1] >= 'A' && out[1] <= 'Z';  // "ACL", "PICC"
  if (!out.empty() && out[0] >= 'A' && out[0] <= 'Z' && !name) out[0] = static_cast<char>(out[0] | 0x20);
  return out;
}

// Is the last word of a place a plural? "The lungs", but not "the pancreas" or "the thymus".
bool several(std::string_view place) {
  return place.ends_with("s") && !place.ends_with("ss") && !place.ends_with("us") && !place.ends_with("is") &&
         !place.ends_with("as");
}

// "Enlarged", "is prominent": words that say how a place is, and name nothing that could be in it.
bool describes(const Finding& f, std::string_view report, std::string_view head) {
  if (head.ends_with("ed")) return true;
  std::string_view before = report.substr(0, f.head.begin);
  constexpr std::size_t kAdverbs = 2;  // "is not significantly dilated"
  for (std::size_t n = 0; n <= kAdverbs; ++n) {
    while (before.ends_with(' ')) before.remove_suffix(1);
    const std::size_t blank = before.find_last_of(" \n.,;:");
    const std::string_view word = before.substr(blank == std::string_view::npos ? 0 : blank + 1);
    for (const std::string_view be : {"is", "are", "was", "were", "appears", "appear", "remains", "remain"}) {
      if (word == be) return true;
    }
    if (word != "not" && !word.ends_with("ly")) return false;
    before.remove_suffix(word.size());
  }
  return false;
}

}  // namespace

// A ladder is the same on every machine.
class LadderBuilder::Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(stats::Random::mixed(state_ += stats::Random::kStep) % n);
  }
  template <class List>
  void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::uint64_t state_;
};

LadderBuilder::LadderBuilder(const findings::Lexicon& lexicon)
    : lexicon_(lexicon), reader_(lexicon), measured_(lexicon.find("measured")) {}

bool LadderBuilder::same(const Finding& a, const Finding& b) const {
  if (a.abnormal != b.abnormal || a.absent != b.absent || a.certainty != b.certainty || a.size_count != b.size_count ||
      a.quantity_count != b.quantity_count)
    return false;
  const findings::Relation r = findings::relate(lexicon_, a, b);
  return r.compatible() && r.site == Likeness::equivalent && r.concept_likeness == Likeness::equivalent &&
         r.details != findings::DetailLikeness::partial && r.details != findings::DetailLikeness::none;
}

// Does the text, read alone, say just that?
bool LadderBuilder::says(const std::string& text, std::span<const Finding> wanted) {
  reader_.read(text, check_);
  return std::equal(check_.findings.begin(), check_.findings.end(), wanted.begin(), wanted.end(),
                    [&](const Finding& a, const Finding& b) { return same(a, b); });
}

// The sentence in other words, as far as they leave it what it says.
std::string LadderBuilder::reworded(std::string text, std::span<const Finding> atoms, Dice& dice) {
  auto changes = rewordings(text);
  dice.shuffle(changes);
  const std::string original = text;
  for (const std::string& change : changes) {
    if (!says(change, atoms)) continue;
    text = change;
    break;
  }
  for (const std::string& change : rewordings(text)) {
    if (change != original && says(change, atoms)) return change;
  }
  return text;
}

// One finding as a sentence: in the report's own words if these read back as it, else in the lexicon's.
std::string LadderBuilder::put(const Finding& f, std::string_view report) {
  const std::string head = head_words(f, report);
  const std::string place = describe(lexicon_, f.site);
  const bool value = f.concept_id != findings::kNone && lexicon_[f.concept_id].has(lexicon::Concept::normal);
  const bool adjective = describes(f, report, head);
  if (!head.empty() && !value && adjective && !place.empty() && f.details.empty() && f.size_count == 0) {
    std::string text = "The ";
    text.append(place)
        .append(several(place) ? " are " : " is ")
        .append(f.absent ? "not " : "")
        .append(head)
        .append(".");
    if (says(text, std::span(&f, 1))) return text;
  }
  if (!head.empty() && !value && !adjective && f.details.empty() && f.size_count == 0) {
    for (const std::string& where : {std::string(), place.empty() ? place : " in the " + place}) {
      std::string text = f.absent ? "No " : "";
      text += head;
      text += where;
      text += '.';
      if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 0x20);
      if (says(text, std::span(&f, 1))) return text;
    }
  }
  return findings::sentence(lexicon_, f, report);
}

std::string unfit_for_levels(std::size_t abnormal, std::size_t normal) {
  if (abnormal < kFewestAbnormal) return "fewer than three abnormal findings";
  return normal < kFewestNormal ? "no normal finding" : "";
}

// The sentences of the report that have findings, and whether each says alone what it says in the report: one below a
// heading, or with "it", may not.
std::vector<LadderBuilder::Sentence> LadderBuilder::sentences_of(std::string_view report) {
  std::vector<Sentence> out;
  for (std::size_t i = 0; i < reading_.findings.size(); ++i) {
    const findings::Span span = sentence_of(reading_, reading_.findings[i]);
    if (out.empty() || out.back().begin != span.begin)
      out.push_back({span.begin, one_line(report.substr(span.begin, span.end - span.begin)), i, 0, false});
    ++out.back().count;
  }
  for (Sentence& one : out) one.alone = says(one.text, std::span(reading_.findings).subspan(one.first, one.count));
  return out;
}

std::string LadderBuilder::level(std::string_view report, const std::vector<Sentence>& sentences,
                                 const std::vector<bool>& turned, Dice& dice) {
  // A sentence that needs the one before it goes with it.
  std::vector<std::vector<std::size_t>> units;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].alone || units.empty()) units.emplace_back();
    units.back().push_back(i);
  }
  dice.shuffle(units);
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : " ") + text; };
  for (const auto& unit : units) {
    for (const std::size_t i : unit) {
      const Sentence& one = sentences[i];
      const auto atoms = std::span(reading_.findings).subspan(one.first, one.count);
      const bool whole =
          std::none_of(turned.begin() + static_cast<std::ptrdiff_t>(one.first),
                       turned.begin() + static_cast<std::ptrdiff_t>(one.first + one.count), [](bool t) { return t; });
      if (whole) {
        add(one.alone ? reworded(one.text, atoms, dice) : one.text);
        continue;
      }
      for (std::size_t k = 0; k < atoms.size(); ++k)
        add(put(turned[one.first + k] ? inverted(atoms[k]) : atoms[k], report));
    }
  }
  return out;
}

std::optional<Ladder> LadderBuilder::build(std::string_view report, std::uint64_t seed, std::string& why) {
  reader_.read(report, reading_);
  const std::vector<Finding>& atoms = reading_.findings;
  std::vector<std::size_t> abnormal;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms[i].abnormal) abnormal.push_back(i);
  }
  why = unfit_for_levels(abnormal.size(), atoms.size() - abnormal.size());
  if (!why.empty()) return std::nullopt;
  Dice dice(seed);
  dice.shuffle(abnormal);
  const std::vector<Sentence> sentences = sentences_of(report);
  const std::size_t counts[kRungs] = {0, 1, 2, abnormal.size(), atoms.size()};
  Ladder ladder;
  for (std::size_t rung = 0; rung < kRungs; ++rung) {
    std::vector<bool> turned(atoms.size(), rung + 1 == kRungs);
    for (std::size_t k = 0; k < std::min(counts[rung], abnormal.size()); ++k) turned[abnormal[k]] = true;
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if (atoms[k].concept_id == measured_) turned[k] = false;  // the opposite of a measure cannot be said
    }
    ladder.levels.at(rung) = level(report, sentences, turned, dice);
  }
  return ladder;
}

}  // namespace fiducial::ssree
