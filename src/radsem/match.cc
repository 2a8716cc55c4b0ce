#include "radsem/match.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "compare/kinds.h"
#include "compare/places.h"
#include "fiducial/problem.h"

namespace fiducial::radsem {

using findings::Alike;
using findings::ConceptId;
using findings::DetailLikeness;
using findings::Finding;
using findings::Lexicon;
using findings::Likeness;

namespace {

Details detail_label(DetailLikeness d) {
  switch (d) {
    case DetailLikeness::null:
      return Details::null;
    case DetailLikeness::none:
      return Details::none;
    case DetailLikeness::partial:
      return Details::partial;
    case DetailLikeness::equivalent:
      return Details::equivalent;
  }
  return Details::null;
}

int containments(const findings::Relation& r) {
  return (r.site == Likeness::part_whole ? 1 : 0) + (r.concept_likeness == Likeness::part_whole ? 1 : 0);
}

// Up to so many pairs all findings are compared with all; beyond, kinds of findings with those that can be related.
constexpr std::size_t kAllWithAll = 40000;
// Comparisons of kinds, comparisons of findings, and links that are left after these.
constexpr std::size_t kMostKinds = 4 * kMostComparisons;
constexpr std::size_t kMostPairs = 8 * kMostComparisons;
constexpr std::size_t kMostLinks = kMostComparisons;

class FindingMatcher {
 public:
  FindingMatcher(const Lexicon& lexicon, const std::vector<Finding>& ref, const std::vector<Finding>& gen,
                 bool by_kinds, Matching& out)
      : lexicon_(lexicon), ref_(ref), gen_(gen), by_kinds_(by_kinds), out_(out) {}

  void run(Policy policy) {
    if (by_kinds_) {
      link_alike();
    } else {
      link();
    }
    if (policy == Policy::alt) anchor();
    list_unmatched();
    if (by_kinds_) {
      ref_kinds_.emplace(lexicon_, ref_);
      gen_kinds_.emplace(lexicon_, gen_);
    }
    if (pair_leftovers()) list_unmatched();
    if (pair_unsaid_denials(policy)) list_unmatched();
    if (policy == Policy::many_to_many && cover_leftovers()) list_unmatched();
    if (policy == Policy::many_to_many) pair_other_side();
    forgive_unsaid_places();
  }

 private:
  // The best links between findings that say the same.
  void link() {
    out_.pairs.clear();
    out_.contradictions.clear();
    best_ref_.assign(ref_.size(), 0.0);
    best_gen_.assign(gen_.size(), 0.0);
    contradicted_ref_.assign(ref_.size(), false);
    contradicted_gen_.assign(gen_.size(), false);
    denied_ref_.assign(ref_.size(), false);
    denied_gen_.assign(gen_.size(), false);
    relate_all();
    mark_contradicted();
    drop_denied();
    prune();
  }

  // Findings that nothing tells apart have the same links: one of each is linked.
  void link_alike() {
    const Alike ref(ref_);
    const Alike gen(gen_);
    Matching links;
    FindingMatcher ones(lexicon_, ref.ones, gen.ones, true, links);
    ones.ref_kinds_.emplace(lexicon_, ref.ones);
    ones.gen_kinds_.emplace(lexicon_, gen.ones);
    ones.link();
    for (const std::uint32_t n : ref.number) contradicted_ref_.push_back(ones.contradicted_ref_[n]);
    for (const std::uint32_t n : gen.number) contradicted_gen_.push_back(ones.contradicted_gen_[n]);
    out_.pairs.clear();
    out_.contradictions.clear();
    spread(links.pairs, ref, gen, [&](std::uint32_t i, std::uint32_t j, const MatchedPair& p) {
      out_.pairs.push_back({i, j, p.relation, p.weight, p.abnormal});
    });
    spread(links.contradictions, ref, gen, [&](std::uint32_t i, std::uint32_t j, const Contradiction&) {
      out_.contradictions.push_back({i, j});
    });
  }

