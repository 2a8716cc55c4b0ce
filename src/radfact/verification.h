// One phrase against a report: whether it follows, is contradicted or neither, and which phrases say so. The rules are
// tried in the order of `status` (verify.cc); what supports a phrase is in verify_support.cc, what contradicts it in
// verify_contradiction.cc.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "radfact/agree.h"
#include "radfact/ranking.h"
#include "radfact/signs.h"
#include "radfact/verify.h"

namespace fiducial::radfact {

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

  Verdict run(bool reasons);

 private:
  // --- verify.cc: the order of the rules, and what is weighed
  // What the rules found is weighed with the content. A verdict of neither says at least which phrase came nearest.
  void weigh_signs(Verdict& out, bool reasons);
  // "The larger one is on the left": by the measures that the report gives.
  bool of_another_age(const Statement& premise) const;
  Ranked ranked();
  Status status();
  // One of those that make it true has the very same content.
  bool said_in_as_many_words() const;
  // Does the verdict come of normal limits?
  bool judged_by_measure() const;
  // "CT is advised": by what the report advises.
  Status advice();
  // It followed only in a roundabout way, and the report denies it in as many words.
  bool denied_outright();
  // "Clear except for a nodule": what the report names there is there, though the rest is well.
  void note_exceptions(const Claim& claim);
  // Does the report name something abnormal where the claim is? Then what it says of the rest counts there.
  bool spoken_of(const Claim& claim) const;
  // Does the report name something abnormal at that very place, or at a part of it? Then it is none of the rest.
  bool named(const Claim& claim) const;
  void forget();
  bool evidence_hints(lexicon::HintKind kind) const;
  bool hints_follow() const;
  // "Has shrunk", and the report gives the size before: it compares over time, which the claims do.
  bool changes_alone() const;
  bool hints_reversed() const;
  // "On the left only", and the report has it on the right.
  bool elsewhere_too() const;
  // "Limited to the lower lobes", and the report has it in the upper lobes.
  bool only_elsewhere();
  // "A single lesion", and the report has several.
  bool counted_otherwise();
  // "A solitary nodule", and the report has one in each lobe.
  bool named_at_two_places(const Claim& single);
  // "Several nodules", and the report tells of one.
  bool more_than_told() const;
  // "Improved aeration": that all is well now does not say that it was worse.
  bool better_than_before() const;

  // --- verify_support.cc: what a phrase follows from
  bool entailed();
  bool merely_measures() const;
  // What no claim of the hypothesis holds must be in the words of the report.
  bool says_no_more() const;
  // The best premise for the claim; one that is evidence already is as good as a better one. `worst`: the last ground
  // that will do.
  bool supported(const Claim& claim, Ground worst = Ground::by_words);
  // "The remaining veins are patent": of each that has a name of its own and was not named before.
  bool of_rest(const Statement& premise, const Claim& claim) const;
  // The best of its claims; if only one of them need be true, each must lead to the hypothesis.
  Ground ground_of(const Statement& premise, const Claim& claim) const;
  // One of the alternatives does not lead to it: then only what stands beside them can.
  Ground others_lead(const Statement& premise, const Claim& claim) const;
  bool supported_by_sides(const Claim& claim);
  // "MRI of the right shoulder. The rotator cuff is intact.": of the side that was examined, which nobody repeats.
  bool supported_on_side_examined(const Claim& claim);
  // "Improved aeration", and the report has a shadow there that is smaller.
  bool supported_by_improvement(const Claim& claim);
  // "The dissection begins beyond the arch. The ascending aorta is spared.": of what the report has elsewhere.
  bool supported_as_spared(const Claim& claim);
  bool seen_elsewhere(const Claim& claim) const;
  bool supported_by_parts(const Claim& claim);
  // "Two meningiomas", and the report names one at the left and one at the right.
  bool supported_by_several(const Claim& claim);
  // "Acute appendicitis", and the report has its signs.
  bool supported_by_signs(const Claim& claim);
  bool has_sign(const std::vector<Statement>& alternatives, const findings::Site& usual, const Claim& asked);
  Claim there(Claim sign, const findings::Site& usual, const Claim& asked) const;
  bool entailed_by_words();

