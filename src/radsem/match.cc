#include "radsem/match.h"

#include <algorithm>

#include "fiducial/problem.h"

namespace fiducial::radsem {

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

class FindingMatcher {
 public:
  FindingMatcher(const Lexicon& lexicon, const std::vector<Finding>& ref, const std::vector<Finding>& gen,
                 Matching& out)
      : lexicon_(lexicon), ref_(ref), gen_(gen), out_(out) {}

  void run(Policy policy) {
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
    prune(policy);
    list_unmatched();
    if (pair_leftovers()) list_unmatched();
    if (policy == Policy::many_to_many && cover_leftovers()) list_unmatched();
    if (policy == Policy::many_to_many) pair_other_side();
  }

 private:
  void relate_all() {
    check_comparable(ref_.size(), gen_.size(), "findings");
    for (std::uint32_t i = 0; i < ref_.size(); ++i) {
      for (std::uint32_t j = 0; j < gen_.size(); ++j) {
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
    }
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
          (by_gen ? of_the_rest(gen_, d.gen, gen_rest_) : of_the_rest(ref_, d.ref, ref_rest_)))
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
  bool of_the_rest(const std::vector<Finding>& report, std::uint32_t denial, std::vector<std::int8_t>& known) const {
    known.resize(report.size(), -1);
    std::int8_t& answer = known[denial];
    if (answer < 0) {
      answer = std::any_of(report.begin(), report.end(), [&](const Finding& f) {
        return f.abnormal && findings::relate(lexicon_, f, report[denial]).contradictory;
      });
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
  void prune(Policy policy) {
    for (const MatchedPair& p : out_.pairs) {
      best_ref_[p.ref] = std::max(best_ref_[p.ref], p.weight);
      best_gen_[p.gen] = std::max(best_gen_[p.gen], p.weight);
    }
    std::erase_if(out_.pairs,
                  [&](const MatchedPair& p) { return p.weight < best_ref_[p.ref] && p.weight < best_gen_[p.gen]; });
    if (policy == Policy::alt) anchor();
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

  // Abnormal findings without a partner on either side are paired one to one where they may be two wordings of one.
  bool pair_leftovers() {
    struct Candidate {
      double affinity;
      std::uint32_t ref, gen;
      findings::Relation relation;
    };
    std::vector<Candidate> candidates;
    for (std::uint32_t i : out_.unmatched_ref) {
      if (!ref_[i].abnormal || contradicted_ref_[i]) continue;
      for (std::uint32_t j : out_.unmatched_gen) {
        if (!gen_[j].abnormal || contradicted_gen_[j]) continue;
        Candidate c{0, i, j, {}};
        c.affinity = findings::affinity(lexicon_, ref_[i], gen_[j], c.relation);
        if (c.affinity > 0) candidates.push_back(c);
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

  // "A fracture of the clavicle", with no side, is one fracture on either side: if it was found on the one, it goes
  // with the same partner on the other, unless it was denied there.
  void pair_other_side() {
    const std::size_t end = out_.pairs.size();
    for (std::uint32_t i : out_.unmatched_ref) {
      const std::size_t k = pair_of_twin(ref_, contradicted_ref_, i, end, [](const MatchedPair& p) { return p.ref; });
      if (k < end) add_like(k, i, out_.pairs[k].gen);
    }
    for (std::uint32_t j : out_.unmatched_gen) {
      const std::size_t k = pair_of_twin(gen_, contradicted_gen_, j, end, [](const MatchedPair& p) { return p.gen; });
      if (k < end) add_like(k, out_.pairs[k].ref, j);
    }
    if (out_.pairs.size() > end) list_unmatched();
  }

  void add_like(std::size_t pair, std::uint32_t ref, std::uint32_t gen) {
    MatchedPair copy = out_.pairs[pair];
    copy.ref = ref;
    copy.gen = gen;
    out_.pairs.push_back(copy);
  }

  // The pair of the other side of the same statement; `end`: there is none.
  template <typename Member>
  std::size_t pair_of_twin(const std::vector<Finding>& report, const std::vector<bool>& contradicted, std::uint32_t i,
                           std::size_t end, Member member) const {
    const Finding& f = report[i];
    if (!f.any_side || !f.abnormal || contradicted[i]) return end;
    for (std::size_t k = 0; k < end; ++k) {
      const Finding& g = report[member(out_.pairs[k])];
      if (g.any_side && g.concept_id == f.concept_id && g.absent == f.absent && g.span.begin == f.span.begin &&
          g.site.organs == f.site.organs && g.site.side != f.site.side)
        return k;
    }
    return end;
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

  // A fall, pain, fever: why the image was made and not what it shows. The other report need not say it.
  bool of_the_patient(const Finding& f) const {
    const ConceptId symptom = lexicon_.known().symptom;
    return f.abnormal && f.concept_id != findings::kNone &&
           (f.concept_id == symptom || lexicon_.contains(symptom, f.concept_id));
  }

  struct Denial {
    std::uint32_t ref, gen;
    bool same_place;
  };

  const Lexicon& lexicon_;
  const std::vector<Finding>& ref_;
  const std::vector<Finding>& gen_;
  Matching& out_;
  std::vector<Denial> denials_;
  std::vector<std::int8_t> ref_rest_, gen_rest_;  // whether a denial is of the rest: -1 not asked yet
  std::vector<double> best_ref_, best_gen_;
  std::vector<bool> denied_ref_, denied_gen_;              // denied of the very same place
  std::vector<bool> contradicted_ref_, contradicted_gen_;  // denied of some place that includes or touches it
};

}  // namespace

void match(const Lexicon& lexicon, const std::vector<Finding>& ref, const std::vector<Finding>& gen, Policy policy,
           Matching& out) {
  FindingMatcher(lexicon, ref, gen, out).run(policy);
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