  // From links of one of each to those of all, in the order in which `relate_all` would have found them.
  template <typename Link, typename Add>
  void spread(const std::vector<Link>& links, const Alike& ref, const Alike& gen, Add add) {
    std::vector<std::vector<std::uint32_t>> of_ref(ref.ones.size());
    for (std::uint32_t k = 0; k < links.size(); ++k) of_ref[links[k].ref].push_back(k);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> row;  // Gen finding, link
    for (std::uint32_t i = 0; i < ref_.size(); ++i) {
      row.clear();
      for (const std::uint32_t k : of_ref[ref.number[i]]) {
        for (const std::uint32_t j : gen.members[links[k].gen]) row.emplace_back(j, k);
      }
      if ((links_ += row.size()) > kMostLinks) refuse_comparison(ref_.size(), gen_.size(), "findings");
      std::sort(row.begin(), row.end());
      for (const auto& [j, k] : row) add(i, j, links[k]);
    }
  }

  void relate_all() {
    if (ref_kinds_) return relate_kinds();
    std::vector<findings::PlaceBits> gen_places;
    gen_places.reserve(gen_.size());
    for (const Finding& f : gen_) gen_places.emplace_back(lexicon_, f.site);
    for (std::uint32_t i = 0; i < ref_.size(); ++i) {
      const findings::PlaceBits place(lexicon_, ref_[i].site);
      for (std::uint32_t j = 0; j < gen_.size(); ++j) {
        if (!place.surely_apart(gen_places[j])) relate(i, j);
      }
    }
  }

  void relate(std::uint32_t i, std::uint32_t j) {
    const findings::Relation r = findings::relate(lexicon_, ref_[i], gen_[j]);
    if (r.contradictory) {
      out_.contradictions.push_back({i, j});
      // "Grossly unremarkable" denies nothing in particular, and of two lesions neither denies the other.
      if (!r.in_general && ref_[i].abnormal != gen_[j].abnormal)
        denials_.push_back({i, j, r.site == Likeness::equivalent});
    } else if (r.compatible()) {
      out_.pairs.push_back({i, j, r, pair_weight(containments(r), detail_label(r.details)), ref_[i].abnormal});
    }
  }

  // The same pairs in the same order, without looking at those in which nothing can be found.
  void relate_kinds() {
    std::vector<std::vector<std::uint32_t>> partners(ref_kinds_->size());  // kinds of Gen findings
    for (std::uint32_t kind = 0; kind < ref_kinds_->size(); ++kind) {
      const Finding& f = ref_kinds_->one(kind);
      const auto& candidates = gen_kinds_->related_to(f);
      count_kinds(candidates.size());
      for (const std::uint32_t other : candidates) {
        const findings::Relation r = findings::relate(lexicon_, f, gen_kinds_->one(other));
        if (r.contradictory || r.compatible()) partners[kind].push_back(other);
      }
    }
    std::vector<std::uint32_t> row;
    for (std::uint32_t i = 0; i < ref_.size(); ++i) {
      row.clear();
      for (const std::uint32_t other : partners[ref_kinds_->of(i)]) {
        const auto& members = gen_kinds_->members(other);
        row.insert(row.end(), members.begin(), members.end());
      }
      count_pairs(row.size());
      std::sort(row.begin(), row.end());
      for (const std::uint32_t j : row) relate(i, j);
      sweep();
    }
  }

  // Takes away links that `prune` would take away whatever comes: both findings have a better one that stays. What is
  // kept in memory is then not much more than what is left in the end.
  void sweep() {
    for (; swept_ < out_.pairs.size(); ++swept_) {
      const MatchedPair& p = out_.pairs[swept_];
      if (containments(p.relation) > 0) continue;  // may be dropped yet
      best_ref_[p.ref] = std::max(best_ref_[p.ref], p.weight);
      best_gen_[p.gen] = std::max(best_gen_[p.gen], p.weight);
    }
    if (out_.pairs.size() < next_sweep_) return;
    std::erase_if(out_.pairs, [&](const MatchedPair& p) {
      return p.abnormal && p.weight < best_ref_[p.ref] && p.weight < best_gen_[p.gen];
    });
    if (out_.pairs.size() + out_.contradictions.size() > kMostLinks)
      refuse_comparison(ref_.size(), gen_.size(), "findings");
    swept_ = out_.pairs.size();
    next_sweep_ = std::max(next_sweep_, 2 * swept_);
  }

