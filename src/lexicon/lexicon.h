// The clinical knowledge that the reader uses: concepts, the words for them, and how they relate.
//
// The tables in lexicon/ are compiled into one flat image (compile.h) that is linked into the program: a Lexicon is a
// view of such an image, with nothing to load or build at start. See lexicon/README.md for what the tables say.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lexicon/topic.h"
#include "text/token.h"

namespace fiducial::lexicon {

using ConceptId = std::uint16_t;  // 0: none
inline constexpr ConceptId kNone = 0;

enum class Section : std::uint8_t {
  none,
  anatomy,
  observation,
  attribute,
  modifier,
  cue,
  heading,
  hint,
  level,    // of significance: how many points it is worth
  error,    // a kind of error: what it costs
  context,  // of the patient: an age, or what the indication says
  sign,     // of what a sentence is about (topic.h); no concepts
};

// How much it matters whether a report has something right; lexicon/significance.txt.
enum class Significance : std::uint8_t { none, minor, significant, urgent };
inline constexpr int kSignificances = 4;
std::string_view name(Significance significance);

// What a modifier says of an observation.
enum class ModifierKind : std::uint8_t {
  none,
  severity,
  number,
  size,
  shape,
  margin,
  density,
  signal,
  sequence,
  enhancement,
  distribution,
  onset,
  change,
  certainty,
  texture,
  course,
  position,
  phase,
};

// What a word of the grammar does; lexicon/cues.txt explains each.
enum class CueKind : std::uint8_t {
  none,
  neg,
  not_,
  negpost,
  negend,
  pseudo,
  hedge,
  infer,
  be,
  show,
  seen,
  and_,
  or_,
  in,
  of,
  with,
  include,  // as "with", but a denial goes on: "no disease, including pneumonia"
  near,
  under,  // near, and on the inner side of it: "beneath the skull"
  contrast,
  which,
  largest,
  it,
  rest,
  filler,
  prior,
  recommend,
  technique,
  history,
  reason,  // of whom the image is, and why it was made; nothing where something is found
  quality,
  person,
  left,
  right,
  both,
  the,
  same_side,
  other_side,
  limit,         // what comes cannot be judged: "impossible to assess for"
  dimension,     // after a measure it says along which: "8 mm wide"
  than,          // what comes is compared to: "lower than that of the spleen"
  one,           // stands for what was named last: "a small one"
  scale,         // a scale of grades; behind it stands the grade: "grade", "BI-RADS"
  respectively,  // two lists go with one another, member by member
  like,          // what stands before, joined by a hyphen, is compared to and not there: "tooth-like"
};

// What stands below a heading; lexicon/headings.txt.
enum class HeadingKind : std::uint8_t {
  none,
  findings,
  impression,
  history,
  technique,
  comparison,
  recommendation,
  note,  // of a clinical note, not of an examination: "social history"
};

// What a word that the reader passes over says to one who compares two statements; lexicon/entailment.txt.
enum class HintKind : std::uint8_t {
  none,
  other,  // besides what was named: "no other fracture", "lungs otherwise clear"
  also,   // something more than what was named: "there is also a fracture"
  only,   // there and nowhere else
  under,  // of a measure: at most; of a place: below it
  over,   // of a measure: at least; of a place: above it
  more,   // compared, or the most of several: "worse on the left", "mainly basal"
  less,
  beyond,  // what no image shows: symptoms, treatment, laboratory, histology
  advise,  // says that something is to be done: "is suggested"
  to_do,   // what is to be done: a biopsy, a CT
};

enum class Side : std::uint8_t { none, left, right, both };

struct Concept {
  enum Flag : std::uint32_t {
    paired = 1,               // anatomy: one on each side of the body
    part = 2,                 // anatomy: a piece that every organ has; means little alone
    normal = 4,               // observation: what a healthy organ shows
    vague = 8,                // observation: says little without more
    device = 16,              // observation: a device or foreign body
    symptom = 32,             // observation: of the patient, not of the image
    between = 64,             // anatomy: lies between two vertebrae, as a disc does
    generic = 128,            // observation: a bare shadow, area or focus; its shape, density or signal say what it is
    light = 256,              // anatomy: a piece whose mention changes nothing ("region", "side")
    whole = 1024,             // observation: of both sides at once (symmetric)
    spanning = 4096,          // anatomy: goes over several vertebral levels (the spinal cord)
    through = 8192,           // observation: is where it comes through, not where it comes from (a hernia)
    placed = 16384,           // observation: says of a device only that it is there ("retained")
    only_there = 2048,        // observation: what its words mean at `at`; said of another place they mean its kind only
    direction_word = 32768,   // anatomy: narrows a place by direction (upper, anterior), and excludes the others
    tissue = 512,             // anatomy: found all over the body (bone, vessels, nodes)
    category = 131072,        // observation: how the examination was classed (BI-RADS 4)
    finite_verb = 262144,     // cue: a verb of its clause ("lies in", "measures")
    named_by_place = 524288,  // observation: its very name says where it is (pancreatitis)
    is_index = 1048576,       // attribute: a bare number is its value (resistive index)
    acts_elsewhere = 65536,   // observation: done to another place than its own (displacement of the bowel by a mass)
  };
  std::uint32_t name = 0, label = 0;  // offsets of texts in the image: the id; its first form
  std::uint64_t above = 0;            // a bit for each ancestor: most that are none are seen from it
  std::uint32_t flags = 0;
  std::uint32_t ancestors = 0;       // offset into the ancestor list
  std::uint16_t ancestor_count = 0;  // nearest first: is-a for observations, part-of for anatomy
  std::uint16_t parent_count = 0;    // how many of them are direct
  Section section = Section::none;
  std::uint8_t kind = 0;  // ModifierKind or CueKind
  std::int8_t direction = 0;
  std::int8_t rank = -1;
  std::uint8_t moderate_from = 0,
               severe_from = 0;  // observation: so many per cent of it are moderate, severe; 0: unsaid
  Side side = Side::none;
  ConceptId at = kNone, about = kNone, like = kNone;
  ConceptId opposite = kNone;    // anatomy: what else its words may mean, in another region (caudate lobe: nucleus)
  ConceptId up = kNone;          // anatomy: what an increase of it is called (lung markings: increased markings)
  ConceptId down = kNone;        // anatomy: what a decrease of it is called (joint space: narrowing)
  ConceptId beneath = kNone;     // anatomy: what lies under it (skull: subdural space)
  ConceptId seen = kNone;        // what it is called when it is merely seen, or all that is said (lexicon/README.md)
  ConceptId home = kNone;        // observation: where it mostly is, if the place at hand is nearby (effusion: pleura)
  ConceptId denied = kNone;      // observation: what is meant where it is denied (no nodes: none that are enlarged)
  ConceptId going = kNone;       // modifier: what its form in -ing means ("resolving" is not yet resolved)
  ConceptId has_detail = kNone;  // observation: a detail that it always has (a hypodense area: low density)
  ConceptId implies[6] = {kNone, kNone, kNone, kNone,
                          kNone, kNone};  // observation: what is there too wherever it is (lexicon/entailment.txt)
  std::uint16_t first_weight = 0;         // where its own weights begin among all
  std::uint16_t weight_count = 0;

