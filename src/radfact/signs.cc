#include "radfact/signs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fiducial::radfact {

using lexicon::HintKind;

namespace {

struct Weights {
  float bias;
  std::array<float, kSigns> of;
};
#include "radfact/sign_weights.inc"

// How much likelier than neither a verdict must be, and by which share of all it must be likelier than its opposite.
constexpr float kLikelier = 1.0F;
constexpr float kMargin = 0.3F;
// The share of a hypothesis about the chest that a premise must hold if it is to follow, or to be excluded.
constexpr float kHeldInChest = 0.3F;
constexpr float kCoveredInChest = 0.6F;
constexpr float kDeniedInChest = 0.85F;

constexpr std::string_view kKindNames[] = {"observation", "place", "detail", "side", "level", "amount", "word"};
constexpr std::string_view kHoldNames[] = {"open", "rival", "elsewhere", "against", "wider", "implied", "held"};
constexpr std::string_view kSignNames[] = {"coverage",
                                           "more in report",
                                           "coverage agreeing",
                                           "coverage against",
                                           "all held",
                                           "all covered",
                                           "rivals alone",
                                           "denied alone",
                                           "one open",
                                           "known thing open",
                                           "known thing rival",
                                           "report holds all",
                                           "report lacks much",
                                           "well beside ill",
                                           "ill beside well",
                                           "well beside well",
                                           "ill beside ill",
                                           "well beside ill, covered",
                                           "ill beside well, covered",
                                           "well beside well, covered",
                                           "ill beside ill, covered",
                                           "denied in wider words",
                                           "less sure",
                                           "of the rest",
                                           "comparison open",
                                           "denied by implication",
                                           "known thing wider",
                                           "unimaged",
                                           "not understood",
                                           "hint: other",
                                           "hint: also",
                                           "hint: only",
                                           "hint: under",
                                           "hint: over",
                                           "hint: more",
                                           "hint: less",
                                           "hint: beyond",
                                           "ruled entailed",
                                           "ruled contradicted",
                                           "ruled entailed: same",
                                           "ruled entailed: narrower",
                                           "ruled entailed: wider",
                                           "ruled entailed: by words",
                                           "ruled contradicted: denied",
                                           "ruled contradicted: normal",
                                           "ruled contradicted: degree",
                                           "ruled contradicted: change",
                                           "ruled contradicted: direction",
                                           "ruled contradicted: place",
                                           "ruled contradicted: look",
                                           "ruled contradicted: though said",
                                           "place well",
                                           "place well with others",
                                           "place ill",
                                           "thing denied",
                                           "thing said",
                                           "thing elsewhere",
                                           "place unspoken"};
static_assert(std::size(kSignNames) == static_cast<std::size_t>(Sign::count));

float few(std::size_t count) {
  return static_cast<float>(std::min<std::size_t>(count, 2));
}

std::size_t held_as(const Alignment& alignment, Hold hold) {
  return static_cast<std::size_t>(std::count(alignment.holds.begin(), alignment.holds.end(), hold));
}

// Does the hypothesis say that all is well?
bool of_health(const Statement& s) {
  if (s.claims.empty()) return s.denied;
  return std::none_of(s.claims.begin(), s.claims.end(), [](const Claim& c) { return c.finding.abnormal; });
}

// One hypothesis and all premises, while its signs are read.
class Reading {
 public:
  Reading(const Aligner& aligner, const Statement& hypothesis, std::span<const Statement> premises)
      : aligner_(aligner), hypothesis_(hypothesis), premises_(premises), well_(of_health(hypothesis)) {}

  Signs run() {
    read_hints();
    if (hypothesis_.terms.empty() || premises_.empty()) return out_;
    for (const Term& term : hypothesis_.terms) total_ += term_weight(term.kind);
    for (const Statement& premise : premises_) alignments_.push_back(aligner_.align(hypothesis_, premise));
    find_nearest();
    count_terms();
    read_report();
    read_whole();
    read_places();
    read_denials();
    for (const Claim& h : hypothesis_.claims) read_claim(h);
    out_.read_alike = read_alike();
    out_.change_open = change_open();
    out_.change_unspoken = out_.change_open && std::all_of(premises_.begin(), premises_.end(),
                                                           [](const Statement& p) { return p.changes.empty(); });
    out_.of_chest = of_chest();
    return out_;
  }