  void count_kinds(std::size_t more) {
    if ((kinds_ += more) > kMostKinds) refuse_comparison(ref_.size(), gen_.size(), "findings");
  }
  void count_pairs(std::size_t more) {
    if ((pairs_ += more) > kMostPairs) refuse_comparison(ref_.size(), gen_.size(), "findings");
  }

  // A denial that both reports make ("the remaining signal is uniform", beside a lesion) denies nothing of the other.
  void mark_contradicted() {
    std::vector<bool> ref_agreed(ref_.size());
    std::vector<bool> gen_agreed(gen_.size());
    for (const MatchedPair& p : out_.pairs) {
      if (p.abnormal || containments(p.relation) > 0 || ref_[p.ref].absent != gen_[p.gen].absent) continue;
      ref_agreed[p.ref] = gen_agreed[p.gen] = true;
    }
    for (const Denial& d : denials_) {
      if (ref_[d.ref].abnormal ? gen_agreed[d.gen] : ref_agreed[d.ref]) continue;
      const bool by_gen = ref_[d.ref].abnormal;
      const bool rest = !specific(by_gen ? gen_[d.gen] : ref_[d.ref]);
      if (rest && specific(by_gen ? ref_[d.ref] : gen_[d.gen]) &&
          (by_gen ? of_the_rest(gen_, gen_kinds_, d.gen, gen_rest_) : of_the_rest(ref_, ref_kinds_, d.ref, ref_rest_)))
        continue;
      contradicted_ref_[d.ref] = contradicted_gen_[d.gen] = true;
      if (d.same_place) denied_ref_[d.ref] = denied_gen_[d.gen] = true;
    }
  }

  bool specific(const Finding& f) const {
    return f.concept_id != findings::kNone && f.concept_id != lexicon_.known().abnormality &&
           !lexicon_[f.concept_id].has(lexicon::Concept::vague) &&
           !lexicon_[f.concept_id].has(lexicon::Concept::generic);
  }

  // "Nodules in both lungs. No abnormal density in the lungs.": what a report denies although it says it is of the
  // rest.
  bool of_the_rest(const std::vector<Finding>& report, std::optional<findings::Kinds>& kinds, std::uint32_t denial,
                   std::vector<std::int8_t>& known) {
    const auto contradicted = [&](const Finding& f) {
      return f.abnormal && findings::relate(lexicon_, f, report[denial]).contradictory;
    };
    known.resize(report.size(), -1);
    std::int8_t& answer = known[kinds ? kinds->of(denial) : denial];
    if (answer >= 0) return answer != 0;
    if (kinds) {
      const auto& related = kinds->related_to(report[denial]);
      count_kinds(related.size());
      answer = std::any_of(related.begin(), related.end(),
                           [&](std::uint32_t kind) { return contradicted(kinds->one(kind)); });
    } else {
      answer = std::any_of(report.begin(), report.end(), contradicted);
    }
    return answer != 0;
  }

  // What the other report denies word for word is not covered by something vaguer that it says.
  void drop_denied() {
    std::erase_if(out_.pairs, [&](const MatchedPair& p) {
      return containments(p.relation) > 0 && (denied_ref_[p.ref] || denied_gen_[p.gen]);
    });
  }

  // Of the links of a finding only the best stay: a link between two findings that both have a better partner says
  // nothing.
  void prune() {
    best_ref_.resize(ref_.size());
    best_gen_.resize(gen_.size());
    for (const MatchedPair& p : out_.pairs) {
      best_ref_[p.ref] = std::max(best_ref_[p.ref], p.weight);
      best_gen_[p.gen] = std::max(best_gen_[p.gen], p.weight);
    }
    std::erase_if(out_.pairs,
                  [&](const MatchedPair& p) { return p.weight < best_ref_[p.ref] && p.weight < best_gen_[p.gen]; });
  }