  bool has(Flag f) const { return (flags & f) != 0; }
  ModifierKind modifier() const { return static_cast<ModifierKind>(kind); }
  CueKind cue() const { return static_cast<CueKind>(kind); }
  HeadingKind heading() const { return static_cast<HeadingKind>(kind); }
  HintKind hint() const { return static_cast<HintKind>(kind); }
  bool is(ModifierKind of) const { return section == Section::modifier && modifier() == of; }
};

// What a concept weighs, at one place and in one context of the patient, or wherever (kNone).
struct Weight {
  enum class Kind : std::uint8_t {
    is,
    raise,  // of a detail: what it is said of weighs at least this
    lower,  // of a detail: at most this
  };
  ConceptId of = kNone, place = kNone, context = kNone;
  Significance significance = Significance::none;
  Kind kind = Kind::is;
};

// A number of significance.txt; what each means is said there.
enum class NumberKey : std::uint8_t {
  share,
  cost,
  step,
  margin,
  least,
  small,
  least_small,
  from,
  to,
  organs,
  device,
  // anatomy, attribute: what is normal, in millimetres, millilitres or per cent (entailment.txt)
  mm_from,
  mm_to,
  thick_to,
  wall_to,
  aneurysm_from,
  ml_to,
  percent_from,
  value_from,  // of an index
  value_to,
};
struct Number {
  ConceptId of = kNone;
  NumberKey key = NumberKey::share;
  float value = 0;
};

// One meaning of a form: a concept, and what else the form says ("cardiomegaly": enlargement, of the heart).
struct Sense {
  ConceptId concept_id = kNone;
  ConceptId site = kNone;
  ConceptId modifiers[2] = {kNone, kNone};
  Side side = Side::none;
  Section section = Section::none;
  bool usual_site = false;  // no word of the form names the site: "fat fluid level", which is mostly of a joint
};

struct Match {
  std::span<const Sense> senses;  // empty: nothing matched
  std::uint32_t tokens = 0;       // how many tokens the match covers
};

// A concept's bit among the ancestors of another.
inline std::uint64_t ancestor_bit(ConceptId id) {
  return std::uint64_t{1} << ((id * 0x9e3779b97f4a7c15ULL) >> 58U);
}

class Lexicon {
 public:
  // The lexicon that is part of the program.
  static const Lexicon& embedded();
  // The same with a site's own terms added; throws Error that names file and line.
  static std::unique_ptr<Lexicon> with_terms(const std::string& file, std::string_view terms);
  // The same, and a user's table in the place of significance.txt. What has no file is left out.
  struct OwnTable {
    std::string file;
    std::string_view text;
  };
  static std::unique_ptr<Lexicon> with_tables(const OwnTable& terms, const OwnTable& significance);

