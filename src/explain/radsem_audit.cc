#include "explain/radsem_audit.h"

#include <fmt/format.h>

#include "fiducial/problem.h"

namespace fiducial::explain {

void check_shown_pairs(std::size_t pairs) {
  constexpr std::size_t kMost = 20'000;
  if (pairs > kMost)
    throw RecordError(fmt::format("{} pairs of findings match: a case of at most {} is shown", pairs, kMost));
}

std::string labels_of(const radsem::TagPair& pair) {
  std::string text;
  const auto add = [&text](std::string_view what, std::string_view label) {
    if (label != "null") text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, label);
  };
  add("site", label(pair.anatomical));
  add("asserted", label(pair.asserted));
  add("negated", label(pair.negated));
  add("details", label(pair.details));
  return text;
}

std::string account(const radsem::ClassScore& score) {
  const std::size_t unmatched = score.unmatched_ref + score.unmatched_gen;
  switch (score.rule) {
    case radsem::Rule::base:
      return fmt::format("2M / (2M + U) = {:.4f} / ({:.4f} + {}) = {:.4f}", 2 * score.matched, 2 * score.matched,
                         unmatched, score.score);
    case radsem::Rule::no_unmatched:
      return "nothing unmatched, every weight 1: 1";
    case radsem::Rule::partial_match:
      return fmt::format("nothing unmatched, but some weights below 1: 1 - {:.4f} x (1 - {:.4f}) = {:.4f}",
                         score.lambda, score.q, score.score);
    case radsem::Rule::absent:
      break;
  }
  return "absent";
}

std::string mixture(const radsem::Audit& audit) {
  return fmt::format("final: {:.2f} x {:.4f} (abnormal) + {:.2f} x {:.4f} (normal) = {:.4f}",
                     audit.abnormal.mixture_share, audit.abnormal.score, audit.normal.mixture_share, audit.normal.score,
                     audit.score);
}

namespace {

std::string pair_text(const radsem::TagPair& pair, const radsem::PairAudit& audit, const Paint& paint) {
  const std::string numbers = fmt::format("weight {:.4f}, credit {:.4f}", audit.weight, audit.credit);
  const std::string outcome =
      audit.status == radsem::PairStatus::counted ? "" : fmt::format(" ({})", label(audit.status));
  return fmt::format("  Ref  {}\n  Gen  {}\n       {}\n       {}{}\n", pair.ref_sentence, pair.gen_sentence,
                     paint.dim(labels_of(pair)), numbers, outcome);
}

std::string class_text(const char* title, radsem::Normality kind, const radsem::Tag& tag, const radsem::Audit& audit,
                       const radsem::ClassScore& score, const Paint& paint) {
  std::string text = "\n" + paint.bold(title) + "\n";
  for (std::size_t i = 0; i < tag.pairs.size(); ++i) {
    if (tag.pairs[i].normality == kind) text += pair_text(tag.pairs[i], audit.pairs[i], paint);
  }
  for (const radsem::Unmatched& item : audit.unmatched) {
    if (item.normality == kind)
      text += fmt::format("  {}  {}\n       {}\n", label(item.side), item.sentence, paint.red("unmatched"));
  }
  return text + fmt::format("  matched M = {:.4f}, unmatched U = {} Ref + {} Gen\n  score: {}\n", score.matched,
                            score.unmatched_ref, score.unmatched_gen, account(score));
}

}  // namespace

std::string explanation(const radsem::Tag& tag, const radsem::Audit& audit, const Paint& paint) {
  std::string text = fmt::format("{}  RadSEM {:.4f}  ({})\n", paint.bold(tag.name), audit.score, label(audit.policy));
  if (!audit.well_formed) return text + "findings is not an object: the score is 0\n";
  text += class_text("abnormal", radsem::Normality::abnormal, tag, audit, audit.abnormal, paint);
  text += class_text("normal", radsem::Normality::normal, tag, audit, audit.normal, paint);
  std::size_t ignored = 0;
  for (const radsem::PairAudit& pair : audit.pairs) {
    if (!counts(pair.status)) ++ignored;
  }
  if (ignored > 0) text += fmt::format("\n{} pair(s) not counted: no valid normality, or an empty sentence\n", ignored);
  return text + "\n" + mixture(audit) + "\n";
}

}  // namespace fiducial::explain