  // Each Gen finding goes to one Ref finding: the best, and of several as good the first that has none yet.
  void anchor() {
    std::vector<std::vector<std::size_t>> of_gen(gen_.size());
    for (std::size_t k = 0; k < out_.pairs.size(); ++k) of_gen[out_.pairs[k].gen].push_back(k);
    std::vector<bool> taken(ref_.size());
    std::vector<bool> chosen(out_.pairs.size());
    for (const auto& links : of_gen) {
      if (links.empty()) continue;
      std::size_t best = links.front();
      for (std::size_t k : links) {
        const MatchedPair& here = out_.pairs[k];
        const MatchedPair& there = out_.pairs[best];
        if (here.weight > there.weight || (here.weight == there.weight && taken[there.ref] && !taken[here.ref]))
          best = k;
      }
      chosen[best] = taken[out_.pairs[best].ref] = true;
    }
    std::vector<MatchedPair> kept;
    for (std::size_t k = 0; k < out_.pairs.size(); ++k) {
      if (chosen[k]) kept.push_back(out_.pairs[k]);
    }
    out_.pairs = std::move(kept);
  }

  // "There is a fracture of the femoral neck. Callus is present.": where the callus is was not said. A place that was
  // carried over may be somewhat too wide or too narrow, and says no less for it; and so does one place of several that
  // both sentences name.
  void forgive_unsaid_places() {
    for (MatchedPair& p : out_.pairs) {
      if (p.relation.site != Likeness::part_whole || !(ref_[p.ref].inferred_site || gen_[p.gen].inferred_site ||
                                                       findings::all_places_said(ref_[p.ref], gen_[p.gen])))
        continue;
      findings::Direction direction{};
      if (findings::relate_sites(lexicon_, ref_[p.ref].site, gen_[p.gen].site, direction) == Likeness::apart) continue;
      p.relation.site = Likeness::equivalent;
      p.relation.site_direction = findings::Direction::none;
      p.weight = pair_weight(containments(p.relation), detail_label(p.relation.details));
    }
  }

  struct Candidate {
    double affinity;
    std::uint32_t ref, gen;
    findings::Relation relation;
  };

  // Abnormal findings without a partner on either side are paired one to one where they may be two wordings of one.
  bool pair_leftovers() {
    const auto open = [](const std::vector<std::uint32_t>& unmatched, const std::vector<Finding>& report,
                         const std::vector<bool>& contradicted) {
      std::vector<std::uint32_t> out;
      for (const std::uint32_t i : unmatched) {
        if (report[i].abnormal && !contradicted[i]) out.push_back(i);
      }
      return out;
    };
    const std::vector<std::uint32_t> ref = open(out_.unmatched_ref, ref_, contradicted_ref_);
    const std::vector<std::uint32_t> gen = open(out_.unmatched_gen, gen_, contradicted_gen_);
    std::vector<Candidate> candidates;
    if (ref_kinds_) {
      may_be_one(ref, gen, candidates);
    } else {
      for (const std::uint32_t i : ref) {
        for (const std::uint32_t j : gen) may_be_one(i, j, candidates);
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.affinity > b.affinity; });
    std::vector<bool> ref_taken(ref_.size());
    std::vector<bool> gen_taken(gen_.size());
    for (const Candidate& c : candidates) {
      if (ref_taken[c.ref] || gen_taken[c.gen]) continue;
      ref_taken[c.ref] = gen_taken[c.gen] = true;
      out_.pairs.push_back(
          {c.ref, c.gen, c.relation, pair_weight(containments(c.relation), detail_label(c.relation.details)), true});
    }
    return !candidates.empty();
  }

  void may_be_one(std::uint32_t i, std::uint32_t j, std::vector<Candidate>& candidates) const {
    Candidate c{0, i, j, {}};
    c.affinity = findings::affinity(lexicon_, ref_[i], gen_[j], c.relation);
    if (c.affinity > 0) candidates.push_back(c);
  }

  void may_be_one(const std::vector<std::uint32_t>& ref, const std::vector<std::uint32_t>& gen,
                  std::vector<Candidate>& candidates) {
    const findings::SomeOfKinds ref_some(*ref_kinds_, ref);
    const findings::SomeOfKinds gen_some(*gen_kinds_, gen);
    count_kinds(ref_some.kinds.size() * gen_some.kinds.size());
    for (const std::uint32_t kind : ref_some.kinds) {
      for (const std::uint32_t other : gen_some.kinds) {
        if (!findings::may_be_one(lexicon_, ref_kinds_->one(kind), gen_kinds_->one(other))) continue;
        count_pairs(ref_some.members[kind].size() * gen_some.members[other].size());
        for (const std::uint32_t i : ref_some.members[kind]) {
          for (const std::uint32_t j : gen_some.members[other]) may_be_one(i, j, candidates);
        }
      }
    }
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.ref != b.ref ? a.ref < b.ref : a.gen < b.gen; });
  }

