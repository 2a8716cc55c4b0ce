// Sums over a corpus.
#include <limits>

#include "fiducial/errors.h"

namespace fiducial::errors {

namespace {

double share(std::uint64_t part, std::uint64_t rest) {
  const std::uint64_t all = part + rest;
  return all == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / static_cast<double>(all);
}

std::string named(const Words& words) {
  return words.concept_name.empty() ? "(words that the lexicon does not know)" : words.concept_name;
}

}  // namespace

double Tally::Finding::recall() const {
  return share(matched, missed);
}

double Tally::Finding::precision() const {
  return share(matched, invented);
}

void Tally::add(const Account& account) {
  ++reports;
  for (const Agreement& a : account.agreements) ++findings[named(a.reference)].matched;
  for (const Error& e : account.errors) {
    const auto kind = static_cast<std::size_t>(e.kind);
    ++errors[kind][static_cast<std::size_t>(e.significance)];
    const Words& where = e.reference.present ? e.reference : e.candidate;
    ++body_parts[where.region.empty() ? "(no place)" : where.region][kind];
    if (!e.alone) continue;
    if (e.reference.present && e.reference.asserted && e.kind != Kind::side) ++findings[named(e.reference)].missed;
    if (e.candidate.present && e.candidate.asserted && e.kind != Kind::side) ++findings[named(e.candidate)].invented;
  }
}

}  // namespace fiducial::errors
