#include "radfact/ranking.h"

#include <algorithm>

namespace fiducial::radfact {

using lexicon::HintKind;

namespace {

using Terms = std::span<const Term>;

bool names_place(const Term& term) {
  return term.kind == Term::Kind::side || term.kind == Term::Kind::level || term.kind == Term::Kind::place;
}
bool gives_amount(const Term& term) {
  return term.kind == Term::Kind::amount;
}

// A measure with the words of where it is: they stand behind it ("8 cm on the right"), or before it ("right 8 cm").
struct MeasuredPlace {
  float amount = 0;
  findings::Unit unit = findings::Unit::none;
  Terms terms;
};

std::vector<MeasuredPlace> measured_places(Terms terms) {
  const auto first = std::find_if(terms.begin(), terms.end(), gives_amount);
  if (first == terms.end()) return {};
  const bool behind = first == terms.begin() || !names_place(*(first - 1));
  std::vector<MeasuredPlace> out;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!gives_amount(terms[i])) continue;
    std::size_t begin = i;
    std::size_t end = i + 1;
    if (behind) {
      while (end < terms.size() && !gives_amount(terms[end])) ++end;
    } else {
      while (begin > 0 && names_place(terms[begin - 1])) --begin;
    }
    out.push_back({terms[i].amount, terms[i].unit, terms.subspan(begin, end - begin)});
  }
  return out;
}

// How well these words hold where the hypothesis says the larger is: 1 all, 0 not all, -1 they name another place.
int place_holds(const Aligner& aligner, const std::vector<Term>& wanted, Terms terms) {
  int all = 1;
  for (const Term& h : wanted) {
    Hold best = Hold::open;
    for (const Term& p : terms) best = std::max(best, aligner.hold(h, p));
    if (best == Hold::rival) return -1;
    if (best < Hold::implied) all = 0;
  }
  return all;
}

// The places of the hypothesis; of "the left is larger than the right" the first, of "both, more on the left" the last.
std::vector<Term> wanted_places(const Statement& hypothesis) {
  std::vector<Term> out;
  const auto behind = [&](const Term& term) { return term.begin >= hypothesis.compared_at; };
  const bool of_both = std::any_of(hypothesis.terms.begin(), hypothesis.terms.end(),
                                   [&](const Term& term) { return term.side == lexicon::Side::both && !behind(term); });
  for (const Term& term : hypothesis.terms) {
    if (gives_amount(term)) return {};
    if (of_both && !behind(term)) continue;
    const bool second = std::any_of(
        out.begin(), out.end(), [&](const Term& t) { return t.kind == term.kind && term.kind != Term::Kind::place; });
    if (second) break;
    if (names_place(term)) out.push_back(term);
  }
  return out;
}

// "The largest in the uncinate process": the words from there to the next measure.
Ranked said_to_be(const Aligner& aligner, const std::vector<Term>& wanted, const Statement& premise) {
  const Terms all(premise.terms);
  const auto first =
      std::find_if(all.begin(), all.end(), [&](const Term& t) { return t.begin >= premise.compared_at; });
  const auto end = std::find_if(first, all.end(), gives_amount);
  const Terms terms = all.subspan(static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(end - first));
  if (std::none_of(terms.begin(), terms.end(), names_place)) return Ranked::none;
  const int found = place_holds(aligner, wanted, terms);
  return found > 0 ? Ranked::same : found < 0 ? Ranked::other : Ranked::none;
}

}  // namespace

Ranking::Ranking(const Aligner& aligner, const Statement& hypothesis) : aligner_(aligner), hypothesis_(hypothesis) {
  const bool less = hypothesis.hinted(HintKind::less) || hypothesis.hinted(HintKind::under);
  more_ = hypothesis.hinted(HintKind::more) || hypothesis.hinted(HintKind::over);
  if (hypothesis.ranks && !hypothesis.unimaged && more_ != less) wanted_ = wanted_places(hypothesis);
}

// What is compared must be spoken of; "larger" itself need not.
bool Ranking::spoken_of(const Statement& premise) const {
  const Lexicon& lexicon = aligner_.rules().lexicon();
  return std::all_of(hypothesis_.terms.begin(), hypothesis_.terms.end(), [&](const Term& h) {
    if (h.kind != Term::Kind::observation || lexicon[h.meanings[0]].about != findings::kNone) return true;
    return std::any_of(premise.terms.begin(), premise.terms.end(),
                       [&](const Term& p) { return aligner_.hold(h, p) >= Hold::wider; });
  });
}

