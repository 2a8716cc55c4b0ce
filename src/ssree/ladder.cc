#include "ssree/ladder.h"

#include <algorithm>
#include <numeric>

#include "compare/relate.h"
#include "grammar/render.h"
#include "lexicon/source.h"

namespace fiducial::ssree {

using findings::ConceptId;
using findings::Finding;
using findings::kNone;
using findings::Likeness;

namespace {

constexpr std::size_t kFewestAbnormal = 3;  // with two, L4 would be L3
constexpr std::size_t kFewestNormal = 1;
constexpr int kTries = 12;
constexpr std::size_t kSynonyms = 6;  // the tables begin with the usual words

bool is_adjective(std::string_view form) {
  for (std::string_view ending : {"ed", "al", "ic", "ar", "ous", "ive", "ent"}) {
    if (form.ends_with(ending)) return true;
  }
  return false;
}

// A finding turned into its opposite: what was there is not, with no details that only a finding has.
Finding inverted(const Finding& f) {
  Finding out = f;
  out.absent = !f.absent;
  out.abnormal = !f.abnormal;
  out.certainty = findings::Certainty::definite;
  if (!out.abnormal) {
    out.details = {};
    out.size_count = 0;
  }
  return out;
}

}  // namespace

// A small generator of our own (splitmix64), so that a ladder is the same on every machine.
class LadderBuilder::Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<std::size_t>((z ^ (z >> 31U)) % n);
  }
  template <class List>
  void shuffle(List& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::uint64_t state_;
};

LadderBuilder::LadderBuilder(const findings::Lexicon& lexicon)
    : lexicon_(lexicon), synonyms_(lexicon.size()), reader_(lexicon) {
  lexicon::Source source;
  source.add("lexicon", findings::Lexicon::tables());
  for (const lexicon::SourceConcept& c : source.concepts) {
    const ConceptId id = lexicon.find(c.id);
    if (id == kNone || c.forms.empty()) continue;
    const bool adjective = is_adjective(c.forms.front().text);
    for (const lexicon::SourceForm& form : c.forms) {
      if (synonyms_[id].size() == kSynonyms) break;
      // A form that says more than its concept would change the meaning, another part of speech the grammar.
      if (form.site.empty() && form.side.empty() && form.modifiers.empty() && is_adjective(form.text) == adjective)
        synonyms_[id].push_back(form.text);
    }
  }
}

std::string_view LadderBuilder::synonym(ConceptId id, Dice& dice) const {
  const auto& forms = synonyms_[id];
  return forms.empty() ? lexicon_.label(id) : std::string_view(forms[dice.below(forms.size())]);
}

// Does the text read back as that finding, and as nothing else?
bool LadderBuilder::says(const std::string& text, const Finding& f) {
  reader_.read(text, check_);
  if (check_.findings.size() != 1) return false;
  const Finding& g = check_.findings.front();
  if (g.abnormal != f.abnormal) return false;
  const findings::Relation r = findings::relate(lexicon_, f, g);
  return r.compatible() && r.site == Likeness::equivalent && r.concept_likeness == Likeness::equivalent;
}

std::string LadderBuilder::put(const Finding& f, std::string_view report, Dice& dice) {
  for (int i = 0; i < kTries; ++i) {
    const auto style = static_cast<findings::Style>(dice.below(findings::kStyles));
    std::string text = findings::sentence(lexicon_, f, report, style, [&](ConceptId id) { return synonym(id, dice); });
    if (says(text, f)) return text;
  }
  return findings::sentence(lexicon_, f, report);
}

std::string unfit_for_levels(std::size_t abnormal, std::size_t normal) {
  if (abnormal < kFewestAbnormal) return "fewer than three abnormal findings";
  return normal < kFewestNormal ? "no normal finding" : "";
}

std::optional<Ladder> LadderBuilder::build(std::string_view report, std::uint64_t seed, std::string& why) {
  reader_.read(report, reading_);
  const std::vector<Finding> atoms = reading_.findings;
  std::vector<std::size_t> abnormal;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (atoms[i].abnormal) abnormal.push_back(i);
  }
  why = unfit_for_levels(abnormal.size(), atoms.size() - abnormal.size());
  if (!why.empty()) return std::nullopt;
  Dice dice(seed);
  dice.shuffle(abnormal);
  const std::size_t turned[kRungs] = {0, 1, 2, abnormal.size(), atoms.size()};
  Ladder ladder;
  for (std::size_t level = 0; level < kRungs; ++level) {
    std::vector<bool> invert(atoms.size(), level + 1 == kRungs);
    for (std::size_t k = 0; k < std::min(turned[level], abnormal.size()); ++k) invert[abnormal[k]] = true;
    std::vector<std::size_t> order(atoms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    dice.shuffle(order);
    for (std::size_t i : order) {
      std::string& text = ladder.levels.at(level);
      if (!text.empty()) text += ' ';
      text += put(invert[i] ? inverted(atoms[i]) : atoms[i], report, dice);
    }
  }
  return ladder;
}

}  // namespace fiducial::ssree
