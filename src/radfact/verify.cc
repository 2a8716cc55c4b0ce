#include "radfact/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "radfact/agree.h"
#include "radfact/ranking.h"
#include "radfact/signs.h"

namespace fiducial::radfact {

using lexicon::HintKind;
using lexicon::Side;

namespace {

class Verification {
  using Kind = Entailment::Kind;
  using Measured = Entailment::Measured;

 public:
  Verification(const Entailment& rules, const Statement& hypothesis, Premises& report)
      : rules_(rules),
        hypothesis_(hypothesis),
        report_(report),
        premises_(report.statements()),
        support_(premises_.size(), Ground::none) {}

  Verdict run(bool reasons) {
    Verdict out;
    out.status = status();
    computed_ |= out.status != Status::neutral && judged_by_measure();
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

 private:
  // What the rules found is weighed with the content. A verdict of neither says at least which phrase came nearest.
  void weigh_signs(Verdict& out, bool reasons) {
    Signs signs = read_signs(Aligner(rules_), hypothesis_, premises_);
    add_ruling(signs, out.status, support_);
    const Status ruling = out.status;
    if (!computed_ && !(said_so_ && ruling == Status::entailment)) out.status = weigh(signs, ruling);
    if (ruling == Status::neutral && out.status == Status::entailment &&
        (better_than_before() || (premises_[signs.nearest].either && !hypothesis_.either)))
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

  // "The larger one is on the left": by the measures that the report gives.
  Ranked ranked() {
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

  Status status() {
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

  // One of those that make it true has the very same content.
  bool said_in_as_many_words() const {
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      if (support_[i] != Ground::none && premises_[i].words == hypothesis_.words) return true;
    }
    return false;
  }

  // Does the verdict come of normal limits?
  bool judged_by_measure() const {
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

  // "CT is advised": by what the report advises.
  Status advice() {
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

  // It followed only in a roundabout way, and the report denies it in as many words.
  bool denied_outright() {
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

  // "Clear except for a nodule": what the report names there is there, though the rest is well.
  void note_exceptions(const Claim& claim) {
    if (!claim.finding.absent) return;
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        if (p.finding.abnormal && rules_.contradicts(premises_[i], p, hypothesis_, claim) == Ground::denied)
          note(i, Ground::denied);
      }
    }
  }

  // Does the report name something abnormal where the claim is? Then what it says of the rest counts there.
  bool spoken_of(const Claim& claim) const {
    return any_premise([&](const Statement&, const Claim& p) {
      return p.finding.abnormal && !p.finding.site.organs.empty() && rules_.near(p, claim);
    });
  }

  // Does the report name something abnormal at that very place, or at a part of it? Then it is none of the rest.
  bool named(const Claim& claim) const {
    return !claim.finding.site.organs.empty() && any_premise([&](const Statement& premise, const Claim& p) {
      if (premise.rest || !p.finding.abnormal || p.finding.site.organs.empty()) return false;
      findings::Direction direction{};
      const findings::Likeness likeness =
          findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction);
      return likeness == findings::Likeness::equivalent ||
             (likeness == findings::Likeness::part_whole && direction != findings::Direction::first_wider);
    });
  }

  void forget() {
    std::fill(support_.begin(), support_.end(), Ground::none);
    supported_yet_ = false;
  }

  // "Worse on the left", "above the renal veins": the evidence must compare too.
  static constexpr HintKind kComparisons[] = {HintKind::under, HintKind::over, HintKind::more, HintKind::less};
  bool evidence_hints(HintKind kind) const {
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      if (support_[i] != Ground::none && premises_[i].hinted(kind)) return true;
    }
    return false;
  }
  bool hints_follow() const {
    return std::all_of(std::begin(kComparisons), std::end(kComparisons), [&](HintKind kind) {
      const bool over_time = kind == HintKind::more || kind == HintKind::less;
      return !hypothesis_.hinted(kind) || evidence_hints(kind) || (over_time && changes_alone());
    });
  }
  // "Has shrunk", and the report gives the size before: it compares over time, which the claims do.
  bool changes_alone() const {
    return !hypothesis_.ranks && std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& c) {
      const auto& known = rules_.lexicon().known();
      return c.finding.details.has(known.change_smaller) || c.finding.details.has(known.change_larger);
    });
  }
  bool hints_reversed() const {
    const auto against = [&](HintKind a, HintKind b) {
      return hypothesis_.hinted(a) && !hypothesis_.hinted(b) && evidence_hints(b) && !evidence_hints(a);
    };
    return against(HintKind::under, HintKind::over) || against(HintKind::over, HintKind::under) ||
           against(HintKind::more, HintKind::less) || against(HintKind::less, HintKind::more);
  }

