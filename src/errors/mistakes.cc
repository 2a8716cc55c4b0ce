// From matched and lonely statements to the list of errors: the last steps of the account.
#include <algorithm>
#include <map>
#include <tuple>

#include "compare/details.h"
#include "compare/relate.h"
#include "errors/account.h"
#include "errors/neighbours.h"

namespace fiducial::errors {

using findings::ConceptId;
using findings::Finding;
using findings::kNone;

void Accountant::explain_pairs(Balance& b) {
  for (const Matched& m : b.matched) {
    const Significance level = std::max(b.reference[m.reference].significance, b.candidate[m.candidate].significance);
    // What a pair loses is no more than its weight, whatever the number of differences.
    const double scale = m.difference.cost > 1 ? 1 / m.difference.cost : 1;
    for (int k = 0; k < kKinds; ++k) {
      const double cost = static_cast<double>(m.difference.costs[static_cast<std::size_t>(k)]);
      if (cost > 0)
        b.mistakes.push_back({static_cast<Kind>(k), level, m.weight * cost * scale, m.reference, m.candidate});
    }
  }
}

namespace {

constexpr Kind kExchangeable[] = {Kind::size,   Kind::severity, Kind::side,       Kind::place, Kind::count,
                                  Kind::acuity, Kind::change,   Kind::appearance, Kind::organ, Kind::device};

// The details of one kind.
findings::ConceptSet<12> details_of(const findings::Lexicon& lexicon, const Finding& f, Kind kind) {
  using lexicon::ModifierKind;
  findings::ConceptSet<12> out;
  for (const ConceptId d : f.details) {
    const bool modifier = lexicon[d].section == lexicon::Section::modifier;
    const ModifierKind is = modifier ? lexicon[d].modifier() : ModifierKind::none;
    const bool degree = is == ModifierKind::severity || is == ModifierKind::size;
    const bool wanted = kind == Kind::severity ? degree
                        : kind == Kind::count  ? is == ModifierKind::number
                        : kind == Kind::acuity ? is == ModifierKind::onset
                        : kind == Kind::change ? is == ModifierKind::change
                                               : !degree && is != ModifierKind::number && is != ModifierKind::onset &&
                                                     is != ModifierKind::change;
    if (wanted) out.add(d);
  }
  return out;
}

bool same_attribute(const findings::Lexicon& lexicon, const Costs& costs, const Finding& a, const Finding& b,
                    Kind kind) {
  switch (kind) {
    case Kind::size:
      return a.size_count != 0 && b.size_count != 0 && sizes_agree(costs, 0.05, a, b);
    case Kind::side:
      return a.site.side == b.site.side;
    case Kind::place:
    case Kind::organ:
    case Kind::device:  // the side is an attribute of its own
      return a.site.organs == b.site.organs && a.site.parts == b.site.parts && a.site.level == b.site.level;
    default: {
      const auto x = details_of(lexicon, a, kind);
      return !x.empty() && x == details_of(lexicon, b, kind);
    }
  }
}

}  // namespace

// Each of two pairs is wrong in one attribute, and right with the other's.
bool Accountant::exchanged(const Balance& b, const Matched& x, const Matched& y, Kind kind) const {
  if (!x.difference.has(kind) || !y.difference.has(kind)) return false;
  // a pneumothorax and the shift that it makes change sides together; what two glands of a pair have is exchanged
  const Finding& one = b.reference[x.reference].finding;
  const Finding& two = b.reference[y.reference].finding;
  if (kind == Kind::side && one.concept_id != two.concept_id && !(one.site.organs == two.site.organs)) return false;
  const Costs& costs = weigher_.costs();
  const Finding& x_ref = b.reference[x.reference].finding;
  const Finding& x_gen = b.candidate[x.candidate].finding;
  const Finding& y_ref = b.reference[y.reference].finding;
  const Finding& y_gen = b.candidate[y.candidate].finding;
  return same_attribute(lexicon_, costs, x_ref, y_gen, kind) && same_attribute(lexicon_, costs, y_ref, x_gen, kind) &&
         !same_attribute(lexicon_, costs, x_ref, x_gen, kind);
}

void Accountant::attribute(Balance& b) {
  const auto mistake_of = [&](const Matched& m, Kind kind) {
    return std::find_if(b.mistakes.begin(), b.mistakes.end(), [&](const Mistake& e) {
      return e.kind == kind && e.reference == m.reference && e.candidate == m.candidate;
    });
  };
  std::vector<std::size_t> wrong;  // pairs with a difference
  for (std::size_t i = 0; i < b.matched.size(); ++i) {
    if (b.matched[i].difference.cost > 0) wrong.push_back(i);
  }
  constexpr std::size_t kMostWrong = 64;  // of a longer list the rest stays as it is
  wrong.resize(std::min(wrong.size(), kMostWrong));
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    for (std::size_t j = i + 1; j < wrong.size(); ++j) {
      const Matched& x = b.matched[wrong[i]];
      const Matched& y = b.matched[wrong[j]];
      for (const Kind kind : kExchangeable) {
        if (!exchanged(b, x, y, kind)) continue;
        const auto first = mistake_of(x, kind);
        const auto second = mistake_of(y, kind);
        if (first == b.mistakes.end() || second == b.mistakes.end()) continue;
        first->kind = Kind::attribution;
        first->weight += second->weight;
        first->significance = std::max(first->significance, second->significance);
        b.mistakes.erase(second);
      }
    }
  }
}

