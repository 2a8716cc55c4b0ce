// Rewritten reports between RadSEM's stages: "Sentence one. Sentence two." in a record, whoever wrote it.
// A sentence that we wrote from the report that the record still carries means the finding that it was written from;
// any other (a person's, a language model's) is read as text. Tags quote the record's own sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fiducial/radsem.h"
#include "grammar/reader.h"

namespace fiducial::radsem {

struct SentenceSpan {
  std::uint32_t begin = 0, end = 0;  // bytes, with the final period
};
// The sentences of a rewritten report, as the published pipeline splits them: at a period and a blank.
std::vector<SentenceSpan> split_rewritten(std::string_view text);

// What a report's findings are called, one sentence each: no sentence twice.
std::vector<std::string> atom_sentences(const findings::Lexicon& lexicon, const findings::Reading& reading,
                                        std::string_view report);

// What the sentences of a rewritten report mean, in their order, and the sentence that each finding is from.
struct Understood {
  std::vector<findings::Finding> findings;
  std::vector<std::uint32_t> sentence_of;
};
// `of_text` is the reading of the text itself; `of_source` that of the report that it was written from, with the
// sentences that we would write of it.
Understood understand(std::string_view text, const findings::Reading& of_text, const findings::Reading& of_source,
                      const std::vector<std::string>& source_sentences);

// The tag of `matched` with each atom replaced by the sentence of `ref` or `gen` that it was read from (the one that
// its `begin` lies in). A sentence that says several things at once ("Both lungs are clear.") is one sentence again:
// its pairs become one, it is unmatched only if nothing that it says is matched, and if only some of it is, its site is
// wider than the partner's: part-whole.
OwnSentences in_own_sentences(const Matched& matched, std::string_view ref, std::string_view gen);

}  // namespace fiducial::radsem
