#include "radfact/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "radfact/verification.h"

namespace fiducial::radfact {

using lexicon::HintKind;
using lexicon::Side;

namespace {

// "Worse on the left", "above the renal veins": the evidence must compare too.
constexpr HintKind kComparisons[] = {HintKind::under, HintKind::over, HintKind::more, HintKind::less};

}  // namespace

Verdict Verification::run(bool reasons) {
  Verdict out;
  out.status = status();
  computed_ |=
      (out.status != Status::neutral && judged_by_measure()) || (out.status == Status::entailment && by_signs_);
  const bool settled = said_so_ && out.status == Status::entailment && !reasons;
  if (!hypothesis_.terms.empty() && !settled) {
    report_.count_all();
    weigh_signs(out, reasons);
  }
  for (std::uint32_t i = 0; i < support_.size(); ++i) {
    if (support_[i] == Ground::none) continue;
    out.evidence.push_back(i);
    if (reasons)
      out.reason += fmt::format("{}phrase {}: {}", out.reason.empty() ? "" : "; ", i + 1, in_words(support_[i]));
  }
  return out;
}

void Verification::weigh_signs(Verdict& out, bool reasons) {
  Signs signs = read_signs(Aligner(rules_), hypothesis_, premises_);
  add_ruling(signs, out.status, support_);
  const Status ruling = out.status;
  if (!computed_ && !(said_so_ && ruling == Status::entailment)) out.status = weigh(signs, ruling);
  if (ruling == Status::neutral && out.status == Status::contradiction && of_another_age(premises_[signs.nearest]))
    out.status = ruling;
  if (ruling == Status::neutral && out.status == Status::entailment &&
      (better_than_before() || more_than_told() || (premises_[signs.nearest].either && !hypothesis_.either)))
    out.status = ruling;
  if (out.status != ruling) {
    forget();
    if (out.status != Status::neutral) note(signs.nearest, Ground::weighed);
  }
  if (!reasons) return;
  for (std::size_t i = 0; i < kSigns; ++i) {
    if (signs.values[i] != 0) out.signs.emplace_back(sign_name(i), signs.values[i]);
  }
  if (signs.read_alike) out.signs.emplace_back("read alike", 1.0F);
  if (signs.change_open) out.signs.emplace_back("change open", 1.0F);
  if (signs.change_unspoken) out.signs.emplace_back("change unspoken", 1.0F);
  if (signs.of_chest) out.signs.emplace_back("of chest", 1.0F);
  if (out.status != Status::neutral) return;
  if (signs.any) out.nearest.push_back(static_cast<std::uint32_t>(signs.nearest));
  out.reason =
      !signs.any ? std::string("no phrase speaks of it")
      : ruling != Status::neutral
          ? fmt::format("the rules find {}, but too much speaks against it; phrase {} comes nearest",
                        ruling == Status::entailment ? "that it follows" : "that it is excluded", signs.nearest + 1)
          : fmt::format("no phrase says so; phrase {} comes nearest", signs.nearest + 1);
}

// "Old fracture of L1" does not exclude "no acute fracture", nor "unchanged nodule" "no new nodule".
bool Verification::of_another_age(const Statement& premise) const {
  const auto& known = rules_.lexicon().known();
  const auto not_new = [&](const Claim& h, const Claim& p) {
    return h.finding.absent && h.finding.details.has(known.change_new) && p.finding.details.has(known.change_stable);
  };
  return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& h) {
    return std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
      return h.finding.absent != p.finding.absent &&
             (not_new(h, p) || findings::of_another_age(rules_.lexicon(), h.finding, p.finding));
    });
  });
}

Ranked Verification::ranked() {
  const Aligner aligner(rules_);
  const Ranking ranking(aligner, hypothesis_);
  for (std::size_t i = 0; ranking.asked() && i < premises_.size(); ++i) {
    const Ranked found = ranking.by(premises_[i]);
    if (found == Ranked::none) continue;
    note(i, found == Ranked::same ? Ground::same : Ground::other_degree);
    return found;
  }
  return Ranked::none;
}

