// SSREE's ladder: five rewrites of one report, each further from it than the one before.
//
// L1 has the report's sentences in another order, each in other words as far as these leave it what it says (reword.h);
// a sentence that nothing safe can be done to stays as it was. L2, L3 and L4 say of one, of two and of all abnormal
// findings that they are not there; L5 says the opposite of every finding. A change is kept only if it reads back as
// what it should say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
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
  struct Sentence {
    std::size_t begin = 0;  // in the report
    std::string text;
    std::size_t first = 0, count = 0;  // its findings
    bool alone = false;                // it says them when it stands alone, too
  };
  std::vector<Sentence> sentences_of(std::string_view report);
  std::string level(std::string_view report, const std::vector<Sentence>& sentences, const std::vector<bool>& turned,
                    Dice& dice);
  std::string reworded(std::string text, std::span<const findings::Finding> atoms, Dice& dice);
  std::string put(const findings::Finding& f, std::string_view report);
  bool same(const findings::Finding& a, const findings::Finding& b) const;
  bool says(const std::string& text, std::span<const findings::Finding> wanted);

  const findings::Lexicon& lexicon_;
  findings::Reader reader_;
  findings::Reading reading_, check_;
  findings::ConceptId measured_;  // "the duct measures 5 mm": neither normal nor not
};

}  // namespace fiducial::ssree
