// Rewritten reports between RadSEM's stages: "Sentence one. Sentence two." in a record, whoever wrote it. The reader
// understands such a text as any other; here what it found is said in the record's own sentences again, so that tags
// quote the file that was given.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "fiducial/radsem.h"

namespace fiducial::cli {

struct SentenceSpan {
  std::uint32_t begin = 0, end = 0;  // bytes, with the final period
};
// The sentences of a rewritten report, as the published pipeline splits them: at a period and a blank.
std::vector<SentenceSpan> split_rewritten(std::string_view text);

struct OwnSentences {
  radsem::Tag tag;
  std::size_t unread = 0;  // sentences that gave no finding of their own: they are in no list of the tag
};
// The tag of `matched` with each atom replaced by the sentence of `ref` or `gen` that it was read from. A sentence that
// says several things at once ("Both lungs are clear.") is one sentence again: its pairs become one, it is unmatched
// only if nothing that it says is matched, and if only some of it is, its site is wider than the partner's: part-whole.
OwnSentences in_own_sentences(const radsem::Matched& matched, std::string_view ref, std::string_view gen);

}  // namespace fiducial::cli