  // "On the left only", and the report has it on the right.
  bool elsewhere_too() const {
    if (!hypothesis_.hinted(HintKind::only)) return false;
    return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& claim) {
      return any_premise([&](const Statement& premise, const Claim& p) {
        return rules_.another_place(p, claim) || rules_.differ(premise, p, hypothesis_, claim).goes_beyond;
      });
    });
  }

  // "Limited to the lower lobes", and the report has it in the upper lobes.
  bool only_elsewhere() {
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

  // "A single lesion", and the report has several.
  bool counted_otherwise() {
    bool any = false;
    for (const Claim& claim : hypothesis_.claims) {
      if (number(rules_.lexicon(), claim).most == 0) continue;
      for (std::size_t i = 0; i < premises_.size(); ++i) {
        for (const Claim& p : premises_[i].claims) {
          if (rules_.another_number(premises_[i], p, hypothesis_, claim)) any |= note(i, Ground::other_look);
        }
      }
    }
    return any;
  }

  template <typename Test>
  bool any_premise(Test test) const {
    return std::any_of(premises_.begin(), premises_.end(), [&](const Statement& premise) {
      return std::any_of(premise.claims.begin(), premise.claims.end(),
                         [&](const Claim& p) { return test(premise, p); });
    });
  }

  // "Improved aeration": that all is well now does not say that it was worse.
  bool better_than_before() const {
    const bool well = std::none_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                                   [](const Claim& c) { return c.finding.abnormal || c.finding.absent; });
    const findings::ConceptId better = rules_.lexicon().known().change_smaller;
    return well && hypothesis_.changes.has(better) &&
           std::none_of(premises_.begin(), premises_.end(), [&](const Statement& p) { return p.changes.has(better); });
  }

  bool entailed() {
    if (better_than_before()) return false;
    if (hypothesis_.claims.empty()) return measured(Measured::same) || entailed_by_words();
    if (merely_measures() && measured(Measured::same)) return true;
    if (!says_no_more()) return false;
    const auto follows = [&](const Claim& claim) {
      return supported(claim) || supported_by_sides(claim) || supported_by_parts(claim) ||
             supported_by_several(claim) || supported_on_side_examined(claim) || supported_by_improvement(claim) ||
             supported_as_spared(claim);
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
    return entailed_by_words();
  }

  bool merely_measures() const {
    return std::all_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                       [&](const Claim& claim) { return rules_.is_measured(claim.finding); });
  }

  // What no claim of the hypothesis holds must be in the words of the report.
  bool says_no_more() const {
    return std::all_of(hypothesis_.unread.begin(), hypothesis_.unread.end(),
                       [&](WordHash word) { return report_.covered(word); });
  }