// "Right greater than left" is one term.
Ranked Ranking::by_greater_side(const Statement& premise) const {
  const auto greater_in = [&](const Statement& statement) {
    for (const Term& term : statement.terms) {
      const lexicon::Side greater = aligner_.rules().greater_side(term.meanings[0]);
      if (greater != lexicon::Side::none) return greater;
    }
    return lexicon::Side::none;
  };
  if (const lexicon::Side said = greater_in(hypothesis_); said != lexicon::Side::none) {
    const lexicon::Side found = greater_in(premise);
    return found == lexicon::Side::none ? Ranked::none : found == said ? Ranked::same : Ranked::other;
  }
  const auto side =
      std::find_if(wanted_.begin(), wanted_.end(), [](const Term& t) { return t.kind == Term::Kind::side; });
  if (side == wanted_.end()) return Ranked::none;
  const lexicon::Side greater = greater_in(premise);
  if (greater == lexicon::Side::none) return Ranked::none;
  return (greater == side->side) == more_ ? Ranked::same : Ranked::other;
}

// "Large left and small right effusions": by the words of degree, each with the side behind it.
Ranked Ranking::by_degrees(const Statement& premise) const {
  const auto side =
      std::find_if(wanted_.begin(), wanted_.end(), [](const Term& t) { return t.kind == Term::Kind::side; });
  if (side == wanted_.end()) return Ranked::none;
  const Lexicon& lexicon = aligner_.rules().lexicon();
  int rank = 0;
  int of_wanted = 0;
  int of_other = 0;
  for (const Term& term : premise.terms) {
    if (term.kind == Term::Kind::detail && term.meanings[0] != findings::kNone) {
      const auto& c = lexicon[term.meanings[0]];
      if (c.is(lexicon::ModifierKind::severity) || c.is(lexicon::ModifierKind::size)) rank = int{c.rank};
    }
    if (term.kind != Term::Kind::side || term.side == lexicon::Side::both || rank <= 0) continue;
    (term.side == side->side ? of_wanted : of_other) = rank;
    rank = 0;
  }
  if (of_wanted == 0 || of_other == 0 || of_wanted == of_other) return Ranked::none;
  return (of_wanted > of_other) == more_ ? Ranked::same : Ranked::other;
}

// Do they speak of the same organ?
bool Ranking::same_organ(const Statement& premise) const {
  return std::all_of(wanted_.begin(), wanted_.end(), [&](const Term& term) {
    return term.kind != Term::Kind::place ||
           std::any_of(premise.terms.begin(), premise.terms.end(),
                       [&](const Term& p) { return aligner_.hold(term, p) >= Hold::implied; });
  });
}

Ranked Ranking::by(const Statement& premise) const {
  if (!spoken_of(premise)) return Ranked::none;
  if (same_organ(premise)) {
    if (const Ranked found = by_greater_side(premise); found != Ranked::none) return found;
    if (const Ranked found = by_degrees(premise); found != Ranked::none) return found;
  }
  if (premise.hinted(more_ ? HintKind::more : HintKind::less)) return said_to_be(aligner_, wanted_, premise);
  return by_measures(premise);
}

Ranked Ranking::by_measures(const Statement& premise) const {
  const MeasuredPlace* meant = nullptr;
  const MeasuredPlace* extreme = nullptr;
  std::vector<Term> wanted = wanted_;
  const std::vector<MeasuredPlace> measured = measured_places(premise.terms);
  // "Both ovaries, right 14 cm, left 12 cm": of a side or a level the organ need not be said again.
  if (std::any_of(wanted.begin(), wanted.end(), [](const Term& term) { return term.kind != Term::Kind::place; })) {
    std::erase_if(wanted, [&](const Term& term) {
      return term.kind == Term::Kind::place &&
             std::any_of(premise.terms.begin(), premise.terms.end(),
                         [&](const Term& p) { return aligner_.hold(term, p) >= Hold::implied; });
    });
  }
  for (const MeasuredPlace& one : measured) {
    if (one.unit != measured.front().unit || std::none_of(one.terms.begin(), one.terms.end(), names_place)) continue;
    if (place_holds(aligner_, wanted, one.terms) > 0) {
      if (meant != nullptr) return Ranked::none;
      meant = &one;
    }
    if (extreme == nullptr || (more_ ? one.amount > extreme->amount : one.amount < extreme->amount)) extreme = &one;
  }
  const auto places = std::count_if(measured.begin(), measured.end(), [](const MeasuredPlace& one) {
    return std::any_of(one.terms.begin(), one.terms.end(), names_place);
  });
  if (meant == nullptr || places < 2 || measured.size() < 2) return Ranked::none;
  return meant == extreme ? Ranked::same : Ranked::other;
}

}  // namespace fiducial::radfact