Status Verification::status() {
  const Ranked found = ranked();
  computed_ = found != Ranked::none;
  if (computed_) return found == Ranked::same ? Status::entailment : Status::contradiction;
  if (hypothesis_.advises) return computed_ = true, advice();
  if (entailed()) {
    said_so_ = said_in_as_many_words();
    if (!said_so_ && (denied_outright() || counted_otherwise())) return Status::contradiction;
    if (hypothesis_.unimaged && !evidence_hints(HintKind::beyond)) return forget(), Status::neutral;
    if (hints_follow() && !elsewhere_too()) return Status::entailment;
    if (elsewhere_too() || hints_reversed()) return Status::contradiction;
  } else {
    forget();
    report_.count_all();
    if (contradicted()) return Status::contradiction;
    if (only_elsewhere()) return Status::contradiction;
  }
  forget();
  return Status::neutral;
}

bool Verification::said_in_as_many_words() const {
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    if (support_[i] != Ground::none && premises_[i].words == hypothesis_.words) return true;
  }
  return false;
}

bool Verification::judged_by_measure() const {
  if (merely_measures()) return false;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    if (support_[i] == Ground::none) continue;
    const bool measured = std::any_of(premises_[i].claims.begin(), premises_[i].claims.end(), [&](const Claim& p) {
      return rules_.is_measured(p.finding) && rules_.judged(p) &&
             std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                         [&](const Claim& h) { return rules_.near(p, h); });
    });
    if (measured) return true;
  }
  return false;
}

Status Verification::advice() {
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    const std::vector<WordHash>& offered = premises_[i].advised;
    const bool all = std::all_of(hypothesis_.advised.begin(), hypothesis_.advised.end(), [&](WordHash word) {
      return std::find(offered.begin(), offered.end(), word) != offered.end();
    });
    if (!premises_[i].advises || !all) continue;
    const bool same = premises_[i].denied == hypothesis_.denied;
    note(i, same ? Ground::by_words : Ground::denied);
    return same ? Status::entailment : Status::contradiction;
  }
  return Status::neutral;
}

bool Verification::denied_outright() {
  if (std::find(support_.begin(), support_.end(), Ground::same) != support_.end()) return false;
  std::vector<Ground> kept = support_;
  forget();
  for (const Claim& claim : hypothesis_.claims) {
    if (!claim.finding.abnormal) note_exceptions(claim);
    if (!claim.finding.abnormal) continue;
    if (!known_at(claim)) well_there(claim, false);
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        if (p.finding.absent && p.finding.concept_id == claim.finding.concept_id && !premises_[i].rest &&
            rules_.contradicts(premises_[i], p, hypothesis_,
                               sideless(claim) ? on(p.finding.site.side, claim) : claim) == Ground::denied)
          note(i, Ground::denied);
      }
    }
  }
  if (std::any_of(support_.begin(), support_.end(), [](Ground g) { return g != Ground::none; })) return true;
  support_ = std::move(kept);
  return false;
}

void Verification::note_exceptions(const Claim& claim) {
  if (!claim.finding.absent) return;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      if (p.finding.abnormal && rules_.contradicts(premises_[i], p, hypothesis_, claim) == Ground::denied)
        note(i, Ground::denied);
    }
  }
}

bool Verification::spoken_of(const Claim& claim) const {
  const ConceptId thing = claim.finding.concept_id;
  return any_premise([&](const Statement&, const Claim& p) {
    // "a fracture of the dens" and "no other fracture" speak of one of C6
    const bool of_kind = thing != findings::kNone && p.finding.concept_id != thing &&
                         rules_.lexicon().contains(thing, p.finding.concept_id);
    return p.finding.abnormal && !p.finding.site.organs.empty() && (of_kind || rules_.near(p, claim));
  });
}

bool Verification::named(const Claim& claim) const {
  return !claim.finding.site.organs.empty() && any_premise([&](const Statement& premise, const Claim& p) {
    if (premise.rest || !p.finding.abnormal || p.finding.site.organs.empty()) return false;
    findings::Direction direction{};
    const findings::Likeness likeness =
        findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction);
    return likeness == findings::Likeness::equivalent ||
           (likeness == findings::Likeness::part_whole && direction != findings::Direction::first_wider);
  });
}

void Verification::forget() {
  std::fill(support_.begin(), support_.end(), Ground::none);
  supported_yet_ = false;
}

bool Verification::evidence_hints(HintKind kind) const {
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    if (support_[i] != Ground::none && premises_[i].hinted(kind)) return true;
  }
  return false;
}

bool Verification::hints_follow() const {
  return std::all_of(std::begin(kComparisons), std::end(kComparisons), [&](HintKind kind) {
    const bool over_time = kind == HintKind::more || kind == HintKind::less;
    return !hypothesis_.hinted(kind) || evidence_hints(kind) || (over_time && changes_alone());
  });
}