  // "No mass.": of all that was seen, whatever was spoken of before. Two such denials are one, wherever they stand; and
  // one that says its place is a part of one that does not.
  bool pair_unsaid_denials(Policy policy) {
    const std::size_t before = out_.pairs.size();
    const Denied of_ref = denied(ref_, contradicted_ref_, [](const MatchedPair& p) { return p.ref; });
    const Denied of_gen = denied(gen_, contradicted_gen_, [](const MatchedPair& p) { return p.gen; });
    for (const auto& [concept_id, refs] : of_ref) {
      const auto found = of_gen.find(concept_id);
      if (found == of_gen.end()) continue;
      const std::vector<std::uint32_t>& gens = found->second;
      const std::size_t n =
          policy == Policy::alt ? std::min(refs.size(), gens.size()) : std::max(refs.size(), gens.size());
      for (std::size_t k = 0; k < n; ++k)
        pair_denials(refs[std::min(k, refs.size() - 1)], gens[std::min(k, gens.size() - 1)]);
    }
    if (out_.pairs.size() == before) return false;
    prune();
    return true;
  }

  void pair_denials(std::uint32_t i, std::uint32_t j) {
    const int said = (ref_[i].inferred_site ? 0 : 1) + (gen_[j].inferred_site ? 0 : 1);
    if (said == 2) return;
    findings::Relation r;
    r.site = said == 0 ? Likeness::equivalent : Likeness::part_whole;
    r.concept_likeness = Likeness::equivalent;
    r.normal = true;
    out_.pairs.push_back({i, j, r, pair_weight(containments(r), Details::null), false});
  }

  // Denials that are alone, or go with something wider or narrower only, by what they deny.
  using Denied = std::map<ConceptId, std::vector<std::uint32_t>>;
  template <typename Member>
  Denied denied(const std::vector<Finding>& report, const std::vector<bool>& contradicted, const Member& member) const {
    std::vector<bool> settled = contradicted;
    for (const MatchedPair& p : out_.pairs) {
      if (containments(p.relation) == 0) settled[member(p)] = true;
    }
    Denied out;
    for (std::uint32_t i = 0; i < report.size(); ++i) {
      const Finding& f = report[i];
      if (f.absent && !f.abnormal && f.concept_id != findings::kNone && !settled[i])
        out[lexicon_.representative(f.concept_id)].push_back(i);
    }
    return out;
  }

  // What is still alone goes with the finding whose sentence says it too.
  bool cover_leftovers() {
    const std::size_t before = out_.pairs.size();
    const auto add = [&](std::uint32_t i, std::uint32_t j) {
      if (!ref_[i].abnormal || !gen_[j].abnormal || contradicted_ref_[i] || contradicted_gen_[j]) return false;
      findings::Relation r;
      if (!findings::covers(lexicon_, ref_[i], gen_[j], r)) return false;
      out_.pairs.push_back({i, j, r, pair_weight(containments(r), detail_label(r.details)), true});
      return true;
    };
    if (ref_kinds_) {
      cover_kinds(out_.unmatched_ref, ref_, *ref_kinds_, gen_, *gen_kinds_, contradicted_gen_, add);
      cover_kinds(out_.unmatched_gen, gen_, *gen_kinds_, ref_, *ref_kinds_, contradicted_ref_,
                  [&](std::uint32_t j, std::uint32_t i) { return add(i, j); });
      return out_.pairs.size() > before;
    }
    for (std::uint32_t i : out_.unmatched_ref) {
      for (std::uint32_t j = 0; j < gen_.size(); ++j) {
        if (add(i, j)) break;
      }
    }
    for (std::uint32_t j : out_.unmatched_gen) {
      for (std::uint32_t i = 0; i < ref_.size(); ++i) {
        if (add(i, j)) break;
      }
    }
    return out_.pairs.size() > before;
  }