// What a significant statement weighs that stands in one sentence with one that both reports make: it is often the same
// thing, read in two parts.
constexpr double kBeside = 0.25;

// The other report has it in wider words that something else answers, and in these very words with another size or
// number: "stones in both kidneys: 8 mm on the left", and 3 mm in the other report.
struct Accountant::Clash {
  bool agrees = false;
  std::uint32_t with = kNobody;
  Kind kind = Kind::size;
  double cost = 0;

  // Of a lonely statement, of the reference or of the candidate.
  bool told(bool reference, Mistake& m) const {
    if (agrees || with == kNobody) return false;
    m.kind = kind;
    m.weight *= cost;
    (reference ? m.candidate : m.reference) = with;
    return true;
  }
};

void Accountant::look_for_clash(const Statement& own, const Statement& other, std::uint32_t number, bool reference,
                                Clash& clash) const {
  if (own.finding.concept_id != other.finding.concept_id || !(own.finding.site == other.finding.site)) return;
  const Difference d = reference ? compare(lexicon_, weigher_, own.finding, other.finding)
                                 : compare(lexicon_, weigher_, other.finding, own.finding);
  if (!d.has(Kind::size) && !d.has(Kind::count)) {
    clash.agrees = true;
  } else if (clash.with == kNobody || d.cost < clash.cost) {
    clash.with = number;
    clash.kind = d.has(Kind::size) ? Kind::size : Kind::count;
    clash.cost = d.cost;
  }
}

// "A nodule, consistent with a hamartoma": the nodule is the hamartoma, which both reports name.
bool Accountant::identified(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                            const std::vector<Statement>& other, std::uint32_t i, Together& sentences) const {
  const Finding& sign = own[i].finding;
  if (sign.is_inference || sign.concept_id == findings::kNone) return false;
  const lexicon::Concept& c = lexicon_[sign.concept_id];
  const findings::ConceptId lesion = lexicon_.known().lesion;
  const bool bare = c.has(lexicon::Concept::generic) || c.has(lexicon::Concept::vague) || sign.concept_id == lesion ||
                    lexicon_.contains(lesion, sign.concept_id);
  if (!bare) return false;
  const auto of_one_place = [&](const Finding& x, const Finding& y) {
    findings::Direction direction = findings::Direction::none;
    return findings::relate_sites(lexicon_, x.site, y.site, direction) != findings::Likeness::apart;
  };
  for (const std::uint32_t k : sentences.with(sign.sentence)) {
    const Finding& named = own[k].finding;
    if (named.sentence != sign.sentence || partner[k] == kNobody || !named.is_inference) continue;
    const Finding& there = other[partner[k]].finding;
    findings::Direction direction = findings::Direction::none;
    if (findings::relate_concepts(lexicon_, named, there, direction) == findings::Likeness::equivalent &&
        of_one_place(sign, named) && of_one_place(named, there))
      return true;
  }
  return false;
}

