// What a phrase is contradicted by: its denial, what excludes it at its place, another side, measure or number.
#include <algorithm>

#include "radfact/verification.h"

namespace fiducial::radfact {

using lexicon::HintKind;
using lexicon::Side;

bool Verification::contradicted() {
  if (hypothesis_.hinted(HintKind::beyond)) return false;  // of what no image shows, no report denies
  bool any = false;
  for (const Claim& claim : hypothesis_.claims) {
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      if (denies_more(premises_[i], claim)) any |= note(i, Ground::denied);
    }
    if (known(claim, Kind::wider)) {
      if (!known(claim, Kind::same)) any |= denied_by_name(claim);
      if (!known_there(claim) || !known(claim, Kind::same)) any |= well_there(claim);
      continue;
    }
    for (std::size_t i = 0; i < premises_.size(); ++i) any |= contradicted_by(i, claim);
    any |= contradicted_on_both_sides(claim);
    if (sideless(claim) && claim.finding.any_side && !rules_.of_chest(claim.finding.site.organs)) {
      if (const Side side = only_side(); side != Side::none) {
        for (std::size_t i = 0; i < premises_.size(); ++i) any |= contradicted_by(i, on(side, claim));
      }
    }
  }
  if (any || has_what_is_denied_of_it() || different()) return true;
  forget();
  return measured(Measured::other) || contradicted_by_words();
}

Side Verification::only_side() const {
  Side only = Side::none;
  for (const Statement& premise : premises_) {
    for (const Claim& p : premise.claims) {
      const Side side = p.finding.any_side ? p.lent_side : p.finding.site.side;
      if (side == Side::none) continue;
      if (only != Side::none && side != only) return Side::none;
      only = side;
    }
  }
  return only;
}

bool Verification::contradicted_by_words() {
  if (hypothesis_.hinted(HintKind::also) || hypothesis_.hinted(HintKind::other)) return false;
  if (std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& c) { return known(c); }))
    return false;
  bool any = false;
  for (std::size_t i = 0; i < premises_.size(); ++i)
    any |= note(i, rules_.contradicts_by_words(premises_[i], hypothesis_));
  return any;
}

bool Verification::denied_by_name(const Claim& named) {
  bool any = false;
  const bool unsaid = sideless(named) && named.finding.any_side;
  const Claim claim = unsaid ? on(only_side(), named) : named;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      if (!p.finding.absent || p.finding.concept_id != claim.finding.concept_id || premises_[i].rest) continue;
      if (rules_.contradicts(premises_[i], p, hypothesis_, claim) == Ground::denied) any |= note(i, Ground::denied);
    }
  }
  return any;
}

namespace {
constexpr std::size_t kMostRemembered = 1U << 20U;
}

Entailment::Difference Verification::differ(const Statement& premise, const Claim& p, const Claim& claim) const {
  if (!rules_.may_be_one(p, claim)) return {};
  const auto& claims = hypothesis_.claims;
  const auto asked = std::find_if(claims.begin(), claims.end(), [&](const Claim& own) { return &own == &claim; });
  if (asked == claims.end()) return rules_.differ(premise, p, hypothesis_, claim);  // of another side
  if (first_claim_.empty()) {
    first_claim_.push_back(0);
    for (const Statement& s : premises_)
      first_claim_.push_back(first_claim_.back() + static_cast<std::uint32_t>(s.claims.size()));
    if (const std::size_t all = first_claim_.back() * claims.size(); all <= kMostRemembered) differences_.resize(all);
  }
  if (differences_.empty()) return rules_.differ(premise, p, hypothesis_, claim);
  const auto at = first_claim_[static_cast<std::size_t>(&premise - premises_.data())] +
                  static_cast<std::size_t>(&p - premise.claims.data());
  auto& known = differences_[at * claims.size() + static_cast<std::size_t>(asked - claims.begin())];
  if (!known) known = rules_.differ(premise, p, hypothesis_, claim);
  return *known;
}

bool Verification::known(const Claim& claim, Kind least) const {
  return claim.finding.abnormal && any_premise([&](const Statement& premise, const Claim& p) {
           const Entailment::Difference d = differ(premise, p, claim);
           return d.kind >= least && d.ground == Ground::none;
         });
}