 private:
  void read_hints() {
    for (int kind = 1; kind <= static_cast<int>(HintKind::beyond); ++kind) {
      const auto sign = static_cast<Sign>(static_cast<int>(Sign::other) + kind - 1);
      out_[sign] = hypothesis_.hinted(static_cast<HintKind>(kind)) ? 1 : 0;
    }
    out_[Sign::unimaged] = hypothesis_.unimaged ? 1 : 0;
    out_[Sign::not_understood] = few(static_cast<std::size_t>(
        std::count_if(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                      [](const Claim& c) { return c.finding.concept_id == findings::kNone; })));
  }

  bool change_open() const {
    const auto open = [&](ConceptId change) {
      return !hypothesis_.not_changes.has(change) &&
             std::none_of(premises_.begin(), premises_.end(),
                          [&](const Statement& p) { return p.changes.has(change); });
    };
    return std::any_of(hypothesis_.changes.begin(), hypothesis_.changes.end(), open);
  }

  bool read_alike() const {
    const auto said = [&](const Claim& h) {
      return std::any_of(premises_.begin(), premises_.end(), [&](const Statement& premise) {
        return std::any_of(premise.claims.begin(), premise.claims.end(),
                           [&](const Claim& p) { return aligner_.rules().alike(p, h); });
      });
    };
    return !hypothesis_.claims.empty() && hypothesis_.unread.empty() &&
           std::all_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), said);
  }

  // By the places of its claims; if they have none, by those that it names.
  bool of_chest() const {
    const auto& claims = hypothesis_.claims;
    const auto placed = [](const Claim& h) { return !h.finding.site.organs.empty(); };
    if (std::any_of(claims.begin(), claims.end(), placed))
      return std::all_of(claims.begin(), claims.end(),
                         [&](const Claim& h) { return aligner_.rules().of_chest(h.finding.site.organs); });
    findings::ConceptSet<4> named;
    for (const Term& term : hypothesis_.terms) {
      if (term.kind == Term::Kind::place) named.add(term.meanings[0]);
    }
    return aligner_.rules().of_chest(named);
  }

  // The first of those that hold the most; of equal ones, one that denies less.
  void find_nearest() {
    for (std::size_t i = 1; i < alignments_.size(); ++i) {
      const float more = alignments_[i].weight - nearest().weight;
      const bool agrees = held_as(alignments_[i], Hold::against) < held_as(nearest(), Hold::against);
      if (more > 0.001F || (more > -0.001F && agrees)) out_.nearest = i;
    }
    out_.any = nearest().weight > 0;
  }
  const Alignment& nearest() const { return alignments_[out_.nearest]; }

  void count_terms() {
    for (std::size_t k = 0; k < Term::kKinds; ++k) {
      for (std::size_t h = 0; h < kHolds; ++h) out_.values[k * kHolds + h] = few(nearest().count[k][h]);
    }
  }

  // What the report as a whole holds.
  void read_report() {
    float held = 0;
    std::size_t open = 0;
    std::array<std::size_t, Term::kKinds> open_of{};
    for (std::size_t i = 0; i < hypothesis_.terms.size(); ++i) {
      Hold best = Hold::open;
      for (const Alignment& one : alignments_) best = std::max(best, one.holds[i]);
      const Term::Kind kind = hypothesis_.terms[i].kind;
      held += term_weight(kind) * hold_share(best);
      if (best != Hold::open) continue;
      ++open;
      ++open_of[static_cast<std::size_t>(kind)];
    }
    for (std::size_t k = 0; k < Term::kKinds; ++k) out_.values[kTermSigns + k] = few(open_of[k]);
    out_[Sign::more_in_report] = (held - nearest().weight) / total_;
    out_[Sign::report_holds_all] = open == 0 ? 1 : 0;
    out_[Sign::report_lacks_much] = open >= 2 ? 1 : 0;
    float agreeing = 0;
    float against = 0;
    for (const Alignment& one : alignments_) {
      float& best = held_as(one, Hold::against) != 0 ? against : agreeing;
      best = std::max(best, one.weight / total_);
    }
    out_[Sign::coverage_agreeing] = agreeing;
    out_[Sign::coverage_against] = against;
  }

  // What the nearest premise leaves over.
  void read_whole() {
    const std::size_t open = held_as(nearest(), Hold::open);
    const std::size_t rival = held_as(nearest(), Hold::rival);
    const std::size_t against = held_as(nearest(), Hold::against);
    const std::size_t apart = rival + against + held_as(nearest(), Hold::elsewhere);
    const std::size_t wider = held_as(nearest(), Hold::wider);
    const bool known =
        std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), [](const Claim& c) { return c.definite; });
    out_[Sign::coverage] = nearest().weight / total_;
    out_[Sign::all_held] = open + apart + wider == 0 ? 1 : 0;
    out_[Sign::all_covered] = open + apart == 0 ? 1 : 0;
    out_[Sign::rivals_alone] = open == 0 && rival != 0 ? 1 : 0;
    out_[Sign::denied_alone] = open + rival == 0 && against != 0 ? 1 : 0;
    out_[Sign::one_open] = open == 1 && apart == 0 ? 1 : 0;
    out_[Sign::known_thing_open] = known && open != 0 ? 1 : 0;
    const bool thing_wider = nearest().count[0][static_cast<std::size_t>(Hold::wider)] != 0;
    out_[Sign::known_thing_wider] = known && thing_wider ? 1 : 0;
    out_[Sign::known_thing_rival] = known && open == 0 && rival != 0 ? 1 : 0;
    out_[Sign::denied_in_wider_words] = well_ && wider != 0 ? 1 : 0;
    const std::uint32_t unmatched = hypothesis_.hints & ~premises_[out_.nearest].hints;
    for (const HintKind kind : {HintKind::only, HintKind::under, HintKind::over, HintKind::more, HintKind::less})
      out_[Sign::comparison_open] += static_cast<float>(unmatched >> static_cast<unsigned>(kind) & 1U);
    out_[Sign::of_the_rest] = premises_[out_.nearest].rest && !hypothesis_.rest ? 1 : 0;
  }

  // Whether the report denies what it brings with it: no inflammation, and diverticulitis.
  void read_denials() {
    const auto implication_denied = [&](const Claim& h) {
      return h.finding.abnormal && std::any_of(premises_.begin(), premises_.end(), [&](const Statement& premise) {
               return std::any_of(premise.claims.begin(), premise.claims.end(), [&](const Claim& p) {
                 return p.finding.absent && aligner_.rules().implied(h.finding.concept_id, p.finding.concept_id) &&
                        aligner_.rules().near(p, h);
               });
             });
    };
    out_[Sign::denied_by_implication] =
        std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(), implication_denied) ? 1 : 0;
  }

  // Is the second what the first names, a kind of it, or something that brings it with it?
  bool includes(ConceptId wide, ConceptId narrow) const {
    if (wide == findings::kNone || narrow == findings::kNone) return false;
    const Lexicon& lexicon = aligner_.rules().lexicon();
    return lexicon.representative(wide) == lexicon.representative(narrow) || lexicon.contains(wide, narrow) ||
           aligner_.rules().implied(narrow, wide);
  }

  // What all premises say of its place, and of the thing.
  void read_claim(const Claim& h) {
    bool spoken = h.finding.site.organs.empty();
    bool there = false;
    bool elsewhere = false;
    for (const Statement& premise : premises_) {
      for (const Claim& p : premise.claims) {
        findings::Direction direction{};
        const bool placed = !p.finding.site.organs.empty() && !h.finding.site.organs.empty();
        const findings::Likeness site =
            placed && may_share_organ(p, h)
                ? findings::relate_sites(aligner_.rules().lexicon(), p.finding.site, h.finding.site, direction)
                : findings::Likeness::apart;
        const bool near = site != findings::Likeness::apart || (!placed && h.finding.site.side == p.finding.site.side);
        spoken |= placed && near;
        const bool very = site == findings::Likeness::equivalent;
        const bool wider = site == findings::Likeness::part_whole && direction == findings::Direction::first_wider;
        const bool well = !p.finding.abnormal && !p.finding.absent;
        if (h.finding.abnormal && well && !premise.rest && very) out_[Sign::place_well] = 1;
        if (h.finding.abnormal && well && !premise.rest && wider) out_[Sign::place_well_with_others] = 1;
        if (!h.finding.abnormal && !h.finding.absent && p.finding.abnormal && placed && near && !wider)
          out_[Sign::place_ill] = 1;
        const ConceptId a = p.finding.concept_id;
        const ConceptId b = h.finding.concept_id;
        const bool denies = near && !aligner_.of_another_age(p.finding, h.finding);
        if (h.finding.abnormal && p.finding.absent && denies && includes(a, b)) out_[Sign::thing_denied] = 1;
        if (h.finding.absent && p.finding.abnormal && denies && includes(b, a)) out_[Sign::thing_said] = 1;
        if (h.finding.abnormal && p.finding.abnormal && includes(b, a)) (near ? there : elsewhere) = true;
      }
    }
    if (elsewhere && !there) out_[Sign::thing_elsewhere] = 1;
    if (!spoken) out_[Sign::place_unspoken] = 1;
  }

  // What the nearest premise says of the places that the hypothesis speaks of.
  void read_places() {
    bool well = false;
    bool ill = false;
    findings::Certainty sure = findings::Certainty::definite;
    findings::Certainty wanted = findings::Certainty::definite;
    for (const Claim& h : hypothesis_.claims) wanted = std::max(wanted, h.finding.certainty);
    for (const Claim& p : premises_[out_.nearest].claims) {
      if (p.finding.abnormal) sure = std::max(sure, p.finding.certainty);
      const bool near =
          !p.finding.site.organs.empty() && std::any_of(hypothesis_.claims.begin(), hypothesis_.claims.end(),
                                                        [&](const Claim& h) { return aligner_.rules().near(p, h); });
      (p.finding.abnormal ? ill : well) |= near;
    }
    const float coverage = out_[Sign::coverage];
    const auto say = [&](Sign sign, Sign covered, bool holds) {
      out_[sign] = holds ? 1 : 0;
      out_[covered] = holds ? coverage : 0;
    };
    say(Sign::well_beside_ill, Sign::well_beside_ill_covered, well_ && ill && !well);
    say(Sign::ill_beside_well, Sign::ill_beside_well_covered, !well_ && well && !ill);
    say(Sign::well_beside_well, Sign::well_beside_well_covered, well_ && well);
    say(Sign::ill_beside_ill, Sign::ill_beside_ill_covered, !well_ && ill);
    out_[Sign::less_sure] = !well_ && sure > wanted && sure >= findings::Certainty::possible ? 1 : 0;
  }

  const Aligner& aligner_;
  const Statement& hypothesis_;
  std::span<const Statement> premises_;
  bool well_;
  float total_ = 0;
  std::vector<Alignment> alignments_;
  Signs out_;
};

}  // namespace