  // --- verify_contradiction.cc: what it is contradicted by
  bool contradicted();
  // The side that the report speaks of alone: an examination of the left wrist.
  lexicon::Side only_side() const;
  bool contradicted_by_words();
  // "Diverticulosis without diverticulitis": what the report has in wider terms is not what it denies by its name.
  bool denied_by_name(const Claim& named);
  // Something of its kind that may be it is in the report: that all else is well does not speak against it.
  bool known(const Claim& claim, Kind least = Kind::wider) const;
  // Not only in a place that includes it.
  bool known_there(const Claim& claim) const;
  // How a claim of the report differs from one of the hypothesis, which several rules ask.
  Entailment::Difference differ(const Statement& premise, const Claim& p, const Claim& claim) const;
  // At that very place, and not in a part of it: "the splenic vein is thrombosed; the portal vein is patent".
  bool known_at(const Claim& claim) const;
  // "Thrombus in the femoral vein; the common femoral vein is patent": what is said of that very place decides.
  bool well_there(const Claim& claim, bool also_denials = true);
  // "The nodule is noncalcified", and the report has a calcified one; or the reverse.
  bool has_what_is_denied_of_it();
  // All of the kind that the report has differ from it. "Also" says that it is another one.
  bool different();
  // Those that are named as it is decide; if none of them says anything, what may be it in wider words.
  bool different(const Claim& claim);
  // `same` if one may be it; else how they differ.
  Ground difference(const Claim& claim, Kind kind);
  // "A schwannoma on the right. The left nerve is normal.": the other side was looked at.
  bool well_on_side(const Claim& claim) const;
  // "Bilateral effusions", and the report has one of the two.
  bool said_of_both(const Claim& claim, const Claim& p) const;
  // The measures of the hypothesis against those of the report: the best of the answers for each.
  bool measured(Measured wanted);
  // Something abnormal of no known side is on one of both: it is excluded if it is on each.
  bool denies_more(const Statement& premise, const Claim& claim) const;
  bool contradicted_by(std::size_t premise, const Claim& claim);
  // "Solid organs are unremarkable", and the report names something at the very place that is meant.
  bool yields(const Claim& well, const Claim& claim) const;
  // "The spleen is normal, with an accessory spleen at its hilum": normal but for what the sentence names.
  bool has_exception(const Statement& premise, const Claim& well, const Claim& claim) const;
  bool contradicted_on_both_sides(const Claim& claim);

  // --- shared by them
  template <typename Test>
  bool any_premise(Test test) const {
    return std::any_of(premises_.begin(), premises_.end(), [&](const Statement& premise) {
      return std::any_of(premise.claims.begin(), premise.claims.end(),
                         [&](const Claim& p) { return test(premise, p); });
    });
  }
  static bool sideless(const Claim& claim) {
    return claim.finding.abnormal && claim.finding.site.side == lexicon::Side::none;
  }
  static Claim on(lexicon::Side side, Claim claim) {
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
  std::vector<Ground> support_;                                             // of each premise: why it is evidence
  mutable std::vector<std::uint32_t> first_claim_;                          // of each premise, counted over all of them
  mutable std::vector<std::optional<Entailment::Difference>> differences_;  // of each of these, by claim: asked before
  bool said_so_ = false;        // it follows, and a phrase has the very same content: nothing is left to weigh
  bool computed_ = false;       // the verdict comes of measures: nothing is left to weigh
  bool supported_yet_ = false;  // some premise is
  bool by_signs_ = false;       // it is a diagnosis, and its signs are there: its name need not be
  bool is_sign_ = false;        // it is asked for as the sign of a diagnosis
};

}  // namespace fiducial::radfact