bool Verification::known_there(const Claim& claim) const {
  return any_premise([&](const Statement& premise, const Claim& p) {
    const Entailment::Difference d = differ(premise, p, claim);
    return d.kind != Kind::apart && d.ground == Ground::none && !d.goes_beyond;
  });
}

bool Verification::known_at(const Claim& claim) const {
  return any_premise([&](const Statement& premise, const Claim& p) {
    const Entailment::Difference d = differ(premise, p, claim);
    findings::Direction direction{};
    return d.kind != Kind::apart && d.ground == Ground::none &&
           findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction) ==
               findings::Likeness::equivalent;
  });
}

bool Verification::well_there(const Claim& claim, bool also_denials) {
  bool any = false;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      findings::Direction direction{};
      if (p.finding.abnormal || premises_[i].rest ||
          !(also_denials || rules_.rules_out(p.finding, claim.finding.concept_id)) || p.finding.site.organs.empty() ||
          findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction) !=
              findings::Likeness::equivalent)
        continue;
      any |= note(i, rules_.contradicts(premises_[i], p, hypothesis_, claim));
    }
  }
  return any;
}

bool Verification::has_what_is_denied_of_it() {
  const Lexicon& lexicon = rules_.lexicon();
  const auto has = [&](const Claim& thing, const Claim& denied) {
    const findings::ConceptId what = denied.finding.concept_id;
    if (!denied.finding.absent || what == findings::kNone || denied.finding.head.begin == thing.finding.head.begin)
      return false;
    return thing.finding.details.has(what) ||
           (lexicon[what].has_detail != findings::kNone && thing.finding.details.has(lexicon[what].has_detail));
  };
  bool any = false;
  for (const Claim& claim : hypothesis_.claims) {
    if (!claim.definite || !claim.finding.abnormal) continue;
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        const Entailment::Difference d = differ(premises_[i], p, claim);
        if (d.kind == Kind::apart || d.ground == Ground::other_place) continue;
        const bool denied = std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                                        [&](const Claim& other) { return has(p, other); });
        const bool denies = std::any_of(premises_[i].claims.begin(), premises_[i].claims.end(),
                                        [&](const Claim& other) { return has(claim, other); });
        if (denied || denies) any |= note(i, Ground::other_look);
      }
    }
  }
  return any;
}

bool Verification::different() {
  if (hypothesis_.hinted(HintKind::also) || hypothesis_.hinted(HintKind::other)) return false;
  for (const Claim& claim : hypothesis_.claims) {
    forget();
    if (different(claim)) return true;
  }
  return false;
}

bool Verification::different(const Claim& claim) {
  for (const Kind kind : {Kind::same, Kind::wider}) {
    if (kind == Kind::wider && !claim.definite) break;
    const Ground found = difference(claim, kind);
    if (found == Ground::same) return false;
    if (found != Ground::none) return true;
  }
  return false;
}

Ground Verification::difference(const Claim& claim, Kind kind) {
  Ground out = Ground::none;
  // "A new infiltrate in the right lung", beside one in the left: one more
  const bool one_more = !claim.definite && claim.finding.details.has(rules_.lexicon().known().change_new);
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      const Entailment::Difference d = differ(premises_[i], p, claim);
      if (d.kind != kind || (d.ground == Ground::other_place && one_more)) continue;
      if ((d.ground == Ground::none && d.tells) ||
          (d.ground == Ground::other_place && said_of_both(claim, p) && !well_on_side(claim)))
        return Ground::same;
      if (note(i, d.ground)) out = d.ground;
    }
  }
  return out;
}

bool Verification::well_on_side(const Claim& claim) const {
  const bool ill = any_premise([&](const Statement&, const Claim& p) {
    return p.finding.abnormal && p.finding.site.side == claim.finding.site.side &&
           rules_.lexicon().representative(p.finding.concept_id) ==
               rules_.lexicon().representative(claim.finding.concept_id);
  });
  return !ill && any_premise([&](const Statement& premise, const Claim& p) {
    return !p.finding.abnormal && !p.finding.any_side && !premise.rest && p.finding.site.side != Side::none &&
           p.finding.site.side == claim.finding.site.side;
  });
}

