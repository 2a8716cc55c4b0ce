#include "compare/details.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "grammar/amount.h"

namespace fiducial::findings {

using lexicon::Concept;
using lexicon::ModifierKind;
using lexicon::Section;

std::string_view name(Dimension dimension) {
  constexpr std::string_view kNames[] = {"severity", "size",        "quantity",     "count",    "acuity",
                                         "change",   "certainty",   "shape",        "margin",   "density",
                                         "signal",   "enhancement", "distribution", "position", "other"};
  return kNames[static_cast<std::size_t>(dimension)];
}

namespace {

int rank_by_percent(const Lexicon& lexicon, const Finding& f, float percent) {
  if (f.concept_id == kNone) return -1;
  const Concept* scale = &lexicon[f.concept_id];
  for (const ConceptId up : lexicon.ancestors(f.concept_id)) {
    if (scale->severe_from != 0) break;
    scale = &lexicon[up];
  }
  constexpr int kMild = 2;
  if (scale->severe_from == 0) return -1;
  return percent >= scale->severe_from ? kMild + 2 : percent >= scale->moderate_from ? kMild + 1 : kMild;
}

}  // namespace

Degree degree_of(const Lexicon& lexicon, const Finding& f) {
  Degree out;
  for (const ConceptId d : f.details) {
    if (lexicon[d].is(ModifierKind::severity) || lexicon[d].is(ModifierKind::size))
      out.rank = std::max(out.rank, static_cast<int>(lexicon[d].rank));
  }
  for (std::uint8_t i = 0; i < f.quantity_count && out.rank < 0; ++i) {
    if (f.quantities[i].unit != Unit::percent) continue;
    out.rank = rank_by_percent(lexicon, f, f.quantities[i].value);
    out.by_percent = out.rank >= 0;
  }
  return out;
}

namespace {

class Comparison {
 public:
  Comparison(const Lexicon& lexicon, const Finding& a, const Finding& b) : lexicon_(lexicon), a_(a), b_(b) {
    for (const Finding* f : {&a, &b}) {
      for (const ConceptId d : f->details) {
        if (lexicon[d].section == Section::modifier) kinds_ |= bit(lexicon[d].modifier());
      }
    }
  }

  DetailDifferences run() {
    degree();
    sizes();
    quantities();
    count();
    acuity();
    change();
    certainty();
    set(ModifierKind::shape, Dimension::shape);
    set(ModifierKind::margin, Dimension::margin);
    set(ModifierKind::density, Dimension::density);
    set(ModifierKind::signal, Dimension::signal);
    set(ModifierKind::enhancement, Dimension::enhancement);
    set(ModifierKind::distribution, Dimension::distribution);
    set(ModifierKind::position, Dimension::position);
    others();
    denied();
    return out_;
  }

 private:
  static std::uint64_t bit(ModifierKind kind) { return std::uint64_t{1} << static_cast<unsigned>(kind); }
  // Does either of them say anything of that kind?
  bool said(ModifierKind kind) const { return (kinds_ & bit(kind)) != 0; }

  // A detail that the name of the finding says already is no detail of it.
  bool own(const Finding& f, ConceptId d) const {
    return f.concept_id != kNone && d == lexicon_[f.concept_id].has_detail;
  }

  int rank(const Finding& f, ModifierKind kind) const {
    int best = -1;
    for (ConceptId d : f.details) {
      if (lexicon_[d].is(kind)) best = std::max(best, static_cast<int>(lexicon_[d].rank));
    }
    return best;
  }

  // Was a detail of that kind and rank said in the sentence of the finding, of something else?
  bool said_beside(const Finding& f, ModifierKind kind, int rank) const {
    return std::any_of(f.said.begin(), f.said.end(),
                       [&](ConceptId d) { return lexicon_[d].is(kind) && lexicon_[d].rank == rank; });
  }

  void step(Dimension d, bool same, bool close) {
    if (same)
      ++out_.shared;
    else if (close)
      out_.miss(d);
    else
      out_.clash(d);
  }

