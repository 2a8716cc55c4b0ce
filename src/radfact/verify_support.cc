// What a phrase follows from: the same said of the same place, of its sides or parts, or of several phrases together.
#include <algorithm>

#include "radfact/verification.h"

namespace fiducial::radfact {

using lexicon::HintKind;
using lexicon::Side;

bool Verification::entailed() {
  if (better_than_before()) return false;
  if (hypothesis_.claims.empty()) return !is_sign_ && (measured(Measured::same) || entailed_by_words());
  if (merely_measures() && measured(Measured::same)) return true;
  if (!says_no_more()) return false;
  const auto follows = [&](const Claim& claim) {
    return supported(claim) || supported_by_sides(claim) || supported_by_parts(claim) || supported_by_several(claim) ||
           supported_on_side_examined(claim) || supported_by_improvement(claim) || supported_as_spared(claim) ||
           supported_by_signs(claim);
  };
  const auto first = hypothesis_.claims.begin();
  const auto last = hypothesis_.claims.end();
  const auto may_be_other = [](const Claim& claim) { return claim.alternative; };
  const auto stands = [&](const Claim& claim) { return claim.alternative || follows(claim); };
  const bool one_follows = !hypothesis_.either || std::any_of(first, last, [&](const Claim& claim) {
    return may_be_other(claim) && follows(claim);
  });
  if (one_follows && std::all_of(first, last, stands)) return true;
  forget();
  if (is_sign_) return false;
  return entailed_by_words();
}

bool Verification::merely_measures() const {
  return std::all_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                     [&](const Claim& claim) { return rules_.is_measured(claim.finding); });
}

bool Verification::says_no_more() const {
  return std::all_of(hypothesis_.unread.begin(), hypothesis_.unread.end(),
                     [&](WordHash word) { return report_.covered(word); });
}

bool Verification::supported(const Claim& claim, Ground worst) {
  std::size_t best = premises_.size();
  Ground ground = Ground::none;
  const auto look = [&](std::size_t i) {
    const Ground found = ground_of(premises_[i], claim);
    if (found == Ground::none || found > worst) return false;
    if (ground == Ground::none || found < ground) {
      ground = found;
      best = i;
    }
    // Nothing is better than what is evidence already, nor, if there is none, than what says the same.
    return support_[i] != Ground::none || (found == Ground::same && !supported_yet_);
  };
  bool found = false;
  std::size_t asked = 0;
  if (hypothesis_.either) {  // the other alternative may be of another place
    while (asked < premises_.size() && !found) found = look(asked++);
  } else {
    const std::vector<std::uint32_t>& near = report_.beside(claim);
    while (asked < near.size() && !found) found = look(near[asked++]);
  }
  report_.count_asked(asked);
  if (ground == Ground::none) return false;
  if (found && supported_yet_) return true;
  support_[best] = ground;
  supported_yet_ = true;
  return true;
}

bool Verification::of_rest(const Statement& premise, const Claim& claim) const {
  return spoken_of(claim) && !named(claim) &&
         std::all_of(premise.claims.begin(), premise.claims.end(),
                     [&](const Claim& p) { return p.finding.site.organs != claim.finding.site.organs; });
}

Ground Verification::ground_of(const Statement& premise, const Claim& claim) const {
  Ground best = Ground::none;
  if (premise.rest && !hypothesis_.rest && !claim.finding.abnormal && !of_rest(premise, claim)) return best;
  for (const Claim& p : premise.claims) {
    if (!claim.finding.abnormal && rules_.in_general(p.finding) && yields(p, claim)) continue;
    Ground found = rules_.entails(premise, p, hypothesis_, claim);
    if (premise.either && hypothesis_.either) {
      for (const Claim& other : hypothesis_.claims)
        found = std::max(found, rules_.entails(premise, p, hypothesis_, other));
    }
    if (p.alternative && found == Ground::none) return others_lead(premise, claim);
    if (found != Ground::none && (best == Ground::none || found < best)) best = found;
  }
  return best;
}

Ground Verification::others_lead(const Statement& premise, const Claim& claim) const {
  Ground best = Ground::none;
  for (const Claim& p : premise.claims) {
    if (p.alternative) continue;
    const Ground found = rules_.entails(premise, p, hypothesis_, claim);
    if (found != Ground::none && (best == Ground::none || found < best)) best = found;
  }
  return best;
}

bool Verification::supported_by_sides(const Claim& claim) {
  if (claim.finding.abnormal || claim.finding.site.side != Side::none) return false;
  return supported(on(Side::left, claim)) && supported(on(Side::right, claim));
}

bool Verification::supported_on_side_examined(const Claim& claim) {
  const Side side = claim.finding.site.side;
  if (claim.finding.abnormal || !claim.finding.any_side || (side != Side::left && side != Side::right)) return false;
  const Side examined = side == Side::left ? Side::right : Side::left;
  bool other = false;
  bool lent = false;
  for (const Statement& premise : premises_) {
    const bool said = std::any_of(premise.terms.begin(), premise.terms.end(),
                                  [](const Term& term) { return term.kind == Term::Kind::side; });
    for (const Claim& p : premise.claims) {
      if (!rules_.near(p, claim)) continue;
      other |= p.finding.site.side != examined;
      lent |= !said;
    }
  }
  return lent && !other && supported(on(examined, claim));
}