// A lonely statement is said by the other report in other words, denied by it, or neither.
void Accountant::look_at_alone(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                               const std::vector<Statement>& other, bool reference, Balance& b) {
  const auto alone = static_cast<std::size_t>(std::count(partner.begin(), partner.end(), kNobody));
  if (alone == 0) return;
  Neighbours neighbours(lexicon_, other, alone);
  Together sentences(own, [](const Statement& s) { return s.finding.sentence; });
  Together phrases(own, [](const Statement& s) { return s.phrase; });
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    const Statement& s = own[i];
    if (!s.asserted || partner[i] != kNobody) continue;
    Mistake m{reference ? Kind::missing : Kind::invented, s.significance, s.weight, kNobody, kNobody, true};
    (reference ? m.reference : m.candidate) = i;
    const Finding moved = moved_along(own, partner, other, i, sentences);
    bool said = identified(own, partner, other, i, sentences);
    bool beside = false;
    bool alongside = false;
    Clash clash;
    for (const std::uint32_t j : neighbours.of(s)) {
      if (other[j].asserted) {
        look_for_clash(s, other[j], j, reference, clash);
        if (said) continue;
        said = includes(lexicon_, other[j].finding, s.finding) || includes(lexicon_, other[j].finding, moved);
        const bool passes = passes_for(lexicon_, other[j].finding, s.finding);
        // What answers a neighbour in its sentence, or another by its very name, does not answer it too.
        const std::uint32_t answers = (reference ? partner_of_candidate_ : partner_of_reference_)[j];
        const bool taken = answers != kNobody && (own[answers].finding.sentence == s.finding.sentence ||
                                                  own[answers].finding.concept_id == other[j].finding.concept_id);
        beside = beside || (passes && !taken);
        alongside = alongside || passes;
      } else if (m.kind != Kind::negation &&
                 (!said || other[j].finding.concept_id == s.finding.concept_id) &&  // denied by its very name
                 denies(lexicon_, other[j].finding, s.finding)) {
        m.kind = Kind::negation;
        (reference ? m.candidate : m.reference) = j;
      }
    }
    if (m.kind != Kind::negation) {
      if (said || (beside && s.significance <= Significance::minor)) {
        if (clash.told(reference, m)) b.mistakes.push_back(m);
        continue;
      }
      if (beside || alongside) m.weight *= kBeside;
      if (!with_its_phrase(own, partner, i, reference, b, phrases, m)) continue;
    }
    look_beneath(s, m.kind == Kind::negation ? &other[reference ? m.candidate : m.reference] : nullptr, m);
    b.mistakes.push_back(m);
  }
}

// The statement as it would be if the mistake in the place of its sentence had not been made: the displacement of a
// fracture goes with it to the other side.
Finding Accountant::moved_along(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                                const std::vector<Statement>& other, std::uint32_t i, Together& sentences) {
  Finding out = own[i].finding;
  for (const std::uint32_t k : sentences.with(out.sentence)) {
    if (partner[k] == kNobody || own[k].finding.sentence != out.sentence) continue;
    const findings::Site& from = own[k].finding.site;
    const findings::Site& to = other[partner[k]].finding.site;
    if (from == to || from.side != own[i].finding.site.side) continue;
    if (from == own[i].finding.site) {
      out.site = to;
    } else {
      out.site.side = to.side;
    }
    break;
  }
  return out;
}