bool Verification::changes_alone() const {
  return !hypothesis_.ranks && std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& c) {
    const auto& known = rules_.lexicon().known();
    return c.finding.details.has(known.change_smaller) || c.finding.details.has(known.change_larger);
  });
}

bool Verification::hints_reversed() const {
  const auto against = [&](HintKind a, HintKind b) {
    return hypothesis_.hinted(a) && !hypothesis_.hinted(b) && evidence_hints(b) && !evidence_hints(a);
  };
  return against(HintKind::under, HintKind::over) || against(HintKind::over, HintKind::under) ||
         against(HintKind::more, HintKind::less) || against(HintKind::less, HintKind::more);
}

bool Verification::elsewhere_too() const {
  if (!hypothesis_.hinted(HintKind::only)) return false;
  return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& claim) {
    return any_premise([&](const Statement& premise, const Claim& p) {
      return rules_.another_place(p, claim) || differ(premise, p, claim).goes_beyond;
    });
  });
}

bool Verification::only_elsewhere() {
  if (!hypothesis_.hinted(HintKind::only) || hypothesis_.unimaged) return false;
  bool any = false;
  for (const Claim& claim : hypothesis_.claims) {
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        if (!p.finding.tentative() && rules_.another_place(p, claim)) any |= note(i, Ground::other_place);
      }
    }
  }
  return any;
}

bool Verification::counted_otherwise() {
  bool any = false;
  for (const Claim& claim : hypothesis_.claims) {
    const Amount told = number(rules_.lexicon(), claim);
    if (told.most == 0) continue;
    if (told.most == 1 && named_at_two_places(claim)) any = true;
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        if (rules_.another_number(premises_[i], p, hypothesis_, claim)) any |= note(i, Ground::other_look);
      }
    }
  }
  return any;
}

bool Verification::named_at_two_places(const Claim& single) {
  const Claim one = without_number(rules_.lexicon(), single);
  std::vector<std::pair<std::size_t, const Claim*>> found;
  for (std::size_t i = 0; i < premises_.size(); ++i) {
    for (const Claim& p : premises_[i].claims) {
      if (p.alternative || p.finding.inferred_site || !p.finding.abnormal || p.finding.site.organs.empty() ||
          rules_.entails(premises_[i], p, hypothesis_, one) == Ground::none)
        continue;
      const auto elsewhere = [&](const auto& before) {
        findings::Direction direction{};
        return before.second->finding.concept_id == p.finding.concept_id &&
               findings::relate_sites(rules_.lexicon(), before.second->finding.site, p.finding.site, direction) ==
                   findings::Likeness::apart;
      };
      const auto other = std::find_if(found.begin(), found.end(), elsewhere);
      if (other != found.end()) {
        note(other->first, Ground::other_look);
        return note(i, Ground::other_look);
      }
      found.emplace_back(i, &p);
    }
  }
  return false;
}

bool Verification::more_than_told() const {
  const auto several = [&](const Claim& claim) {
    const Amount wanted = number(rules_.lexicon(), claim);
    const auto& details = claim.finding.details;
    return claim.finding.abnormal && claim.plural && wanted.least > 1 && !wanted.counted() &&
           std::any_of(details.begin(), details.end(),
                       [&](findings::ConceptId d) { return rules_.lexicon()[d].is(lexicon::ModifierKind::number); });
  };
  const auto told = [&](const Claim& claim) {
    return any_premise([&](const Statement&, const Claim& p) {
      return p.finding.abnormal && number(rules_.lexicon(), p).most != 1 &&
             (p.plural || number(rules_.lexicon(), p).most > 1) &&
             (claim.finding.site.organs.empty() || rules_.near(p, claim));
    });
  };
  return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                     [&](const Claim& claim) { return several(claim) && !told(claim); });
}

bool Verification::better_than_before() const {
  const bool well = std::none_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                                 [](const Claim& c) { return c.finding.abnormal || c.finding.absent; });
  const findings::ConceptId better = rules_.lexicon().known().change_smaller;
  return well && hypothesis_.changes.has(better) &&
         std::none_of(premises_.begin(), premises_.end(), [&](const Statement& p) { return p.changes.has(better); });
}

Verdict verify(const Entailment& rules, const Statement& hypothesis, Premises& premises, bool reasons) {
  return Verification(rules, hypothesis, premises).run(reasons);
}

}  // namespace fiducial::radfact
