// The makers of each metric; make() in make.cc chooses by name.
#pragma once

#include <cstddef>
#include <memory>

#include "fiducial/lexical.h"

namespace fiducial::lexical {

// BLEU-`order` alone, or with order 0 all four.
std::unique_ptr<Metric> make_bleu(std::size_t order, const Options& options);
std::unique_ptr<Metric> make_sacrebleu();
std::unique_ptr<Metric> make_rouge_l(const Options& options);
// ROUGE-1 or ROUGE-2.
std::unique_ptr<Metric> make_rouge_score_l(const Options& options);
std::unique_ptr<Metric> make_rouge_n(std::size_t order, const Options& options);
std::unique_ptr<Metric> make_cider(const Options& options);
std::unique_ptr<Metric> make_meteor(const Options& options);

// "ptb-lower" or "space", for signatures.
const char* name_of(Tokens tokens);

}  // namespace fiducial::lexical