bool Verification::said_of_both(const Claim& claim, const Claim& p) const {
  return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& twin) {
    return twin.finding.concept_id == claim.finding.concept_id && twin.finding.site.side != claim.finding.site.side &&
           twin.finding.site.side != Side::none && twin.finding.site.side == p.finding.site.side;
  });
}

bool Verification::measured(Measured wanted) {
  if (hypothesis_.measurements.empty()) return false;
  bool all = true;
  bool any = false;
  for (const Measurement& h : hypothesis_.measurements) {
    Measured best = Measured::none;
    for (std::size_t i = 0; i < premises_.size() && best != Measured::same; ++i) {
      for (const Measurement& p : premises_[i].measurements) {
        const Measured found = rules_.compare(premises_[i], p, hypothesis_, h);
        if (found == Measured::none || best == Measured::same) continue;
        best = found;
        if (found == wanted) note(i, wanted == Measured::same ? Ground::same : Ground::other_degree);
      }
    }
    all &= best == wanted;
    any |= best == wanted;
  }
  return wanted == Measured::same ? all : any;
}

// "An aneurysm of the left MCA. No second aneurysm.": there are not several.
bool Verification::denies_more(const Statement& premise, const Claim& claim) const {
  return premise.rest && claim.finding.abnormal && claim.finding.concept_id != findings::kNone &&
         number(rules_.lexicon(), claim).least > 1 &&
         std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
           return p.finding.absent && p.finding.concept_id == claim.finding.concept_id &&
                  (p.finding.inferred_site || p.finding.site.side == claim.finding.site.side);
         });
}

bool Verification::contradicted_by(std::size_t premise, const Claim& claim) {
  bool any = false;
  if (premises_[premise].rest && claim.finding.abnormal && (!spoken_of(claim) || named(claim))) return false;
  if (hypothesis_.rest && !claim.finding.abnormal) return false;
  // "No residual tumor at the ablation site": what was not understood narrows what is denied.
  if (claim.finding.absent && !hypothesis_.unread.empty()) return false;
  for (const Claim& p : premises_[premise].claims) {
    if (claim.finding.abnormal && has_exception(premises_[premise], p, claim)) continue;
    if (claim.finding.abnormal && rules_.spares(p, claim) && seen_elsewhere(claim))
      any |= note(premise, Ground::denied);
    any |= note(premise, rules_.contradicts(premises_[premise], p, hypothesis_, claim));
    if (!sideless(p)) continue;
    const auto excluded_by = [&](Side side) {
      const Claim sided = on(side, p);
      return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& h) {
        return rules_.contradicts(premises_[premise], sided, hypothesis_, h) != Ground::none;
      });
    };
    if (excluded_by(Side::left) && excluded_by(Side::right)) any |= note(premise, Ground::normal);
  }
  return any;
}

bool Verification::yields(const Claim& well, const Claim& claim) const {
  findings::Direction direction{};
  const findings::Likeness likeness =
      findings::relate_sites(rules_.lexicon(), well.finding.site, claim.finding.site, direction);
  return likeness == findings::Likeness::part_whole && direction == findings::Direction::first_wider && named(claim);
}

bool Verification::has_exception(const Statement& premise, const Claim& well, const Claim& claim) const {
  if (well.finding.abnormal || well.finding.absent || !rules_.in_general(well.finding)) return false;
  if (yields(well, claim)) return true;
  return std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
    return p.finding.abnormal && !p.finding.site.organs.empty() && rules_.near(p, claim) && rules_.near(p, well);
  });
}

bool Verification::contradicted_on_both_sides(const Claim& claim) {
  if (!sideless(claim)) return false;
  std::vector<std::size_t> found;
  for (const Side side : {Side::left, Side::right}) {
    const Claim sided = on(side, claim);
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      if (premises_[i].rest && (!spoken_of(claim) || named(claim))) continue;
      for (const Claim& p : premises_[i].claims) {
        if (rules_.contradicts(premises_[i], p, hypothesis_, sided) != Ground::none) found.push_back(i);
      }
    }
    if (found.size() == before) return false;
  }
  for (const std::size_t i : found) note(i, Ground::normal);
  return true;
}

}  // namespace fiducial::radfact