std::string sign_name(std::size_t sign) {
  if (sign < kTermSigns) return fmt::format("{} {}", kKindNames[sign / kHolds], kHoldNames[sign % kHolds]);
  sign -= kTermSigns;
  if (sign < Term::kKinds) return fmt::format("{} open in report", kKindNames[sign]);
  return std::string(kSignNames[sign - Term::kKinds]);
}

Signs read_signs(const Aligner& aligner, const Statement& hypothesis, std::span<const Statement> premises) {
  return Reading(aligner, hypothesis, premises).run();
}

namespace {

Sign sign_of(Status ruling, Ground ground) {
  const auto behind = [&](Sign first, Ground from) {
    return static_cast<Sign>(static_cast<int>(first) + static_cast<int>(ground) - static_cast<int>(from));
  };
  const bool said = ground >= Ground::same && ground <= Ground::by_words;
  if (ruling == Status::entailment) return said ? behind(Sign::entailed_same, Ground::same) : Sign::ruled_entailed;
  if (said) return Sign::contradicted_though_said;
  if (ground == Ground::other_look) return Sign::contradicted_look;
  return behind(Sign::contradicted_denied, Ground::denied);
}

// Of the chest the tables know what follows from what: what the rules had something to compare with and left open is
// open, unless a premise has all that is said of something wrong. Else it follows if enough of it is covered; it is
// excluded if most of it is held and no observation is open.
bool stays_open_in_chest(const Signs& signs, bool entailed) {
  const float coverage = signs[Sign::coverage];
  const bool said = signs[Sign::all_held] != 0 && signs[Sign::ill_beside_ill] != 0;
  if (signs.read_alike && !(entailed && said)) return true;
  const bool wider_name =
      signs.values[static_cast<std::size_t>(Hold::wider)] != 0;               // an infiltrate need not be pneumonia
  const bool open = signs.values[static_cast<std::size_t>(Hold::open)] != 0;  // an observation
  if (entailed)
    return wider_name || (signs[Sign::all_covered] == 0 && coverage < (open ? kCoveredInChest : kHeldInChest));
  const bool denial = signs[Sign::well_beside_ill] != 0;  // "no acute infiltrate": an opacity may be an old one
  return open || coverage < (denial ? kDeniedInChest : kCoveredInChest);
}

// Place and side alone entail nothing: that the right kidney is enlarged does not say that it has a stone, nor that a
// vein does not enhance that it is patent.
bool says_another_thing(const Signs& signs) {
  constexpr std::size_t kObservation = static_cast<std::size_t>(Term::Kind::observation) * kHolds;
  const auto of = [&](Hold hold) { return signs.values[kObservation + static_cast<std::size_t>(hold)]; };
  return of(Hold::open) > 0 && of(Hold::wider) + of(Hold::implied) + of(Hold::held) == 0;
}

}  // namespace