// What a phrase says of several places, of which another is matched. "Bilateral effusions" for one on the left: the
// right one is not invented, the side is wrong. If the partner names no side, either side satisfies it: this is one
// with what is wrong of the other place, and nothing if that is right (false).
bool Accountant::with_its_phrase(const std::vector<Statement>& own, const std::vector<std::uint32_t>& partner,
                                 std::uint32_t i, bool reference, const Balance& b, Together& phrases, Mistake& m) {
  for (const std::uint32_t k : phrases.with(own[i].phrase)) {
    if (own[k].phrase != own[i].phrase || partner[k] == kNobody || k == i) continue;
    findings::Site site = own[k].finding.site;
    if (site.side == own[i].finding.site.side) continue;
    site.side = own[i].finding.site.side;
    if (!(site == own[i].finding.site)) continue;
    const std::vector<Statement>& other = reference ? b.candidate : b.reference;
    if (other[partner[k]].finding.site.side == lexicon::Side::none) {
      const auto pair = std::find_if(b.matched.begin(), b.matched.end(), [&](const Matched& one) {
        return (reference ? one.reference : one.candidate) == k;
      });
      const auto& costs = pair->difference.costs;
      const auto most = std::max_element(costs.begin(), costs.end());
      if (*most <= 0) return false;
      m.kind = static_cast<Kind>(most - costs.begin());
      m.weight *= std::min(1.0, pair->difference.cost);
    } else {
      m.kind = Kind::side;
    }
    (reference ? m.candidate : m.reference) = partner[k];
    return true;
  }
  return true;
}

// How much a name speaks of a device: 0 not at all, 1 if it is said of one, 2 always.
double Accountant::misplacement(ConceptId what) const {
  double most = lexicon_.number(what, lexicon::NumberKey::device, 0);
  for (const ConceptId up : lexicon_.ancestors(what))
    most = std::max(most, lexicon_.number(up, lexicon::NumberKey::device, 0));
  return most;
}

// What a negation, or a statement of its own, is beneath: a tube that was removed, a screw that backed out or not are
// errors of the device; what has resolved in the one report has changed otherwise; a doubt that was denied is of
// certainty.
void Accountant::look_beneath(const Statement& s, const Statement* denial, Mistake& m) const {
  const Finding& f = s.finding;
  const double speaks = f.concept_id == kNone ? 0 : misplacement(f.concept_id);
  const bool misplaced = speaks > 0;
  if (denial == nullptr) {
    const bool beside_device = speaks > 1 || std::any_of(f.said.begin(), f.said.end(), [&](ConceptId id) {
                                 return lexicon_[id].has(lexicon::Concept::device);
                               });
    if (misplaced && beside_device && m.kind != Kind::side) m.kind = Kind::device;
    return;
  }
  const auto& details = denial->finding.details;
  const bool changed = std::any_of(details.begin(), details.end(),
                                   [&](ConceptId d) { return lexicon_[d].is(lexicon::ModifierKind::change); });
  if (misplaced || (f.device && changed)) {
    m.kind = Kind::device;
  } else if (changed) {
    m.kind = Kind::change;
  } else if (f.certainty >= findings::Certainty::possible) {
    m.kind = Kind::certainty;
  }
}

// One finding called by the name of another: the two errors are one.
void Accountant::call_otherwise(Mistake& lost, Mistake& made) {
  lost.kind = made.kind = Kind::finding;
  lost.candidate = made.candidate;
  lost.significance = std::max(lost.significance, made.significance);
  lost.weight = std::max(lost.weight, made.weight);
  made.weight = -1;  // goes
}

// The one thing that is missing of a sentence, and the one that is invented in the sentence that otherwise says the
// same.
void Accountant::misnamed_in_its_sentence(Balance& b) {
  std::map<std::uint32_t, std::size_t> lost_of;
  std::map<std::uint32_t, std::size_t> made_of;  // by sentence
  constexpr auto kSeveral = static_cast<std::size_t>(-1);
  const auto note = [](std::map<std::uint32_t, std::size_t>& where, std::uint32_t sentence, std::size_t k) {
    if (!where.emplace(sentence, k).second) where[sentence] = kSeveral;
  };
  for (std::size_t k = 0; k < b.mistakes.size(); ++k) {
    const Mistake& m = b.mistakes[k];
    if (m.weight < 0) continue;
    if (m.kind == Kind::missing) note(lost_of, b.reference[m.reference].finding.sentence, k);
    if (m.kind == Kind::invented) note(made_of, b.candidate[m.candidate].finding.sentence, k);
  }
  for (const Matched& pair : b.matched) {
    const auto lost = lost_of.find(b.reference[pair.reference].finding.sentence);
    const auto made = made_of.find(b.candidate[pair.candidate].finding.sentence);
    if (lost == lost_of.end() || made == made_of.end() || lost->second == kSeveral || made->second == kSeveral)
      continue;
    const Finding& x = b.reference[b.mistakes[lost->second].reference].finding;
    const Finding& y = b.candidate[b.mistakes[made->second].candidate].finding;
    if (x.device != y.device) continue;
    call_otherwise(b.mistakes[lost->second], b.mistakes[made->second]);
    lost_of.erase(lost);
    made_of.erase(made);
  }
}

