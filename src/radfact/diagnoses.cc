#include "radfact/diagnoses.h"

#include <algorithm>

// NOLINTBEGIN(hicpp-no-assembler): as in src/lexicon/builtin.cc
__asm__(
    ".section .rodata\n"
    "fiducial_diagnoses:\n.incbin \"" FIDUCIAL_DIAGNOSES
    "\"\n"
    "fiducial_diagnoses_end:\n"
    ".previous\n");
// NOLINTEND(hicpp-no-assembler)

extern "C" {
extern const char fiducial_diagnoses[];
extern const char fiducial_diagnoses_end[];
}

namespace fiducial::radfact {

namespace {

// The text before the mark, which is taken from `rest` with it.
std::string_view take(std::string_view& rest, char mark) {
  const std::size_t end = std::min(rest.find(mark), rest.size());
  const std::string_view out = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return out;
}

bool same_organs(const Statement& a, const Statement& b) {
  return !a.claims.empty() && !b.claims.empty() &&
         a.claims.front().finding.site.organs == b.claims.front().finding.site.organs;
}

}  // namespace

Diagnoses::Diagnoses(const Lexicon& lexicon)
    : Diagnoses(lexicon, {fiducial_diagnoses, static_cast<std::size_t>(fiducial_diagnoses_end - fiducial_diagnoses)}) {}

Diagnoses::Diagnoses(const Lexicon& lexicon, std::string_view table) : lexicon_(lexicon) {
  StatementReader reader(lexicon);
  while (!table.empty()) {
    const std::string_view line = take(table, '\n');
    if (!line.empty() && line.front() != '#') add(reader, line);
  }
  index();
}

void Diagnoses::add(StatementReader& reader, std::string_view line) {
  Diagnosis& d = all_.emplace_back();
  d.named = reader.read(take(line, ':'));
  while (!line.empty()) {
    std::string_view sign = take(line, ';');
    auto& alternatives = d.signs.emplace_back();
    while (!sign.empty()) alternatives.push_back(reader.read(take(sign, '|')));
    for (const Statement& s : alternatives) d.tells_where |= same_organs(s, d.named);
  }
}

void Diagnoses::index() {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (const Claim& claim : all_[i].named.claims) {
      const ConceptId name = claim.finding.concept_id;
      if (name == findings::kNone) continue;
      auto& rows = by_concept_[lexicon_.representative(name)];
      if (rows.empty() || rows.back() != i) rows.push_back(i);
    }
  }
}

const std::vector<std::size_t>& Diagnoses::named(ConceptId concept_id) const {
  const auto found = by_concept_.find(lexicon_.representative(concept_id));
  return found == by_concept_.end() ? none_ : found->second;
}

}  // namespace fiducial::radfact
