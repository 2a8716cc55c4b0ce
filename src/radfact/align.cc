#include "radfact/align.h"

#include <algorithm>
#include <cmath>

namespace fiducial::radfact {

using findings::kNone;
using lexicon::Concept;
using lexicon::Side;

float term_weight(Term::Kind kind) {
  constexpr float kWeights[Term::kKinds] = {3, 2, 1, 1, 1.5F, 1, 2};
  return kWeights[static_cast<std::size_t>(kind)];
}

float hold_share(Hold hold) {
  constexpr float kShares[kHolds] = {0, 0.3F, 0.3F, 0.8F, 0.6F, 0.9F, 1};
  return kShares[static_cast<std::size_t>(hold)];
}

// Two values of one attribute: well seated, loose.
bool Aligner::rival_values(ConceptId h, ConceptId p) const {
  const Concept& a = lexicon_[h];
  const Concept& b = lexicon_[p];
  if (a.about == kNone || a.about != b.about) return false;
  if (a.direction * b.direction < 0) return true;
  return a.has(Concept::normal) != b.has(Concept::normal) && a.section == b.section;
}

Hold Aligner::hold_concept(ConceptId h, ConceptId p) const {
  if (h == kNone || p == kNone) return Hold::open;
  if (h == p || lexicon_.representative(h) == lexicon_.representative(p)) return Hold::held;
  if (rules_.rival_concepts(h, p) || rival_values(h, p)) return Hold::rival;
  if (lexicon_.contains(h, p) || rules_.implied(p, h)) return Hold::implied;
  if (lexicon_.contains(p, h) || rules_.implied(h, p)) return Hold::wider;
  return Hold::open;
}

Hold Aligner::hold(const Term& h, const Term& p) const {
  if (h.kind == Term::Kind::side) {
    if (p.side == Side::none) return Hold::open;
    if (h.side == p.side || p.side == Side::both) return Hold::held;
    return h.side == Side::both ? Hold::wider : Hold::rival;
  }
  if (h.kind == Term::Kind::level) {
    if (p.kind != Term::Kind::level) return Hold::open;
    return h.level_from >= p.level_from && h.level_to <= p.level_to ? Hold::held : Hold::rival;
  }
  if (h.kind == Term::Kind::amount) {
    if (p.kind != Term::Kind::amount || p.unit != h.unit) return Hold::open;
    return std::fabs(h.amount - p.amount) <= 0.15F * std::max(h.amount, p.amount) ? Hold::held : Hold::rival;
  }
  Hold best = Hold::open;
  for (ConceptId a : h.meanings) {
    if (a == kNone) break;
    for (ConceptId b : p.meanings) {
      if (b == kNone) break;
      best = std::max(best, hold_concept(a, b));
      if (p.denied) continue;  // what is not there has no look and no place
      const Concept& c = lexicon_[b];
      for (ConceptId more : {c.at, c.has_detail, c.home}) {
        if (more != kNone) best = std::max(best, std::min(Hold::implied, hold_concept(a, more)));
      }
    }
    if (p.site != kNone) best = std::max(best, hold_concept(a, p.site));
  }
  if (best >= Hold::wider) return best;
  const bool words = h.words[0] != 0 && std::all_of(h.words.begin(), h.words.end(), [&](WordHash w) {
                       return w == 0 || std::find(p.words.begin(), p.words.end(), w) != p.words.end();
                     });
  return words ? Hold::held : best;
}

// May what the two terms say be of one place? Each claim of their heads is asked: those of left and right have one.
bool Aligner::places_meet(const Statement& hypothesis, const Term& h, const Statement& premise, const Term& p) const {
  if (h.claim < 0 || p.claim < 0) return true;
  const std::uint32_t h_head = hypothesis.claims[static_cast<std::size_t>(h.claim)].finding.head.begin;
  const std::uint32_t p_head = premise.claims[static_cast<std::size_t>(p.claim)].finding.head.begin;
  for (const Claim& a : hypothesis.claims) {
    if (a.finding.head.begin != h_head) continue;
    for (const Claim& b : premise.claims) {
      if (b.finding.head.begin != p_head) continue;
      if (a.finding.site.organs.empty() || b.finding.site.organs.empty()) return true;
      if (!may_share_organ(a, b)) continue;
      const findings::SiteDifference d = findings::compare_sites(lexicon_, a.finding.site, b.finding.site);
      if (d.related && !d.organ && !d.side && !d.level && !d.direction) return true;
    }
  }
  return false;
}

bool Aligner::of_another_age(const Finding& a, const Finding& b) const {
  return a.absent != b.absent && findings::of_another_age(lexicon_, a, b);
}

bool Aligner::ages_differ(const Statement& hypothesis, const Term& h, const Statement& premise, const Term& p) const {
  return h.claim >= 0 && p.claim >= 0 &&
         of_another_age(hypothesis.claims[static_cast<std::size_t>(h.claim)].finding,
                        premise.claims[static_cast<std::size_t>(p.claim)].finding);
}

Hold Aligner::hold(const Statement& hypothesis, const Term& term, const Statement& premise, int& at) const {
  Hold best = Hold::open;
  for (std::size_t i = 0; i < premise.terms.size(); ++i) {
    const Term& p = premise.terms[i];
    Hold found = hold(term, p);
    if (found == Hold::rival && term.claim >= 0 && p.claim >= 0) {
      const Claim& a = hypothesis.claims[static_cast<std::size_t>(term.claim)];
      const Claim& b = premise.claims[static_cast<std::size_t>(p.claim)];
      if (!rules_.reaches(a, b) || !rules_.reaches(b, a)) found = Hold::open;
    }
    // "Not ruptured" and "intact" are one; "not ruptured" and "disrupted" are against each other.
    if (found == Hold::rival && term.kind == Term::Kind::observation && (term.denied || p.denied))
      found = term.denied == p.denied ? Hold::implied : Hold::against;
    if (found >= Hold::wider && term.kind == Term::Kind::observation) {
      if (!places_meet(hypothesis, term, premise, p))
        found = Hold::elsewhere;
      else if (term.denied != p.denied && term.kind == p.kind)
        found = ages_differ(hypothesis, term, premise, p) ? Hold::elsewhere : Hold::against;
    }
    if (found > best) {
      best = found;
      at = static_cast<int>(i);
    }
  }
  if (best >= Hold::wider) return best;
  // What the reader carried over from the sentence before.
  for (const Claim& claim : premise.claims) {
    const findings::Site& site = claim.finding.site;
    if (term.kind == Term::Kind::side && site.side != Side::none)
      best = std::max(best, site.side == term.side ? Hold::held : Hold::rival);
    if (term.kind == Term::Kind::level && site.level != 0)
      best = std::max(best, site.level == term.level_from ? Hold::held : Hold::rival);
    for (ConceptId a : term.meanings) {
      if (a == kNone) break;
      for (ConceptId organ : site.organs) best = std::max(best, hold_concept(a, organ));
    }
  }
  return best;
}

// Of what a sentence may say of several things (sides, levels, measures), what stands nearest to the things meant.
Hold Aligner::nearest(const Term& h, const Statement& premise, std::uint64_t anchors) const {
  Hold best = Hold::open;
  int least = 1000;
  for (std::size_t i = 0; i < premise.terms.size() && i < 64; ++i) {
    const Hold found = hold(h, premise.terms[i]);
    if (found == Hold::open) continue;
    for (std::size_t k = 0; k < 64; ++k) {
      if ((anchors >> k & 1U) == 0) continue;
      const int distance = std::abs(static_cast<int>(i) - static_cast<int>(k));
      if (distance > least || (distance == least && found < best)) continue;
      least = distance;
      best = found;
    }
  }
  return best;
}

Alignment Aligner::align(const Statement& hypothesis, const Statement& premise) const {
  Alignment out;
  std::uint64_t places = 0;
  std::uint64_t things = 0;
  for (const Term& term : hypothesis.terms) {
    int at = -1;
    const Hold found = hold(hypothesis, term, premise, at);
    out.holds.push_back(found);
    if (at < 0 || at >= 64 || found < Hold::against) continue;
    if (term.kind == Term::Kind::place) places |= std::uint64_t{1} << static_cast<unsigned>(at);
    if (term.kind == Term::Kind::observation) things |= std::uint64_t{1} << static_cast<unsigned>(at);
  }
  const std::uint64_t anchors = places != 0 ? places : things;
  for (std::size_t i = 0; i < hypothesis.terms.size(); ++i) {
    const Term::Kind kind = hypothesis.terms[i].kind;
    const bool one_of_several = kind == Term::Kind::side || kind == Term::Kind::level || kind == Term::Kind::amount;
    if (one_of_several && anchors != 0 && out.holds[i] >= Hold::wider) {
      const Hold near = nearest(hypothesis.terms[i], premise, anchors);
      if (near != Hold::open) out.holds[i] = near;
    }
    ++out.count[static_cast<std::size_t>(kind)][static_cast<std::size_t>(out.holds[i])];
    out.weight += term_weight(kind) * hold_share(out.holds[i]);
  }
  return out;
}

}  // namespace fiducial::radfact
