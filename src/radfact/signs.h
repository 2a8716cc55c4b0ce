// The signs by which a verdict is weighed, and the weighing.
//
// The rules decide what they understand (verify.h). Then the hypothesis is laid beside each premise, content by content
// (align.h): what is held, rivalled and open, whether both speak of something healthy, what it compares. Each of these
// is a sign, a number with a name, and so is what the rules found. A verdict is the weighted sum of the signs, one for
// entailment and one for contradiction, against 0 for neither. The weights are a table that tools/fit_signs.py makes
// (sign_weights.inc). Most signs are of the relation between two texts; hints and findings that were not understood are
// of the hypothesis alone.
#pragma once

#include <array>

#include "fiducial/radfact.h"
#include "radfact/align.h"

namespace fiducial::radfact {

// Behind the counts of terms by kind and by how they are held, and of terms that the whole report leaves open by kind.
enum class Sign : std::uint8_t {
  coverage,           // the share of its content that the nearest premise holds
  more_in_report,     // what the whole report holds beyond that
  coverage_agreeing,  // the best share among premises that deny nothing of it
  coverage_against,   // and among those that do
  all_held,           // in the very words, or words that mean the same
  all_covered,        // nothing open, rivalled or denied
  rivals_alone,       // nothing open, but a rival
  denied_alone,       // nothing open and no rival, but one denies what the other asserts
  one_open,           // all held but one
  known_thing_open,   // "the nodule is …", and something of it is open
  known_thing_rival,  // the same, with a rival
  report_holds_all,   // the report as a whole leaves nothing open
  report_lacks_much,  // it leaves two or more open
  well_beside_ill,    // it says that all is well; of that place the premise says that something is wrong
  ill_beside_well,    // the reverse
  well_beside_well,
  ill_beside_ill,
  well_beside_ill_covered,  // the same four, each times the coverage
  ill_beside_well_covered,
  well_beside_well_covered,
  ill_beside_ill_covered,
  denied_in_wider_words,  // that all is well, and the premise says so in wider words
  less_sure,              // the premise only suspects it
  of_the_rest,            // the premise speaks of what was not named elsewhere
  comparison_open,        // it compares, and the premise does not
  denied_by_implication,  // a premise denies what it brings with it
  known_thing_wider,      // "the nodule is a granuloma", and the report has the nodule
  unimaged,               // it says what no image shows, and not only of whom
  not_understood,         // findings that the reader has no concept for
  other,                  // hints of the hypothesis, by their kinds
  also,
  only,
  under,
  over,
  more,
  less,
  beyond,
  ruled_entailed,  // the verdict of the rules, if they have one, and why
  ruled_contradicted,
  entailed_same,  // the grounds of entailment
  entailed_narrower,
  entailed_wider,
  entailed_by_words,
  contradicted_denied,  // and those of contradiction
  contradicted_normal,
  contradicted_degree,
  contradicted_change,
  contradicted_direction,
  contradicted_place,
  contradicted_look,
  contradicted_though_said,  // it is said, but with what the hypothesis excludes: "only on the left", "smaller than"
  place_well,                // something is wrong there, and some premise says of that very place that it is well
  place_well_with_others,    // the same, of all that includes it
  place_ill,                 // it is well there, and some premise says that something is wrong there
  thing_denied,              // some premise denies it there, or what includes it
  thing_said,                // it denies what some premise sees there
  thing_elsewhere,           // the report has such a thing, and only at other places
  place_unspoken,            // no premise speaks of that place
  count,
};
inline constexpr std::size_t kTermSigns = std::size_t{Term::kKinds} * kHolds;
inline constexpr std::size_t kSigns = kTermSigns + Term::kKinds + static_cast<std::size_t>(Sign::count);

struct Signs {
  std::array<float, kSigns> values{};
  std::size_t nearest = 0;       // the premise that holds the most of it
  bool any = false;              // some premise holds something
  bool of_chest = false;         // all that it says is of the chest
  bool change_open = false;      // it says how something changed, and no premise says that of anything
  bool change_unspoken = false;  // and no premise speaks of any change
  bool read_alike = false;  // some premise says or denies the very thing, of that place: the rules knew what to compare

  float& operator[](Sign sign) { return values[kTermSigns + Term::kKinds + static_cast<std::size_t>(sign)]; }
  float operator[](Sign sign) const { return values[kTermSigns + Term::kKinds + static_cast<std::size_t>(sign)]; }
};

std::string sign_name(std::size_t sign);  // "observation held", "all covered"

Signs read_signs(const Aligner& aligner, const Statement& hypothesis, std::span<const Statement> premises);
// What the rules made of it, and by which grounds.
void add_ruling(Signs& signs, Status ruling, std::span<const Ground> grounds);
Status weigh(const Signs& signs, Status ruling);

}  // namespace fiducial::radfact