  // Severity and size are one scale: a small effusion is a mild one. "Minimal" and "mild", "tiny" and "small" are one
  // to a reader; "mild" and "moderate" are not.
  void degree() {
    const int small = rank(a_, ModifierKind::size);
    const int large = rank(b_, ModifierKind::size);
    // "a large complete tear" and "a small complete tear"
    const bool both_sizes = small >= 0 && large >= 0;
    const Degree first = degree_of(lexicon_, a_);
    const Degree second = degree_of(lexicon_, b_);
    if ((first.by_percent && second.by_percent) || same_percent()) return;  // "a 70% stenosis" says how severe it is
    const int a = both_sizes ? small : first.rank;
    const int b = both_sizes ? large : second.rank;
    if (a < 0 && b < 0) return;
    if ((a < 0 || b < 0) && (first.by_percent || second.by_percent)) return;  // the per cents are missing
    if (a < 0 || b < 0) {
      const Finding& silent = a < 0 ? a_ : b_;
      if (!said_beside(silent, ModifierKind::severity, std::max(a, b)) &&
          !said_beside(silent, ModifierKind::size, std::max(a, b)))
        out_.miss(Dimension::severity);
      return;
    }
    const bool slight = a <= 2 && b <= 2;
    percent_told_ = (first.by_percent || second.by_percent) && (a == b || slight);
    step(Dimension::severity, a == b || slight, std::abs(a - b) <= 1);
  }

  bool same_percent() const {
    for (std::uint8_t i = 0; i < a_.quantity_count; ++i) {
      for (std::uint8_t k = 0; k < b_.quantity_count; ++k) {
        const Quantity& q = a_.quantities[i];
        if (q.unit == Unit::percent && b_.quantities[k].unit == q.unit && same_quantity(q, b_.quantities[k]))
          return true;
      }
    }
    return false;
  }

  static bool same_length(float a, float b) { return std::fabs(a - b) < std::max(0.51F, 0.05F * std::max(a, b)); }

  void sizes() {
    if (a_.size_count == 0 && b_.size_count == 0) return;
    if (a_.size_count == 0 || b_.size_count == 0) {
      const Finding& silent = a_.size_count == 0 ? a_ : b_;
      const float size = (a_.size_count == 0 ? b_ : a_).sizes[0];
      // said in the sentence, of something else
      if (std::none_of(silent.sizes_said.begin(), silent.sizes_said.end(),
                       [&](float said) { return said != 0 && same_length(said, size); }))
        out_.miss(Dimension::size);
      return;
    }
    const float a = *std::max_element(a_.sizes.begin(), a_.sizes.begin() + a_.size_count);
    const float b = *std::max_element(b_.sizes.begin(), b_.sizes.begin() + b_.size_count);
    step(Dimension::size, (same_length(a, b) || same_length(a_.sizes[0], b_.sizes[0])) && same_lengths(), false);
  }

  // Of as many lengths each: "7 x 4.8 cm" is not "7 x 6.8 cm".
  bool same_lengths() const {
    if (a_.size_count != b_.size_count) return true;
    std::array<float, 4> a = a_.sizes, b = b_.sizes;
    std::sort(a.begin(), a.end());  // those that were not said are zero in both
    std::sort(b.begin(), b.end());
    return std::equal(a.begin(), a.end(), b.begin(), same_length);
  }

  void quantities() {
    for (std::uint8_t i = 0; i < a_.quantity_count; ++i) quantity(a_.quantities[i], b_, true);
    for (std::uint8_t i = 0; i < b_.quantity_count; ++i) quantity(b_.quantities[i], a_, false);
  }

  static bool same_quantity(const Quantity& q, const Quantity& r) {
    const float most = std::max(std::fabs(q.value), std::fabs(r.value));
    const float slack = q.unit == Unit::percent ? 5.1F : q.unit == Unit::grade ? 0.05F : 0.1F * most;
    return std::fabs(q.value - r.value) <= slack || std::fabs(q.to - r.to) <= slack;
  }

  void quantity(const Quantity& q, const Finding& other, bool first) {
    bool rival = false;
    bool same = false;
    for (std::uint8_t k = 0; k < other.quantity_count; ++k) {
      if (other.quantities[k].unit != q.unit) continue;
      rival = true;
      same |= same_quantity(q, other.quantities[k]);
    }
    if (!rival && (q.unit == Unit::distance || (q.unit == Unit::percent && percent_told_))) return;
    if (!rival)
      out_.miss(Dimension::quantity);
    else if (first || !same)
      step(Dimension::quantity, same, false);
  }

  // "A few" and "three", "several" and "multiple" may be the same number; "two" and "six" are not.
  void count() {
    if (!said(ModifierKind::number)) return;
    const int a = rank(a_, ModifierKind::number);
    const int b = rank(b_, ModifierKind::number);
    if (a < 0 && b < 0) return;
    if (std::min(a, b) < 0 && std::max(a, b) == 1) return;  // "a nodule" is one nodule
    if (a < 0 || b < 0) {
      if (!said_beside(a < 0 ? a_ : b_, ModifierKind::number, std::max(a, b))) out_.miss(Dimension::count);
      return;
    }
    const Amount x = amount(a);
    const Amount y = amount(b);
    const int apart = std::max(x.least, y.least) - std::min(x.most, y.most);
    const bool counted = x.counted() && y.counted();
    step(Dimension::count, apart <= 0, !counted && apart <= 1);  // "multiple": two
  }