// Of what is missing and what is invented at one place, the one was called by the name of the other.
void Accountant::misnamed(Balance& b) const {
  const auto organ = [&](const Statement& s) {
    return s.finding.site.organs.empty() ? kNone : lexicon_.representative(*s.finding.site.organs.begin());
  };
  std::multimap<ConceptId, std::size_t> invented;  // by place
  for (std::size_t k = 0; k < b.mistakes.size(); ++k) {
    if (b.mistakes[k].kind == Kind::invented) invented.emplace(organ(b.candidate[b.mistakes[k].candidate]), k);
  }
  for (Mistake& lost : b.mistakes) {
    if (lost.kind != Kind::missing) continue;
    const Statement& x = b.reference[lost.reference];
    const auto [first, last] = invented.equal_range(organ(x));
    const auto made = std::find_if(first, last, [&](const auto& entry) {
      return at_one_place(lexicon_, x.finding, b.candidate[b.mistakes[entry.second].candidate].finding);
    });
    if (made == last) continue;
    call_otherwise(lost, b.mistakes[made->second]);
    invented.erase(made);
  }
  misnamed_in_its_sentence(b);
  std::erase_if(b.mistakes, [](const Mistake& m) { return m.weight < 0; });
}

// What a phrase says of several places and the other report denies of one of them is denied.
void Accountant::deny_the_phrase(Balance& b) {
  std::map<std::uint32_t, std::uint32_t> denied_of[2];  // by phrase of the reference, of the candidate: the denial
  const auto side_of = [&](const Mistake& m) { return m.reference != kNobody && b.reference[m.reference].asserted; };
  for (const Mistake& m : b.mistakes) {
    if (m.kind != Kind::negation || !m.alone) continue;
    const bool reference = side_of(m);
    const Statement& s = reference ? b.reference[m.reference] : b.candidate[m.candidate];
    denied_of[reference ? 0 : 1].emplace(s.phrase, reference ? m.candidate : m.reference);
  }
  for (Mistake& m : b.mistakes) {
    if (m.kind != Kind::missing && m.kind != Kind::invented) continue;
    const bool reference = m.kind == Kind::missing;
    const Statement& s = reference ? b.reference[m.reference] : b.candidate[m.candidate];
    const auto& denied = denied_of[reference ? 0 : 1];
    const auto found = denied.find(s.phrase);
    if (found == denied.end()) continue;
    m.kind = Kind::negation;
    (reference ? m.candidate : m.reference) = found->second;
  }
}

void Accountant::explain_alone(Balance& b) {
  look_at_alone(b.reference, partner_of_reference_, b.candidate, true, b);
  look_at_alone(b.candidate, partner_of_candidate_, b.reference, false, b);
  deny_the_phrase(b);
  misnamed(b);
}

// Errors of one kind between the same two phrases are one; the heaviest come first.
void Accountant::merge(Balance& b) const {
  const auto phrase = [](const std::vector<Statement>& list, std::uint32_t i) {
    return i == kNobody ? kNobody : list[i].phrase;
  };
  std::vector<Mistake> merged;
  std::map<std::tuple<Kind, std::uint32_t, std::uint32_t>, std::size_t> known;
  for (const Mistake& m : b.mistakes) {
    const auto [entry, fresh] =
        known.try_emplace({m.kind, phrase(b.reference, m.reference), phrase(b.candidate, m.candidate)}, merged.size());
    if (fresh) {
      merged.push_back(m);
    } else {
      Mistake& same = merged[entry->second];
      same.weight += m.weight;
      same.significance = std::max(same.significance, m.significance);
    }
  }
  std::stable_sort(merged.begin(), merged.end(),
                   [](const Mistake& x, const Mistake& y) { return x.weight > y.weight; });
  b.mistakes = std::move(merged);
}

}  // namespace fiducial::errors