void add_ruling(Signs& signs, Status ruling, std::span<const Ground> grounds) {
  if (ruling == Status::neutral) return;
  signs[ruling == Status::entailment ? Sign::ruled_entailed : Sign::ruled_contradicted] = 1;
  for (const Ground ground : grounds) {
    if (ground != Ground::none) signs[sign_of(ruling, ground)] = 1;
  }
}

Status weigh(const Signs& signs, Status ruling) {
  if (!signs.any || (ruling != Status::neutral && (signs.of_chest || signs.read_alike))) return ruling;
  float entailed = kEntailment.bias;
  float contradicted = kContradiction.bias;
  for (std::size_t i = 0; i < kSigns; ++i) {
    entailed += kEntailment.of[i] * signs.values[i];
    contradicted += kContradiction.of[i] * signs.values[i];
  }
  const float e = std::exp(entailed);
  const float c = std::exp(contradicted);
  if (std::max(e, c) <= kLikelier || std::fabs(e - c) < kMargin * (e + c + 1)) return Status::neutral;
  // When it was done no image shows, and a diagnosis does not follow from what it is a kind of.
  const bool unseen = signs[Sign::unimaged] != 0 || signs[Sign::known_thing_wider] != 0;
  if (e > c && ruling == Status::neutral && unseen) return Status::neutral;
  if (ruling == Status::neutral && (e > c ? signs.change_open : signs.change_unspoken)) return Status::neutral;
  if (e > c && ruling == Status::neutral && says_another_thing(signs)) return Status::neutral;
  if (signs.of_chest && stays_open_in_chest(signs, e > c)) return Status::neutral;
  return e > c ? Status::entailment : Status::contradiction;
}

}  // namespace fiducial::radfact