  // The best premise for the claim; one that is evidence already is as good as a better one. `worst`: the last ground
  // that will do.
  bool supported(const Claim& claim, Ground worst = Ground::by_words) {
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

  // "The remaining veins are patent": of each that has a name of its own and was not named before.
  bool of_rest(const Statement& premise, const Claim& claim) const {
    return spoken_of(claim) && !named(claim) &&
           std::all_of(premise.claims.begin(), premise.claims.end(),
                       [&](const Claim& p) { return p.finding.site.organs != claim.finding.site.organs; });
  }

  // The best of its claims; if only one of them need be true, each must lead to the hypothesis.
  Ground ground_of(const Statement& premise, const Claim& claim) const {
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

  // One of the alternatives does not lead to it: then only what stands beside them can.
  Ground others_lead(const Statement& premise, const Claim& claim) const {
    Ground best = Ground::none;
    for (const Claim& p : premise.claims) {
      if (p.alternative) continue;
      const Ground found = rules_.entails(premise, p, hypothesis_, claim);
      if (found != Ground::none && (best == Ground::none || found < best)) best = found;
    }
    return best;
  }

  bool supported_by_sides(const Claim& claim) {
    if (claim.finding.abnormal || claim.finding.site.side != Side::none) return false;
    return supported(on(Side::left, claim)) && supported(on(Side::right, claim));
  }

  // "MRI of the right shoulder. The rotator cuff is intact.": of the side that was examined, which nobody repeats.
  bool supported_on_side_examined(const Claim& claim) {
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

  // "Improved aeration", and the report has a shadow there that is smaller.
  bool supported_by_improvement(const Claim& claim) {
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

  // "The dissection begins beyond the arch. The ascending aorta is spared.": of what the report has elsewhere.
  bool supported_as_spared(const Claim& claim) {
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
  bool seen_elsewhere(const Claim& claim) const {
    return any_premise([&](const Statement&, const Claim& p) {
      return p.finding.abnormal && p.finding.concept_id != findings::kNone &&
             rules_.lexicon().representative(p.finding.concept_id) ==
                 rules_.lexicon().representative(claim.finding.concept_id);
    });
  }

  bool supported_by_parts(const Claim& claim) {
    const std::vector<Claim> parts = rules_.parts(claim);
    return !parts.empty() &&
           std::all_of(parts.begin(), parts.end(), [&](const Claim& part) { return supported(part, Ground::same); });
  }

  // "Two meningiomas", and the report names one at the left and one at the right.
  bool supported_by_several(const Claim& claim) {
    const Amount wanted = number(rules_.lexicon(), claim);
    if (wanted.most < 2 || !claim.finding.abnormal || claim.definite) return false;
    Claim one = claim;
    one.plural = false;
    for (findings::ConceptId d : claim.finding.details) {
      if (rules_.lexicon()[d].is(lexicon::ModifierKind::number)) one.finding.details.remove(d);
    }
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

  bool entailed_by_words() {
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      support_[i] = rules_.entails_by_words(premises_[i], hypothesis_);
      if (support_[i] != Ground::none) return true;
    }
    return false;
  }

  bool contradicted() {
    if (hypothesis_.hinted(HintKind::beyond)) return false;  // of what no image shows, no report denies
    bool any = false;
    for (const Claim& claim : hypothesis_.claims) {
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

  // The side that the report speaks of alone: an examination of the left wrist.
  Side only_side() const {
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

  bool contradicted_by_words() {
    if (hypothesis_.hinted(HintKind::also) || hypothesis_.hinted(HintKind::other)) return false;
    if (std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& c) { return known(c); }))
      return false;
    bool any = false;
    for (std::size_t i = 0; i < premises_.size(); ++i)
      any |= note(i, rules_.contradicts_by_words(premises_[i], hypothesis_));
    return any;
  }

  // "Diverticulosis without diverticulitis": what the report has in wider terms is not what it denies by its name.
  bool denied_by_name(const Claim& named) {
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

  // Something of its kind that may be it is in the report: that all else is well does not speak against it.
  bool known(const Claim& claim, Kind least = Kind::wider) const {
    return claim.finding.abnormal && any_premise([&](const Statement& premise, const Claim& p) {
             const Entailment::Difference d = rules_.differ(premise, p, hypothesis_, claim);
             return d.kind >= least && d.ground == Ground::none;
           });
  }

  // Not only in a place that includes it.
  bool known_there(const Claim& claim) const {
    return any_premise([&](const Statement& premise, const Claim& p) {
      const Entailment::Difference d = rules_.differ(premise, p, hypothesis_, claim);
      return d.kind != Kind::apart && d.ground == Ground::none && !d.goes_beyond;
    });
  }

  // At that very place, and not in a part of it: "the splenic vein is thrombosed; the portal vein is patent".
  bool known_at(const Claim& claim) const {
    return any_premise([&](const Statement& premise, const Claim& p) {
      const Entailment::Difference d = rules_.differ(premise, p, hypothesis_, claim);
      findings::Direction direction{};
      return d.kind != Kind::apart && d.ground == Ground::none &&
             findings::relate_sites(rules_.lexicon(), p.finding.site, claim.finding.site, direction) ==
                 findings::Likeness::equivalent;
    });
  }

  // "Thrombus in the femoral vein; the common femoral vein is patent": what is said of that very place decides.
  bool well_there(const Claim& claim, bool also_denials = true) {
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

  // "The nodule is noncalcified", and the report has a calcified one; or the reverse.
  bool has_what_is_denied_of_it() {
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
          const Entailment::Difference d = rules_.differ(premises_[i], p, hypothesis_, claim);
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

  // All of the kind that the report has differ from it. "Also" says that it is another one.
  bool different() {
    if (hypothesis_.hinted(HintKind::also) || hypothesis_.hinted(HintKind::other)) return false;
    for (const Claim& claim : hypothesis_.claims) {
      forget();
      if (different(claim)) return true;
    }
    return false;
  }

  // Those that are named as it is decide; if none of them says anything, what may be it in wider words.
  bool different(const Claim& claim) {
    for (const Kind kind : {Kind::same, Kind::wider}) {
      if (kind == Kind::wider && !claim.definite) break;
      const Ground found = difference(claim, kind);
      if (found == Ground::same) return false;
      if (found != Ground::none) return true;
    }
    return false;
  }

  // `same` if one may be it; else how they differ.
  Ground difference(const Claim& claim, Kind kind) {
    Ground out = Ground::none;
    for (std::size_t i = 0; i < premises_.size(); ++i) {
      for (const Claim& p : premises_[i].claims) {
        const Entailment::Difference d = rules_.differ(premises_[i], p, hypothesis_, claim);
        if (d.kind != kind) continue;
        if ((d.ground == Ground::none && d.tells) ||
            (d.ground == Ground::other_place && said_of_both(claim, p) && !well_on_side(claim)))
          return Ground::same;
        if (note(i, d.ground)) out = d.ground;
      }
    }
    return out;
  }

  // "A schwannoma on the right. The left nerve is normal.": the other side was looked at.
  bool well_on_side(const Claim& claim) const {
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

  // "Bilateral effusions", and the report has one of the two.
  bool said_of_both(const Claim& claim, const Claim& p) const {
    return std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [&](const Claim& twin) {
      return twin.finding.concept_id == claim.finding.concept_id && twin.finding.site.side != claim.finding.site.side &&
             twin.finding.site.side != Side::none && twin.finding.site.side == p.finding.site.side;
    });
  }

  // The measures of the hypothesis against those of the report: the best of the answers for each.
  bool measured(Measured wanted) {
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

  // Something abnormal of no known side is on one of both: it is excluded if it is on each.
  bool contradicted_by(std::size_t premise, const Claim& claim) {
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

  // "Solid organs are unremarkable", and the report names something at the very place that is meant.
  bool yields(const Claim& well, const Claim& claim) const {
    findings::Direction direction{};
    const findings::Likeness likeness =
        findings::relate_sites(rules_.lexicon(), well.finding.site, claim.finding.site, direction);
    return likeness == findings::Likeness::part_whole && direction == findings::Direction::first_wider && named(claim);
  }

  // "The spleen is normal, with an accessory spleen at its hilum": normal but for what the sentence names.
  bool has_exception(const Statement& premise, const Claim& well, const Claim& claim) const {
    if (well.finding.abnormal || well.finding.absent || !rules_.in_general(well.finding)) return false;
    if (yields(well, claim)) return true;
    return std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
      return p.finding.abnormal && !p.finding.site.organs.empty() && rules_.near(p, claim) && rules_.near(p, well);
    });
  }

  bool contradicted_on_both_sides(const Claim& claim) {
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

  static bool sideless(const Claim& claim) { return claim.finding.abnormal && claim.finding.site.side == Side::none; }
  static Claim on(Side side, Claim claim) {
    claim.finding.site.side = side;
    return claim;
  }
  bool note(std::size_t premise, Ground ground) {
    if (support_[premise] == Ground::none) support_[premise] = ground;
    return ground != Ground::none;
  }

  const Entailment& rules_;
  const Statement& hypothesis_;
  Premises& report_;
  std::span<const Statement> premises_;
  std::vector<Ground> support_;  // of each premise: why it is evidence
  bool said_so_ = false;         // it follows, and a phrase has the very same content: nothing is left to weigh
  bool computed_ = false;        // the verdict comes of measures: nothing is left to weigh
  bool supported_yet_ = false;   // some premise is
};

}  // namespace

Verdict verify(const Entailment& rules, const Statement& hypothesis, Premises& premises, bool reasons) {
  return Verification(rules, hypothesis, premises).run(reasons);
}

}  // namespace fiducial::radfact