  void acuity() {
    if (!said(ModifierKind::onset)) return;
    if (operated(a_) && operated(b_)) return;  // an operation is always in the past
    ConceptId a = kNone;
    ConceptId b = kNone;
    for (ConceptId d : a_.details) a = lexicon_[d].is(ModifierKind::onset) ? d : a;
    for (ConceptId d : b_.details) b = lexicon_[d].is(ModifierKind::onset) ? d : b;
    if (a == kNone && b == kNone) return;
    if (a == kNone || b == kNone) {
      if (!(a == kNone ? a_ : b_).said.has(a == kNone ? b : a)) out_.miss(Dimension::acuity);
      return;
    }
    const bool related = a == b || lexicon_.contains(a, b) || lexicon_.contains(b, a);
    step(Dimension::acuity, related, lexicon_[a].opposite != b && lexicon_[b].opposite != a);
  }

  bool operated(const Finding& f) const {
    const ConceptId poststate = lexicon_.known().poststate;
    return f.device || f.concept_id == poststate || lexicon_.contains(poststate, f.concept_id);
  }

  // That nothing is said of a change is no difference.
  void change() {
    if (!said(ModifierKind::change)) return;
    bool a = false;
    bool b = false;
    bool shared = false;
    for (ConceptId d : a_.details) {
      if (!lexicon_[d].is(ModifierKind::change)) continue;
      a = true;
      shared |= b_.details.has(d);
    }
    for (ConceptId d : b_.details) b |= lexicon_[d].is(ModifierKind::change);
    if (a && b) step(Dimension::change, shared, false);
  }

  void certainty() {
    if (const int gap = certainty_gap(a_, b_); gap > 0) step(Dimension::certainty, false, gap <= 1);
  }

  bool among_details(ConceptId d, const Finding& other) const {
    return std::any_of(other.details.begin(), other.details.end(),
                       [&](ConceptId e) { return d == e || lexicon_.contains(d, e) || lexicon_.contains(e, d); });
  }

  bool found(ConceptId d, const Finding& other) const {
    if (among_details(d, other)) return true;
    const auto denies_opposite = [&](ConceptId e) { return lexicon_[d].opposite == e || lexicon_[e].opposite == d; };
    if (std::any_of(other.absent_details.begin(), other.absent_details.end(), denies_opposite)) return true;
    if (seen_beside(d, other)) return true;
    const ConceptId c = other.concept_id;
    return c != kNone && (d == c || lexicon_.contains(d, c) || lexicon_.contains(c, d) || lexicon_[c].has_detail == d ||
                          (lexicon_[c].has_detail != kNone && lexicon_.contains(d, lexicon_[c].has_detail)));
  }

  // "A nodule with calcification" is calcified: an observation of its own says so in the same sentence.
  bool seen_beside(ConceptId d, const Finding& other) const {
    return std::any_of(other.said.begin(), other.said.end(), [&](ConceptId c) {
      return lexicon_[c].section == Section::observation && c != other.concept_id &&
             (c == d || lexicon_[c].has_detail == d);
    });
  }

  bool opposed(ConceptId d, const Finding& other, ModifierKind kind) const {
    const auto against = [&](ConceptId e) {
      return lexicon_[e].is(kind) && (lexicon_[d].opposite == e || lexicon_[e].opposite == d);
    };
    return std::any_of(other.details.begin(), other.details.end(), against) ||
           (other.concept_id != kNone && lexicon_[other.concept_id].has_detail != kNone &&
            against(lexicon_[other.concept_id].has_detail));
  }

  bool silent(const Finding& f, ModifierKind kind) const {
    return std::none_of(f.details.begin(), f.details.end(), [&](ConceptId d) { return lexicon_[d].is(kind); });
  }

  // "An enhancing mass with ring enhancement": the ring is how it enhances.
  bool narrowed(const Finding& f, ConceptId d, ModifierKind kind) const {
    return std::any_of(f.details.begin(), f.details.end(),
                       [&](ConceptId e) { return lexicon_[e].is(kind) && lexicon_.contains(d, e); });
  }