  // The text of the tables that the embedded one was compiled from, for `lexicon check` and to add terms to: one table
  // after another, each below a line "#: its file".
  static std::string_view tables();

  explicit Lexicon(std::span<const std::byte> image);
  explicit Lexicon(std::vector<std::byte> image);

  std::size_t size() const { return concepts_.size(); }  // concepts, counting the empty one
  std::size_t forms() const;                             // surface forms
  const Concept& operator[](ConceptId id) const { return concepts_[id]; }
  std::string_view name(ConceptId id) const { return text_ + concepts_[id].name; }
  std::string_view label(ConceptId id) const { return text_ + concepts_[id].label; }
  ConceptId find(std::string_view name) const;  // kNone if there is none of that name

  // The longest form that begins at token i.
  Match longest(std::span<const text::Token> tokens, std::size_t i) const;
  // The longest context of a patient that begins at token i of an indication.
  Match context(std::span<const text::Token> tokens, std::size_t i) const;
  // The longest hint that begins at token i. Hints are apart from all other forms: no reader sees them.
  Match hint(std::span<const text::Token> tokens, std::size_t i) const;
  // The meanings of exactly these words; for ellipsis ("upper and lower lobes").
  std::span<const Sense> exact(std::span<const text::WordHash> words) const;
  // Is the word, by itself, one of the grammar, of a kind that passes?
  template <typename Passes>
  bool is_cue_word(text::WordHash word, Passes passes) const {
    const auto senses = exact({&word, 1});
    return std::any_of(senses.begin(), senses.end(), [&](const Sense& s) {
      return s.section == Section::cue && passes((*this)[s.concept_id].cue());
    });
  }
  // What a sign says of what a sentence is about; nothing if it says nothing.
  TopicWeights topic(SignKey sign) const;
  bool known_word(text::WordHash word) const;  // some form begins with it or contains it
  // Forms that begin with the word will be asked for soon: what the machine has far away it may fetch meanwhile.
  void fetch_ahead(text::WordHash word) const;

  // Is `whole` more general than `part` (is-a for observations, part-of for places)? False for equal ones.
  bool contains(ConceptId whole, ConceptId part) const {
    return (concepts_[part].above & ancestor_bit(whole)) != 0 && is_ancestor(whole, part);
  }
  std::span<const ConceptId> ancestors(ConceptId id) const {
    return {ancestors_ + concepts_[id].ancestors, concepts_[id].ancestor_count};
  }
  // The observation that says that this attribute is up or down, e.g. size and +1: enlargement.
  ConceptId changed(ConceptId attribute, int direction) const;
  // The place that is exactly the one within the other, if it has a name: lymph node and hilum make the hilar node.
  ConceptId composed(ConceptId a, ConceptId b) const;
  // … of b, or of the nearest that b is part or a kind of.
  ConceptId composed_within(ConceptId a, ConceptId b) const;
  // What it weighs itself; what is more general is not asked.
  std::span<const Weight> weights(ConceptId id) const {
    return weights_.subspan(concepts_[id].first_weight, concepts_[id].weight_count);
  }
  // A number of it, or `otherwise`.
  double number(ConceptId id, NumberKey key, double otherwise) const;
  // Is the one an easy name for the other (consolidation, pneumonia), or for something of its kind?
  bool near(ConceptId a, ConceptId b) const;
  // Of all concepts of a section, in the order of the tables.
  std::vector<ConceptId> of_section(Section section) const;
  // Places and observations that reports use for one another have one representative.
  ConceptId representative(ConceptId id) const { return concepts_[id].like != kNone ? concepts_[id].like : id; }