  // The first finding of the other report whose kind covers that of the one that is alone.
  template <typename Add>
  void cover_kinds(const std::vector<std::uint32_t>& alone, const std::vector<Finding>& report,
                   const findings::Kinds& kinds, const std::vector<Finding>& others, const findings::Kinds& other_kinds,
                   const std::vector<bool>& contradicted, Add add) {
    constexpr auto kNobody = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> open;  // of the other report
    for (std::uint32_t j = 0; j < others.size(); ++j) {
      if (others[j].abnormal && !contradicted[j]) open.push_back(j);
    }
    const findings::SomeOfKinds some(other_kinds, open);
    std::unordered_map<std::uint32_t, std::uint32_t> first_of;
    for (const std::uint32_t i : alone) {
      if (!report[i].abnormal) continue;
      const auto [entry, fresh] = first_of.try_emplace(kinds.of(i), kNobody);
      if (fresh) {
        count_kinds(some.kinds.size());
        for (const std::uint32_t kind : some.kinds) {
          findings::Relation ignored;
          if (some.members[kind].front() < entry->second &&
              findings::covers(lexicon_, report[i], other_kinds.one(kind), ignored))
            entry->second = some.members[kind].front();
        }
      }
      if (entry->second != kNobody) add(i, entry->second);
    }
  }

  // "A fracture of the clavicle", with no side, is one fracture on either side: if it was found on the one, it goes
  // with the same partner on the other, unless it was denied there, or what it comes with was.
  void pair_other_side() {
    const std::size_t end = out_.pairs.size();
    const auto of_ref = [](const MatchedPair& p) { return p.ref; };
    const auto of_gen = [](const MatchedPair& p) { return p.gen; };
    const auto twins_of = [&](const std::vector<std::uint32_t>& alone, const std::vector<Finding>& report,
                              const std::vector<bool>& contradicted, const auto& member, const auto& add) {
      PairsByWords known;
      std::unordered_set<std::uint64_t> denied;  // places where some of it was
      for (std::uint32_t k = 0; k < report.size(); ++k) {
        if (contradicted[k] && report[k].any_side) denied.insert(place_of(report[k]));
      }
      for (const std::uint32_t i : alone) {
        if (!report[i].any_side || !report[i].abnormal || contradicted[i] || denied.contains(place_of(report[i])))
          continue;
        if (known.empty()) known = pairs_by_words(report, end, member);
        const std::size_t k = pair_of_twin(report, known, report[i], end, member);
        if (k < end) add(k, i);
      }
    };
    twins_of(out_.unmatched_ref, ref_, contradicted_ref_, of_ref,
             [&](std::size_t k, std::uint32_t i) { add_like(k, i, out_.pairs[k].gen); });
    twins_of(out_.unmatched_gen, gen_, contradicted_gen_, of_gen,
             [&](std::size_t k, std::uint32_t j) { add_like(k, out_.pairs[k].ref, j); });
    if (out_.pairs.size() > end) list_unmatched();
  }

  void add_like(std::size_t pair, std::uint32_t ref, std::uint32_t gen) {
    MatchedPair copy = out_.pairs[pair];
    copy.ref = ref;
    copy.gen = gen;
    out_.pairs.push_back(copy);
  }

  // Pairs of a finding that was expanded to both sides, by the words that it was said with.
  using PairsByWords = std::unordered_map<std::uint64_t, std::vector<std::size_t>>;
  static std::uint64_t words_of(const Finding& f) {
    std::uint64_t key = f.span.begin * std::uint64_t{2} + (f.absent ? 1U : 0U);
    key = key * 0x10001U + f.concept_id;
    for (const ConceptId organ : f.site.organs) key = key * 0x10001U + organ;
    return key;
  }
  static std::uint64_t place_of(const Finding& f) {
    std::uint64_t key = static_cast<std::uint64_t>(f.site.side) * 0x100U + f.site.level;
    for (const ConceptId organ : f.site.organs) key = key * 0x10001U + organ;
    return key;
  }
  template <typename Member>
  PairsByWords pairs_by_words(const std::vector<Finding>& report, std::size_t end, const Member& member) const {
    PairsByWords out;
    for (std::size_t k = 0; k < end; ++k) {
      const Finding& f = report[member(out_.pairs[k])];
      if (f.any_side) out[words_of(f)].push_back(k);
    }
    return out;
  }