bool Verification::supported_by_improvement(const Claim& claim) {
  const ConceptId better = rules_.lexicon().known().change_smaller;
  if (claim.finding.abnormal || claim.finding.absent || !claim.finding.details.has(better)) return false;
  bool any = false;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      findings::Direction direction{};
      if (p.finding.abnormal && p.finding.details.has(better) &&
          findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction) ==
              findings::Likeness::equivalent)
        any |= note(i, Ground::narrower);
    }
  }
  return any;
}

bool Verification::supported_as_spared(const Claim& claim) {
  if (!claim.finding.absent || !seen_elsewhere(claim)) return false;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      if (!rules_.spares(p, claim)) continue;
      note(i, Ground::wider);
      return supported_yet_ = true;
    }
  }
  return false;
}

bool Verification::seen_elsewhere(const Claim& claim) const {
  return any_premise([&](const Statement&, const Claim& p) {
    return p.finding.abnormal && p.finding.concept_id != findings::kNone &&
           rules_.lexicon().representative(p.finding.concept_id) ==
               rules_.lexicon().representative(claim.finding.concept_id);
  });
}

bool Verification::supported_by_parts(const Claim& claim) {
  const std::vector<Claim> parts = rules_.parts(claim);
  return !parts.empty() &&
         std::all_of(parts.begin(), parts.end(), [&](const Claim& part) { return supported(part, Ground::same); });
}

bool Verification::supported_by_signs(const Claim& claim) {
  if (is_sign_ || claim.definite || !claim.finding.abnormal || claim.finding.concept_id == findings::kNone)
    return false;
  const Diagnoses& diagnoses = rules_.diagnoses();
  for (const std::size_t i : diagnoses.named(claim.finding.concept_id)) {
    const Diagnosis& d = diagnoses[i];
    const findings::Site usual = d.named.claims.front().finding.site;
    const bool so_called = std::any_of(d.named.claims.begin(), d.named.claims.end(), [&](const Claim& name) {
      const Claim named = d.tells_where ? there(name, usual, claim) : there(name, {}, claim);
      return rules_.entails(d.named, named, hypothesis_, claim) != Ground::none;
    });
    const std::vector<Ground> before = support_;
    if (so_called && std::all_of(d.signs.begin(), d.signs.end(),
                                 [&](const auto& alternatives) { return has_sign(alternatives, usual, claim); }))
      return by_signs_ = true;
    support_ = before;
  }
  return false;
}

// On the side that is asked for, and in the part of the organ: "acute infarct of the brainstem".
Claim Verification::there(Claim sign, const findings::Site& usual, const Claim& asked) const {
  findings::Site& site = sign.finding.site;
  const findings::Site& at = asked.finding.site;
  if (sideless(sign) && findings::paired(rules_.lexicon(), site)) site.side = at.side;
  const bool part = !usual.organs.empty() && site.organs == usual.organs && !at.organs.empty() &&
                    std::all_of(at.organs.begin(), at.organs.end(), [&](ConceptId organ) {
                      return std::any_of(usual.organs.begin(), usual.organs.end(),
                                         [&](ConceptId whole) { return rules_.lexicon().contains(whole, organ); });
                    });
  if (!part) return sign;
  site.organs = at.organs;
  site.side = at.side;
  index_organs(rules_.lexicon(), sign);
  return sign;
}

bool Verification::has_sign(const std::vector<Statement>& alternatives, const findings::Site& usual,
                            const Claim& asked) {
  for (Statement sign : alternatives) {
    for (Claim& claim : sign.claims) claim = there(claim, usual, asked);
    Verification alone(rules_, sign, report_);
    alone.is_sign_ = true;
    if (!alone.entailed()) continue;
    for (std::size_t i = 0; i < support_.size(); ++i) {
      if (alone.support_[i] != Ground::none) note(i, Ground::narrower);
    }
    return true;
  }
  return false;
}

bool Verification::supported_by_several(const Claim& claim) {
  const Amount wanted = number(rules_.lexicon(), claim);
  if (wanted.most < 2 || !claim.finding.abnormal || claim.definite) return false;
  const Claim one = without_number(rules_.lexicon(), claim);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      if (!p.alternative && rules_.entails(premises_[i], p, hypothesis_, one) != Ground::none) found.push_back(i);
    }
  }
  const int count = static_cast<int>(found.size());
  if (wanted.counted() ? count != wanted.least : count < 2) return false;
  for (const std::size_t i : found) note(i, Ground::narrower);
  return supported_yet_ = true;
}

bool Verification::entailed_by_words() {
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    support_[i] = rules_.entails_by_words(premises_[i], hypothesis_);
    if (support_[i] != Ground::none) return true;
  }
  return false;
}

}  // namespace fiducial::radfact