  // One kind of appearance: shared if they have one in common; a conflict if each has its own.
  void set(ModifierKind kind, Dimension dimension) {
    if (!said(kind)) return;
    bool a = false;
    bool b = false;
    bool shared = false;
    bool opposite = false;
    const auto look = [&](const Finding& f, const Finding& other, bool& any) {
      for (ConceptId d : f.details) {
        if (!lexicon_[d].is(kind) || own(f, d) || narrowed(f, d, kind)) continue;
        // how it strikes the reader, which nobody need repeat ("in place")
        if (lexicon_[d].has(Concept::vague) && kind != ModifierKind::shape && !found(d, other) && silent(other, kind))
          continue;
        if (other.said.has(d) && !found(d, other) && silent(other, kind)) continue;
        any = true;
        shared |= found(d, other);
        opposite |= opposed(d, other, kind) && !found(d, other);
      }
    };
    look(a_, b_, a);
    look(b_, a_, b);
    if (!a && !b) return;
    if (shared && !opposite) {
      ++out_.shared;
      return;
    }
    if (opposite || (a && b))
      step(dimension, false, !opposite && kind == ModifierKind::distribution);
    else
      out_.miss(dimension);
  }

  void others() {
    const auto look = [&](const Finding& f, const Finding& other, bool count_shared) {
      for (ConceptId d : f.details) {
        const Concept& c = lexicon_[d];
        const bool elsewhere = c.section == Section::modifier && c.modifier() != ModifierKind::texture &&
                               c.modifier() != ModifierKind::course && c.modifier() != ModifierKind::sequence &&
                               c.modifier() != ModifierKind::none;
        if (elsewhere || own(f, d)) continue;
        if (found(d, other)) {
          out_.shared += count_shared || !among_details(d, other) ? 1 : 0;  // what both list is counted once
        } else if (c.opposite != kNone && other.details.has(c.opposite)) {
          out_.clash(Dimension::other);  // a reducible hernia and a strangulated one
        } else if (!(c.section == Section::modifier && c.has(Concept::vague)) && !other.said.has(d)) {
          out_.miss(Dimension::other);
        }
      }
    };
    look(a_, b_, true);
    look(b_, a_, false);
    words();
  }

  // What the lexicon does not know is compared by its stems.
  void words() {
    const Words& a = a_.words;
    const Words& b = b_.words;
    for (std::uint8_t i = 0; i < a.size; ++i) {
      const bool there =
          std::find(b.hashes.begin(), b.hashes.begin() + b.size, a.hashes[i]) != b.hashes.begin() + b.size;
      if (there) ++out_.shared;
    }
  }

  // "Noncalcified" against "calcified".
  void denied() {
    const auto look = [&](const Finding& f, const Finding& other) {
      for (ConceptId d : f.absent_details) {
        for (ConceptId e : other.details) {
          // one of several may be calcified and another not: what both assert and deny is no conflict
          if ((d == e || lexicon_.contains(d, e)) && !f.details.has(e)) out_.clash(dimension_of(d));
        }
      }
    };
    look(a_, b_);
    look(b_, a_);
  }

  Dimension dimension_of(ConceptId d) const {
    switch (lexicon_[d].section == Section::modifier ? lexicon_[d].modifier() : ModifierKind::none) {
      case ModifierKind::shape:
        return Dimension::shape;
      case ModifierKind::margin:
        return Dimension::margin;
      case ModifierKind::density:
        return Dimension::density;
      case ModifierKind::signal:
        return Dimension::signal;
      case ModifierKind::enhancement:
        return Dimension::enhancement;
      default:
        return Dimension::other;
    }
  }

  const Lexicon& lexicon_;
  const Finding& a_;
  const Finding& b_;
  std::uint64_t kinds_ = 0;    // of the details of both: a bit for each
  bool percent_told_ = false;  // by a word for the severity
  DetailDifferences out_;
};

}  // namespace

int certainty_gap(const Finding& a, const Finding& b) {
  if (a.certainty >= Certainty::possible && b.certainty >= Certainty::possible) return 0;
  const int gap = std::abs(static_cast<int>(a.certainty) - static_cast<int>(b.certainty));
  const Finding& doubted = a.certainty > b.certainty ? a : b;
  return gap == 1 && doubted.is_inference && doubted.certainty == Certainty::probable ? 0 : gap;
}

DetailDifferences compare_details(const Lexicon& lexicon, const Finding& a, const Finding& b) {
  return Comparison(lexicon, a, b).run();
}

}  // namespace fiducial::findings