  // The first pair of the other side of the same statement; `end`: there is none.
  template <typename Member>
  std::size_t pair_of_twin(const std::vector<Finding>& report, const PairsByWords& known, const Finding& f,
                           std::size_t end, const Member& member) const {
    const auto found = known.find(words_of(f));
    if (found == known.end()) return end;
    const auto twin = std::find_if(found->second.begin(), found->second.end(), [&](std::size_t k) {
      const Finding& g = report[member(out_.pairs[k])];
      return g.concept_id == f.concept_id && g.absent == f.absent && g.span.begin == f.span.begin &&
             g.site.organs == f.site.organs && g.site.side != f.site.side;
    });
    return twin == found->second.end() ? end : *twin;
  }

  void list_unmatched() {
    std::vector<bool> ref_matched(ref_.size());
    std::vector<bool> gen_matched(gen_.size());
    for (const MatchedPair& p : out_.pairs) ref_matched[p.ref] = gen_matched[p.gen] = true;
    out_.unmatched_ref.clear();
    out_.unmatched_gen.clear();
    for (std::uint32_t i = 0; i < ref_.size(); ++i) {
      if (!ref_matched[i] && !of_the_patient(ref_[i])) out_.unmatched_ref.push_back(i);
    }
    for (std::uint32_t j = 0; j < gen_.size(); ++j) {
      if (!gen_matched[j] && !of_the_patient(gen_[j])) out_.unmatched_gen.push_back(j);
    }
  }

  // Why the image was made and not what it shows: the other report need not say it.
  bool of_the_patient(const Finding& f) const { return f.abnormal && lexicon_.is_symptom(f.concept_id); }

  struct Denial {
    std::uint32_t ref, gen;
    bool same_place;
  };

  const Lexicon& lexicon_;
  const std::vector<Finding>& ref_;
  const std::vector<Finding>& gen_;
  bool by_kinds_;
  Matching& out_;
  std::vector<Denial> denials_;
  std::vector<std::int8_t> ref_rest_, gen_rest_;  // whether a denial is of the rest: -1 not asked yet
  std::vector<double> best_ref_, best_gen_;
  std::vector<bool> denied_ref_, denied_gen_;              // denied of the very same place
  std::vector<bool> contradicted_ref_, contradicted_gen_;  // denied of some place that includes or touches it
  std::optional<findings::Kinds> ref_kinds_, gen_kinds_;   // of long reports
  std::size_t kinds_ = 0, pairs_ = 0;                      // compared so far
  std::size_t links_ = 0;                                  // of all findings
  std::size_t swept_ = 0, next_sweep_ = 1U << 16U;         // links
};

}  // namespace

void match(const Lexicon& lexicon, const std::vector<Finding>& ref, const std::vector<Finding>& gen, Policy policy,
           Matching& out) {
  match(lexicon, ref, gen, policy, ref.size() * gen.size() > kAllWithAll ? Search::kinds : Search::all, out);
}

void match(const Lexicon& lexicon, const std::vector<Finding>& ref, const std::vector<Finding>& gen, Policy policy,
           Search search, Matching& out) {
  FindingMatcher(lexicon, ref, gen, search == Search::kinds, out).run(policy);
}

TagPair labels(const MatchedPair& pair, const Finding& ref, const Finding& gen) {
  const auto label = [](Likeness l) { return l == Likeness::part_whole ? Relation::part_whole : Relation::equivalent; };
  TagPair tag;
  tag.normality = pair.abnormal ? Normality::abnormal : Normality::normal;
  tag.anatomical = label(pair.relation.site);
  const bool asserted = pair.abnormal;
  const bool negated = ref.absent || gen.absent;
  tag.asserted = asserted ? label(pair.relation.concept_likeness) : Relation::null;
  // A normal value against a denied abnormality, or two values: the containment is kept under the negated label.
  const bool contains = pair.relation.concept_likeness == Likeness::part_whole;
  tag.negated = !asserted && (negated || contains) ? label(pair.relation.concept_likeness) : Relation::null;
  tag.details = pair.abnormal ? detail_label(pair.relation.details) : Details::null;
  return tag;
}

}  // namespace fiducial::radsem
