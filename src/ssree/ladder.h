// SSREE's ladder: five rewrites of one report, each further from it than the one before.
//
// The report is read into atomic findings; each is put into a sentence again in words drawn at random from the lexicon,
// and in another order (L1). L2, L3 and L4 say of one, of two and of all abnormal findings that they are not there; L5
// says the opposite of every finding. A sentence is kept only if it reads back as what it should say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/reader.h"

namespace fiducial::ssree {

inline constexpr std::size_t kRungs = 5;

struct Ladder {
  std::array<std::string, kRungs> levels;  // L1 … L5
};

// The paper's filter: why a report with so many findings has no five levels; empty if it has.
std::string unfit_for_levels(std::size_t abnormal, std::size_t normal);

class LadderBuilder {
 public:
  explicit LadderBuilder(const findings::Lexicon& lexicon);

  // The five levels; the same for the same report and seed. Nothing if the report is unfit: `why` says
  // how.
  std::optional<Ladder> build(std::string_view report, std::uint64_t seed, std::string& why);

 private:
  class Dice;
  std::string put(const findings::Finding& f, std::string_view report, Dice& dice);
  bool says(const std::string& text, const findings::Finding& f);
  std::string_view synonym(findings::ConceptId id, Dice& dice) const;

  const findings::Lexicon& lexicon_;
  std::vector<std::vector<std::string>> synonyms_;  // by concept: its plain forms
  findings::Reader reader_;
  findings::Reading reading_, check_;
};

}  // namespace fiducial::ssree
