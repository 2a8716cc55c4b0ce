#include "cli/unread.h"

namespace fiducial::cli {
namespace {

constexpr std::string_view kBoth = "nothing in either report can be scored: they are compared by their words";
constexpr std::string_view kReference = "nothing in the reference can be scored";
constexpr std::string_view kCandidate = "nothing in the candidate can be scored";

}  // namespace

bool Unread::says_nothing(std::string_view report) {
  return !readers_.borrow()->finds_anything(report);
}

std::string Unread::remark(const io::Pair& pair) {
  const bool reference = says_nothing(pair.reference);
  const bool candidate = says_nothing(pair.candidate);
  if (reference && candidate) return std::string(kBoth);
  return std::string(reference ? kReference : candidate ? kCandidate : std::string_view());
}

void Unread::add(const io::Pair& pair, const std::string& remark) {
  reference_ += remark != kCandidate ? 1U : 0U;
  candidate_ += remark != kReference ? 1U : 0U;
  remarks_.add(pair.id, remark);
}

}  // namespace fiducial::cli
