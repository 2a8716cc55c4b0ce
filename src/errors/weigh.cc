#include "errors/weigh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fiducial/io.h"
#include "grammar/limits.h"

namespace fiducial::errors {

using findings::ConceptId;
using findings::Finding;
using findings::kNone;
using findings::Lexicon;
using lexicon::NumberKey;
using lexicon::Section;
using lexicon::Weight;

namespace {

// What is doubted weighs less, on either side: a doubt that is right earns less, and one that is wrong costs less.
constexpr double kDoubt[] = {1.0, 0.9, 0.6, 0.4};

Significance public_level(lexicon::Significance s) {
  return static_cast<Significance>(s);
}

}  // namespace

Weigher::Weigher(const Lexicon& lexicon) : lexicon_(lexicon) {
  constexpr double kShares[] = {0.0005, 0.25, 0.5, 1.0};  // of a table that does not say
  for (int i = 0; i < kSignificances; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const ConceptId id = lexicon.find("level." + std::string(name(static_cast<Significance>(i))));
    share_[at] = id == kNone ? kShares[at] : lexicon.number(id, NumberKey::share, kShares[at]);
  }
  for (int i = 0; i < kKinds; ++i) {
    const ConceptId id = lexicon.find("error." + std::string(name(static_cast<Kind>(i))));
    if (id == kNone) continue;
    Costs::One& one = costs_.of[static_cast<std::size_t>(i)];
    one.cost = lexicon.number(id, NumberKey::cost, one.cost);
    one.step = lexicon.number(id, NumberKey::step, one.cost);
    one.small = lexicon.number(id, NumberKey::small, one.step);
    if (static_cast<Kind>(i) == Kind::finding) costs_.same_in_effect = lexicon.number(id, NumberKey::least, 0.05);
    if (static_cast<Kind>(i) != Kind::size) continue;
    costs_.size_margin = lexicon.number(id, NumberKey::margin, 20) / 100;
    costs_.size_least = lexicon.number(id, NumberKey::least, 4);
    costs_.size_small = lexicon.number(id, NumberKey::small, 6);
    costs_.size_least_small = lexicon.number(id, NumberKey::least_small, 2);
  }
  for (const ConceptId id : lexicon.of_section(Section::context)) {
    constexpr double kNever = -1;
    const double from = lexicon.number(id, NumberKey::from, kNever);
    const double to = lexicon.number(id, NumberKey::to, std::numeric_limits<double>::infinity());
    contexts_.push_back({id, std::max(from, 0.0), to, from >= 0 || !std::isinf(to)});
  }
}

void Weigher::set_patient(const PatientContext& patient) {
  holding_.clear();
  if (!patient.age.empty()) {
    const double age = io::age_in_years(patient.age);
    for (const Context& c : contexts_) {
      if (c.aged && age >= c.from && age < c.to) holding_.push_back(c.id);
    }
  }
  if (patient.indication.empty()) return;
  text::tokenize(patient.indication, tokens_);
  bool denied = false;  // "fever, no recent surgery": up to the next comma
  for (std::size_t i = 0; i < tokens_.size();) {
    denied = (denied && tokens_[i].word != 0) || denies(i);
    const lexicon::Match match = denied ? lexicon::Match{} : lexicon_.context(tokens_, i);
    for (const lexicon::Sense& sense : match.senses) {
      if (!holds(sense.concept_id)) holding_.push_back(sense.concept_id);
    }
    i += std::max<std::size_t>(1, match.tokens);
  }
}

bool Weigher::denies(std::size_t token) const {
  const auto senses = lexicon_.longest(tokens_, token).senses;
  return std::any_of(senses.begin(), senses.end(), [&](const lexicon::Sense& sense) {
    const lexicon::Concept& c = lexicon_[sense.concept_id];
    return c.section == Section::cue && c.cue() == lexicon::CueKind::neg;
  });
}

bool Weigher::holds(ConceptId context) const {
  return std::find(holding_.begin(), holding_.end(), context) != holding_.end();
}

bool Weigher::at(const findings::Site& site, ConceptId place) const {
  const ConceptId wanted = lexicon_.representative(place);
  return std::any_of(site.organs.begin(), site.organs.end(), [&](ConceptId organ) {
    if (organ == place || lexicon_.representative(organ) == wanted || lexicon_.contains(place, organ)) return true;
    return lexicon_.contains(place, lexicon_.representative(organ));
  });
}

bool Weigher::own(ConceptId concept_id, const findings::Site& site, Significance& out) const {
  int best = -1;
  for (const Weight& w : lexicon_.weights(concept_id)) {
    if (w.kind != Weight::Kind::is || (w.context != kNone && !holds(w.context))) continue;
    if (w.place != kNone && !at(site, w.place)) continue;
    const int depth = w.place == kNone ? 0 : 1 + lexicon_[w.place].ancestor_count;
    const int rank = 2 * depth + (w.context != kNone ? 1 : 0);
    if (rank <= best) continue;
    best = rank;
    out = public_level(w.significance);
  }
  return best >= 0;
}

// The nearest concept that says one, or none.
ConceptId Weigher::inherited(ConceptId concept_id, const findings::Site& site, Significance& out) const {
  if (own(concept_id, site, out)) return concept_id;
  const auto up = lexicon_.ancestors(concept_id);
  const auto found = std::find_if(up.begin(), up.end(), [&](ConceptId id) { return own(id, site, out); });
  return found == up.end() ? kNone : *found;
}

// What is weighed of a finding: "not patent" is weighed as the obstruction.
ConceptId Weigher::weighed(const Finding& f) const {
  if (f.concept_id == kNone) return kNone;
  const lexicon::Concept& what = lexicon_[f.concept_id];
  return what.has(lexicon::Concept::normal) && what.opposite != kNone ? what.opposite : f.concept_id;
}

Significance Weigher::adjusted(Significance level, const Finding& f) const {
  auto most = Significance::urgent;
  for (const ConceptId d : f.details) {
    for (const Weight& w : lexicon_.weights(d)) {
      if (w.context != kNone && !holds(w.context)) continue;
      const Significance said = public_level(w.significance);
      if (w.kind == Weight::Kind::raise) level = std::max(level, said);
      if (w.kind == Weight::Kind::lower) most = std::min(most, said);
    }
    Significance detail{};
    if (lexicon_[d].section == Section::observation && own(d, f.site, detail)) level = std::max(level, detail);
  }
  return std::min(level, most);
}

// Is it longer than what is normal at its place: a node of 16 mm?
bool Weigher::beyond_normal(const Finding& f) const {
  if (f.size_count == 0) return false;
  const double longest = *std::max_element(f.sizes.begin(), f.sizes.begin() + f.size_count);
  return std::any_of(f.site.organs.begin(), f.site.organs.end(), [&](ConceptId organ) {
    const double limit = findings::normal_limit(lexicon_, organ, NumberKey::mm_to);
    return limit > 0 && longest > limit;
  });
}

Significance Weigher::of(const Finding& f) const {
  auto level = Significance::minor;
  if (const ConceptId what = weighed(f); what != kNone) (void)inherited(what, f.site, level);
  if (level == Significance::none && f.abnormal && beyond_normal(f)) level = Significance::minor;
  return adjusted(level, f);
}

ConceptId Weigher::decides(const Finding& f) const {
  Significance ignored{};
  const ConceptId what = weighed(f);
  return what == kNone ? kNone : inherited(what, f.site, ignored);
}

double Weigher::points(Significance significance, findings::Certainty certainty) const {
  return share_[static_cast<std::size_t>(significance)] * kDoubt[static_cast<std::size_t>(certainty)];
}

double Weigher::margin(ConceptId concept_id) const {
  if (concept_id == kNone) return costs_.size_margin;
  double percent = lexicon_.number(concept_id, NumberKey::margin, -1);
  for (const ConceptId up : lexicon_.ancestors(concept_id)) {
    if (percent >= 0) break;
    percent = lexicon_.number(up, NumberKey::margin, -1);
  }
  return percent >= 0 ? percent / 100 : costs_.size_margin;
}

std::string_view name(Significance significance) {
  return lexicon::name(static_cast<lexicon::Significance>(significance));
}

std::string_view name(Kind kind) {
  constexpr std::string_view kNames[] = {"missing",   "invented",    "negation",   "side",   "place",  "finding",
                                         "severity",  "size",        "count",      "acuity", "change", "device",
                                         "certainty", "attribution", "appearance", "organ"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace fiducial::errors