  // The few concepts that the grammar itself speaks of.
  struct Known {
    ConceptId normal, increase, decrease, abnormality, absence, lesion, enhancing, no_enhancement,
        enhancement_attribute, lymph_node, rib, region, surrounding, poststate, spine, vertebra, body, margin, blurring,
        smooth, irregularity, margin_clear, margin_unclear, shape_irregular, operative_area, disc, tip, liver,
        heterogeneity, signal, transparency, position, change_larger, change_smaller, change_stable, change_new,
        onset_chronic, absent, prior, measured, symptom, malignancy, injury, size, size_small, in, near,
        vascular_system, abdomen, poorly_seen, scale, quality_benign, displacement, joint, upper_limb, lower_limb,
        fracture, broken_hardware, variant, tumor_stage, spinal_nerve_root, thickness, wall, aneurysm, hernia, neck,
        lumbosacral_junction, subdiaphragmatic, enteric_tube, diaphragm, lumbosacral_disc, swelling, fluid, lung,
        pleura, cervical_vertebra, thoracic_vertebra, lumbar_vertebra, from, away, does, primary_lesion, in_direction,
        not_, none_of, neither, since, most_of, involving, extends, infiltration, up_to, no, within, measures, to_level,
        reaching, into, position_abnormal, or_, no_other, central_venous_catheter, agent, compression, compressible,
        vein, here, its, stranding, gas, edema, hemorrhage, how_likely, hedge_probable;
    ConceptId liver_segments[5];  // S1 … S5, which are written as sacral vertebrae are
  };
  const Known& known() const { return known_; }
  // A fall, pain, fever: of the patient, and not of the image.
  bool is_symptom(ConceptId c) const { return c != kNone && (c == known_.symptom || contains(known_.symptom, c)); }
  // Those of them that the tables lack: a reader that misreads in silence, so the build fails if there are any.
  std::vector<std::string> missing() const;

  std::string_view version() const { return text_ + version_; }  // a hash of the tables

 private:
  void open(std::span<const std::byte> image);
  Match longest(std::uint32_t node, std::span<const text::Token> tokens, std::size_t i) const;
  std::uint32_t step(std::uint32_t node, text::WordHash word) const;  // 0: no such edge
  bool is_ancestor(ConceptId whole, ConceptId part) const;

  struct Edge {
    std::uint64_t key;  // 0: free
    std::uint32_t node;
    std::uint32_t pad;
  };
  struct Node {
    std::uint32_t senses;
    std::uint32_t count;
    std::uint64_t follows;  // a bit for each word that may come next: most words that do not are seen from it
  };
  friend class ImageWriter;

  std::vector<std::byte> owned_;
  std::span<const Concept> concepts_;
  const char* text_ = nullptr;
  const ConceptId* ancestors_ = nullptr;
  std::span<const Edge> edges_;  // a power of two, open addressing
  std::span<const Node> nodes_;
  std::span<const Sense> senses_;
  std::span<const ConceptId> changed_;  // attribute × {down, up}
  struct Composition {
    std::uint32_t parents;  // the smaller id first, 16 bits each
    std::uint32_t place;
  };
  std::span<const Composition> compositions_;  // hashed by composition_key
  std::span<const std::uint64_t> words_;       // sorted hashes of all words of all forms
  std::span<const std::uint32_t> by_name_;     // concept ids sorted by name
  std::span<const Weight> weights_;            // by concept
  std::span<const Number> numbers_;            // by concept
  std::span<const std::uint32_t> near_;        // two concepts, the smaller id first, 16 bits each; sorted
  std::span<const WeighedSign> signs_;         // a power of two, open addressing
  std::uint32_t version_ = 0;
  Known known_{};
};

// "the": says nothing within a form.
inline const text::WordHash kArticle = text::hash_word("the");

// Where the forms of hints begin, apart from all others.
inline const text::WordHash kHints = text::hash_word("[hint]");

// Where the forms of contexts begin.
inline const text::WordHash kContexts = text::hash_word("[context]");

// Two concepts as one key, whichever comes first.
inline std::uint32_t both_of(ConceptId a, ConceptId b) {
  return a < b ? (static_cast<std::uint32_t>(a) << 16U) | b : (static_cast<std::uint32_t>(b) << 16U) | a;
}

// A word's bit in what may follow a node.
inline std::uint64_t follow_bit(text::WordHash word) {
  return std::uint64_t{1} << (word >> 58U);
}

inline std::uint32_t composition_key(std::uint32_t parents) {
  return static_cast<std::uint32_t>((parents * 0x9e3779b97f4a7c15ULL) >> 32U);
}

inline std::uint64_t edge_key(std::uint32_t node, text::WordHash word) {
  std::uint64_t h = (word ^ (static_cast<std::uint64_t>(node) * 0x9e3779b97f4a7c15ULL));
  h ^= h >> 29U;
  h *= 0xbf58476d1ce4e5b9ULL;
  h ^= h >> 32U;
  return h == 0 ? 1 : h;
}

}  // namespace fiducial::lexicon
